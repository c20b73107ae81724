"""The interface of readers: what they are given, what they propose, and how they say that they cannot read."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any, Literal, Protocol

from pydantic import AwareDatetime, Field

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Confidence, Part
from memorist.memory_store.ontology.ontology import Ontology

Operation = Literal["add", "confirms", "replaces", "ends", "lifts", "forget", "unsure"]
"""Operation of a proposal on held memories.

``add``: it stands for itself; matching and reconciliation find what it concerns. ``confirms``: it repeats the targets.
``replaces``: it takes the targets' place. ``ends``: the targets no longer hold. ``lifts``: like ``ends``, for a rule.
``forget``: the speaker asks to forget the targets. ``unsure``: it may concern the targets; a person decides. Only what
is added, replaces or is unsure becomes a memory; what ends without a target does, too: the words that say so.
"""
CHANGES = frozenset({"replaces", "ends", "lifts"})
"""Operations after which the targets no longer hold."""
SAID = "said:"
"""Begins a target that an earlier turn of the same call tells, by its content: its id is known when that is stored."""
WITHOUT_CONTENT = frozenset({"confirms", "ends", "lifts", "forget"})
"""Operations on what is held by which nothing new is stored."""


class Spoken(Part):
    """A turn before the one being read, for the reader's context."""

    role: Literal["user", "assistant"]
    content: str


class Passage(Part):
    """A text to be read, with who said it.

    Args:
        key: names the passage within its input (``turn``, ``answer``, ``annotation:2``).
        text: the text as said, secrets masked.
        speaker: the person that "I" means: ``user``, or a name.
        own_words: false for a text that somebody else wrote (a document): its "I" is not the user.
        question: what the text answers, if it is an answer.
        sentences: the parts of the text that the gate kept, as said; null: all of it. A reader that reads sentence by
            sentence reads these alone.
        said_at: when it was said, if the passages of a request were not said together.
        before: the turns between the passage before and this one.
    """

    key: str
    text: str
    speaker: str = "user"
    own_words: bool = True
    question: str | None = None
    sentences: tuple[str, ...] | None = None
    said_at: AwareDatetime | None = None
    before: tuple[Spoken, ...] = ()


MAX_HELD = 20
"""Memories of which a request tells a reader."""


class HeldMemory(Part):
    """A live memory that the input may concern."""

    id: str
    type: str
    content: str
    claim: Claim | None = None
    valid_from: UtcTime
    valid_until: UtcTime | None = None
    condition: str | None = None


class Proposal(Part):
    """One memory that a reader proposes, or one change of what is held. It is checked before anything is done with it.

    Args:
        passage: key of the passage it was read from.
        quote: the words it rests on, verbatim from the passage.
        operation: see :data:`Operation`.
        targets: ids of the held memories that the operation concerns. Readers without access to what is held leave it
            empty and name what ends by ``replaces``, ``ends_claim`` or ``resolves``.
        why: the reader's reason for the operation.
        type: memory type (``semantic:fact`` …).
        content: one self-contained sentence: the speaker's words as said, or the claim rendered from words of the
            quote.
        claim: the machine-readable core, if there is one.
        entities: canonical names it is about.
        valid_from: when it began to hold; null: when it was said.
        valid_until: when it ceases to hold (exclusive).
        on: the day of an event that is over after that day; it bounds nothing.
        condition: the event that ends it ("NativeWind 4.1").
        details: fields that only this type has (``severity``, ``reason``, ``alternatives``, ``steps`` …).
        replaces: names of what it takes the place of ("switched from JWT").
        ends_claim: the claim that no longer holds ("I no longer like Vim": user likes Vim).
        resolves: events or releases that the passage reports as having happened.
        corrects: the speaker puts right what was said before.
        hypothetical: it says what might be: never stored above .5.
    """

    passage: str
    quote: str
    operation: Operation = "add"
    targets: tuple[str, ...] = ()
    why: str = ""
    type: str
    content: str
    claim: Claim | None = None
    entities: tuple[str, ...] = ()
    confidence: Confidence
    valid_from: UtcTime | None = None
    valid_until: UtcTime | None = None
    on: date | None = None
    condition: str | None = None
    details: dict[str, Any] = Field(default_factory=dict)
    tags: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    ends_claim: Claim | None = None
    resolves: tuple[str, ...] = ()
    corrects: bool = False
    hypothetical: bool = False
    method: str
    """Extraction method: ``pattern:preference``, ``ollama``, ``chat`` …"""


class Unread(Part):
    """A sentence that was kept in the episode and that no reader turned into a memory; ``reason`` says why."""

    passage: str
    text: str
    reason: str


class Refused(Part):
    """A proposal that was not believed, and why.

    ``final``: asking for it once more is useless (it is a question, or somebody else's words). ``instead`` is what may
    be believed if it is not put otherwise: the statement alone, if the operation was refused.
    """

    passage: str
    content: str
    reason: str
    final: bool = False
    instead: Proposal | None = None


type Check = Callable[[Proposal], Proposal | Refused]
"""Holds a proposal against what was said; see :func:`memorist.nodes.reading.check.check`."""


CLOCK_CHANGE = timedelta(hours=2)
"""Most by which the offset of a place changes in a year: a midnight of summer is no midnight in winter."""


def last_day(until: datetime, said_at: datetime) -> date:
    """Return the last day on which something holds that ends at ``until``, as seen from the speaker's offset."""
    return (until - CLOCK_CHANGE).astimezone(said_at.tzinfo).date()


class ReadingRequest(Part):
    """One input, or a batch of inputs, for a reader.

    Args:
        passages: what is to be read, in the order in which it was said.
        before: the turns before the first passage, oldest first.
        held: what the memory holds that the passages may concern; empty for readers that do not ask for it.
        said_at: when it was said, in the speaker's own zone: relative dates are computed from it.
        person: the name of the user, if it is known.
        ontology: whose types and predicates proposals may use; readers that do not need one ignore it.
        check: holds a proposal against the request, so that a reader may ask its model for it once more.
    """

    passages: tuple[Passage, ...]
    before: tuple[Spoken, ...] = ()
    held: tuple[HeldMemory, ...] = ()
    said_at: AwareDatetime
    person: str | None = None
    ontology: Ontology | None = Field(default=None, exclude=True, repr=False)
    check: Check | None = Field(default=None, exclude=True, repr=False)


class Reading(Part):
    """Result of reading a request.

    ``reader``, ``model`` and ``version`` are stored with each memory and with the episode, so that a later reading can
    take the place of this one. ``whole``: the reader understands all that is said, so that passages from which it
    proposes nothing are not unread.
    """

    reader: str
    model: str = ""
    version: str
    at: UtcTime
    seconds: float = 0.0
    whole: bool = False
    proposals: tuple[Proposal, ...] = ()
    unread: tuple[Unread, ...] = ()
    refused: tuple[Refused, ...] = ()
    notices: tuple[str, ...] = ()


class CannotRead(Exception):
    """A reader did not give an answer; the message says why, and what would help.

    ``lasting``: it is not there at all, so that asking again soon is useless.
    """

    def __init__(self, reason: str, *, lasting: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lasting = lasting


class Reader(Protocol):
    """Turns passages into proposals."""

    name: str
    """As in ``MEMORIST_READERS``: ``patterns``, ``ollama:qwen3:4b``."""
    version: str
    """Changes whenever the same passage may be read otherwise: version of the families, or of the prompt."""
    needs_held: bool
    """True if requests should carry what the memory holds."""

    async def read(self, request: ReadingRequest) -> Reading:
        """Read all passages, in one call of a model at most. Raises :class:`CannotRead`."""
        ...
