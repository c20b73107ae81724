"""Times are read relative to when something was said: Sunday, 1 February 2026, 17:00."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.extract.times import bounds_of, past_moment, planned_moment

AT = datetime(2026, 2, 1, 17, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)


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
        ("from 25 january we use it", "2026-01-25", "we use it"),
        ("from 25 november we use it", "2026-11-25", "we use it"),
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
        ("I'm full till september", "2026-09-30"),
        ("through february we stay open late", "2026-02-28"),
        ("frozen till wed the 18th", "2026-02-18"),
        ("away until sat 14 feb", "2026-02-14"),
        ("they stay till the end of next week", "2026-02-08"),
        ("reserved until the 30th of June", "2026-06-30"),
        ("the old one stays until next week", "2026-02-01"),
        ("the old one stays until next month", "2026-02-28"),
        ("the old one stays until next year", "2026-12-31"),
        ("they extended the offer until Friday", "2026-02-06"),
        ("we used Heroku until december", "2025-12-31"),
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


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("on leave from the 1st of June until the 14th", "2026-06-01", "2026-06-14"),
        ("the fair runs from the 20th to the 24th", "2026-05-20", "2026-05-24"),
        ("the fair ran from the 4th to the 8th", "2026-05-04", "2026-05-08"),
        ("school is out from 29 june to 7 aug", "2026-06-29", "2026-08-07"),
        ("on parental leave from april till september", "2026-04-01", "2026-09-30"),
        ("on parental leave from july till september", "2026-07-01", "2026-09-30"),
        ("on leave from the 10th till the 20th", "2026-05-10", "2026-05-20"),
    ],
)
def test_a_span_ends_behind_its_beginning(text: str, first: str, last: str) -> None:
    bounds = bounds_of(text, TUESDAY)
    assert bounds.valid_until is not None
    assert (bounds.valid_from, bounds.valid_until.date()) == (day(first), day(last).date())


@pytest.mark.parametrize(
    "text",
    [
        "the invoice from March is unpaid",
        "the bug from last week is fixed",
        "their number from 2019 is dead",
        "we scaled from 2000 to 4000 requests",
        "the shop is open from monday to friday",
        "the pool is open from may to september",
        "the deadline moved from june 3 to june 10",
        "the inspector comes a week from Monday",
    ],
)
def test_a_time_that_tells_which_thing_or_how_often_is_no_beginning(text: str) -> None:
    bounds = bounds_of(text, TUESDAY)
    assert (bounds.valid_from, bounds.valid_until) == (None, None)


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we signed the lease thu", "2026-05-07"),
        ("we moved to Hetzner Tuesday 28 April", "2026-04-28"),
        ("we switched to Bun fri 8th", "2026-05-08"),
        ("on friday, we signed the lease", "2026-05-08"),
        ("the db crashed the day before yesterday", "2026-05-10"),
        ("the db crashed monday last week", "2026-05-04"),
        ("the dog died last weekend", "2026-05-09"),
        ("the fridge died two weeks ago, the new one comes on the 2nd", "2026-04-28"),
        ("we got the keys on the 2nd, move is the 30th", "2026-05-02"),
        ("the sale started monday and ends sunday", "2026-05-11"),
        ("my sister was born on 3 june 1990", "1990-06-03"),
        ("she retired in may", "2026-05-01"),
        ("we used to have a monolith, split it up in 2020", "2020-01-01"),
        ("Karim started as the engineering manager on Monday", "2026-05-11"),
        ("we swapped Heroku for Fly.io in january", "2026-01-01"),
        ("Ana came 2nd last year", "2025-01-01"),
        ("Anja's last day was friday", "2026-05-08"),
        ("Anja's team shipped it on friday", "2026-05-08"),
    ],
)
def test_a_day_is_past_where_its_verb_is(text: str, expected: str) -> None:
    assert past_moment(text, TUESDAY) == day(expected)


@pytest.mark.parametrize(
    "text",
    [
        "gothenburg goes live wed the 20th",
        "was fri 15th",
        "Saturday, practice is closed, coffee in hand",
        "Tom grumbled as his mothers thing is the evening of the 1st",
        "the office is closed on friday",
        "school's closed on friday",
        "it's fully booked on friday",
        "Nora left, farewell is thursday",
        "Rick resigned and his last day is friday",
        "the plumber wanted to come wednesday",
        "the vendor confirmed the slot for the 28th",
        "they moved the deadline to june 3",
        "the launch was postponed to wed the 27th",
        "I booked a table for saturday",
        "i have been asked to present on monday",
        "Rita said she comes on thursday",
        "we decided to ship on friday",
        "rent was due on the 1st",
        "mum was born june 3",
        "the closed beta starts on friday",
        "we dropped the 2nd attempt",
        "they opened a thursday slot",
        "we stopped the thursday mob sessions",
        "he changed his july holiday",
        "I run on mon/wed/sat mornings",
        "the gym is being used as a polling station on fridays",
        "they had to cancel their cottage in april",
        "my brother was to fly on the 8th",
        "I told you the demo was on the 11th",
        "only the ones created after january",
        "the boss approved my leave 3-14 aug",
        "the boss approved my leave aug 3 to 14",
        "we moved in the second week of april",
        "the meetup was on the first monday of april",
    ],
)
def test_a_day_that_is_to_come_or_of_something_else_is_no_past_moment(text: str) -> None:
    assert past_moment(text, TUESDAY) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we're moving to Hetzner on Monday the 23rd", "2026-11-23"),
        ("we're moving to Bun wed the 20th", "2026-05-20"),
        ("we switch to Bun in two weeks", "2026-05-26"),
        ("we switch to Bun a week from monday", "2026-05-25"),
        ("we switch to Bun next week wednesday", "2026-05-20"),
        ("we move to Bun the day after tomorrow", "2026-05-14"),
    ],
)
def test_a_planned_moment_is_to_come(text: str, expected: str) -> None:
    assert planned_moment(text, TUESDAY) == day(expected)
