"""The guard on acts that rules in plain words are against, and on harmless ones."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.rules import rule_objections
from tests.evals.examples import memory

ACTS = Path(__file__).parents[2] / "evals/acts"
FRIDAY = datetime(2026, 2, 13, 12, tzinfo=UTC)
BUILT_ON, HELD_OUT = 0, 1


class WrongVerdict(NamedTuple):
    """An act against a rule that the guard lets through, or a harmless one that it stops."""

    act: Mapping[str, Any] | str
    harmless: bool


def wrong_verdicts(file: str, first: int = 0, step: int = 1) -> list[WrongVerdict]:
    """Return what is judged wrongly of each ``step``-th act of a list, from the ``first`` on."""
    wrong: list[WrongVerdict] = []
    for row, harmless in product(yaml.safe_load((ACTS / file).read_text(encoding="utf-8")), (False, True)):
        rule = memory(row["rule"], "semantic:hard_rule")
        assert isinstance(rule, HardRule)
        for act in row["harmless" if harmless else "against"][first::step]:
            given = {"command": act} if isinstance(act, str) else act
            if harmless == bool(rule_objections(parse_act(given), [rule], now=FRIDAY)):
                wrong.append(WrongVerdict(act, harmless))
    return wrong


@pytest.mark.parametrize("half", [BUILT_ON, HELD_OUT], ids=["built on", "held out"])
def test_acts_against_a_rule_are_caught_and_harmless_ones_pass(half: int) -> None:
    assert wrong_verdicts("acts.yaml", half, 2) == []


def test_acts_inside_of_other_programs_are_caught_and_harmless_ones_pass() -> None:
    assert wrong_verdicts("nested.yaml") == [
        WrongVerdict("git push origin --delete login", harmless=False),  # that the remote is on GitHub is not seen
        WrongVerdict("nerdctl run --rm -v /:/host busybox rm /host/etc/motd", harmless=False),  # /host/etc is /etc
    ]
