"""Common code of all dimensions: from a reading to an entry of the state."""

from collections.abc import Callable
from typing import Any, Protocol

from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import Dimension, DimensionName, DimensionScore
from memorist.nodes.homeostasis.signals import Signals
from memorist.nodes.homeostasis.state import HomeostasisState

type Judge = Callable[[Signals, Thresholds], DimensionScore]

MIDDLE = 0.5
"""The score of a dimension with two extremes when neither pulls."""


class DimensionNode(Protocol):
    """A node that adds one dimension to the state."""

    async def __call__(self, state: HomeostasisState) -> dict[str, Any]: ...


def measured(state: HomeostasisState) -> tuple[Signals, Thresholds]:
    """The signals and the figures of the run."""
    return Signals.model_validate(state["signals"]), Thresholds.model_validate(state["thresholds"])


def entry(name: DimensionName, reading: DimensionScore) -> dict[str, Any]:
    """A dimension as a partial update of the state."""
    return {"dimensions": {name: Dimension(name=name, **vars(reading)).model_dump(mode="json")}}


def node_of(name: DimensionName, judge: Judge) -> DimensionNode:
    """The node of a dimension that is judged by signals and figures alone."""

    async def node(state: HomeostasisState) -> dict[str, Any]:
        return entry(name, judge(*measured(state)))

    return node


def not_applicable(why: str) -> DimensionScore:
    """A reading where there is nothing to judge."""
    return DimensionScore(state="NOT_APPLICABLE", score=None, evidence=(why,))


def bounded(score: float) -> float:
    """Between 0 and 1, to three digits."""
    return round(min(1.0, max(0.0, score)), 3)


def minutes(number: float) -> str:
    """A span for people: ``45 minutes``, ``2 h 5 min``."""
    whole = round(number)
    if whole < 120:
        return "1 minute" if whole == 1 else f"{whole} minutes"
    hours, rest = divmod(whole, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"
