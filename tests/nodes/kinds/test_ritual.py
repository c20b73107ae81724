"""Rituals: plans of a morning and reports of an evening, in the person's own day."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.draft import Draft
from memorist.nodes.kinds.rituals.plans import goals_in, is_plan, takes_place
from memorist.nodes.kinds.rituals.reached import reached
from memorist.nodes.kinds.wording import sentences_of, tidy
from memorist.nodes.reading.reader import Proposal
from tests.growth import assert_linear
from tests.nodes.kinds.reading import AT, claim, contents, drafts_of, proposal

END_OF_TOKYO_DAY = datetime(2026, 2, 2, 15, tzinfo=UTC)


def ritual(name: str, *said: str, read: tuple[Proposal, ...] = ()) -> list[Draft]:
    turns = [{"role": "user" if n % 2 == 0 else "assistant", "content": text} for n, text in enumerate(said)]
    return drafts_of({"kind": "ritual", "ritual": name, "turns": turns}, *read)


@pytest.mark.parametrize(
    ("said", "goals"),
    [
        (
            "Today I'll finish the profile screen, then review Jonas' PR",
            ("finish the profile screen", "review Jonas' PR"),
        ),
        ("Plan: fix the login bug", ("fix the login bug",)),
        ("Client meeting at 3 pm", ("Client meeting at 3 pm",)),
        ("My priority today is the login bug", ("the login bug",)),
        ("I want to write the docs and call the client", ("write the docs", "call the client")),
        ("I need to buy bread and butter", ("buy bread and butter",)),
    ],
)
def test_goals_are_cut_out_of_a_plan(said: str, goals: tuple[str, ...]) -> None:
    assert goals_in(said) == goals


@pytest.mark.parametrize("said", ["Good morning!", "Slept well.", "What should I do today?"])
def test_a_greeting_or_a_question_plans_nothing(said: str) -> None:
    assert not is_plan(said)
    assert [draft.type for draft in ritual("morning", said)] == ["episodic"]


def test_a_plan_holds_until_the_end_of_the_persons_day() -> None:
    episode, *plans = ritual("morning", "Today I'll finish the profile screen. Client meeting at 3 pm.")
    assert episode.content == "Morning plan of 2026-02-02: planned: finish the profile screen; Client meeting at 3 pm"
    assert [plan.valid_until for plan in plans] == [END_OF_TOKYO_DAY] * 2
    assert [plan.tags for plan in plans] == [("ritual", "goal"), ("ritual", "appointment")]
    assert plans[0].claim == claim("user", "plans", "finish the profile screen", qualifier="2026-02-02")


def test_what_the_assistant_says_is_no_plan() -> None:
    drafts = ritual("morning", "Morning", "Today you should rewrite it in Rust")
    assert [draft.type for draft in drafts] == ["episodic"]


def test_a_policy_outlasts_the_morning_it_is_said_in() -> None:
    policy = proposal("We always squash.", "semantic:policy", passage="turn:0")
    _, kept, plan = ritual("morning", "We always squash. Fix the login bug.", read=(policy,))
    assert (kept.type, kept.valid_until) == ("semantic:policy", None)
    assert plan.valid_until is not None


def test_plans_that_a_reader_proposes_take_the_place_of_our_own() -> None:
    said = "Heute den Login reparieren."
    planned = proposal(said, passage="turn:0", claim=claim("user", "plans", "den Login reparieren"))
    _, plan = ritual("morning", said, read=(planned,))
    assert plan.content == "User plans for 2026-02-02: den Login reparieren"
    assert (plan.valid_until, plan.method) == (END_OF_TOKYO_DAY, "test")


def test_an_evening_decides_what_holds_from_now_on() -> None:
    said = "Correction: we go with Drizzle instead of Prisma."
    switch = proposal("we go with Drizzle instead of Prisma", passage="turn:0", replaces=("Prisma",), confidence=0.8)
    for read in ((), (switch,)):
        episode, decision = ritual("evening", f"Finished the profile screen. Didn't get to the PR. {said}", read=read)
        assert (decision.type, decision.confidence, decision.by_user) == ("semantic:decision", 1.0, True)
        assert "Drizzle instead of Prisma" in decision.content
        assert episode.details["outcome"] == "partial"


def test_a_day_that_was_told_makes_no_facts() -> None:
    (episode,) = ritual("evening", "Finished the profile screen. Lunch was great.")
    assert episode.details["outcome"] == "success"
    assert contents([episode]) == ["Evening summary of 2026-02-02: Finished the profile screen; Lunch was great"]
    assert episode.valid_from == AT


EVENINGS: list[tuple[tuple[str, ...], str, set[int]]] = [
    (
        ("send the invoice to Mertens", "buy paint", "ring the tax office"),
        "Invoice sent. Paint bought. The tax office was closed, so that's for Tuesday.",
        {0, 1},
    ),
    (
        ("send the invoice to Mertens", "buy paint", "ring the tax office", "book the dentist"),
        "Invoice sent. Dentist not booked either, tomorrow.",
        {0},
    ),
    (
        ("water the plants", "pay the rent", "write to Oma"),
        "Watered the plants and paid the rent. Wrote to Oma too.",
        {0, 1, 2},
    ),
    (
        ("water the plants", "pay the rent", "write to Oma"),
        "Plants watered. The rent has to wait until Friday. Couldn't write to Oma.",
        {0},
    ),
    (("call the plumber", "fix the tap"), "Plumber called; the tap isn't fixed yet.", {0}),
    (("call the plumber", "fix the tap"), "I called the plumber, but he was out, so the tap is for Thursday.", {0}),
    (("pick up the parcel", "return the drill"), "I picked up the parcel. Drill returned.", {0, 1}),
    (("pick up the parcel", "return the drill"), "The shop was closed. Drill goes back next week.", set()),
    (("send the offer to Bonn", "send the offer to Kiel"), "The offer to Bonn is sent.", {0}),
    (("send the offer to Bonn", "send the offer to Kiel"), "Both offers sent.", {0, 1}),
    (("order timber", "sand the door", "oil the table"), "Everything done.", {0, 1, 2}),
    (("order timber", "sand the door", "oil the table"), "All done except the table.", {0, 1}),
    (("order timber", "sand the door"), "Timber ordered. Only half sanded the door.", {0}),
    (("order timber", "sand the door"), "I wanted to order timber but the site was down. Door sanded.", {1}),
    (("cut the hedge", "put up the shelf"), "Hedge cut. Shelf put up.", {0, 1}),
    (("cut the hedge", "put up the shelf"), "Must still cut the hedge. Will put up the shelf tomorrow.", set()),
    (("read the contract",), "Read the contract.", {0}),
    (("read the contract",), "Haven't read the contract.", set()),
    (("sell the bike", "clean the garage"), "The bike sold for 200. Nobody cleaned the garage.", {0}),
    (("review the budget", "merge the PR"), "Reviewed the budget and merged the PR", {0, 1}),
    (("review the budget", "send the budget"), "Budget reviewed, sending it tomorrow.", {0}),
    (
        ("finish the profile screen", "review the payment PR"),
        "Finished the profile screen. Didn't get to the payment PR.",
        {0},
    ),
    (("visit Anna",), "Nothing special.", set()),
    (("buy paint",), "The paint shop had none left.", set()),
    (("buy paint",), "Sold the old paint.", set()),
    (("bake bread", "feed the cat"), "Bread's baked, cat's fed.", {0, 1}),
    (("close the books for August",), "Books for August closed.", {0}),
    (("ring the bank",), "The bank was already closed.", set()),
    (("email Lena", "plan the trip"), "Emailed Lena. We planned the trip. Tomorrow I rest.", {0, 1}),
    (("draft the speech",), "Drafted the speech, will polish it tomorrow.", {0}),
]


@pytest.mark.parametrize(("goals", "said", "done"), EVENINGS)
def test_an_evening_tells_which_goals_were_reached(goals: tuple[str, ...], said: str, done: set[int]) -> None:
    told = reached(goals, [tidy(one) for one in sentences_of(said)])
    assert {place for place, each in enumerate(told) if each} == done


@pytest.mark.parametrize(
    ("goal", "appointment"),
    [
        ("Client meeting at 3 pm", True),
        ("lunch with Ana", True),
        ("call with the bank", True),
        ("dentist at 10:30", True),
        ("attend the demo", True),
        ("book the dentist", False),
        ("prepare the demo", False),
        ("cancel my appointment", False),
        ("write the meeting notes", False),
        ("move the interview", False),
    ],
)
def test_an_errand_about_a_meeting_is_no_meeting(goal: str, appointment: bool) -> None:
    assert takes_place(goal) is appointment


@pytest.mark.parametrize("unit", [" ", ",", " and", " but "])
def test_long_evenings_take_linear_time(unit: str) -> None:
    assert_linear(lambda length: reached(["ship it"], ["Shipped" + unit * (length // len(unit)) + "x"]), 5_000)
