"""What an assistant proposed and the user takes."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.agreed import agreed


def said(proposed: str, asked: str = "what should we do?") -> list[Utterance]:
    return [Utterance(role="user", content=asked), Utterance(role="assistant", content=proposed)]


OPTIONS = "Option A: flags via LaunchDarkly. Option B: Unleash self-hosted. Option C: a flags table in your own DB."


@pytest.mark.parametrize(
    ("proposed", "answer", "told"),
    [
        ("I'd suggest using Zod for validation.", "yes let's do that", "we decided to use Zod for validation"),
        ("You could use Redis for caching.", "good idea, we'll do that", "we decided to use Redis for caching"),
        (
            "I recommend moving your nightly export to Airflow.",
            "sounds good, let's go with it",
            "we decided to move our nightly export to Airflow",
        ),
        ("I'd recommend Zod for validation, since it infers types.", "sold", "we decided on Zod for validation"),
        ("How about Linear for tickets?", "yeah we'll go with that", "we decided on Linear for tickets"),
        (
            "You should replace Moment with date-fns.",
            "agreed, but only in new code",
            "we decided to replace Moment with date-fns, but only in new code",
        ),
        (
            "You should use Go for the importer.",
            "ok let's do that. python is too slow",
            "we decided to use Go for the importer. python is too slow",
        ),
        (OPTIONS, "option C it is", "we decided on a flags table in our own DB"),
        (
            OPTIONS,
            "A is too expensive. C",
            "flags via LaunchDarkly is too expensive. we decided on a flags table in our own DB",
        ),
    ],
)
def test_what_is_taken_is_decided(proposed: str, answer: str, told: str) -> None:
    assert agreed(said(proposed), answer) == told


@pytest.mark.parametrize(
    ("proposed", "answer"),
    [
        ("I'd suggest using Zod for validation.", "sounds good"),
        ("I'd suggest using Zod for validation.", "no, let's do that later"),
        ("I'd suggest using Zod for validation.", "do it"),
        ("I'd suggest using Redis or Valkey.", "let's do that"),
        ("You could use Redis. You could also use Memcached.", "let's do that"),
        ("You could try restarting the server.", "ok let's do that"),
        ("I'd suggest moving the function to utils.", "let's do that"),
        ("You could move it to Airflow.", "let's do that"),
        ("I can rewrite it in Rust.", "let's do that"),
        ("The moon is far away.", "agreed"),
        (OPTIONS, "D"),
        ("Option A: Redis.", "A"),
    ],
)
def test_politeness_work_in_hand_and_open_choices_decide_nothing(proposed: str, answer: str) -> None:
    assert agreed(said(proposed), answer) is None


@pytest.mark.parametrize(
    ("asked", "proposed", "answer", "told"),
    [
        (
            "need a place for the september weekend, not bruges again",
            "Two ideas: Leuven, small and walkable, or Ghent, which is bigger.",
            "leuven",
            "I decided on Leuven for the september weekend",
        ),
        (
            "car insurance renewal came",
            "You might compare: A) comprehensive at 920, B) third party fire and theft.",
            "B then",
            "I decided on third party fire and theft",
        ),
        (
            "our Go service has log lines all over",
            "You could switch to slog from the standard library or to zap.",
            "the first one pls, we dont want more deps",
            "we decided to switch to slog from the standard library. we dont want more deps",
        ),
        (
            "which yarn for the baby blanket",
            "I'd pick between merino, soft but hand wash only, and cotton. Do you have a preference?",
            "cotton then!",
            "I decided on cotton for the baby blanket",
        ),
    ],
)
def test_what_is_chosen_is_decided(asked: str, proposed: str, answer: str, told: str) -> None:
    assert agreed(said(proposed, asked), answer) == told


@pytest.mark.parametrize(
    ("proposed", "answer"),
    [
        ("An omelette takes ten minutes, or a shakshuka. Which recipe shall I write out?", "the first pls"),
        ("Would you like an example with numbers, or a comparison?", "example with numbers"),
        ("Should it be funny or touching?", "funny"),
        ("Two ideas: Leuven or Ghent.", "what about bruges?"),
        ("Two ideas: Leuven or Ghent.", "thanks"),
    ],
)
def test_a_choice_of_how_to_work_decides_nothing(proposed: str, answer: str) -> None:
    assert agreed(said(proposed), answer) is None


COLOURS = Utterance(role="assistant", content="For the buttons:\n1. Teal\n2. Coral\n3. Grey\nWhich one?")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("second, not the third", "we decided on Coral for the buttons. not Grey"),
        ("I don't like any of them", "we decided against Teal, Coral and Grey for the buttons"),
        ("none of these please", "we decided against Teal, Coral and Grey for the buttons"),
        ("first, tell me what they cost", None),
    ],
)
def test_a_choice_by_place_and_one_against_all(answer: str, told: str | None) -> None:
    assert agreed([COLOURS], answer) == told


def test_what_an_earlier_choice_was_for_is_nothing_to_the_next() -> None:
    earlier = [
        Utterance(role="assistant", content="For the database:\n1. Postgres\n2. SQLite\nWhich one?"),
        Utterance(role="user", content="The last one, but only for the web app"),
    ]
    assert agreed([*earlier, COLOURS], "the first one") == "we decided on Teal for the buttons"
