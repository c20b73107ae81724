"""Kind, relevance and dates of a line: the judgements behind a prompt."""

import pytest

from memorist.memory_store.embedders.words import word_vectors
from memorist.memory_store.standing import EXCEPTION, RULE_EXCEPTION, STYLE, constraint_kind, excepts, kinds
from memorist.nodes.retrieval.passage_line import with_dates
from memorist.nodes.retrieval.personal_constraints import touched
from memorist.nodes.retrieval.relevance import spoken_of
from memorist.nodes.retrieval.stand_ins import rule_of
from memorist.nodes.retrieval.utterance import utterance_of


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("The spare key is with Frau Koller", "statement"),
        ("Thanks! We moved the release to Tuesday", "statement"),
        ("Ich esse kein Schweinefleisch", "statement"),
        ("good morning everyone!", "greeting"),
        ("thanks, that was great", "greeting"),
        ("what time is it in Tokyo?", "question"),
        ("hi, which auth?", "question"),
        ("ok, thanks?", "greeting"),
        ("Can you write me a summary of the standup", "request"),
        ("please help me draft a birthday card", "request"),
        ("Write a story: the dragon was allergic to gold", "fiction"),
        ("Let's do a role play: I am a patient with diabetes", "fiction"),
        ("The SOAP endpoint stays.\n```\nTraceback (most recent call last):\n  File x\n```", "statement"),
        ("> can we drop it?\n> Marit asks again\nNo, we keep the SOAP endpoint", "statement"),
        ("Why?\n```\nTraceback (most recent call last):\n  File x\n```", "pasted"),
    ],
)
def test_only_what_states_something_is_knowledge(said: str, kind: str) -> None:
    assert utterance_of(said) == kind


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The dentist is tomorrow", "The dentist is tomorrow (2026-03-12)"),
        ("I saw her yesterday", "I saw her yesterday (2026-03-10)"),
        ("The audit is next week", "The audit is next week (2026-03-16 to 2026-03-22)"),
        ("The van was serviced two weeks ago", "The van was serviced two weeks ago (2026-02-25)"),
        ("Rent rises in 2 months", "Rent rises in 2 months (2026-05-11)"),
        ("Call him next Friday", "Call him next Friday"),  # on a Wednesday, it is another day to some
        ("Call him next Monday", "Call him next Monday (2026-03-16)"),
        ("Call him on Friday of next week", "Call him on Friday of next week (2026-03-20)"),
        (
            "The party is on 30 May (a Saturday). He comes Friday the 29th.",
            "The party is on 30 May (2026-05-30) (a Saturday). He comes Friday the 29th.",
        ),
        ("Rehearsals: Saturday 14 and Saturday 21 April", "Rehearsals: Saturday 14 and Saturday 21 April (2026-04-21)"),
        ("We met last Monday", "We met last Monday (2026-03-09)"),
        ("The dentist is on 2026-03-12", "The dentist is on 2026-03-12"),
    ],
)
def test_a_relative_date_is_told_with_the_day_it_meant(said: str, told: str) -> None:
    assert with_dates(said, "2026-03-11T09:00:00+01:00") == told


def test_the_turn_before_tells_the_month_of_an_answer() -> None:
    said_at = "2026-03-11T09:00:00+01:00"
    assert with_dates("The 7th.", said_at, "7 or 8 May?") == "The 7th (2026-05-07)."
    assert with_dates("The 7th, in time for lunch.", said_at) == "The 7th, in time for lunch."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I'm allergic to peanuts", "diet"),
        ("User is a vegetarian", "diet"),
        ("I use a wheelchair", "health"),
        ("User cannot lift more than 10 kg", "health"),
        ("User fasts during Ramadan", "faith"),
        ("User has a budget of 60 euro a week", "budget"),
        ("User works from 9 to 15 only", "hours"),
        ("User does not work on Saturdays", "hours"),
        ("User prefers a window seat", None),
        ("Team uses pnpm for packages", None),
    ],
)
def test_a_standing_constraint_is_known_by_what_it_says(said: str, kind: str | None) -> None:
    assert constraint_kind(said) == kind


async def test_each_kind_that_is_recognised_matters_somewhere():
    assert touched("", await word_vectors()) == {*kinds()} - {STYLE, EXCEPTION, RULE_EXCEPTION}


@pytest.mark.parametrize(
    ("task", "kinds", "but"),
    [
        ("Suggest a dinner recipe", {"diet", "faith", "budget"}, {"hours"}),
        ("Book a restaurant for tonight", {"diet"}, set()),
        ("Schedule a call with the client", {"hours", "faith"}, {"diet"}),
        ("Find a hotel in Vienna", {"health", "budget"}, set()),
        ("Fix the failing test in the parser", set(), {"diet", "budget", "hours"}),
        ("", {"diet", "health", "faith", "budget", "hours"}, set()),
    ],
)
async def test_it_matters_where_a_task_touches_its_area(task: str, kinds: set[str], but: set[str]) -> None:
    matter = touched(task, await word_vectors())
    assert kinds <= matter
    assert not but & matter


@pytest.mark.parametrize(
    "task",
    [
        "Write the invoice for Bonn",
        "Draft a reply to Mette about the brand refresh",
        "Summarize the Odense contract",
        "Translate the letter to the landlord",
        "Prepare the tax declaration",
        "Write the newsletter for October",
        "What is the phone number of the plumber?",
        "What did Jonas say about the roof?",
        "Which colour did we pick for the logo?",
        "Who decides on the quote?",
    ],
)
async def test_neither_work_at_a_desk_nor_a_question_for_what_is_known_touches_what_a_person_lives_with(task: str):
    assert touched(task, await word_vectors()) == {"language"}


@pytest.mark.parametrize(
    "task",
    [
        "Plan something nice for Emil",
        "What shall we do on Sunday with the kids?",
        "What should I bring to Lena's?",
        "Where can we sit with Emil?",
        "Surprise my wife on Saturday",
        "Order lunch for the client meeting",
        "Write an invitation for the birthday dinner",
        "Reply to Lena about the restaurant on Friday",
        "Which restaurant did Lena recommend?",
        "Draft the menu for the wedding",
        "Pick a place for the team evening",
    ],
)
async def test_an_allergy_matters_where_food_may_come_into_play(task: str):
    assert "diet" in touched(task, await word_vectors())


def test_an_exception_belongs_to_the_rule_that_it_shares_a_name_with() -> None:
    rules = ["Never deploy on Fridays", "Ask Nadia before any change of the search index"]
    assert excepts("Ask Piotr instead while Nadia is away")
    assert rule_of("Ask Piotr instead while Nadia is away", rules) == 1
    assert rule_of("Use oat milk instead", rules) is None
    assert not excepts("Nadia works on the search service")


async def test_what_speaks_of_the_task_is_relevant() -> None:
    said = ["The nightly build starts at 02:00", "The design system lives in Figma"]
    build, design = spoken_of("When does the nightly build start?", said, await word_vectors())
    assert build > 0.6 > 0.2 > design
