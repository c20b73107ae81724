"""What only leads from one thing to the next, and how what was offered is to be made."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.offered import offer_taken, says_how_to_make, with_act
from memorist.nodes.ingestion.passing import asks_to_make, is_passing
from memorist.nodes.ingestion.slips import without_slips

OFFER = (Utterance(role="assistant", content="Shall I plan the tasting for her?"),)


@pytest.mark.parametrize(
    "text",
    [
        "I have to correct something from this morning",
        "I shall confirm both",
        "I need to vent",
        "i wanted to tell you the game jam plan so we can pick it up tomorrow",
        "they've given us a list",
        "i nodded in the meeting",
        "everyone at my club says something else",
        "i have no opinion",
        "i'll paste it in a sec",
        "I read it the same way",
        "So I go home",
        "I forgot to tell you",
        "if one more person brings a hamster i'm moving to portugal",
        "going home, fish and chips tonight",
        "i'm not awake",
        "it's an email",
        "the lighthouse one is great, drop the door",
    ],
)
def test_what_leads_from_one_thing_to_the_next_is_passing(text: str) -> None:
    assert is_passing(text)


@pytest.mark.parametrize(
    "text",
    [
        "I shall wait for Marit",
        "we will write the docs in English",
        "I am vegan",
        "they've given us a raise",
        "I wanted to tell you that we use Kiel",
        "everyone at my club says no to gels",
        "the second point is the price",
        "I forgot to mention that we moved to Kiel",
        "if one more tenant joins, the quota is raised",
        "Clerk is great",
        "it's a letter to the tax office about 2025",
    ],
)
def test_a_plan_with_a_name_and_a_statement_are_not(text: str) -> None:
    assert not is_passing(text)


def test_what_is_to_be_made_now_is_asked_for() -> None:
    assert asks_to_make("what I would like is a shorter version of this")
    assert not asks_to_make("what I would like is more time for tests")


@pytest.mark.parametrize("text", ["yes please, four sentences at most", "short, and in French"])
def test_a_way_of_making_belongs_to_the_offer(text: str) -> None:
    assert says_how_to_make(text)


@pytest.mark.parametrize("text", ["yes, with Ingeborg Falk", "our notices are always short"])
def test_a_name_and_a_rule_do_not(text: str) -> None:
    assert not says_how_to_make(text)


def test_an_offer_is_taken_by_a_yes() -> None:
    assert offer_taken("yes please, short", OFFER)
    assert not offer_taken("no, thank you", OFFER)


def test_to_do_that_is_what_was_offered() -> None:
    assert with_act("she prefers to do that herself", OFFER) == "she prefers to plan the tasting herself"
    assert with_act("she prefers to do that herself", ()) == "she prefers to do that herself"


def test_a_word_put_right_in_the_same_breath_takes_the_place_of_the_first() -> None:
    assert without_slips("when I am away Tove... no sorry, Birgit does it") == "when I am away Birgit does it"
    assert without_slips("we use Postgres, no MySQL") == "we use Postgres, no MySQL"
