"""What is said beside the point."""

import pytest

from memorist.nodes.ingestion.chatter import is_chatter, is_fragment


@pytest.mark.parametrize(
    "text",
    ["ok brb, lunch", "grabbing a coffee, back in 5", "ugh mondays", "haha that call could've been an email",
     "no idea what this trace wants", "not sure i follow", "if only deploys were that easy",
     "the printer is jammed again",
     "quick notes from yesterday's sync", "had the call with the vendor", "the demo went well", "my brain is mush",
     "legal was v clear on that", "imagine we'd written the whole thing in elixir lol",
     "ah ok makes sense, so a binary one is the same thing",
     "guess who forgot to save", "best bug ever", "i hate mondays", "remember when jquery was cool",
     "don't laugh", "please don't ask", "don't ask why",
     "training update, coach brain on please", "new quarter new rules i guess",
     "correction to what i told you in spring", "industry average or whatever, i have no clue",
     "how i want you to work with me from here on",
     "don't care what the linter crowd says", "I get this when I push:",
     "something off with the order here", "didn't expect that to be so quick", "it works on my machine",
     "can't remember which branch it was", "don't know yet, have to ask femke", "what could possibly go wrong",
     "wait that can't be right", "if i were you i'd start there", "just what i needed",
     "ah ok so it isn't slow at all"],
)  # fmt: skip
def test_moods_comings_and_goings_and_not_knowing_are_chatter(text: str) -> None:
    assert is_chatter(text)


@pytest.mark.parametrize(
    "text",
    ["lol our staging box is down again", "ugh, Priya left the team", "no idea is too small for the retro board",
     "the demo is on Thursday", "had the call with Okta and they agreed to sso", "the workshop moved to room 4",
     "don't laugh at clients", "don't ask Dana on fridays", "we get this feed from Reuters",
     "something is off with our prod database", "I never think in imperial units",
     "ugh i can't stand pie charts on dashboards", "I'm not sure-footed on ice", "the heating costs 300 a month"],
)  # fmt: skip
def test_what_tells_something_is_no_chatter(text: str) -> None:
    assert not is_chatter(text)


@pytest.mark.parametrize(
    "text",
    ["Quiet", "way cheaper lol", "spoke with Carmen", "like, under no circumstances", "in the rain, at a bus stop"],
)
def test_a_word_or_two_beside_a_statement_is_a_fragment(text: str) -> None:
    assert is_fragment(text)


@pytest.mark.parametrize(
    "text",
    ["they like it precise", "Port 8080", "Postgres", "It's slow", "we ship daily", "on Fridays we pair with Ines"],
)
def test_a_name_a_number_or_a_subject_makes_it_more(text: str) -> None:
    assert not is_fragment(text)
