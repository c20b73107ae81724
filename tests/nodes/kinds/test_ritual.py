"""Rituals: plans of a morning and reports of an evening, in the person's own day."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.draft import Draft
from memorist.nodes.kinds.rituals.plans import goals_in, is_plan
from memorist.nodes.reading.reader import Proposal
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
