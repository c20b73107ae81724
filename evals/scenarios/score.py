"""The answer of a scorer: whether an expectation holds, and why."""

from typing import Any

from pydantic import Field

from memorist.memory_store.domain.memory import Part


class Score(Part):
    """One question answered.

    Args:
        question: what was asked, in words.
        value: the share of the expectation that holds; it passes only at 1.
        explanation: what is so, or what is wrong.
        expected: what the scenario says.
        found: the nearest thing that is there.
    """

    question: str
    value: float = Field(ge=0.0, le=1.0)
    explanation: str = ""
    expected: str = ""
    found: str = ""

    @property
    def passed(self) -> bool:
        """True if the whole expectation holds."""
        return self.value >= 1.0

    def as_json(self) -> dict[str, Any]:
        """Return all of it as one object, with the outcome first."""
        return {"passed": self.passed, **self.model_dump(mode="json")}


def verdict(question: str, holds: bool, *, explanation: str = "", expected: str = "", found: str = "") -> Score:
    """A score for a question that has only yes and no."""
    return Score(question=question, value=float(holds), explanation=explanation, expected=expected, found=found)
