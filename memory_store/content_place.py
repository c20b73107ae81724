"""The place of the content files of a store."""

from pathlib import Path
from urllib.parse import urlsplit

from memorist.memory_store.content import ContentStore
from memorist.memory_store.settings import Settings, data_folder


def default_content(store_url: str) -> str:
    """Return the default place of a store's files: beside it, or in the user's data folder."""
    if store_url.startswith("embedded:"):
        return str(Path(store_url.removeprefix("embedded:")) / "content")
    parts = urlsplit(store_url)
    return str(data_folder() / "content" / f"{parts.hostname}-{parts.port or 'default'}")


def content_at(store_url: str, home: str, settings: Settings) -> ContentStore:
    """The folder ``home``, which is one group's and begins with its name, among the content files of a store."""
    root = settings.content or default_content(store_url)
    return ContentStore(f"{root.rstrip('/')}/{home}", timeout=settings.content_timeout)
