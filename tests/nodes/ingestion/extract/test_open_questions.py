"""Short answers, made statements by the question they answer."""

import pytest

from hypomnema.nodes.ingestion.extract.answers import complete_answers, numbered


@pytest.mark.parametrize(
    ("asked", "answer", "stated"),
    [
        ("Tabs or spaces?", "tabs", "I prefer tabs over spaces"),
        ("Drizzle or Prisma?", "let's go with the first one", "let's go with Drizzle"),
        ("Should I use default or named exports?", "named exports, always", "We always use named exports"),
        ("When is the release due?", "March 15", "The release is due March 15"),
        ("What's your dog's name?", "Bruno", "My dog's name is Bruno"),
        ("Which database should I assume?", "Postgres", "We use Postgres for database"),
        ("Who owns the checkout?", "Lena", "Lena owns the checkout"),
        ("Where do you deploy?", "Fly.io", "We deploy to Fly.io"),
        ("How many developers are on the team?", "4", "We have 4 developers"),
        ("Would you like me to continue?", "yes please", "yes please"),
        ("What is it?", "a bug", "a bug"),
        ("Tabs or spaces?", "we have a linter for that", "we have a linter for that"),
    ],
)
def test_an_answer_is_completed(asked: str, answer: str, stated: str) -> None:
    assert complete_answers(asked, answer) == stated


def test_answers_by_number_meet_their_questions() -> None:
    asked = "1. Which database do you use? 2. Which test runner do you prefer?"
    assert (
        complete_answers(asked, "1. Postgres 2. Vitest")
        == "We use Postgres for database.\nI prefer Vitest for test runner."
    )


def test_numbers_that_answer_nothing_stay() -> None:
    assert complete_answers("Shall I go on?", "1. build 2. push") == "1. build 2. push"
    assert numbered("version 2. and 3.") == {}
