"""Messages as people type them: reasons in sentences of their own, sighs, who "they" are, and what others ask for."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.chatter import is_fragment
from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.ingestion.route import route_statement
from memorist.nodes.ingestion.sentences import segments_of

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def pieces(text: str) -> list[str]:
    return [piece.text for piece in segments_of(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "we round vat per line. the tax office wants it so",
            ["we round vat per line because the tax office wants it so"],
        ),
        (
            "the boss fight gets cut from the demo. too buggy, and too long",
            ["the boss fight gets cut from the demo because it is too buggy, and too long"],
        ),
        (
            "don't touch the sdk folder. it's patched by hand",
            ["don't touch the sdk folder because it's patched by hand"],
        ),
        (
            "the museum insists on captions in german. all three from day one",
            ["the museum insists on captions in german, all three from day one"],
        ),
        ("thinking about Tabularis. not decided yet", ["thinking about Tabularis, not decided yet"]),
        ("the restore failed. took us 5h", ["the restore failed, took us 5h"]),
        ("safety talk, then blinky, always that order", ["safety talk, then blinky, always that order"]),
    ],
)
def test_a_reason_or_a_bound_stays_with_what_it_is_of(text: str, told: list[str]) -> None:
    assert pieces(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "the office is in Porto. the client wants a logo",
        "the importer is slow. it's more stable on Linux",
        "the demo is on friday. too bad for Lena",
        "the museum called. all of them use Windows",
    ],
)
def test_another_statement_stands_apart(text: str) -> None:
    assert len(pieces(text)) == 2


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("reorg number 4", True),
        ("long meeting, too much coffee", True),
        ("just got off the phone with Norvik.", True),
        ("invoice number 4", False),
        ("light mode everywhere please", False),
        ("short sprints, two weeks each", False),
    ],
)
def test_a_sigh_is_no_statement(text: str, fragment: bool) -> None:
    assert is_fragment(text) is fragment


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the school needs an opt out for photos per event", "semantic:policy"),
        ("the Gildenhaus folks need sub 200ms on the search box", "semantic:policy"),
        ("client req: invoices as PDF/A-3", "semantic:policy"),
        ("Norvik's security people forbid any data leaving the eu", "semantic:hard_rule"),
        ("safety talk, then blinky, then line follower, always that order", "procedural"),
        ("first the broker, then Hexaflow, only after that the workers", "procedural"),
        ("the boss fight gets cut from the demo", "semantic:decision"),
        ("light mode everywhere please", "semantic:preference"),
        ("the client needs help with the export", "semantic:fact"),
        ("the school is closed on mondays", "semantic:fact"),
        ("the bank wants to talk", "semantic:fact"),
    ],
)
def test_what_others_ask_for_is_a_rule(text: str, kind: str) -> None:
    assert route_statement(text) == kind


def said(text: str, *before: tuple[str, str]) -> list[str]:
    turns = [Utterance.model_validate({"role": role, "content": content}) for role, content in before]
    return [s.resolved for s in split_statements(text, at=NOW, before=turns) if s.verdict.action != "skip"]


@pytest.mark.parametrize(
    ("before", "text", "told"),
    [
        (
            [("user", "we got a new sponsor, Vellum & Co"), ("assistant", "Congratulations! Shall I add them?")],
            "yes. they pay quarterly",
            "Vellum & Co pays quarterly",
        ),
        (
            [("user", "back from the school meeting"), ("assistant", "Did they ask for any changes?")],
            "they need an opt out for photos per event",
            "the school need an opt out for photos per event",
        ),
        (
            [("user", "what is Tanagrid again"), ("assistant", "Tanagrid is a desktop data mining suite.")],
            "our stats department still runs that on two old pcs",
            "our stats department still runs Tanagrid on two old pcs",
        ),
        (
            [],
            "can u check why the backup cron didn't run? it fires at 02:15 every night",
            "the backup cron fires at 02:15 every night",
        ),
        (
            [],
            "is there a way to mock Stripewell? it bills us per call",
            "Stripewell bills us per call",
        ),
        ([], "how do i quiet eslint here? we're on v9 with flat config", "we're on ESLint v9 with flat config"),
        ([], "does webpack beat vite? we're on v9 with flat config", "we're on v9 with flat config"),
        ([], "switched my todos from Todoist to Quaderno lol", "I switched my todos from Todoist to Quaderno"),
        ([], "switched our builds to Bazel", "We switched our builds to Bazel"),
    ],
)
def test_what_is_left_out_is_said(before: list[tuple[str, str]], text: str, told: str) -> None:
    assert told in [line.rstrip(".") for line in said(text, *before)]


def test_what_takes_back_answers_nothing() -> None:
    asked = ("assistant", "Great, how many of you?")
    assert not any("how many" in line for line in said("scratch that. we're staying home this summer", asked))


def test_a_lasting_wish_that_is_asked_for_is_no_task() -> None:
    assert said("can you stick to metric with me in general?") == ["I want you to stick to metric with me in general."]
    assert said("can you use the metric table in this file?") == []
