"""The zone of a run, in which times are told."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, tzinfo
from functools import lru_cache
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


@lru_cache(maxsize=16_384)
def _in(zone: tzinfo, time: str) -> str:
    return parse_time(time).astimezone(zone).replace(tzinfo=None).isoformat(timespec="seconds")
