"""Expectations of an assessment, a verdict on an act, or exported skills."""

from typing import Annotated, Literal

from pydantic import Field

from memorist.evals.scenarios.basics import Expectation, Label, Share, refuse
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

    _sound = refuse(
        (lambda e: e.given == set(), "expects nothing: name at least one field besides why"),
        (
            lambda e: {"state", "score", "evidence"} & e.given and e.dimension is None,
            "`state`, `score` and `evidence` need a `dimension`",
        ),
        (lambda e: e.given == {"dimension"}, "expects nothing of the dimension: give state, score or evidence"),
    )

    @property
    def given(self) -> set[str]:
        """The fields that say something."""
        return set(self.model_dump(exclude_none=True, exclude={"why"}))


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

    _sound = refuse(
        (
            lambda e: not e.fit and (e.description or e.steps or e.notes),
            "what is not `fit` has no file: expect a `reason`",
        )
    )
