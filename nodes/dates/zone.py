"""The zone of a run, in which times are told."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from memorist.memory_store.domain.clock import parse_time

_ZONE: ContextVar[tzinfo] = ContextVar("zone", default=UTC)


@contextmanager
def told_in(zone: str) -> Generator[None]:
    """Tell times in a zone ("Europe/Berlin") inside the block, in this task and those it starts."""
    before = _ZONE.set(UTC if zone == "UTC" else ZoneInfo(zone))
    try:
        yield
    finally:
        _ZONE.reset(before)


def local_time(time: str) -> str:
    """A stored time (ISO text in UTC) in the zone of the run, as ``2026-02-01T17:00:00``."""
    zone = _ZONE.get()
    return time if zone is UTC or not time else _in(zone, time)


def stamp(moment: datetime, zone: str) -> str:
    """Return a moment that a program noted as ISO text for ``at``, on the clock of the zone ("Europe/Berlin").

    A program notes it in UTC wherever the speaker is: that is no offset of his, by which "tomorrow" could be counted.
    """
    return moment.astimezone(ZoneInfo(zone)).isoformat()


def restamped(given: Mapping[str, Any], zone: str) -> Mapping[str, Any]:
    """Return an input whose ``at`` a program noted with that time on the clock of the zone; see :func:`stamp`."""
    at = given.get("at")
    return {**given, "at": stamp(parse_time(at), zone)} if isinstance(at, str) and at.endswith("Z") else given


def told_at(time: str, offset: int | None) -> str:
    """Return a stored time as ISO text with an offset: on the clock of whoever said it, else in the zone of the run.

    ``offset``: minutes by which that clock was ahead of UTC; null where nobody noted it.
    """
    return _on_clock(_ZONE.get() if offset is None else _ahead(offset), time)


@lru_cache(maxsize=128)
def _ahead(minutes: int) -> tzinfo:
    return timezone(timedelta(minutes=minutes))


@lru_cache(maxsize=16_384)
def _on_clock(zone: tzinfo, time: str) -> str:
    return parse_time(time).astimezone(zone).isoformat()


@lru_cache(maxsize=16_384)
def _in(zone: tzinfo, time: str) -> str:
    return parse_time(time).astimezone(zone).replace(tzinfo=None).isoformat(timespec="seconds")
