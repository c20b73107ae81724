"""Time of an utterance, and its words with the dates that they meant then."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from memorist.nodes.dates.bounds import Dated
from memorist.nodes.dates.calendar import Days, month_of

_DAY_ONLY = re.compile(r"\s*\d{4}-?\d{2}-?\d{2}\s*")
_NAMES_ITSELF = re.compile(r"\b\d{4}\b")
_DATED_ALREADY = re.compile(r"(?:['’]s)?(?:,? |\s*\()\d{4}-?\d{0,2}")
NOTE = r"\(\d{4}(?:-\d{2}){0,2}(?: to \d{4}-\d{2}-\d{2})?\)"
"""Pattern of the date that :func:`with_dates` puts beside a time."""
_BESIDE = re.compile(rf"\s{NOTE}")
_POSSESSIVE = re.compile(r"['’]s\b")


def said_at_of(at_text: str, timezone_setting: str) -> datetime:
    """The moment that ``at`` names, in the zone of whoever said it.

    The offset of ``at`` counts; without one, or where it is that of ``timezone_setting`` then, the time is local to
    that zone, with its changes of the clock. A bare date is the beginning of that day there. Raises ``ValueError`` for
    what is no ISO 8601 time, ``ZoneInfoNotFoundError`` for an unknown zone.
    """
    zone = ZoneInfo(timezone_setting)
    if _DAY_ONLY.fullmatch(at_text):
        return datetime.combine(date.fromisoformat(at_text.strip()), time.min, zone)
    moment = datetime.fromisoformat(at_text.strip())
    if moment.tzinfo is None:
        return moment.replace(tzinfo=zone)
    local = moment.astimezone(zone)
    return local if local.utcoffset() == moment.utcoffset() else moment


def with_dates(text: str, dates: Iterable[Dated]) -> str:
    """The text with the date beside each relative time: "is tomorrow" becomes "is tomorrow (2026-03-12)".

    A time that names its year, or has its date beside it already, stays as it is.
    """
    pieces: list[str] = []
    done = 0
    for dated in dates:
        words = dated.words
        if (place := text.find(words, done)) < 0:  # the stop of the sentence that it was said in is not that of a month
            words = words.removesuffix(".")
            if (place := text.find(words, done)) < 0:
                continue
        end = place + len(words)
        if possessive := _POSSESSIVE.match(text, end):
            end = possessive.end()
        pieces.append(text[done:end])
        if not _NAMES_ITSELF.search(dated.words) and not _DATED_ALREADY.match(text, end):
            pieces.append(f" ({span_text(dated.start, dated.end)})")
        done = end
    return "".join((*pieces, text[done:]))


def without_dates(text: str) -> str:
    """The text as it was before :func:`with_dates`."""
    return _BESIDE.sub("", text)


def noted_days(text: str) -> Days | None:
    """Return the days of the first date that :func:`with_dates` put into a text; null if there is none."""
    if (found := _BESIDE.search(text)) is None:
        return None
    first, *last = re.findall(r"[\d-]+", found[0])
    year, *month_and_day = map(int, first.split("-"))
    month, day = [*month_and_day, 0, 0][:2]
    with suppress(ValueError):
        begins = date(year, month or 1, day or 1)
        if last:
            return begins, date.fromisoformat(last[0])
        return begins, begins if day else month_of(year, month or 12)[1]
    return None


def span_text(first: date, last: date) -> str:
    """Days as ``2026-03-12``, a month as ``2026-03``, a year as ``2026``, else ``2026-03-09 to 2026-03-15``."""
    if first == last:
        return first.isoformat()
    after = last + timedelta(days=1)
    if first.day == after.day == 1:
        if first.month == after.month == 1 and after.year == first.year + 1:
            return f"{first:%Y}"
        if (first.year * 12 + first.month) + 1 == after.year * 12 + after.month:
            return f"{first:%Y-%m}"
    return f"{first.isoformat()} to {last.isoformat()}"
