"""What is so for a named time alone ends with it; what was done, and what is to be done, does not."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.extract.for_now import forbidden_for_now, so_for_now
from memorist.nodes.ingestion.extract.times import bounds_of

TUESDAY = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("I'm on call this week", "2026-11-24T10", "2026-11-29T23"),
        ("I'm working from home today", "2026-11-24T10", "2026-11-24T23"),
        ("The office is closed tomorrow.", "2026-11-25T00", "2026-11-25T23"),
        ("Tomorrow the office is closed", "2026-11-25T00", "2026-11-25T23"),
        ("Dana is out next week", "2026-11-30T00", "2026-12-06T23"),
        ("The wifi is down this morning", "2026-11-24T10", "2026-11-24T23"),
        ("Omar’s in Berlin this weekend", "2026-11-28T00", "2026-11-29T23"),
        ("Omar is in Berlin next wknd", "2026-12-05T00", "2026-12-06T23"),
        ("Hana is covering support this wk", "2026-11-24T10", "2026-11-29T23"),
        ("This month we're all remote", "2026-11-24T10", "2026-11-30T23"),
    ],
)
def test_a_state_lasts_as_long_as_it_says(said: str, first: str, last: str):
    span = so_for_now(said, TUESDAY)
    assert span is not None
    assert [moment.isoformat()[:13] for moment in span] == [first, last]


@pytest.mark.parametrize(
    "said",
    [
        "We shipped the beta today",
        "I'm meeting Omar tonight",
        "I need to finish the report this week",
        "Today is my birthday",
        "The API is public as of today",
        "The demo is scheduled for tomorrow",
        "We use Postgres today",
        "The standup is every day",
        "The report is due this week",
        "I was in Paris this week",
    ],
)
def test_an_event_a_duty_and_what_goes_on_have_no_end(said: str):
    assert so_for_now(said, TUESDAY) is None


@pytest.mark.parametrize(
    ("said", "act", "first", "last"),
    [
        ("Do not deploy this week", "Do not deploy", "2026-11-24T10", "2026-11-29T23"),
        ("don't touch the prod db today", "don't touch the prod db", "2026-11-24T10", "2026-11-24T23"),
        ("No merges next week", "No merges", "2026-11-30T00", "2026-12-06T23"),
        ("For the rest of the month nobody may merge", "nobody may merge", "2026-11-24T10", "2026-11-30T23"),
    ],
)
def test_what_is_forbidden_for_a_time_is_forbidden_till_then(said: str, act: str, first: str, last: str):
    bounds = forbidden_for_now(bounds_of(said, TUESDAY), TUESDAY)
    assert bounds.text == act
    assert bounds.valid_from is not None
    assert bounds.valid_until is not None
    assert (bounds.valid_from.isoformat()[:13], bounds.valid_until.isoformat()[:13]) == (first, last)


@pytest.mark.parametrize(
    "said", ["Never deploy on Fridays", "We did not deploy last week", "Deploy it this week", "No more meetings"]
)
def test_and_no_other_is(said: str):
    bounds = bounds_of(said, TUESDAY)
    assert forbidden_for_now(bounds, TUESDAY) == bounds
