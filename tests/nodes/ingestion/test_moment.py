"""What holds for the moment only."""

import pytest

from memorist.nodes.ingestion.moment import is_of_the_moment


@pytest.mark.parametrize(
    "text",
    ["reading it now", "ok pushing it now", "still waiting for the build lol", "same error again", "nope, still broken",
     "tests pass now", "that took longer than expected", "that's what i figured", "i need to sleep on this",
     "it's getting late, let's call it a day", "deploying now, fingers crossed", "almost weekend",
     "just got back from lunch", "whoops wrong window", "the meeting starts in 5 min, have to go",
     "you were right about the index", "i'll look at it tomorrow"],
)  # fmt: skip
def test_what_is_going_on_just_now_is_of_the_moment(text: str) -> None:
    assert is_of_the_moment(text)


@pytest.mark.parametrize(
    "text",
    ["the build fails on Windows machines", "deploying takes 40 minutes", "still waiting for the client's approval",
     "I'll be in Lisbon next week", "it works because the cache is warm", "testing is done by Priya",
     "the export is broken since the upgrade", "let's never deploy on Fridays", "it's the finance team that pays"],
)  # fmt: skip
def test_what_lasts_is_not(text: str) -> None:
    assert not is_of_the_moment(text)


def test_a_long_hostile_message_is_judged_at_once() -> None:
    assert not is_of_the_moment("i'll " + "think about it " * 4_000)
    assert not is_of_the_moment("still " * 4_000)
