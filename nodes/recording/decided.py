"""Everything that a change set is computed from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.draft import Draft
from memorist.nodes.recording.decision import DraftDecision


@dataclass(frozen=True)
class DecidedInput:
    """The drafts of one input, what was decided about them, what is stored, and what changes in place beside.

    ``reading`` marks the episode as read. With ``reread`` the episode is stored already and is not written again;
    of the memories of its earlier reading (``dropped``) those end that no decision keeps.
    """

    change_id: str
    episode: RawEpisode
    drafts: Sequence[Draft]
    decisions: Sequence[DraftDecision]
    stored: Mapping[str, Memory]
    known_entities: frozenset[str]
    updates: Sequence[Update] = ()
    reading: EpisodeReading | None = None
    reread: bool = False
    dropped: Sequence[Memory] = ()

    @property
    def at(self) -> datetime:
        """System time of the change."""
        return self.episode.created_at
