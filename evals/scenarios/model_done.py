"""Expectations of a pass, a search, a persona, a question to a person; of links and of the log."""

from typing import Literal

from memorist.evals.scenarios.basics import Count, Expectation, exactly_one, refuse
from memorist.evals.scenarios.names import DEEDS, RUNGS, DeedName, TypeName
from memorist.evals.scenarios.words import Pattern, Words
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.status import Status


class DoneExpectation(Expectation):
    """A step that a pass must have taken: ``what`` is a rung's name, or the fate of a memory (faded, archived, …).

    ``words`` are of the memory, ``reason`` of why. ``count`` 0: it must not have been done. With ``asked`` it is a
    question that waits for a person.
    """

    what: DeedName | None = None
    words: Words | None = None
    reason: Words | None = None
    count: Count | None = None
    asked: Literal[True] | None = None

    _sound = refuse(
        (
            lambda e: e.asked and e.what in DEEDS,
            lambda e: f"{e.what!r} is done unasked: questions are asked by {', '.join(RUNGS)}",
        )
    )


class FoundExpectation(Expectation):
    """A memory that a search must find (``count`` 0: must not), in this status when it is found."""

    words: Words
    status: Status | None = None
    count: Count | None = None


class HandedOnExpectation(Expectation):
    """The expected content of a persona: ``words`` of one memory in it, or (``absent``) words that occur nowhere in the
    file.

    ``removed`` is a kind of thing that was removed, and must be listed.
    """

    type: TypeName | None = None
    words: Words | None = None
    absent: Words | None = None
    removed: Pattern | None = None

    _sound = refuse(
        exactly_one(besides={"why", "type"}),
        (lambda e: e.type is not None and e.words is None, "`type` says which memory has the `words`"),
    )


class ArrivedExpectation(Expectation):
    """The expected fate of memories of a persona: ``effect`` as the import reports it, or taken_back, or kept."""

    effect: Literal["added", "contested", "unchanged", "rejected", "forgotten", "taken_back", "kept"]
    words: Words | None = None
    count: Count | None = None


class AskedExpectation(Expectation):
    """A question that a person was asked through an interrupt: words of it, with what it shows."""

    words: Words


class LinkEnd(Part):
    """One end of a link."""

    type: TypeName
    words: Words | None = None


class LinkExpectation(Expectation):
    """A typed edge that must be there; ``count``: so many of them."""

    type: EdgeType
    source: LinkEnd
    target: LinkEnd
    count: Count | None = None


class LoggedExpectation(Expectation):
    """An entry of the change log: words of its reason, or of the reason of a change in it, by a run of this name.

    ``about`` are words of the memory that was changed.
    """

    reason: Words
    run: Pattern | None = None
    about: Words | None = None
