"""The stub of an archived memory in the graph: a short text is kept whole, of a long one the beginning."""

from hashlib import sha256

from pydantic import Field

from memorist.memory_store.domain.content_ref import COLD_TEXT, ContentRef
from memorist.memory_store.domain.memory import Memory, Part

STUB_CHARS = 500
"""Characters of a long text that stay as its stub, with an ellipsis."""
LONGEST_WHOLE = 2 * STUB_CHARS
"""A text that is hardly longer than its stub would be stays as it is."""


class Stub(Part):
    """The short text and the summary that stay."""

    text: str = Field(max_length=STUB_CHARS + 1)
    summary: str


def shortened(text: str) -> str:
    """The beginning of a text."""
    return text[:STUB_CHARS] + "…"


def stub_of(memory: Memory) -> Stub | None:
    """Return the stub of a memory to archive; null if its text is kept whole."""
    if len(memory.content) <= LONGEST_WHOLE:
        return None
    return Stub(text=shortened(memory.content), summary=memory.summary)


def cold_file(memory: Memory) -> tuple[ContentRef, bytes]:
    """The file that the whole text goes to, and its bytes."""
    data = memory.content.encode()
    return ContentRef(digest=sha256(data).hexdigest(), media_type=COLD_TEXT, size=len(data)), data


def cold_ref(memory: Memory) -> ContentRef | None:
    """Return the reference to the whole text, if the memory was read as a stub; null if its text is whole."""
    if len(memory.content) > LONGEST_WHOLE:
        return None
    return next((file for file in memory.files if file.media_type == COLD_TEXT), None)
