"""The guard on acts that rules in plain words are against, and on harmless ones."""

from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.rules import rule_objections
from memorist.nodes.homeostasis.acts.tool_call import in_parts
from tests.evals.examples import memory

ACTS = Path(__file__).parents[2] / "evals/acts"
FRIDAY = datetime(2026, 2, 13, 12, tzinfo=UTC)


def wrong_verdicts(file: str, first: int = 0, step: int = 1) -> list[tuple[str, Any]]:
    """Return what is judged wrongly of each ``step``-th act of a list, from the ``first`` on, with the list's name."""
    judged, wrong = 0, list[tuple[str, Any]]()
    for row, kind in product(yaml.safe_load((ACTS / file).read_text(encoding="utf-8")), ("against", "harmless")):
        rule = memory(row["rule"], "semantic:hard_rule")
        assert isinstance(rule, HardRule)
        for act in row[kind][first::step]:
            given = {"command": act} if isinstance(act, str) else act
            judged += 1
            if bool(rule_objections(in_parts(parse_act(given)), [rule], now=FRIDAY)) != (kind == "against"):
                wrong.append((kind, act))
    assert judged, f"{file} holds no acts"
    return wrong


@pytest.mark.parametrize("half", [0, 1], ids=["built on", "held out"])
def test_acts_against_a_rule_are_caught_and_harmless_ones_pass(half: int) -> None:
    assert wrong_verdicts("acts.yaml", half, 2) == []


def test_acts_inside_of_other_programs_are_caught_and_harmless_ones_pass() -> None:
    assert wrong_verdicts("nested.yaml") == [
        ("against", "git push origin --delete login"),  # that the remote is on GitHub is not seen
        ("against", "nerdctl run --rm -v /:/host busybox rm /host/etc/motd"),  # that /host/etc is /etc outside
    ]
