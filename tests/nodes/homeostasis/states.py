"""States of agents for the tests: times are minutes before noon."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.guidance import shipped_guidance
from memorist.nodes.homeostasis.signals import Signals, signals_of

NOON = datetime(2026, 2, 10, 12, tzinfo=UTC)
FIGURES = shipped_guidance().thresholds


def ago(minutes: float) -> str:
    """So many minutes before noon."""
    return (NOON - timedelta(minutes=minutes)).isoformat()


def message(minutes: float, author: str, content: str, **more: Any) -> dict[str, Any]:
    """A message so many minutes ago."""
    return {"at": ago(minutes), "author": author, "content": content, **more}


def research(minutes: float, about: str, *, until: float = 0) -> dict[str, Any]:
    """Research that took so long and ended so many minutes ago."""
    return {"at": ago(until), "kind": "research", "about": about, "minutes": minutes}


def action(minutes: float, about: str, *, until: float = 0, outcome: str | None = None) -> dict[str, Any]:
    """The same for action."""
    return {"at": ago(until), "kind": "action", "about": about, "minutes": minutes, "outcome": outcome}


def signals(state: Mapping[str, Any], *, agent: str | None = "dev-1", knowledge: float | None = None) -> Signals:
    """Signals measured of a state at noon."""
    measured = signals_of(
        parse_state(state), NOON, agent, report_every=FIGURES.report_every, rush_window=FIGURES.rush_window
    )
    return measured.model_copy(update={"knowledge_score": knowledge})
