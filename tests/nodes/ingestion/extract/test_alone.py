"""What cannot stand alone stays with what it depends on."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.alone import hinges, is_incomplete, only_adds, says_nothing
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def told(message: str, *before: Utterance) -> list[str]:
    statements = split_statements(message, at=AT, before=before)
    return [draft.content for draft in draft_all(statements, Context(before=before))]


@pytest.mark.parametrize(
    "text",
    [
        "it takes ten minutes",
        "we run it nightly",
        "those are slow",
        "the other one is red",
        "but they agreed",
        "we do, but only for billing",
        "for the payments module we do, no exceptions",
        "Omar still does",
        "not happening, HR confirmed it",
    ],
)
def test_a_pronoun_without_its_noun_hinges_on_what_was_said(text: str) -> None:
    assert hinges(text)


@pytest.mark.parametrize(
    "text",
    [
        "we do the dishes",
        "Omar does reviews",
        "it's Lena's turn",
        "I find it hard to focus",
        "our docs are slow, so we cache them",
        "this project uses pnpm",
    ],
)
def test_a_pronoun_that_stands_for_nothing_or_has_its_noun_beside_it_does_not(text: str) -> None:
    assert not hinges(text)


@pytest.mark.parametrize("text", ["way cheaper too", "needs a restart afterwards", "same for the staging box"])
def test_a_piece_without_verb_or_subject_is_incomplete(text: str) -> None:
    assert is_incomplete(text)


@pytest.mark.parametrize("text", ["the office opens on Monday", "Backend: Go", "ask Dana first", "prices exclude tax"])
def test_a_sentence_a_heading_and_an_instruction_are_not(text: str) -> None:
    assert not is_incomplete(text)


def test_a_bound_only_adds_unless_a_sentence_comes_behind_it() -> None:
    assert only_adds("until the audit is over")
    assert not only_adds("unless Maddox gets it done, we go back")
    assert not only_adds("Until December 4 keep both")


@pytest.mark.parametrize("text", ["way cheaper too", "quite slow"])
def test_a_fragment_without_name_number_or_wish_says_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize("text", ["two retries, 30 seconds", "no plugins", "cheaper than Heroku"])
def test_a_fragment_with_one_of_them_says_something(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("The report goes to Lena, otherwise nobody reads it", ["The report goes to Lena, otherwise nobody reads it"]),
        ("We use Postgres. It runs on port 5433.", ["Team uses PostgreSQL", "PostgreSQL runs on port 5433"]),
        ("- we use pnpm\n- it is fast", ["Team uses pnpm", "Pnpm is fast"]),
        ("The staging box is slow. Way cheaper too.", ["The staging box is slow; way cheaper too"]),
        ("The staging box is slow. So Wednesday.", ["The staging box is slow"]),
        ("The children. Under 18 nobody may use it.", ["The children: under 18 nobody may use it"]),
        (
            "The limit from this morning. 40 is too low, we take 55.",
            ["The limit from this morning: 40 is too low; team takes 55"],
        ),
    ],
)
def test_whole_messages_are_told_so_that_each_memory_is_understood_alone(message: str, expected: list[str]) -> None:
    assert told(message) == expected


def test_a_short_reply_is_told_with_its_question() -> None:
    asked = Utterance(role="assistant", content="How often do you run the restore test?")
    assert told("quarterly, with the auditors", asked) == [
        'Asked "how often the team runs the restore test": quarterly, with the auditors'
    ]


def test_a_sentence_that_ends_with_the_verb_of_the_question_is_told_with_it() -> None:
    asked = Utterance(role="assistant", content="Is anybody looking after the spare boat?")
    assert told("Merete is.", asked) == ['Asked "is anybody looking after the spare boat": Merete is']


def test_a_reply_that_takes_up_what_was_said_is_told_with_it() -> None:
    before = (
        Utterance(role="user", content="the oven in hall two trips the breaker after an hour"),
        Utterance(role="assistant", content="I would look at the heating element first."),
    )
    assert told("it was the fan, it draws too much", *before) == [
        'About "the oven in hall two trips the breaker after an hour": it was the fan, it draws too much'
    ]


def test_what_is_said_after_a_task_is_told_about_nothing_said_earlier() -> None:
    before = (
        Utterance(role="user", content="the oven in hall two trips the breaker"),
        Utterance(role="assistant", content="Noted."),
    )
    assert told("Thanks. The guests come at nine", *before) == ["The guests come at nine"]


def test_what_is_so_does_not_belong_to_what_might_be() -> None:
    supposed, so = told("if we used terraform this would be a one liner. but we do it all by hand in the console")
    assert "by hand" not in supposed
    assert so == "Team does it all by hand in the console"


def test_a_verb_alone_is_told_with_what_was_done() -> None:
    [whole] = told("its not that we don't use kafka, we do, just only for the billing events")
    assert whole == "Team uses Kafka; team does, just only for the billing events"


def test_not_yet_is_told_with_what_was_asked() -> None:
    asked = Utterance(role="assistant", content="Are you caching the node_modules folder?")
    assert told("not yet, only the lockfile", asked) == [
        'Asked "whether the user is caching the node_modules folder": not yet, only the lockfile'
    ]
