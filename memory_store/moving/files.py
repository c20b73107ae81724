"""The content files that go with a group: carried before the group is whole, into a folder of its own."""

from memorist.memory_store.backends.database import Database
from memorist.memory_store.content import ContentStore
from memorist.memory_store.filing import default_content
from memorist.memory_store.settings import Settings

HOME = "content_home"
"""Under this name the group's note says which folder is its own."""
UNKNOWN = "application/octet-stream"
"""What a file is stands in the graph, not with the file."""


def content_at(database: Database, home: str, settings: Settings) -> ContentStore:
    """The folder ``home`` among the content files of a database."""
    root = settings.content or default_content(database.url)
    return ContentStore(f"{root.rstrip('/')}/{home}", timeout=settings.content_timeout)


def home_for(group_id: str, load: str) -> str:
    """The folder of a group that is loaded: never the one it comes from, which two groups must not share."""
    return f"{group_id}-{load[:12]}"


async def copy_files(source: ContentStore, target: ContentStore) -> int:
    """Copy what is not there yet; return how many files the source has.

    Raises :class:`ContentLost` for a damaged one.
    """
    there = {file.digest for file in await target.list()}
    digests = sorted({file.digest for file in await source.list() if file.digest})
    for digest in digests:
        if digest not in there:
            await target.put(await source.get(digest), UNKNOWN)
    return len(digests)
