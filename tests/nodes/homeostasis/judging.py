"""Acts held against rules at noon of a Tuesday, or at another time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.judge import objections_to, verdict_on
from memorist.nodes.homeostasis.acts.verdict import ActVerdict
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.guidance import shipped_guidance
from tests.evals.examples import memory
from tests.nodes.homeostasis.states import FIGURES, NOON

SHIPPED = shipped_guidance()


def rule(content: str, **fields: Any) -> HardRule:
    """A hard rule in these words."""
    found = memory(content, "semantic:hard_rule", **fields)
    assert isinstance(found, HardRule)
    return found


def check(
    act: str | Mapping[str, Any], *rules: str | HardRule, at: str | None = None, state: dict[str, Any] | None = None
) -> ActVerdict:
    """Judge an act (a text: a command line) by the shipped guidance and these rules."""
    return verdict_on(
        objections_to(
            parse_act({"command": act} if isinstance(act, str) else act),
            [rule(one, id=f"rule {place}") if isinstance(one, str) else one for place, one in enumerate(rules)],
            SHIPPED,
            FIGURES,
            now=datetime.fromisoformat(at).replace(tzinfo=UTC) if at else NOON,
            agent="dev-1",
            state=parse_state(state) if state is not None else None,
        )
    )
