"""Sentences that say that an awaited event has come about, and those that do not."""

import pytest

from memorist.nodes.reading.changes.events import has_come, tells_outcome

LUNCH, LOAD, SIGNED = "I'm back from lunch", "the load test is through", "the customer has signed"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (LUNCH, "ok I'm back, go on"),
        (LUNCH, "back from lunch, go ahead"),
        (LOAD, "load test went through last night, all green"),
        (LOAD, "Our load test is finally done"),
        ("the audit is over", "the audit ended yesterday"),
        (SIGNED, "the customer signed this morning"),
        ("the migration is finished", "the migration is complete"),
        ("Ngozi is back", "Ngozi returned on Monday, restart it"),
        ("the freeze is over", "freeze is over - ship it"),
    ],
)
def test_a_statement_that_the_event_is_so_ends_the_wait(event: str, said: str) -> None:
    assert has_come(event, said)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (LUNCH, "I'll be back from lunch at two"),
        (LUNCH, "when I'm back from lunch we look at it"),
        (LUNCH, "back to the footer"),
        (LUNCH, "I'm back on the footer"),
        (LUNCH, "Ngozi is back from lunch"),
        (LOAD, "the load test is not through yet"),
        (LOAD, "is the load test through?"),
        (LOAD, "the load test runs tonight"),
        (LOAD, "the unit test is through"),
        (SIGNED, "the customer wants the contract signed"),
        ("the release", "Add it for the release"),
        ("Ngozi is back", "I'm back, go on"),
        ("the migration is finished", "I finished the docs"),
        ("the migration is finished", "maybe the migration is finished"),
    ],
)
def test_a_statement_of_something_else_or_of_what_is_ahead_does_not(event: str, said: str) -> None:
    assert not has_come(event, said)


@pytest.mark.parametrize(
    ("said", "tells"),
    [("ok I'm back", True), ("all done, thanks", True), ("ok thanks", False), ("be right there", False)],
)
def test_small_talk_that_tells_an_outcome_is_known(said: str, tells: bool) -> None:
    assert tells_outcome(said) is tells
