"""A long task, such as a pasted log with a question behind it, leaves room for what is remembered."""

import pytest

from memorist.nodes.retrieval.fill import CUT, TokenBudget, shortened
from memorist.nodes.token_count import count_text
from tests.growth import assert_linear
from tests.stores import test_settings


@pytest.mark.parametrize("unit", ["x y ", "a", "log line 17: it failed\n", "我", "\n", "é́"])
@pytest.mark.parametrize("most", [1, 40, 4_000])
def test_a_task_takes_no_more_than_its_share(unit: str, most: int) -> None:
    task = f"Why does it fail? {unit * 20_000} What do we use for auth?"
    shown = shortened(task, most)
    assert count_text(shown) <= most or len(shown) <= len(CUT)
    if most > 1_000 and unit.strip():
        assert shown.startswith("Why does it fail?")
        assert shown.endswith("What do we use for auth?")
        assert count_text(shown) > most // 2 or shown == task


def test_a_task_that_fits_is_as_it_was() -> None:
    assert shortened("Add auth\n", 100) == "Add auth\n"


def test_a_long_task_leaves_the_target_and_the_rules_their_room() -> None:
    shares = TokenBudget.of(test_settings())
    assert shares.for_task + shares.target + shares.rules <= shares.total
    assert TokenBudget.of(test_settings(), 100).for_task == 50


def test_a_long_task_is_shortened_in_linear_time() -> None:
    assert_linear(lambda length: shortened("x y " * (length // 4), 1_000), 100_000)
