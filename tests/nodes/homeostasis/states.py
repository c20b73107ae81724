"""States of agents for the tests, in minutes before noon of a Tuesday, and acts held against rules then."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.judge import objections_to, verdict_on
from memorist.nodes.homeostasis.acts.verdict import ActVerdict
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.guidance import shipped_guidance
from memorist.nodes.homeostasis.signals import Signals, signals_of
from tests.evals.examples import memory

NOON = datetime(2026, 2, 10, 12, tzinfo=UTC)
SHIPPED = shipped_guidance()
FIGURES = SHIPPED.thresholds


def ago(minutes: float) -> str:
    """So many minutes before noon."""
    return (NOON - timedelta(minutes=minutes)).isoformat()


def message(minutes: float, author: str, content: str, **more: Any) -> dict[str, Any]:
    """A message so many minutes ago."""
    return {"at": ago(minutes), "author": author, "content": content, **more}


ASKED = message(5, "dev-1", "I am free, is there anything to do?", kind="question")


def research(minutes: float, about: str, *, until: float = 0) -> dict[str, Any]:
    """Research that took so long and ended so many minutes ago."""
    return {"at": ago(until), "kind": "research", "about": about, "minutes": minutes}


def action(minutes: float, about: str, *, until: float = 0, outcome: str | None = None) -> dict[str, Any]:
    """The same for action."""
    return {**research(minutes, about, until=until), "kind": "action", "outcome": outcome}


def failures(about: str, *minutes: float) -> list[dict[str, Any]]:
    """An action that failed so many minutes ago, each time."""
    return [action(1, about, until=m, outcome="failed") for m in minutes]


def signals(state: Mapping[str, Any], *, knowledge: float | None = None) -> Signals:
    """Signals measured of a state at noon."""
    given, every, window = parse_state(state), FIGURES.report_every, FIGURES.rush_window
    measured = signals_of(given, NOON, "dev-1", report_every=every, rush_window=window)
    return measured.model_copy(update={"knowledge_score": knowledge})


def rule(content: str, **fields: Any) -> HardRule:
    """A hard rule in these words."""
    found = memory(content, "semantic:hard_rule", **fields)
    assert isinstance(found, HardRule)
    return found


def check(
    act: str | Mapping[str, Any], *rules: str | HardRule, at: str | None = None, state: dict[str, Any] | None = None
) -> ActVerdict:
    """Judge an act (a text: a command line) by the shipped guidance and these rules."""
    given = parse_act({"command": act} if isinstance(act, str) else act)
    held = [rule(one, id=f"rule {place}") if isinstance(one, str) else one for place, one in enumerate(rules)]
    now = datetime.fromisoformat(at).replace(tzinfo=UTC) if at else NOON
    told = parse_state(state) if state is not None else None
    return verdict_on(objections_to(given, held, SHIPPED, FIGURES, now=now, agent="dev-1", state=told))
