"""Matchers, by which an expectation is compared with what is there, field by field; what scorers make of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from memorist.evals.scenarios.basics import TOLERANCE, Expectation
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.words import Words, holds, listed, mentions
from memorist.memory_store.domain.memory import Part

ANY = "*"
"""The pattern that asks only for something to be there."""
SHOWN = 12
"""Lines of a score that tell what is there."""


class Check(NamedTuple):
    """One field: what is expected (null: anything), what is found, and the matcher that compares the two."""

    field: str
    expected: Any
    found: Any
    matches: Callable[[Any, Any], bool]


def near(found: float | None, expected: float) -> bool:
    """Return true if a figure is within the tolerance."""
    return found is not None and abs(found - expected) <= TOLERANCE + 1e-9


def mentioned(found: str | None, expected: str) -> bool:
    """Return true if a text holds a pattern, or anything for :data:`ANY`."""
    return bool(found) if expected == ANY else mentions(found or "", expected)


def same_text(found: str, expected: object) -> bool:
    """Return true if a text is that of the expected value: a date, or ``open``."""
    return found == str(expected)


def said(found: str | Sequence[str] | None, expected: Words) -> bool:
    """Return true if a text, or one of several, holds all of the words."""
    return any(holds(text, expected) for text in ([found or ""] if found is None or isinstance(found, str) else found))


def unsaid(found: Sequence[str], expected: Words) -> bool:
    """Return true if no text holds all of the words."""
    return not said(found, expected)


def wrong_fields(checks: Iterable[Check]) -> list[str]:
    """Return the fields that are not as expected, each with both values."""
    return [
        f"{check.field}: expected {shown(check.expected)}, found {shown(check.found)}"
        for check in checks
        if check.expected is not None and not check.matches(check.found, check.expected)
    ]


def fits(*checks: Check) -> bool:
    """Return true if all fields are as expected."""
    return not wrong_fields(checks)


def compared(question: str, expected: Expectation, checks: Iterable[Check], found: str) -> Score:
    """Score one thing by its fields."""
    wrong = wrong_fields(checks)
    return verdict(question, not wrong, explanation="; ".join(wrong), expected=as_text(expected), found=found)


def counted(question: str, expected: Expectation, right: Sequence[str], everything: Iterable[str]) -> Score:
    """Score how often something is there: once at least, or exactly ``expected.count`` times.

    ``right`` are lines about what fits, ``everything`` about all that was looked at, shown where it does not hold.
    """
    count: int | None = getattr(expected, "count", None)
    holds_ = bool(right) if count is None else len(right) == count
    lines = right if holds_ and right else dict.fromkeys([*right, *everything])
    return verdict(
        question,
        holds_,
        explanation="" if holds_ else f"{len(right)} times",
        expected=as_text(expected),
        found="\n".join([*lines][:SHOWN]) or "nothing",
    )


def as_text(expected: Part) -> str:
    """Return an expectation in one line."""
    fields = expected.model_dump(exclude_none=True, exclude={"why"}).items()
    return ", ".join(f"{name} {shown(value)}" for name, value in fields)


def in_order[F, W](found: Iterable[F], wanted: Iterable[W], fit: Callable[[F, W], bool]) -> bool:
    """Return true if what is wanted comes one after the other, whatever lies between."""
    remaining = iter(found)
    return all(any(fit(one, each) for one in remaining) for each in wanted)


def shown(value: Any) -> str:
    """Return a value of a field for a report."""
    match value:
        case None | "" | () | []:
            return "nothing"
        case tuple() | list():
            return listed(str(one) for one in value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case dict():
            return " ".join(f"{k}={shown(v)}" for k, v in value.items())  # pyright: ignore[reportUnknownVariableType]
        case _:
            return str(value).replace("\n", " / ")
