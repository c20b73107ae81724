"""The overall marks: what all scenarios together must reach, whatever each of them is about.

What counts to a mark follows from what is asked: the section of a prompt, the type of a memory, who asks. Where that
does not tell it, a checkpoint says it with ``mark``. A prompt that must only be without something recalls nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memorist.evals.scenarios.invariants import rules_in_every_prompt
from memorist.evals.scenarios.model import MarkName, RememberedExpectation, Scenario
from memorist.evals.scenarios.model_balance import VerdictExpectation
from memorist.evals.scenarios.model_memory import PromptExpectation
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.trace import Trace

SECTIONS: dict[str, MarkName] = {
    "User Preferences": "preferences_recalled",
    "How To": "procedures_applied",
    "Constraints (MUST FOLLOW)": "hard_rules_respected",
}
"""A prompt is held to its sections."""


@dataclass(frozen=True)
class Aim:
    """A goal: at least ``share``, or more than it with ``above``."""

    text: str
    share: float
    above: bool = False

    def reached(self, share: float) -> bool:
        """Return true if a share is enough."""
        return share > self.share if self.above else share >= self.share


AIMS: dict[MarkName, Aim] = {
    "preferences_recalled": Aim("preferences recalled", 0.9, above=True),
    "procedures_applied": Aim("procedures applied", 0.85, above=True),
    "hard_rules_respected": Aim("hard rules respected", 1.0),
    "patterns_found": Aim("cross-agent patterns found within 3 occurrences", 1.0),
    "updates_visible": Aim("updates visible to every agent on its next retrieval", 1.0),
}


@dataclass(frozen=True)
class MarkResult:
    """Number of the questions of a mark that hold."""

    name: MarkName
    asked: int
    held: int

    @property
    def aim(self) -> Aim:
        """The goal of the mark."""
        return AIMS[self.name]

    @property
    def share(self) -> float | None:
        """The share that holds; nothing where no scenario asks."""
        return self.held / self.asked if self.asked else None

    @property
    def reached(self) -> bool | None:
        """True if the goal is reached; null if no scenario asks."""
        return None if self.share is None else self.aim.reached(self.share)


def marks(traces: Iterable[Trace]) -> tuple[MarkResult, ...]:
    """Every mark over all of these traces."""
    found: dict[MarkName, list[Score]] = {name: [] for name in AIMS}
    for trace in traces:
        for name, score in counted(trace):
            found[name].append(score)
    return tuple(MarkResult(name, len(scores), sum(s.passed for s in scores)) for name, scores in found.items())


def counted(trace: Trace) -> Iterator[tuple[MarkName, Score]]:
    """Each score of a trace that counts to a mark. Every prompt with a live hard rule counts as one question."""
    for entry in trace.asked:
        if entry.rules:
            yield "hard_rules_respected", rules_in_every_prompt([entry])
    for entry in trace.checkpoints:
        for one in entry.judged:
            told = _asks_for_something(one.expected) and (
                _mark(one.expected) or _of_the_asker(one.agent, trace.scenario)
            )
            if name := entry.checkpoint.mark or told:
                yield name, one.score


def _asks_for_something(expected: object) -> bool:
    if not isinstance(expected, PromptExpectation):
        return True
    return bool(expected.first or expected.contains or expected.order or expected.items)


def _mark(expected: object) -> MarkName | None:
    match expected:
        case PromptExpectation():
            return SECTIONS.get(expected.section or "")
        case RememberedExpectation() if expected.type == "semantic:preference":
            return "preferences_recalled"
        case RememberedExpectation() if expected.times_used is not None:
            return "procedures_applied"
        case VerdictExpectation() if expected.source == "hard_rule":
            return "hard_rules_respected"
        case _:
            return None


def _of_the_asker(agent: str | None, scenario: Scenario) -> MarkName | None:
    """Return the mark for an agent that did not take part itself."""
    return "updates_visible" if agent and agent not in scenario.given.agents[:1] else None
