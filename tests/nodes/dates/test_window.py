"""Windows of time from a task's words."""

import gzip
import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memorist.nodes.dates import window_of

NOW = datetime(2026, 3, 18, 14, 30, tzinfo=UTC)  # a Wednesday
DATA = Path(os.environ.get("MEMORIST_BENCH_DATA", "../shared/data")) / "temporal_queries.jsonl.gz"


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("what broke last week", "2026-03-09 2026-03-15"),
        ("the talk this morning and yesterday", "2026-03-18"),
        ("notes of 3 February 2025", "2025-02-03"),
        ("Feb 3, 2025", "2025-02-03"),
        ("in May 2024", "2024-05-01 2024-05-31"),
        ("since January", "2026-01-01 2026-01-31"),
        ("in November", "2025-11-01 2025-11-30"),
        ("two weeks ago", "2026-03-04"),
        ("the wedding that I took part in two weeks ago", "2026-03-04"),
        ("a month ago", "2026-02-18"),
        ("a couple of days ago", "2026-03-15 2026-03-17"),
        ("last weekend", "2026-03-14 2026-03-15"),
        ("on Monday", "2026-03-16"),
        ("the call of Tuesday 3 March", "2026-03-03"),
        ("what was on Tue, March 3rd?", "2026-03-03"),
        ("what did we say on wed the 11th", "2026-03-11"),
        ("Monday, the 2nd of February 2026", "2026-02-02"),
        ("what did we decide on the 12th?", "2026-03-12"),
        ("on the 2nd attempt", None),
        ("past 3 days", "2026-03-15 2026-03-18"),
        ("2026-02-31", None),
        ("Q1 2025", "2025-01-01 2025-03-31"),
        ("between 2025-01-01 and 2025-02-01", "2025-01-01 2025-02-01"),
        ("between 10 March and 2 April", "2026-03-10 2026-04-02"),
        ("from 20 December to 6 January", "2025-12-20 2026-01-06"),
        ("from March to May 2025", "2025-03-01 2025-05-31"),
        ("from monday to friday", "2026-03-16 2026-03-20"),
        ("the report moved from 2 March to 9 March", "2026-03-02"),
        ("vor 3 Tagen", "2026-03-15"),
        ("letzte Woche", "2026-03-09 2026-03-15"),
        ("il y a 2 semaines", "2026-03-04"),
        ("la semana pasada", "2026-03-09 2026-03-15"),
        ("5 giorni fa", "2026-03-13"),
        ("позавчера", "2026-03-16"),
        ("上个月的会议", "2026-02-01 2026-02-28"),
        ("三天前", "2026-03-15"),
        ("上海的天气", None),
        ("may I ask something", None),
        ("march on", None),
        ("she lasted a week", None),
        ("yesterdays", None),
        ("what do we use now", None),
        ("", None),
        ("a million years ago", None),
    ],
)
def test_a_window_is_read(text: str, window: str | None) -> None:
    found = window_of(text, NOW)
    if window is None:
        assert found is None
        return
    first, _, last = window.partition(" ")
    assert found is not None
    assert (f"{found.start:%Y-%m-%d}", f"{found.end:%Y-%m-%d}") == (first, last or first)
    assert found.words in text.lower()


@pytest.mark.parametrize("day", range(16, 23))  # Monday to Sunday
@pytest.mark.parametrize(("said", "saturday"), [("last weekend", 14), ("this weekend", 21), ("next weekend", 28)])
def test_a_weekend_is_that_of_its_week_on_every_day(day: int, said: str, saturday: int) -> None:
    found = window_of(said, NOW.replace(day=day))
    assert found is not None
    assert (found.start.day, found.end.day) == (saturday, saturday + 1)


@pytest.mark.skipif(not DATA.exists(), reason="the benchmark data is not here (MEMORIST_BENCH_DATA)")
def test_nineteen_of_twenty_windows_of_the_development_set_are_right() -> None:
    right = []
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            found = window_of(row["query"], datetime.fromisoformat(row["now"]).replace(tzinfo=UTC))
            ends = [m.replace(tzinfo=None).isoformat() for m in (found.start, found.end)] if found else None
            right.append(ends == row["window"])
    assert sum(right) / len(right) >= 0.95
