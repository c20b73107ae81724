"""Parsing of addresses: days are those of the zone, and what is no text is refused."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from starlette.datastructures import QueryParams

from memorist.app.panel.parameters import days_since, filters_of, read_day
from memorist.memory_store.domain.errors import InvalidInput

BERLIN = ZoneInfo("Europe/Berlin")


def test_a_day_begins_and_ends_where_the_people_are():
    assert read_day("2026-02-10", "since", BERLIN) == datetime(2026, 2, 9, 23, tzinfo=UTC)
    assert read_day("2026-02-10", "as of", BERLIN, end=True) == datetime(2026, 2, 10, 22, 59, 59, 999_999, tzinfo=UTC)
    assert read_day("2026-03-29", "as of", BERLIN, end=True) == datetime(2026, 3, 29, 21, 59, 59, 999_999, tzinfo=UTC)


def test_a_time_is_that_time_and_of_the_zone_where_it_names_none():
    assert read_day("2026-02-10T12:00", "as of", BERLIN, end=True) == datetime(2026, 2, 10, 11, tzinfo=UTC)
    assert read_day("2026-02-10T12:00Z", "as of", BERLIN) == datetime(2026, 2, 10, 12, tzinfo=UTC)
    assert read_day(" ", "as of", BERLIN) is None


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "9999-12-31", "0001-01-01T00:00+14:00"])
def test_what_is_no_day_is_named(text: str):
    with pytest.raises(InvalidInput, match="as of: expected a day such as 2026-02-01"):
        read_day(text, "as of", BERLIN, end=True)


def test_the_slider_counts_the_days_of_the_zone():
    first, now = datetime(2026, 2, 1, 23, 30, tzinfo=UTC), datetime(2026, 2, 10, 23, 30, tzinfo=UTC)
    chosen = read_day("2026-02-05", "as of", BERLIN, end=True)
    assert days_since(first, now, chosen, BERLIN) == ("2026-02-02", 9, 3)
    assert days_since(first, now, None, BERLIN) == ("2026-02-02", 9, 9)


@pytest.mark.parametrize("field", ["q", "person", "project"])
def test_what_is_no_text_is_refused(field: str):
    with pytest.raises(InvalidInput, match=f"{field}: holds a character"):
        filters_of(QueryParams({field: "a\0b"}), UTC)
