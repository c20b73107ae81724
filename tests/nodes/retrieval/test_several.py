"""Sentences of which a part may end while the rest holds."""

import pytest

from memorist.nodes.retrieval.several import says_several


@pytest.mark.parametrize(
    "said",
    [
        "The upload limit is 20 MB, at most 5 files",
        "The retry limit of the payment call is 3, timeout 8 seconds",
        "The batch job runs at 02:00 and takes 40 minutes",
        "The room costs 80 euros, breakfast 12",
        "The wifi is slow and the printer is broken",
        "Standup is at 9:30, retro on Fridays at 15:00",
        "My partner is called Bram, we've got two kids: Noor is 9 and Ilias just turned 6",
        "Our neighbour is called Marlene, she's 80",
        "The server has 64 GB, 8 cores",
    ],
)
def test_several_values_or_statements_may_end_one_by_one(said: str) -> None:
    assert says_several(said)


@pytest.mark.parametrize(
    "said",
    [
        "The payment timeout is 8 seconds",
        "The dentist is on 3 March, 10:30",
        "The retro is on Thursday, 15:00",
        "Launch is on 26 October",
        "Never push to main",
        "Never deploy on Fridays, not after 14:00",
        "Reviews must have 2 approvals, 3 for payments",
        "While we're away, don't remind me of anything to do with school",
        "Always run pnpm test, lint and build",
        "I prefer tabs, four wide",
    ],
)
def test_a_value_with_its_hour_and_a_rule_end_as_one(said: str) -> None:
    assert not says_several(said)
