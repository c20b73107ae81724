"""Share of acts against a rule that the guard stops, and of harmless acts that it lets through."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import yaml

from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.rules import rule_objections

FRIDAY = datetime(2026, 2, 13, 12, tzinfo=UTC)
Half = Literal["built on", "held out"]


class ActCase(NamedTuple):
    """An act, the rule that it is held against, and whether that rule is against it."""

    rule: str
    act: Mapping[str, Any]
    against: bool
    half: Half


class ActShares(NamedTuple):
    """Shares of the acts of one half; ``wrong`` are those that were judged wrongly."""

    caught: float
    refused: float
    wrong: tuple[ActCase, ...]


def cases(name: Literal["acts.yaml", "nested.yaml"] = "acts.yaml") -> Iterator[ActCase]:
    """The acts of a file; of ``acts.yaml`` every second one of a list is held out."""
    text = (files("memorist.evals.acts") / name).read_text(encoding="utf-8")
    for row in yaml.safe_load(text):
        for heading in ("against", "harmless"):
            for place, act in enumerate(row[heading]):
                given = {"command": act} if isinstance(act, str) else act
                yield ActCase(row["rule"], given, heading == "against", "held out" if place % 2 else "built on")


def stopped(case: ActCase) -> bool:
    """Return true if the rule denies the act or warns of it."""
    rule = HardRule(
        id="rule",
        scope=Scope(group_id="acts"),
        content=case.rule,
        confidence=1.0,
        source=Source.USER_STATED,
        valid_from=FRIDAY,
        created_at=FRIDAY,
        extraction_method="llm",
    )
    return bool(rule_objections(parse_act(case.act), [rule], now=FRIDAY))


def shares(of: Sequence[ActCase]) -> ActShares:
    """Return the shares of these acts that the guard catches and refuses."""
    said = [(case, stopped(case)) for case in of]
    against = [so for case, so in said if case.against]
    harmless = [so for case, so in said if not case.against]
    wrong = tuple(case for case, so in said if so != case.against)
    return ActShares(sum(against) / len(against), sum(harmless) / len(harmless), wrong)
