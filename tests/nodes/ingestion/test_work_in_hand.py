"""Words in the work at hand."""

import pytest

from memorist.nodes.ingestion.gatekeep import judge
from memorist.nodes.ingestion.work_in_hand import is_about_work_in_hand


@pytest.mark.parametrize(
    "text",
    ["you forgot the import", "your last change broke the login", "the page is blank now", "i'm getting a type error",
     "i already tried that", "i just pushed a fix", "there's a typo in the second paragraph",
     "don't touch the other files for now", "don't forget the semicolon", "never mind the formatting",
     "i want to add a dark mode toggle", "i'm looking for a good book on rust", "i have a question about the config",
     "in german please", "that's not what i asked for", "imagine you are a pirate", "nothing happens when i click it"],
)  # fmt: skip
def test_talk_about_the_work_in_hand_is_not_kept(text: str) -> None:
    assert is_about_work_in_hand(text)
    assert judge(text).action == "skip"


@pytest.mark.parametrize(
    "text",
    ["the header is always blue for our clients", "i want to move to Lisbon next year", "your deadline is Friday",
     "i'm looking for a flat in Porto", "don't forget to run the migrations before each deploy",
     "you need a badge to get into the building", "the export is empty for customers without orders",
     "i added Priya to the project", "don't touch the billing tables", "the old scanner is slow"],
)  # fmt: skip
def test_what_outlasts_it_is(text: str) -> None:
    assert not is_about_work_in_hand(text)


def test_a_long_hostile_message_takes_no_time() -> None:
    assert not is_about_work_in_hand("you just " * 5_000)
    assert not is_about_work_in_hand("the the " + "very " * 5_000)
