"""Remarks of one day, and what only begins like one."""

import pytest

from memorist.nodes.ingestion.gatekeep import judge
from memorist.nodes.ingestion.of_the_day import is_of_the_day


@pytest.mark.parametrize(
    "clause",
    [
        "standup was the usual, nothing new there",
        "ok so, yesterday was long, sorry that i didnt answer",
        "Lunch was great btw",
        "lunch was great btw, there's a new ramen place around the corner",
        "coffee first",
        "parents evening is done, my head hurts",
        "most went ok",
        "Judge was in a bad mood, whatever",
        "lisa was in a mood again lol",
        "ok i need to sit down now",
        "I'll be on the train",
        "then lunch, then meeting meeting meeting",
        "saturday we lost 3:1, rain all day, nothing to say about that",
        "I also tried that gradient you suggested, looks meh, not your fault",
        "mr. dogan complained about the homework, ms. fry about the lunch, the usual",
    ],
)
def test_how_a_day_went_is_no_memory(clause: str) -> None:
    assert is_of_the_day(clause)
    assert judge(clause).action == "skip"


@pytest.mark.parametrize(
    "clause",
    [
        "slack was down for half an hour and we missed the page",
        "standup was moved to 10",
        "standup is the usual 15 minutes",
        "the meeting with Tavistock was good",
        "yesterday was the last day of the trial",
        "yesterday was long, the export broke again",
        "the migration is done",
        "lunch is at 12 for everybody",
        "lisa is in a mood every Monday",
        "we lost two servers",
        "we lost the client",
        "my back hurts because of the chair in room 4",
        "I need to sit by the window",
        "I tried that gradient you suggested, the client hates it",
        "there's a new bakery in Linz, that one is ours",
        "we order 40 loaves, the usual",
    ],
)
def test_what_happened_or_holds_is_none(clause: str) -> None:
    assert not is_of_the_day(clause)
