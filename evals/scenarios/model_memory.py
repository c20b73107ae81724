"""Expectations of the memory, of a prompt, and of the history of a topic."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from memorist.evals.scenarios.basics import Count, Expectation, Sentence, Share, refuse
from memorist.evals.scenarios.names import SectionTitle, TypeName
from memorist.evals.scenarios.words import Pattern, Words
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part, Source
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import EpisodeKind, Outcome, Severity


class ClaimExpectation(Part):
    """The parts of a claim that matter; what is left out may be anything."""

    subject: Pattern | None = None
    predicate: Pattern | None = None
    object: Pattern | None = None
    polarity: bool | None = None

    _sound = refuse(
        (lambda e: not e.model_dump(exclude_none=True), "says nothing: give subject, predicate, object or polarity")
    )


class RememberedExpectation(Expectation):
    """One memory that must be there.

    ``type`` may be the part before the colon (``semantic`` is any semantic memory). ``words`` and ``claim`` say which
    memory is meant; everything else what it must be like. Without ``status`` any live one will do. ``scoped_to`` is
    looked for wherever a memory says what it applies to: qualifier, topic, platforms, domain, technology, tags.
    ``steps``, ``lessons``, ``trigger``, ``reason`` and ``flagged`` are words that must occur there. ``evidence`` is the
    number of raw episodes behind it, ``agent`` whose own it is. ``count`` is how many memories must be as described in
    everything.
    """

    type: TypeName
    words: Words | None = None
    claim: ClaimExpectation | None = None
    count: int | None = Field(default=None, ge=1)
    status: Status | None = None
    confidence: Share | None = None
    domain: Pattern | None = None
    scoped_to: Pattern | None = None
    valid_from: date | None = None
    valid_until: date | Literal["open"] | None = None
    valid_until_condition: Pattern | None = None
    outcome: Outcome | None = None
    duration_minutes: float | None = Field(default=None, ge=0)
    emotional_valence: float | None = Field(default=None, ge=-1.0, le=1.0)
    kind: EpisodeKind | None = None
    lessons: Words | None = None
    trigger: Words | None = None
    steps: Words | None = None
    success_rate: Share | None = None
    times_used: Count | None = None
    severity: Severity | None = None
    reason: Words | None = None
    alternatives: Words | None = None
    evidence: Count | None = None
    source: Source | None = None
    agent: Name | None = None
    flagged: Words | None = None

    _sound = refuse(
        (lambda e: e.words is None and e.claim is None, "say by `words` or by `claim` which memory is meant")
    )


class AbsentExpectation(Expectation):
    """Words that must not occur together in any statement that is not retracted. Entities may be noted.

    A retracted statement is hidden: neither recall nor search tells it.

    With ``type`` only memories of that type (or family) count, with ``live`` only live ones; without ``words`` there
    must be none of it.
    """

    type: TypeName | None = None
    words: Words | None = None
    live: Literal[True] | None = None

    _sound = refuse((lambda e: e.type is None and e.words is None, "expects nothing: give words, a type or both"))


class PromptExpectation(Expectation):
    """Words that the prompt, or one ``section`` of it, must and must not contain.

    The unit is one item: all words of one entry occur in one item. Of the whole prompt its lines count too, except
    those that repeat the task. ``order`` lists items in the order in which they must come. ``items`` is how many a
    section has, ``tokens`` between which figures its size lies.
    """

    section: SectionTitle | None = None
    first: Words | None = None
    contains: tuple[Words, ...] = ()
    order: tuple[Words, ...] = ()
    absent: tuple[Words, ...] = ()
    items: Count | None = None
    tokens: tuple[int, int] | None = None

    _sound = refuse(
        (
            lambda e: not (e.first or e.contains or e.order or e.absent or e.sized),
            "expects nothing: give one of first, contains, order, absent, items, tokens",
        ),
        (
            lambda e: e.section is None and (e.first or e.order or e.sized),
            "`first`, `order`, `items` and `tokens` need a `section`",
        ),
        (lambda e: e.tokens and e.tokens[0] > e.tokens[1], "`tokens`: the first figure is the least"),
    )

    @property
    def sized(self) -> bool:
        """True if the size of the section is asked for."""
        return self.items is not None or self.tokens is not None


class DroppedExpectation(Expectation):
    """The expected number of memories that were near enough but did not fit; each is listed with its score, none beats
    one that did."""

    count: Count


class RecallExpectation(Part):
    """A task, asked now or as of another time, and what its prompt must be like.

    With ``agents`` each of them asks, and each prompt must be so. With ``without_store`` the store cannot be reached.
    ``target``: tokens that knowledge about the task fills.
    """

    task: Sentence
    target: Annotated[int, Field(ge=0)] | None = None
    as_of: UtcTime | None = None
    known_at: UtcTime | None = None
    agent: Name | None = None
    agents: tuple[Name, ...] = ()
    without_store: Literal[True] | None = None
    expect: Annotated[tuple[PromptExpectation, ...], Field(min_length=1)]
    dropped: DroppedExpectation | None = None

    _sound = refuse(
        (lambda e: e.agent is not None and e.agents, "give `agent` or `agents`"),
        (lambda e: e.without_store and (e.as_of or e.known_at), "`without_store` no other time can be asked for"),
    )

    @property
    def askers(self) -> tuple[Name | None, ...]:
        """The asking agents; null: the first agent."""
        return self.agents or (self.agent,)


class PastExpectation(Part):
    """One station of a history, with the days on which it began and ended to be true."""

    words: Words
    begins: date | None = None
    ends: date | Literal["open"] | None = None
    superseded_by: Words | None = None


class HistoryExpectation(Part):
    """The expected history of a topic, oldest first; other entries may lie between."""

    topic: Sentence
    entries: Annotated[tuple[PastExpectation, ...], Field(min_length=1)]
