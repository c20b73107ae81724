"""Expectations of an assessment, a verdict on an act, or exported skills."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from memorist.evals.scenarios.basics import Expectation, Label, Share
from memorist.evals.scenarios.words import Pattern, Words
from memorist.memory_store.domain.memory import Part
from memorist.nodes.homeostasis.acts.verdict import Answer
from memorist.nodes.homeostasis.result import ActivityName, DimensionName, DimensionState


class CarryOverExpectation(Part):
    """The expected remains of a failed delegation."""

    done: Words | None = None
    left: Words | None = None
    failures: int | None = Field(default=None, ge=1)


class AssessmentExpectation(Expectation):
    """One thing that the assessment of the event must say.

    ``state``, ``score`` and ``evidence`` are those of ``dimension``. ``advice`` must stand together in one line of the
    advice, ``first_advice`` in the first, ``not_advised`` in none. ``asks`` is in the question, ``when`` it is asked.
    ``recalled`` is one item that the memory contributed. ``tension`` and ``guardrail`` are ids.
    """

    activity: ActivityName | None = None
    dimension: DimensionName | None = None
    state: DimensionState | None = None
    score: Share | None = None
    evidence: Words | None = None
    tension: Label | None = None
    guardrail: Label | None = None
    advice: Words | None = None
    first_advice: Words | None = None
    not_advised: Words | None = None
    asks: Words | None = None
    choices: Annotated[int, Field(ge=2)] | None = None
    when: Literal["now", "at_the_next_break"] | None = None
    answered: Words | None = None
    recalled: Words | None = None
    carry_over: CarryOverExpectation | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        given = self.model_dump(exclude_none=True, exclude={"why"})
        if not given:
            raise ValueError("expects nothing: name at least one field besides why")
        if {"state", "score", "evidence"} & given.keys() and self.dimension is None:
            raise ValueError("`state`, `score` and `evidence` need a `dimension`")
        if given.keys() == {"dimension"}:
            raise ValueError("expects nothing of the dimension: give state, score or evidence")
        return self


class VerdictExpectation(Expectation):
    """The expected verdict on an act; ``audited`` says that the change log holds it."""

    action: Answer
    source: Literal["guardrail", "hard_rule", "balance", "unreadable"] | None = None
    reason: Words | None = None
    alternative: Words | None = None
    audited: Literal[True] | None = None


class SkillExpectation(Expectation):
    """A procedure that is handed on as a skill (or, not ``fit``, is not, for this ``reason``).

    ``steps``, ``notes`` and ``description`` are words of the file; it is read back and must say the same.
    """

    name: Pattern
    fit: bool = True
    reason: Words | None = None
    description: Words | None = None
    steps: Words | None = None
    notes: Words | None = None

    @model_validator(mode="after")
    def _has_a_file(self) -> Self:
        if not self.fit and (self.description or self.steps or self.notes):
            raise ValueError("what is not `fit` has no file: expect a `reason`")
        return self
