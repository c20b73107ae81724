"""The guard on acts that rules in plain words are against, and on harmless ones."""

import pytest

from memorist.evals.acts.score import Half, cases, shares


@pytest.mark.parametrize("half", ["built on", "held out"])
def test_acts_against_a_rule_are_caught_and_harmless_ones_pass(half: Half) -> None:
    found = shares([case for case in cases() if case.half == half])
    assert (found.caught, found.refused, found.wrong) == (1.0, 0.0, ())
