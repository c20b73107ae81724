"""What is said of one answer, and texts that are handed over to be worked on."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.gatekeep import judge, overall, split_statements
from memorist.nodes.ingestion.material import is_quotation, material_in
from memorist.nodes.ingestion.this_answer import is_about_this_answer, says_for_whom


@pytest.mark.parametrize(
    "clause",
    [
        "maybe also make it a little warmer",
        "perhaps shorten the second paragraph",
        "no need to explain what you changed",
        "it's not urgent at all",
        "no rush",
        "no need to answer point by point",
        "quick brainstorm, don't take it seriously: a startup sells umbrellas",
        "no go back to the version before, that one read better",
        "keep the previous draft please",
        "no keep it, the client likes it",
        "i decided to read your answer again, now i get it, thx",
        "i can't find it",
        "i'd prefer if you answered the actual question",
        "for this exercise let's pretend the budget is 1 million",
        "dont use a loop here, do it with reduce",
    ],
)
def test_a_word_about_this_answer_is_no_memory(clause: str) -> None:
    assert is_about_this_answer(clause)
    assert judge(clause).action == "skip"


@pytest.mark.parametrize(
    "clause",
    [
        "maybe we move to Postgres in May",
        "maybe make it a rule that we review on Mondays",
        "no need to explain basics to me, I know React",
        "no need to book a room for the retro",
        "the migration is not urgent",
        "keep the old version of the API until June",
        "i read your answer again, we are on Postgres 15",
        "i decided to read more books this year",
        "i can't find the key of the office",
        "i'd prefer if you answered in German",
        "no, use it only in staging for the load tests; it is slow",
        "don't use lodash here, it is banned",
        "let's pretend nothing in front of the client, always say it",
        "no deploys before the audit",
    ],
)
def test_what_only_sounds_like_it(clause: str) -> None:
    assert not is_about_this_answer(clause)


@pytest.mark.parametrize(
    ("message", "before", "after"),
    [
        ("translate this into italian: the shop is closed. we always close on mondays.", "", ""),
        ("We use Vue. Please shorten: our team is glad to help you.", "We use Vue. ", ""),
        (
            'here it is:\n\n"Dear all, we would like to thank everybody who helped."\n\nWe are in Berlin.',
            "",
            "\n\nWe are in Berlin.",
        ),
        ("proofread this:\nDeer all, we need help.\n\nWe are in Berlin.", "", "\n\nWe are in Berlin."),
    ],
)
def test_a_text_to_be_worked_on_is_told_by_nobody(message: str, before: str, after: str) -> None:
    found = material_in(message)
    assert found is not None
    assert (found.before, found.after) == (before, after)


@pytest.mark.parametrize(
    "message",
    [
        "always translate this into italian: opening hours and prices",
        "we translate the app: Rana does French, Joao does Portuguese",
        "to shorten the queue: two people at the till on Saturdays",
        'Greg from Tavistock answered. here it is: "We need the export in Excel by the end of the month."',
        'our claim is "good bread takes time and no shortcuts"',
        "here it is: the port is 8443",
    ],
)
def test_a_colon_hands_nothing_over_by_itself(message: str) -> None:
    assert material_in(message) is None


def test_a_quotation_with_its_source_is_nobodys_word_here() -> None:
    assert is_quotation('"The map is not the territory", its from a book on semantics')
    assert not is_quotation('"No guest leaves hungry", it\'s from our handbook')
    assert not is_quotation('"Harbor" is the name of our app')
    assert not is_quotation("The map is not the territory, it's from a book")


def test_whom_a_result_is_for_is_told_of_the_request() -> None:
    asked = split_statements("answer this one in Italian, it's for a neighbour", at=datetime(2026, 3, 1, tzinfo=UTC))
    assert overall(asked).action == "skip"
    assert says_for_whom("it's just for a class presentation")
    assert not says_for_whom("it's for a client who pays in 60 days")
    assert not says_for_whom("it's for our newsletter")


@pytest.mark.parametrize(
    "message",
    [
        "give me:\n- 3 name ideas for the mug\n- a tagline",
        "can you write me the following:\n- a short text\n- a title",
        "a short thank you text for the parents council too please",
        "off to the lake now, have a nice weekend",
        "everything is on fire today haha, gotta run, back later",
        "no thats wrong, now i get TypeError: items.flatMap is not a function",
        "ok next question: synonyms for 'tired'",
    ],
)
def test_wishes_and_leaving_are_no_memory(message: str) -> None:
    assert judge(message).action == "skip"


@pytest.mark.parametrize(
    "message",
    [
        "give me:\n- always the short version\n- never any emojis",
        "a text for each new member is due on the first",
        "off to Lisbon with the team next week",
        "the warehouse in Graz was on fire today",
        "next question: we use Redis for sessions",
        "I need for the release:\n- tests must be green",
    ],
)
def test_what_lasts_is_kept_all_the_same(message: str) -> None:
    assert judge(message).action != "skip"
