"""Several scenarios played one after the other, as they are written and in variants, and how many of them hold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memorist.evals.figures import share
from memorist.evals.scenarios.model import Scenario
from memorist.evals.scenarios.trace import Trace
from memorist.evals.scenarios.variation.vary import Variant, variant


@dataclass(frozen=True)
class Played:
    """A scenario or a variant of it, and what came of it."""

    plan: Variant
    trace: Trace


def plan_replays(scenarios: Iterable[Scenario], variants: int, seed: int) -> list[Variant]:
    """Each scenario, followed by so many variants of it."""
    plans: list[Variant] = []
    for scenario in scenarios:
        plans += [Variant(scenario), *(variant(scenario, number, seed) for number in range(1, variants + 1))]
    return plans


@dataclass(frozen=True)
class Rate:
    """Number of scenarios, and of their expectations, that hold."""

    scenarios: int
    passed: int
    expectations: int
    held: int

    @classmethod
    def of(cls, traces: Iterable[Trace]) -> "Rate":
        """The rate over these traces."""
        played = [*traces]
        scores = [score for trace in played for score in trace.scores]
        return cls(len(played), sum(t.passed for t in played), len(scores), sum(s.passed for s in scores))

    def told(self, what: str = "scenarios") -> str:
        """The rate in one clause; ``what`` were played."""
        return f"{self.passed} of {self.scenarios} {what}, {self.held} of {self.expectations} expectations hold"

    def as_json(self) -> dict[str, Any]:
        """The figures, with the share of each; a share is null where there is nothing."""
        return {
            "scenarios": self.scenarios,
            "passed": self.passed,
            "scenario_rate": share(self.passed, self.scenarios, of_nothing=None),
            "expectations": self.expectations,
            "held": self.held,
            "expectation_rate": share(self.held, self.expectations, of_nothing=None),
        }


def traces(played: Sequence[Played], *, varied: bool = False) -> list[Trace]:
    """Return the scenarios as they are written, or their variants."""
    return [one.trace for one in played if bool(one.plan.number) is varied]
