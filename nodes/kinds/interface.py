"""The interface of a kind of input. Reading, which may be asynchronous, happens between its first two steps."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import ClassVar, Protocol, Self

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import ExtractedBy, Memory
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.reading.reader import Passage, Proposal, Reading


@dataclass(frozen=True)
class Readings:
    """Readings of the passages of one input.

    ``proposals`` and the ``unread`` sentences are sorted by the key of their passage; ``read_by`` names the reading in
    each memory that rests on it.
    """

    proposals: Mapping[str, list[Proposal]]
    unread: Mapping[str, list[str]]
    read_by: ExtractedBy | None

    @classmethod
    def of_reading(cls, reading: Reading | None) -> Self:
        """A reader's answer, sorted by passage; null where there was nothing to read."""
        proposals: defaultdict[str, list[Proposal]] = defaultdict(list)
        unread: defaultdict[str, list[str]] = defaultdict(list)
        if reading is None:
            return cls(proposals, unread, None)
        for proposal in reading.proposals:
            proposals[proposal.passage].append(proposal)
        for one in reading.unread:
            unread[one.passage].append(one.text)
        read_by = ExtractedBy(
            extractor=reading.reader,
            model=reading.model,
            prompt_version=reading.version,
            at=reading.at,
            seconds=reading.seconds,
        )
        return cls(proposals, unread, read_by)

    def of(self, key: str) -> Sequence[Proposal]:
        """The proposals read from a passage."""
        return self.proposals.get(key, ())

    def unread_of(self, key: str) -> Sequence[str]:
        """The sentences of a passage that no proposal rests on."""
        return self.unread.get(key, ())


@dataclass
class Completion:
    """Drafts after a look into the store.

    Args:
        drafts: the drafts, some with memories they end or link to.
        former: stored memories that the drafts end or change.
        updates: changes of counters and confidence of stored memories.
        skip: set when nothing is to be committed; the verdict says why.
    """

    drafts: list[Draft]
    former: list[Memory] = field(default_factory=list[Memory])
    updates: list[Update] = field(default_factory=list[Update])
    skip: GateVerdict | None = None


class InputKind[I](Protocol):
    """Interface of a kind of input, which makes drafts of it.

    ``said_at`` is the moment of the input in the speaker's own zone: days begin and end there.
    """

    kept_because: ClassVar[str]
    """Reason of the gate for keeping an input of this kind, which is deliberate; empty for turns, which are judged."""

    def passages(self, item: I) -> tuple[Passage, ...]:
        """The texts that a reader should read, in the order in which they were said."""
        ...

    def drafts(self, item: I, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """Everything the input says: its episode first where it has one, what its structure shows, what was read.

        ``readings`` is empty for an input without passages. ``agent`` is the agent that ingests, whose own work
        feedback may be about.
        """
        ...

    async def complete(
        self, item: I, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """Compare with what is stored, where a kind needs it before reconciliation.

        Raises :class:`InvalidInput` if the input names something that is not there.
        """
        return Completion(list(drafts))
