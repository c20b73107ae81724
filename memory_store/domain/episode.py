"""The raw input as it came, immutable, and the mark of whoever read it."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from memorist.memory_store.domain.clock import UtcTime, moment_number
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.memory import Part, without_nul
from memorist.memory_store.domain.scope import Scope

EpisodeSource = Literal["message", "text", "json"]
"""The three sources that Graphiti knows."""
EpisodeRole = Literal["user", "assistant", "tool"]
"""Role of a turn's speaker: a person, the agent, or a tool that the agent used."""

WITHHELD = "(forgotten)"
"""The content of an episode whose words were erased on request."""
MAX_NAME_CHARS = 256
OBSERVATION = "observation"
"""The description of a batch of what was seen while somebody worked."""


class TokenVectors(Part):
    """The vectors of an episode's tokens, which a ranker by late interaction scores it by.

    Args:
        ranker: whose they are; those of another model say nothing.
        dimension: how many numbers each has.
        data: all of them, packed (``memory_store/rankers/packing.py``).
    """

    ranker: str
    dimension: int = Field(ge=1)
    data: str = Field(repr=False)


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
        role: of a turn, whether a person or an agent said it or a tool returned it, whatever the name; null where
            nobody noted it.
        offset: minutes by which the clock was ahead of UTC where it was said; null where nobody noted it.
        private: places of its sentences that are its speaker's own affair; null where nobody judged.
        sensitive: places of those that are so even if they were said in front of others.
        confided: places of those that the speaker wants nobody to be told.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    scope: Scope
    name: str = Field(max_length=MAX_NAME_CHARS)
    content: str
    source: EpisodeSource
    description: str
    at: UtcTime
    created_at: UtcTime
    files: tuple[ContentRef, ...] = ()
    speaker: str | None = Field(default=None, max_length=256)
    role: EpisodeRole | None = None
    offset: int | None = Field(default=None, ge=-1_440, le=1_440)
    private: tuple[int, ...] | None = None
    sensitive: tuple[int, ...] | None = None
    confided: tuple[int, ...] | None = None

    def text_to_embed(self) -> str:
        """The unit that is searched for: when, who and what, as somebody who looks for it would name them."""
        return self.unit_of(self.at, self.speaker, self.content)

    @staticmethod
    def unit_of(at: datetime, speaker: str | None, content: str) -> str:
        """The unit of an episode of which these are known."""
        who = f"{speaker}: " if speaker else ""
        return f"[{at:%Y-%m-%d}] {who}{content}"


def text_episode(id_: str, scope: Scope, at: datetime, *, name: str, content: str, description: str) -> RawEpisode:
    """Return the episode of a text without a speaker, which happens when it is recorded; a long name is cut."""
    return RawEpisode(
        id=id_,
        scope=scope,
        name=name[:MAX_NAME_CHARS],
        content=content,
        source="text",
        description=description,
        at=at,
        created_at=at,
    )


MAX_UNREAD = 50
"""So many unread sentences of an episode are kept with its reading mark; the others are only counted."""
MAX_UNREAD_CHARS = 500
"""So many characters of each."""

UnreadSentence = Annotated[str, AfterValidator(lambda text: without_nul(text)[:MAX_UNREAD_CHARS])]


class EpisodeReading(Part):
    """Latest reading of an episode: the reader, and the sentences that became no memory.

    An episode without one was not read by anybody. A later reading takes the place of an earlier one.

    Args:
        reader: as in ``MEMORIST_READERS``.
        model: the language model, empty for readers without one.
        version: of the reader: its patterns or its prompt.
        unread: the sentences that are kept in the episode alone; cut to :data:`MAX_UNREAD` of
            :data:`MAX_UNREAD_CHARS` characters.
        unread_count: how many there are, also of those that were cut off; by default as many as were given.
        withdrawn: the input was undone: the episode is neither searched nor read again, and stays in the log.
    """

    episode_id: str
    reader: str
    model: str = ""
    version: str
    at: UtcTime
    unread: tuple[UnreadSentence, ...] = ()
    unread_count: int = Field(default=0, ge=0)
    withdrawn: bool = False

    @model_validator(mode="before")
    @classmethod
    def _bounded(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        fields: dict[str, Any] = dict(given)  # pyright: ignore[reportUnknownArgumentType]
        sentences = tuple(fields.get("unread") or ())
        count = max(fields.get("unread_count") or 0, len(sentences))
        return {**fields, "unread": sentences[:MAX_UNREAD], "unread_count": count}

    @property
    def is_complete(self) -> bool:
        """True if every sentence was read."""
        return self.unread_count == 0


class EpisodeRead(Part):
    """An episode with the mark of its last reading; null: it was never read."""

    episode: RawEpisode
    reading: EpisodeReading | None = None

    @property
    def cursor(self) -> str:
        """Its place in the order of said time, for the next page's ``after``."""
        return f"{moment_number(self.episode.at)}:{self.episode.id}"
