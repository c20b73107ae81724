"""Common omissions, and the procedure they belong to."""

import pytest

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Procedure
from memorist.nodes.promotion.checklist import missed_by_all, with_step
from tests.memory_store.builders import memory, procedure
from tests.stores import START

SCOPE = Scope(group_id="g")
CLAIM = {"subject": "team", "predicate": "tends_to", "object": "miss null checks"}
PATTERN = memory(SCOPE, "Team tends to miss null checks", claim=CLAIM, promoted_to_shared=True, source="cross_agent")


def how(trigger: str, *steps: str) -> Procedure:
    made = procedure(SCOPE, trigger, *steps)
    assert isinstance(made, Procedure)
    return made


def test_only_a_shared_habit_of_missing_something_counts() -> None:
    assert missed_by_all(PATTERN) == "null checks"
    assert missed_by_all(PATTERN.model_copy(update={"promoted_to_shared": False})) is None
    assert missed_by_all(memory(SCOPE, "Team uses Clerk", promoted_to_shared=True)) is None


@pytest.mark.parametrize(
    ("trigger", "step", "grows"),
    [
        ("you open a pull request", "Run the tests", True),
        ("before opening a merge request", "Run the tests", True),
        ("you review code: code review", "Run the tests", True),
        ("you open a pull request", "Check null checks on the user object", False),
        ("a release is cut", "Run the tests", False),
    ],
)
def test_a_checklist_before_a_review_grows_by_what_it_lacks(trigger: str, step: str, grows: bool) -> None:
    new = with_step(how(trigger, step), "null checks", PATTERN, START)
    assert (new is not None) is grows
    if new is not None:
        assert [s.instruction for s in new.steps] == [step, "Check null checks"]
        assert [s.order for s in new.steps] == [1, 2]
