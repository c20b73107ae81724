"""Parsing of addresses and forms: pure functions from text to values for the pages. Each names the field it refuses."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from memorist.app.panel.views import Filters
from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import STATEMENT_TYPES

LONGEST_QUERY = 2_000
LONGEST_NAME = 256
MAX_PAGES = 10_000
A_MOMENT = timedelta(microseconds=1)


def filters_of(given: QueryParams, zone: tzinfo) -> Filters:
    """The filters that an address names; days are those of the zone. Raises :class:`InvalidInput`."""
    types = tuple(one for one in given.getlist("type") if one)
    statuses = tuple(one for one in given.getlist("status") if one)
    if strange := set(types) - set(STATEMENT_TYPES):
        raise InvalidInput(f"type: {', '.join(sorted(strange))} is not a type of memory", field="type")
    if strange := set(statuses) - set(Status):
        raise InvalidInput(f"status: {', '.join(sorted(strange))} is not a status", field="status")
    return Filters(
        query=words(given, "q", LONGEST_QUERY),
        types=types,
        statuses=statuses,
        person=words(given, "person"),
        project=words(given, "project"),
        since=read_day(given.get("since", ""), "since", zone),
        until=read_day(given.get("until", ""), "until", zone),
        as_of=read_day(given.get("as_of", ""), "as of", zone, end=True),
        page=number(given.get("page", ""), "page", most=MAX_PAGES, usual=1),
        after=read_place(given.get("after", ""), zone),
    )


def as_typed(given: QueryParams) -> Filters:
    """Return the valid part of filters of which one is refused, to be shown in the form again."""
    texts = {name: given.get(name, "").replace("\0", "").strip() for name in ("q", "person", "project")}
    return Filters(
        query=texts["q"][:LONGEST_QUERY],
        types=tuple(set(given.getlist("type")) & set(STATEMENT_TYPES)),
        statuses=tuple(set(given.getlist("status")) & set(Status)),
        person=texts["person"][:LONGEST_NAME],
        project=texts["project"][:LONGEST_NAME],
    )


def words(given: QueryParams, field: str, longest: int = LONGEST_NAME) -> str:
    """Return the text of a field without surrounding blanks. Raises :class:`InvalidInput` for what is no text."""
    text = given.get(field, "").strip()[:longest]
    if "\0" in text:
        raise InvalidInput(f"{field}: holds a character that no text has", field=field)
    return text


def read_day(text: str, field: str, zone: tzinfo, *, end: bool = False) -> datetime | None:
    """A day (``2026-02-01``) or a time as a moment; null for nothing.

    A day begins and ends where the zone says. Raises :class:`InvalidInput`.

    Args:
        text: what was typed.
        field: what it is called in the error.
        zone: of a day, and of a time that names none.
        end: a day is its last moment, not its first.
    """
    text = text.strip()
    if not text:
        return None
    try:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            moment = datetime.fromisoformat(text)
            return parse_time((moment if moment.tzinfo else moment.replace(tzinfo=zone)).isoformat())
        if end:
            return parse_time(datetime.combine(day + timedelta(days=1), time(), zone).isoformat()) - A_MOMENT
        return parse_time(datetime.combine(day, time(), zone).isoformat())
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{field}: expected a day such as 2026-02-01, got {text[:40]!r}", field=field) from error


def read_place(text: str, zone: tzinfo) -> tuple[str, str] | None:
    """A place in the list of the newest, as :attr:`Hits.last` writes it. Raises :class:`InvalidInput`."""
    if not text:
        return None
    at, tilde, id_ = text[:200].partition("~")
    moment = read_day(at, "after", zone)
    if moment is None or not tilde or "\0" in id_:
        raise InvalidInput(f"after: expected a time and an id, got {text[:40]!r}", field="after")
    return time_text(moment), id_


def number(text: str, field: str, *, most: int, usual: int) -> int:
    """A whole number from 1 on. Raises :class:`InvalidInput`."""
    if not text.strip():
        return usual
    if not text.strip().isascii() or not text.strip().isdigit() or not 1 <= int(text.strip()[:20]) <= most:
        raise InvalidInput(f"{field}: expected a number between 1 and {most:,}, got {text[:40]!r}", field=field)
    return int(text)


def address(given: QueryParams, **changed: Any) -> str:
    """The query of this address with some parameters changed."""
    kept = [(name, value) for name, value in given.multi_items() if name not in changed and value]
    return "?" + urlencode([*kept, *((name, str(value)) for name, value in changed.items())])


def days_since(
    first: datetime | None, now: datetime, chosen: datetime | None, zone: tzinfo
) -> tuple[str, int, int] | None:
    """A slider's first day, how many days follow it up to today, and how many up to the one chosen (else today).

    Null where there is nothing to slide over.
    """
    if first is None:
        return None
    begin, today = first.astimezone(zone).date(), now.astimezone(zone).date()
    if begin >= today:
        return None
    last = (today - begin).days
    place = min(max((chosen.astimezone(zone).date() - begin).days, 0), last) if chosen else last
    return begin.isoformat(), last, place
