"""A pointer to a file in the content store: what a memory keeps of a document instead of its bytes."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

DIGEST_PATTERN = r"^[0-9a-f]{64}$"
Digest = Annotated[str, StringConstraints(pattern=DIGEST_PATTERN)]
"""SHA-256 of the bytes, in lower-case hexadecimal: the file's name and its check sum in one."""

MediaType = Annotated[
    str,
    StringConstraints(
        pattern=r"^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*(?:\s*;\s*[a-z0-9_-]+=\"?[\w.+-]+\"?)*$",
        to_lower=True,
        strip_whitespace=True,
        max_length=255,
    ),
]
"""Such as ``text/markdown`` or ``text/plain; charset=iso-8859-1``."""


COLD_TEXT = "text/vnd.memorist.archived"
"""The whole text of an archived memory that was too long for its stub."""


class ContentRef(BaseModel):
    """Reference to content: digest, media type and size."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    digest: Digest
    media_type: MediaType
    size: int = Field(ge=0)
