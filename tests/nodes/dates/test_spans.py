"""Spans of days that are told by both their ends."""

from datetime import datetime, timedelta

import pytest

from memorist.nodes.dates import bounds_of


@pytest.mark.parametrize(
    ("said", "at", "days"),
    [
        ("no deploys between 20 March and 2 April", "2026-03-24", "2026-03-20 2026-04-02"),
        ("no deploys between 20 November and 20 December", "2026-12-01", "2026-11-20 2026-12-20"),
        ("No deploys between 20 Dec and 6 Jan", "2027-01-02", "2026-12-20 2027-01-06"),
        ("The code freeze is 20 March to 2 April", "2026-03-24", "2026-03-20 2026-04-02"),
        ("Code freeze: 20 March – 2 April", "2026-03-24", "2026-03-20 2026-04-02"),
        ("Never merge between March 20 and April 2", "2026-04-02", "2026-03-20 2026-04-02"),
        ("Nobody may take leave between February and April", "2026-03-24", "2026-02-01 2026-04-30"),
        ("No new hires between October and January", "2027-01-10", "2026-10-01 2027-01-31"),
        ("I'm away 20 March until 2 April", "2026-03-24", "2026-03-20 2026-04-02"),
        ("I'm on leave between the 20th and the 28th", "2026-03-24", "2026-03-20 2026-03-28"),
        ("I'm on leave between the 25th and the 3rd", "2026-03-27", "2026-03-25 2026-04-03"),
        ("The office is closed from 20 February to 2 March", "2028-02-24", "2028-02-20 2028-03-02"),
        ("We were closed between 20 December and 6 January", "2026-03-24", "2025-12-20 2026-01-06"),
        ("We lost money between March and May", "2026-07-24", "2026-03-01 2026-05-31"),
        ("We were away from 20 March to 2 April", "2026-05-24", "2026-03-20 2026-04-02"),
        ("no deploys between 20 March and 2 April 2027", "2025-05-01", "2027-03-20 2027-04-02"),
    ],
)
def test_a_span_that_holds_the_day_it_is_said_on_has_begun(said: str, at: str, days: str) -> None:
    dates = bounds_of(said, datetime.fromisoformat(f"{at}T09:00+00:00")).dates
    assert f"{dates[0].start} {dates[-1].end}" == days


@pytest.mark.parametrize(
    ("said", "at", "days"),
    [
        ("no deploys between 20 March and 2 April", "2026-03-10", "2026-03-20 2026-04-02"),
        ("no deploys between 20 March and 2 April", "2026-04-10", "2027-03-20 2027-04-02"),
        ("no deploys between 20 December and 6 January", "2026-01-20", "2026-12-20 2027-01-06"),
        ("no deploys between 20 March 2027 and 2 April 2027", "2026-03-24", "2027-03-20 2027-04-02"),
        ("Choose between 20 May and 2 June", "2026-03-24", "2026-05-20 2026-06-02"),
        ("The fair is on 20 March, the trip on 2 April", "2026-03-24", "2027-03-20 2026-04-02"),
        ("The meetings are on 20 March and 2 April", "2026-03-24", "2027-03-20 2026-04-02"),
        ("I'm away between Monday and the 20th", "2026-05-12", "2026-05-18 2026-05-20"),
        ("The shop is open from Monday to Friday", "2026-03-24", ""),
    ],
)
def test_times_that_are_no_span_or_one_that_has_not_begun_are_ahead(said: str, at: str, days: str) -> None:
    dates = bounds_of(said, datetime.fromisoformat(f"{at}T09:00+00:00")).dates
    assert (f"{dates[0].start} {dates[-1].end}" if dates else "") == days


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("The fair ran 4 May to 8 May", "2026-05-04", None),
        ("I lived in Oslo between 2015 and 2019", "2015-01-01", "2019-12-31"),
        ("I'm away 8 May until 20 May", None, "2026-05-20"),
        ("We are in Porto from 8 May to 20 May", "2026-05-08", "2026-05-20"),
        ("no deploys between 8 May and 20 May", None, None),
        ("The invoice from March to April is unpaid", None, None),
    ],
)
def test_a_span_bounds_what_is_said_to_last_through_it(said: str, first: str | None, last: str | None) -> None:
    bounds = bounds_of(said, datetime.fromisoformat("2026-05-12T09:00+00:00"))
    ends = datetime.fromisoformat(f"{last}T00:00+00:00") + timedelta(days=1) if last else None
    begins = datetime.fromisoformat(f"{first}T00:00+00:00") if first else None
    assert (bounds.valid_from, bounds.valid_until) == (begins, ends)
