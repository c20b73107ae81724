"""Content of nodes: what is kept in the node, what in a content file, and what of it is searched."""

from dataclasses import dataclass

from memorist.memory_store.content_text import text_of
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.parts.files import Files
from memorist.memory_store.threads import in_thread

INLINE_CHARS = 4_000
"""A text up to this long is kept in the node itself; whatever is longer, or no text, is a content file."""
SEARCHED_CHARS = 32_000
"""So much of the text of a content file is kept in its node, for search."""
TITLE_CHARS = 120


@dataclass(frozen=True)
class StoredContent:
    """Stored content: the text in the node, its title, and the files."""

    text: str
    title: str
    files: tuple[ContentRef, ...]
    media_type: str


async def keep(
    files: Files, group_id: str, content: str | bytes, media_type: str, title: str | None, *, of: str
) -> StoredContent:
    """Decide where content goes, and write the file if there is one: before the node that refers to it.

    Args:
        files: where content files are.
        group_id: whose.
        content: text or bytes.
        media_type: what it is.
        title: a short name, or null for the first line.
        of: the type of the node, in case nothing else can name it.

    Raises:
        InvalidInput: there is neither content nor a title, or the bytes are not what ``media_type`` says.
    """
    if not content and not (title or "").strip():
        raise InvalidInput(f"{of}: field content: neither content nor a title is given", field="content")
    if isinstance(content, str) and _fits_inline(content):
        return StoredContent(content or str(title).strip(), _title(title, content, of), (), media_type)
    data = content.encode() if isinstance(content, str) else content
    found = await in_thread(text_of, data, media_type)
    name = _title(title, found or "", f"{of} ({media_type}, {len(data)} bytes)")
    text = (found or name)[:SEARCHED_CHARS].strip() or name
    ref = await (await files.of(group_id)).put(data, media_type)
    return StoredContent(text, name, (ref,), media_type)


def _fits_inline(content: str) -> bool:
    """Return true if the node gives it back exactly as it came: blanks at the ends and NUL it does not keep."""
    return len(content) <= INLINE_CHARS and content == content.strip() and "\x00" not in content


def _title(given: str | None, text: str, otherwise: str) -> str:
    if given and given.strip():
        return " ".join(given.split())
    first = next((line for line in map(_bare, text.splitlines()) if line), "")
    return (first or otherwise)[:TITLE_CHARS]


def _bare(line: str) -> str:
    """A line without the marks of a heading or a list."""
    return " ".join(line.strip().lstrip("#*->").split())
