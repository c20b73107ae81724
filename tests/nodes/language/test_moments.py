"""Which day a named time is: seen from Tuesday, 12 May 2026, if nothing else is said."""

import re
from datetime import UTC, date, datetime

import pytest

from memorist.nodes.language.dates import DATE, dates_in
from memorist.nodes.language.moments import days_of, moment_of

TUESDAY = date(2026, 5, 12)


@pytest.mark.parametrize(
    ("said", "coming", "last"),
    [
        ("wed the 20th", "2026-05-20", "2026-05-20"),
        ("fri 15th", "2026-05-15", "2026-05-15"),
        ("fri, 8th", "2027-01-08", "2026-05-08"),
        ("Monday the 23rd", "2026-11-23", "2026-03-23"),
        ("tue 24", "2026-11-24", "2026-03-24"),
        ("fri 9", "2026-05-15", "2026-05-08"),
        ("fri 15", "2026-05-15", "2026-05-15"),
        ("sat 9 may", "2026-05-09", "2026-05-09"),
        ("Tuesday 28 April", "2026-04-28", "2026-04-28"),
        ("wednesday the 6th of may", "2026-05-06", "2026-05-06"),
        ("Wed May 20th, 2026", "2026-05-20", "2026-05-20"),
        ("thursday 6 may", "2027-05-06", "2026-05-06"),
    ],
)
def test_a_weekday_and_a_day_are_of_the_month_in_which_they_meet(said: str, coming: str, last: str) -> None:
    for ahead, day in ((True, coming), (False, last)):
        assert days_of(said, TUESDAY, ahead=ahead) == (date.fromisoformat(day), date.fromisoformat(day))


@pytest.mark.parametrize(
    ("said", "seen_from", "ahead", "day"),
    [
        ("tue 24", "2026-03-20", True, "2026-03-24"),
        ("tue 24", "2026-03-20", False, "2026-02-24"),
        ("wed the 6th", "2026-12-30", True, "2027-01-06"),
        ("wed the 31st", "2026-01-03", False, "2025-12-31"),
        ("the 1st", "2026-04-18", True, "2026-05-01"),
        ("the 30th", "2026-01-03", False, "2025-12-30"),
        ("the 2nd", "2026-12-30", True, "2027-01-02"),
        ("the 31st", "2026-05-31", True, "2026-05-31"),
        ("the 31st", "2026-06-12", False, "2026-05-31"),
        ("the 31st", "2026-05-12", False, None),
        ("the 30th", "2026-02-12", True, "2026-03-30"),
        ("the 31st of next month", "2026-05-12", True, None),
        ("february 30", "2026-01-12", True, None),
    ],
)
def test_a_day_of_the_month_is_one_that_the_month_has(said: str, seen_from: str, ahead: bool, day: str | None) -> None:
    found = days_of(said, date.fromisoformat(seen_from), ahead=ahead)
    assert (found and found[0]) == (day and date.fromisoformat(day))


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("tomorrow", "2026-05-13", "2026-05-13"),
        ("the day after tomorrow", "2026-05-14", "2026-05-14"),
        ("the day before yesterday", "2026-05-10", "2026-05-10"),
        ("this evening", "2026-05-12", "2026-05-12"),
        ("EOD", "2026-05-12", "2026-05-12"),
        ("eow", "2026-05-17", "2026-05-17"),
        ("this wk", "2026-05-11", "2026-05-17"),
        ("next weekend", "2026-05-23", "2026-05-24"),
        ("the weekend", "2026-05-16", "2026-05-17"),
        ("next week Wednesday", "2026-05-20", "2026-05-20"),
        ("wednesday next week", "2026-05-20", "2026-05-20"),
        ("monday last week", "2026-05-04", "2026-05-04"),
        ("a week from Monday", "2026-05-25", "2026-05-25"),
        ("two days before the 24th", "2026-05-22", "2026-05-22"),
        ("in a fortnight", "2026-05-26", "2026-05-26"),
        ("in two weeks", "2026-05-26", "2026-05-26"),
        ("a couple of weeks ago", "2026-04-28", "2026-04-28"),
        ("a month ago", "2026-04-12", "2026-04-12"),
        ("end of aug", "2026-08-31", "2026-08-31"),
        ("the end of the month", "2026-05-31", "2026-05-31"),
        ("the end of next month", "2026-06-30", "2026-06-30"),
        ("early june", "2026-06-01", "2026-06-10"),
        ("mid-june", "2026-06-15", "2026-06-20"),
        ("late june", "2026-06-22", "2026-06-30"),
        ("june 2027", "2027-06-01", "2027-06-30"),
        ("february", "2027-02-01", "2027-02-28"),
        ("next summer", "2026-06-01", "2026-08-31"),
        ("next quarter", "2026-07-01", "2026-09-30"),
        ("q3", "2026-07-01", "2026-09-30"),
        ("2027", "2027-01-01", "2027-12-31"),
    ],
)
def test_days_to_come_are_read(said: str, first: str, last: str) -> None:
    assert days_of(said, TUESDAY, ahead=True) == (date.fromisoformat(first), date.fromisoformat(last))


def test_what_names_no_day_has_no_moment() -> None:
    at = datetime(2026, 5, 12, 9, tzinfo=UTC)
    assert [moment_of(said, at, ahead=True) for said in ("half seven", "soon", "5", "a few days ago")] == [None] * 4
    assert moment_of("now", at, ahead=True) == at


def test_a_moment_is_in_the_zone_it_is_seen_from() -> None:
    at = datetime.fromisoformat("2026-05-12T23:30:00+02:00")
    assert moment_of("tomorrow", at, ahead=True) == datetime.fromisoformat("2026-05-13T00:00:00+02:00")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("gothenburg goes live wed the 20th", ["wed the 20th"]),
        ("19th is ok", ["19th"]),
        ("the 1st of June or the 2nd", ["the 1st of June", "the 2nd"]),
        ("fri 15 at noon", ["fri 15"]),
        ("fri 9pm", ["fri"]),
        ("ping bram again end of aug", ["end of aug"]),
        ("the call is a week from monday", ["a week from monday"]),
        ("we ship on sat", ["sat"]),
        ("the 2nd attempt, the 3rd floor, the 21st century", []),
        ("we came in 2nd and finished 3rd in the league", []),
        ("she sat in the sun, may be a while", []),
        ("call June about invoice 2041 and April about the 1999 tickets", []),
        ("the first monday of april, the second week of may", []),
        ("every monday", []),
        ("Friday's release", []),
        ("in 2022 cost us two days, it grew by 2000 users", ["2022"]),
    ],
)
def test_days_are_told_from_words_like_them(text: str, named: list[str]) -> None:
    assert [day.words for day in dates_in(text)] == named


@pytest.mark.parametrize("said", ["wed the 20th", "end of aug", "the 1st of next month", "two days before the 24th"])
def test_every_way_to_write_a_day_is_one_piece(said: str) -> None:
    assert re.fullmatch(DATE, said, re.IGNORECASE)
