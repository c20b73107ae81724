"""Does what is known suffice? The one formula, for retrieval's answer and for the homeostasis dimension."""

from typing import Literal

SufficiencyStatus = Literal["HEALTHY", "LOW", "CRITICAL"]

CONFIDENT = 0.8
"""A fact above this counts as known."""
ENOUGH_FACTS = 3
SUFFICIENT = "sufficient"
"""The guidance from .7 on."""


def sufficiency_score(*, procedures: int, confident_facts: int, gaps: int) -> float:
    """0.3 if a procedure matches + 0.3 if more than two facts above .8 (0.1 each below that) + 0.4 − 0.1 a gap.

    The last part is never below 0. A gap is a concept of the task that nothing recalled covers.
    """
    known = 0.3 if confident_facts >= ENOUGH_FACTS else 0.1 * confident_facts
    return round((0.3 if procedures else 0.0) + known + max(0.0, 0.4 - 0.1 * gaps), 3)


def sufficiency_status(score: float) -> SufficiencyStatus:
    """Above .7 HEALTHY, above .4 LOW, else CRITICAL."""
    return "HEALTHY" if score > 0.7 else "LOW" if score > 0.4 else "CRITICAL"


def sufficiency_guidance(score: float) -> str:
    """Return the advice."""
    if score < 0.5:
        return "research before proceeding"
    return "proceed with caution" if score < 0.7 else SUFFICIENT
