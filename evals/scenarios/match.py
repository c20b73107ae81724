"""Comparing a memory with what a scenario expects of it, field by field."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from memorist.evals.scenarios.basics import TOLERANCE
from memorist.evals.scenarios.model_memory import ClaimExpectation, RememberedExpectation
from memorist.evals.scenarios.texts import application_text, day, of_type, readable, steps_text, trigger_text
from memorist.evals.scenarios.words import Words, holds, listed, mentions
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory, Part

ANY = "*"
"""The pattern that asks only for something to be there."""


class Mismatch(Part):
    """One field that is not as expected."""

    field: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.field}: expected {self.expected}, found {self.found}"


def identified(memory: Memory, expected: RememberedExpectation) -> bool:
    """Return true if this is a memory that the expectation speaks of, by type, words, claim and status."""
    status = memory.status == expected.status if expected.status else memory.status.live
    return (
        of_type(memory, expected.type)
        and status
        and (expected.words is None or holds(readable(memory), expected.words))
        and (expected.claim is None or (memory.claim is not None and _same_claim(memory.claim, expected.claim)))
    )


def mismatches(memory: Memory, expected: RememberedExpectation) -> tuple[Mismatch, ...]:
    """Return what is not as expected, in the order of the fields."""
    return tuple(
        Mismatch(field=name, expected=_shown(wanted), found=_shown(found))
        for name, wanted, found, same in _comparisons(memory, expected)
        if wanted is not None and not same(found, wanted)
    )


def as_text(expected: RememberedExpectation) -> str:
    """The expectation in one line."""
    said = expected.model_dump(exclude_none=True, exclude={"why"})
    return ", ".join(f"{name} {_shown(value)}" for name, value in said.items())


def _same_claim(claim: Claim, expected: ClaimExpectation) -> bool:
    return (
        (expected.subject is None or mentions(claim.subject, expected.subject))
        and (expected.predicate is None or mentions(claim.predicate, expected.predicate))
        and (expected.object is None or mentions(claim.object, expected.object))
        and (expected.polarity is None or claim.polarity == expected.polarity)
    )


Comparison = tuple[str, Any, Any, Callable[[Any, Any], bool]]


def _comparisons(memory: Memory, expected: RememberedExpectation) -> Iterator[Comparison]:
    """Each field: its name, what is expected (none = anything), what is found, and how the two compare."""
    yield "confidence", expected.confidence, memory.confidence, _near
    yield "domain", expected.domain, memory.domain, _mentioned
    yield "scoped_to", expected.scoped_to, application_text(memory), _mentioned
    yield "valid_from", expected.valid_from, day(memory.valid_from), _same_day
    yield "valid_until", expected.valid_until, day(memory.valid_until) or "open", _same_day
    yield "valid_until_condition", expected.valid_until_condition, memory.valid_until_condition, _mentioned
    yield "trigger", expected.trigger, trigger_text(memory), _all_in
    yield "steps", expected.steps, steps_text(memory), _all_in
    for name in ("outcome", "kind", "severity", "times_used"):
        yield name, getattr(expected, name), getattr(memory, name, None), _equal
    for name in ("duration_minutes", "emotional_valence", "success_rate"):
        yield name, getattr(expected, name), getattr(memory, name, None), _near
    for name in ("lessons", "alternatives"):
        yield name, getattr(expected, name), "\n".join(getattr(memory, name, ())), _all_in
    yield "reason", expected.reason, getattr(memory, "reason", None), _all_in
    yield "evidence", expected.evidence, len(memory.source_episode_ids), _equal
    yield "source", expected.source, memory.source, _equal
    yield "agent", expected.agent, memory.scope.agent_id, _equal
    yield "flagged", expected.flagged, memory.flagged, _all_in


def _equal(found: object, expected: object) -> bool:
    return found == expected


def _near(found: float | None, expected: float) -> bool:
    return found is not None and abs(found - expected) <= TOLERANCE + 1e-9


def _mentioned(found: str | None, expected: str) -> bool:
    return bool(found) if expected == ANY else mentions(found or "", expected)


def _same_day(found: str, expected: date | str) -> bool:
    return found == str(expected)


def _all_in(found: str | None, expected: Words) -> bool:
    return holds(found or "", expected)


def _shown(value: Any) -> str:
    match value:
        case None | "":
            return "nothing"
        case tuple() | list():
            return listed(value)  # pyright: ignore[reportUnknownArgumentType]
        case dict():
            return " ".join(f"{k}={v}" for k, v in value.items())  # pyright: ignore[reportUnknownVariableType]
        case str():
            return value.replace("\n", " / ")
        case _:
            return str(value)
