"""Times are read relative to when something was said: Sunday, 1 February 2026, 17:00."""

from datetime import UTC, datetime

import pytest

from hypomnema.nodes.ingestion.extract.times import bounds_of, past_moment

AT = datetime(2026, 2, 1, 17, 0, tzinfo=UTC)


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "begin", "rest"),
    [
        ("we use Linear since March", "2025-03-01", "we use Linear"),
        ("we use Linear since January", "2026-01-01", "we use Linear"),
        ("from Monday we use Linear", "2026-02-02", "we use Linear"),
        ("we use Linear starting next week", "2026-02-02", "we use Linear"),
        ("since 2024 we deploy weekly", "2024-01-01", "we deploy weekly"),
        ("as of 2026-03-01 we use uv", "2026-03-01", "we use uv"),
        ("we use uv since yesterday", "2026-01-31", "we use uv"),
        ("effective March 15 the limit is 50", "2026-03-15", "the limit is 50"),
        ("starting in May we use uv", "2026-05-01", "we use uv"),
        ("as from May we use uv", "2026-05-01", "we use uv"),
        ("we use it since two weeks ago", "2026-01-18", "we use it"),
        ("we use it since last autumn", "2025-09-01", "we use it"),
        ("since the 20th we use it", "2026-01-20", "we use it"),
        ("from the 12th we use it", "2026-02-12", "we use it"),
    ],
)
def test_a_beginning_is_read(text: str, begin: str, rest: str) -> None:
    bounds = bounds_of(text, AT)
    assert bounds.valid_from == day(begin)
    assert bounds.text == rest


@pytest.mark.parametrize(
    ("text", "last_day"),
    [
        ("no deploys until Friday", "2026-02-06"),
        ("we freeze until the end of the month", "2026-02-28"),
        ("valid until March 15", "2026-03-15"),
        ("I am away until tomorrow", "2026-02-02"),
    ],
)
def test_an_end_lasts_through_its_day(text: str, last_day: str) -> None:
    end = bounds_of(text, AT).valid_until
    assert end is not None
    assert end.date() == day(last_day).date()


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("keep it inline until NativeWind 4.1", "NativeWind 4.1"),
        ("pin it until v4.1", "v4.1"),
        ("we stay on Node 20 until Prisma 7 is released", "Prisma 7"),
        ("use the fork (until Hermes 0.14 ships)", "Hermes 0.14"),
        ("we use Heroku until the migration is done", "the migration"),
    ],
)
def test_an_end_that_waits_for_something_is_a_condition(text: str, condition: str) -> None:
    bounds = bounds_of(text, AT)
    assert bounds.condition == condition
    assert bounds.valid_until is None


@pytest.mark.parametrize("text", ["wait until the build is green", "we moved from Berlin to Rome", "we use Redis"])
def test_other_words_are_no_times(text: str) -> None:
    bounds = bounds_of(text, AT)
    assert (bounds.valid_from, bounds.valid_until, bounds.condition) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we switched last week", "2026-01-19"),
        ("we migrated yesterday", "2026-01-31"),
        ("we moved in December", "2025-12-01"),
        ("three days ago we dropped it", "2026-01-29"),
    ],
)
def test_a_past_moment_is_read(text: str, expected: str) -> None:
    moment = past_moment(text, AT)
    assert moment == day(expected)


def test_may_and_a_number_are_no_times_unless_something_happened_in_them() -> None:
    assert past_moment("the copy job moved, it may only run at night and reads 2013 requests", AT) is None
    assert past_moment("we moved in May", AT) == day("2025-05-01")
    assert past_moment("we moved in 2013", AT) == day("2013-01-01")
    assert past_moment("we moved last December", AT) == day("2025-12-01")
