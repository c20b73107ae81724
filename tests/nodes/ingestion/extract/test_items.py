"""What is read of one item of a list."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.draft import Draft, Utterance
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.items import are_ruled, kind_of_item
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def drafts(message: str) -> list[Draft]:
    return draft_all(split_statements(message, at=AT))


@pytest.mark.parametrize(
    ("heading", "item", "kind"),
    [
        ("our rules for git", "no force push", "semantic:hard_rule"),
        ("our rules for git", "squash merge only", "semantic:policy"),
        ("PR checklist", "no console.log left", "semantic:policy"),
        ("packing checklist", "a tent", "semantic:fact"),
        ("house rules", "bins go out on tuesday", "semantic:policy"),
        ("team notes", "nobody owns the docs right now", "semantic:fact"),
        ("decisions from the call", "we keep Redis", "semantic:decision"),
    ],
)
def test_an_item_has_a_type_of_its_own(heading: str, item: str, kind: str) -> None:
    assert kind_of_item(heading, item, ruled=are_ruled(heading, [item])) == kind


def test_items_are_rules_where_each_begins_like_one_and_one_lasts() -> None:
    assert are_ruled("for the garden", ["no pesticides", "only rain water", "never mow before june"])
    assert not are_ruled("for the demo", ["no blockers", "only two tests left"])
    assert not are_ruled("for the garden", ["never mow before june", "the hose is in the shed"])


def test_statements_below_a_heading_are_told_with_it() -> None:
    told = drafts("design tokens of the app:\n- radius is 12\n- body font is inter\n- icons come from Phosphor")
    assert [d.content for d in told[:3]] == [
        "Design tokens of the app: radius is 12",
        "Design tokens of the app: body font is Inter",
        "Design tokens of the app: icons come from Phosphor",
    ]
    assert told[0].claim is not None
    assert told[0].claim.qualifier == "app"


def test_a_reply_to_one_of_several_questions_is_not_told_with_the_last() -> None:
    asked = Utterance(role="assistant", content="1. Where is the workshop? 2. How many people will attend?")
    told = draft_all(split_statements("1. pune 2. about 30", at=AT, before=(asked,)), Context(before=(asked,)))
    assert [d.content for d in told] == ["The workshop is pune", 'Asked "how many people will attend": about 30']


def test_rules_in_one_line_are_as_many_rules() -> None:
    told = drafts("house rules for the practice: a) phones are always on silent b) never any food at reception")
    assert [(d.type, d.content) for d in told[:2]] == [
        ("semantic:policy", "House rules for the practice: phones are always on silent"),
        ("semantic:hard_rule", "House rules for the practice: never any food at reception"),
    ]


def test_names_below_a_heading_stay_one_sentence() -> None:
    assert [d.content for d in drafts("We use:\n- Vitest\n- Playwright")][:2] == [
        "Team uses Vitest",
        "Team uses Playwright",
    ]


def test_nobody_of_a_list_of_who_does_what_is_lost() -> None:
    told = " ".join(d.content for d in drafts("hey, who does what, as promised\n* ana - design\n* bo - android\nthx"))
    assert "Ana does design" in told
    assert "Bo does Android" in told
