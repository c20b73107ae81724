"""Replies that lean on what was said before."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.answers import complete_answers
from memorist.nodes.ingestion.extract.follow_ups import chosen, corrected, corrected_within, judged, puts_right


def said(*turns: str) -> tuple[Utterance, ...]:
    """Turns in order; those of the assistant begin with "A:"."""
    return tuple(
        Utterance(role="assistant" if t.startswith("A:") else "user", content=t.removeprefix("A:").strip())
        for t in turns
    )


@pytest.mark.parametrize(
    ("before", "answer", "told"),
    [
        ("the freeze is on wed the 15th", "no wait, it's the 14th", "Correction: the freeze is on the 14th."),
        ("A: Got it, the freeze is on Wednesday.", "thursday actually", "Correction: the freeze is on Thursday."),
        ("the limit is 100 requests per minute", "sorry, 200", "Correction: the limit is 200 requests per minute."),
        ("A: Failed jobs run five times.", "three times, not five", "Correction: Failed jobs run three times."),
        ("standup is at 9:30", "make that 10am please", "Correction: standup is at 10am."),
        ("A: Noted, the budget is $4,000.", "no, $5,000", "Correction: the budget is $5,000."),
        (
            "the demo is on Monday at 10:00",
            "tuesday, sorry. the room stays",
            "Correction: the demo is on Tuesday at 10:00. The room stays",
        ),
        (
            "budget is 1600 warm, 3 rooms",
            "wait correction 1800, Jule just called",
            "Correction: budget is 1800 warm, 3 rooms. Jule just called",
        ),
        (
            "reminders go out 48h before",
            "so actually no, 24h. for everyone",
            "Correction: reminders go out 24h before. For everyone",
        ),
    ],
)
def test_a_detail_is_put_right_in_what_was_said(before: str, answer: str, told: str) -> None:
    assert corrected(answer, said(before)) == told


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("A: When is the demo?", "thursday"),
        ("the demo is on Monday", "no, we use Vitest"),
        ("the demo is on Monday", "monday it is"),
        ("we meet on Mondays and Tuesdays", "actually friday works too for the other thing"),
        ("got the map screen running with google maps sdk", "nah no firebase. legal forbids it"),
    ],
)
def test_what_corrects_no_detail_stays(before: str, answer: str) -> None:
    assert corrected(answer, said(before)) is None


def test_a_judgement_is_of_what_was_spoken_of() -> None:
    before = said("trying out Maestro for e2e", "A: How is it going?")
    assert judged("less flaky than before", before) == "Maestro is less flaky than before"
    assert judged("we dropped it", before) is None


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        (
            "What's your deployment region, and who approves infra changes?",
            "eu-central-1, and that'd be Kofi",
            "Our deployment region is eu-central-1. Kofi approves infra changes",
        ),
        (
            "Any allergies I should keep in mind?",
            "walnuts, and my husband doesn't eat pork",
            "My allergies: walnuts. My husband doesn't eat pork",
        ),
        ("How many replicas do you run?", "three, but only one in staging",
         'We have three replicas, but only one in staging'),
        ("Is the API public?", "no, internal only", 'Asked "is the API public": no, internal only'),
        ("I can do A (paging) or B (scrolling). Which one?", "the second one", "I prefer scrolling over paging"),
        ("Shall I go on?", "yes please", "yes please"),
        ("What do you think?", "not bad", "not bad"),
        ("Why did it fail?", "the disk", "the disk"),
    ],
)  # fmt: skip
def test_a_reply_is_kept_with_what_it_replies_to(asked: str, answer: str, told: str) -> None:
    assert complete_answers(asked, answer) == told


def test_a_detail_is_put_right_later_in_a_message_and_what_the_assistant_plans_is_not() -> None:
    before = said("reminders go out 48h before", "A: Then it selects what starts in 49 hours. Shall I add another?")
    told = corrected_within("she says people forget it. actually no, 24h", before)
    assert told == "she says people forget it. Correction: reminders go out 24h before."
    assert corrected_within("she says people forget it. we send 24 of them", before) is None


@pytest.mark.parametrize(
    ("told", "before", "same"),
    [
        ("Budget is 1800 warm, 3 rooms", "Budget is 1600 warm, 3 rooms", True),
        ("The reminders go out 24h before; for everyone", "The reminders go out 48h before", True),
        ("The demo is on Tuesday", "The demo is on Monday", True),
        ("The demo is on Tuesday", "The demo is on Tuesday", False),
        ("The demo is on Tuesday", "The retro is on Monday", False),
        ("The limit is 200 for guests", "The limit is 100 for members", False),
        ("We meet Ann", "We meet Bob", False),
    ],
)
def test_what_differs_in_one_detail_is_put_right(told: str, before: str, same: bool) -> None:
    assert puts_right(told, before) is same


def test_what_is_chosen_is_told_with_the_question_it_was_chosen_in() -> None:
    before = said("full game saves: json or .tres? people will share them", "A: With .tres a file can carry a script.")
    assert chosen("json then. exactly because of that", before) == (
        'Asked "full game saves: json or .tres": json. exactly because of that'
    )
    assert chosen("yaml then", before) is None
    assert chosen("json then", said("A: JSON or YAML?")) is None
