"""What an assistant proposed and the user takes."""

import pytest

from hypomnema.nodes.ingestion.extract.agreed import agreed

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
        (OPTIONS, "A is too expensive. C", "A is too expensive. we decided on a flags table in our own DB"),
    ],
)
def test_what_is_taken_is_decided(proposed: str, answer: str, told: str) -> None:
    assert agreed(proposed, answer) == told


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
    assert agreed(proposed, answer) is None
