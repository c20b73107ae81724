"""Time of an utterance, and its words with the dates they meant then."""

from datetime import date, datetime, timedelta

import pytest

from memorist.nodes.dates import bounds_of, said_at_of, with_dates

WEDNESDAY = datetime.fromisoformat("2026-03-11T08:30+09:00")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The dentist appointment is tomorrow", "The dentist appointment is tomorrow (2026-03-12)"),
        ("yesterday's call and next month", "yesterday's (2026-03-10) call and next month (2026-04)"),
        ("We shipped last year", "We shipped last year (2025)"),
        ("I'm away next week", "I'm away next week (2026-03-16 to 2026-03-22)"),
        ("The launch is on May 3", "The launch is on May 3 (2026-05-03)"),
        ("The launch was on 3 May 2025, in 2025-05", "The launch was on 3 May 2025, in 2025-05"),
        ("We meet tomorrow (2026-03-12)", "We meet tomorrow (2026-03-12)"),
        ("The weekly rehearsal is on Thursday", "The weekly rehearsal is on Thursday"),
        ("We meet on Tuesday and Friday", "We meet on Tuesday and Friday"),
        ("She works Tuesday to Thursday", "She works Tuesday to Thursday"),
        ("Leave it, he wiped it that way in January", "Leave it, he wiped it that way in January (2026-01)"),
        ("That cost us 900 euros in January", "That cost us 900 euros in January"),
        ("Audit in January", "Audit in January"),
        ("Audit in June", "Audit in June (2026-06)"),
        ("They marry in summer", "They marry in summer"),
        ("The fair in January needs a booth", "The fair in January (2027-01) needs a booth"),
        ("The demo moves from Thursday to Friday", "The demo moves from Thursday to Friday (2026-03-13)"),
        ("Il y a deux jours, gestern", "Il y a deux jours, gestern (2026-03-10)"),
    ],
)
def test_a_relative_time_is_told_with_its_date(text: str, told: str) -> None:
    assert with_dates(text, bounds_of(text, WEDNESDAY).dates) == told


@pytest.mark.parametrize(
    ("at", "moment"),
    [
        ("2026-03-11T08:30+09:00", "2026-03-11T08:30+09:00"),
        ("2026-03-11T08:30", "2026-03-11T08:30+01:00"),
        ("2026-02-01", "2026-02-01T00:00+01:00"),
        ("2026-07-01", "2026-07-01T00:00+02:00"),
        ("2026-03-11T08:30Z", "2026-03-11T08:30+00:00"),
    ],
)
def test_a_time_without_an_offset_is_local_to_the_setting(at: str, moment: str) -> None:
    said_at = said_at_of(at, "Europe/Berlin")
    assert said_at.isoformat() == datetime.fromisoformat(moment).isoformat()


def test_an_offset_of_the_settings_zone_stands_for_that_zone() -> None:
    said_at = said_at_of("2026-03-10T09:00+01:00", "Europe/Berlin")
    (holiday,) = bounds_of("Selma is away on 30 March", said_at).dates
    assert holiday.start == date(2026, 3, 30)
    assert (said_at + timedelta(days=20)).utcoffset() == timedelta(hours=2), "after the clocks have changed"


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(ValueError, match="soon"):
        said_at_of("soon", "UTC")


@pytest.mark.parametrize(
    "said",
    [
        "sunday is closed",
        "The shop is open Tuesday to Sunday, monday is closed",
        "Opening hours: Monday 9-17, Saturday 10-14",
        "Friday deploys are forbidden",
        "The rule about friday deploys stands",
        "Thursday afternoons work for the club, not Saturday mornings",
        "Invoices are payable in 14 days",
        "I ran the whole trail in two days",
        "Rent is due on the 31st of June",
        "Rent is due on the 1st of every month",
        "My birthday is May 3",
        "Lena's birthday is on 12 April",
        "We celebrate every year on 3 May",
    ],
)
def test_no_date_stands_beside_what_is_no_single_day(said: str) -> None:
    assert with_dates(said, bounds_of(said, WEDNESDAY).dates) == said


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("The audit is in exactly two weeks", "2026-03-25"),
        ("We meet this coming monday", "2026-03-16"),
        ("The demo is a week from today", "2026-03-18"),
        ("Friday works for me", "2026-03-13"),
        ("The office is closed on Friday", "2026-03-13"),
        ("My birthday party is on Friday", "2026-03-13"),
        ("The invoice is due in 14 days", "2026-03-25"),
        ("The freeze starts on the 26th", "2026-03-26"),
    ],
)
def test_a_date_stands_beside_one_single_day(said: str, day: str) -> None:
    assert f"({day})" in with_dates(said, bounds_of(said, WEDNESDAY).dates)


@pytest.mark.parametrize(
    ("said", "ends"),
    [("I have a cold today", True), ("I feel sick today", True), ("I have a dentist appointment tomorrow", False)],
)
def test_a_state_of_a_named_day_ends_with_that_day(said: str, ends: bool) -> None:
    assert (bounds_of(said, WEDNESDAY).valid_until is not None) is ends
