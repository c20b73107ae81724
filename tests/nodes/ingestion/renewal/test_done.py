"""What tells that something is done, and which of the things to do ends with that."""

from datetime import timedelta

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import TO_DO
from memorist.nodes.ingestion.renewal.done import due_anew, finished
from tests.memory_store.builders import memory
from tests.nodes.ingestion.renewal.test_come_about import NOW, draft_saying

SCOPE = Scope(group_id="g")
KNOWN = (
    "Team has to paint the fence",
    "User still has to renew the insurance by 2026-11-27",
    "User still needs to call the landlord",
    "User still has to update the changelog",
    "User still has to send the report to Ana",
    "Lena still has to review the migration",
)


def ended(told: str, *known: str, days_before: int = 0) -> list[str]:
    stored = [
        memory(SCOPE, text, at=NOW, tags=(TO_DO,), claim=Claim(subject="x", predicate="plans", object=text))
        for text in known or KNOWN
    ]
    draft = draft_saying(told)
    draft = draft.model_copy(update={"valid_from": NOW - timedelta(days=days_before)})
    [settled] = finished([draft], stored)
    return [m.content for m in stored if m.id in settled.ends]


@pytest.mark.parametrize(
    ("told", "over"),
    [
        ("User renewed the insurance today", "User still has to renew the insurance by 2026-11-27"),
        ("Changelog is done", "User still has to update the changelog"),
        ("The changelog is finally updated", "User still has to update the changelog"),
        ("Finally renewed the insurance", "User still has to renew the insurance by 2026-11-27"),
        ("The fence is painted", "Team has to paint the fence"),
        ("User painted the fence yesterday", "Team has to paint the fence"),
        ("Team called the landlord", "User still needs to call the landlord"),
        ("Done: call the landlord", "User still needs to call the landlord"),
        ("No need to call the landlord any more", "User still needs to call the landlord"),
        ("User does not need to call the landlord any more", "User still needs to call the landlord"),
        ("Lena reviewed the migration", "Lena still has to review the migration"),
    ],
)
def test_what_is_done_or_not_needed_any_more_ends(told: str, over: str):
    assert ended(told) == [over]


@pytest.mark.parametrize(
    "told",
    [
        "User finished the report",  # which is still to be sent
        "Lena renewed the insurance",
        "The fence is not painted",
        "The fence is almost painted",
        "User painted the fence and the shed",
        "User called",
        "User called the plumber",
        "User likes the fence",
        "No need to paint the shed any more",
        "Done: buy the fence",
        "User wrote the changelog of the other project",
    ],
)
def test_what_is_something_else_ends_nothing(told: str):
    assert ended(told) == []


def test_what_has_still_got_to_be_done_is_done_too():
    assert ended("The badges are ordered", to := "Team has still got to order the new badges") == [to]


def test_of_two_that_may_be_meant_none_ends():
    assert (
        ended(
            "User called the landlord", *(f"User still has to call the landlord of the {o}" for o in ("flat", "shop"))
        )
        == []
    )


def test_what_was_done_before_it_was_asked_for_was_another_time():
    assert ended("User painted the fence", days_before=300) == []


def to_do(day: str | None) -> Claim:
    return Claim(subject="user", predicate="plans", object="call the landlord", qualifier=day)


@pytest.mark.parametrize(("day", "over"), [("2026-11-30", True), (None, False)])
def test_another_day_takes_the_place_of_the_first(day: str | None, over: bool):
    stored = memory(SCOPE, "User still has to call the landlord", at=NOW, tags=(TO_DO,), claim=to_do("2026-11-27"))
    draft = draft_saying("User still has to call the landlord")
    draft = draft.model_copy(update={"tags": (TO_DO,), "claim": to_do(day)})
    [settled] = due_anew([draft], [stored])
    assert (stored.id in settled.ends) is over


def test_what_a_family_has_to_do_is_done_by_one_of_them():
    open_ = "User and family have to mow the lawn"
    assert ended("User mowed the lawn", open_) == [open_]
