"""The lifecycle is a table and one method."""

from itertools import product

import pytest

from memorist.memory_store.domain.errors import InvalidTransition
from memorist.memory_store.domain.status import LIFECYCLE, LIVE, Status

ALLOWED = {
    Status.STAGED: "confirmed contested superseded retracted archived",
    Status.CONFIRMED: "contested superseded retracted archived",
    Status.CONTESTED: "staged confirmed superseded retracted",
    Status.SUPERSEDED: "archived",
    Status.RETRACTED: "archived",
    Status.ARCHIVED: "staged confirmed superseded retracted",
}


@pytest.mark.parametrize(("before", "after"), list(product(Status, Status)))
def test_a_status_follows_another_exactly_when_the_table_says_so(before: Status, after: Status):
    if after in ALLOWED[before].split():
        assert before.follow_with(after) is after
    else:
        with pytest.raises(InvalidTransition, match=f"a {before} memory cannot become {after}") as raised:
            before.follow_with(after)
        assert raised.value.field == "status"


def test_the_table_is_whole_and_each_status_can_be_left_and_reached():
    assert set(LIFECYCLE) == set(Status)
    assert all(LIFECYCLE.values())
    assert set[Status]().union(*LIFECYCLE.values()) == set(Status)


def test_three_are_live():
    assert {s for s in Status if s.live} == LIVE == {Status.STAGED, Status.CONFIRMED, Status.CONTESTED}
