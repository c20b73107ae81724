"""The raw input as it came, immutable: everything else can be traced back to it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.scope import Scope

EpisodeSource = Literal["message", "text", "json"]
"""The three sources that Graphiti knows."""

OBSERVATION = "observation"
"""The description of a batch of what was seen while somebody worked."""


class RawEpisode(BaseModel):
    """A turn, event batch or document, kept as Graphiti's ``EpisodicNode``.

    Args:
        id: stable, from the group and the input's identity.
        name: a short title.
        content: the input as text.
        source: how the text reads.
        description: the kind of input and who said it.
        at: when it happened (Graphiti's ``valid_at``).
        created_at: when it was recorded.
        files: the document it came with, in the content store.
        speaker: who said or did it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    scope: Scope
    name: str = Field(max_length=256)
    content: str
    source: EpisodeSource
    description: str
    at: UtcTime
    created_at: UtcTime
    files: tuple[ContentRef, ...] = ()
    speaker: str | None = Field(default=None, max_length=256)

    def text_to_embed(self) -> str:
        """The unit that is searched for: when, who and what, as somebody who looks for it would name them."""
        who = f"{self.speaker}: " if self.speaker else ""
        return f"[{self.at:%Y-%m-%d}] {who}{self.content}"
