"""Time: always in UTC, always passed in, written in one fixed form that sorts as text."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Annotated, Protocol

from pydantic import AfterValidator, BeforeValidator, PlainSerializer

from memorist.memory_store.domain.errors import NaiveTime

_NUMBER = re.compile(r"[-+]?[\d.]+")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
"""The ends of the calendar."""


def require_utc(moment: datetime) -> datetime:
    """Return ``moment`` in UTC; a naive time raises :class:`NaiveTime`."""
    if moment.tzinfo is None:
        raise NaiveTime(f"the time {moment.isoformat()} has no zone: add Z or an offset such as +02:00")
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


@lru_cache(maxsize=16_384)
def time_text(moment: datetime) -> str:
    """Return ``moment`` as ``2026-02-01T17:00:00.000000Z``: fixed width, so text order is time order."""
    return f"{require_utc(moment).isoformat(timespec='microseconds')[:-6]}Z"


def day_number(moment: datetime) -> int:
    """Days since 1970, in UTC: a number, because databases index the order of numbers."""
    return int(require_utc(moment).timestamp() // 86_400)


def moment_number(moment: datetime) -> int:
    """Microseconds since 1970, in UTC; exact as a double until the year 2255."""
    return (require_utc(moment) - _EPOCH) // _MICROSECOND


def shifted(moment: datetime, by: timedelta) -> datetime:
    """``moment`` later by ``by``, or earlier if that is negative; at the ends of the calendar, its end."""
    try:
        return moment + by
    except OverflowError:
        return LAST if by > timedelta(0) else FIRST


@lru_cache(maxsize=16_384)
def parse_time(text: str) -> datetime:
    """Read an ISO 8601 time. Raises :class:`NaiveTime` without a zone, ``ValueError`` on anything else."""
    return require_utc(datetime.fromisoformat(text))


def _no_number(given: object) -> object:
    """Refuse what would be read as seconds since 1970, a year for one: nobody means that.

    A text is read here, because behind this function a strict model would accept none.
    """
    if isinstance(given, int | float) or (isinstance(given, str) and _NUMBER.fullmatch(given.strip())):
        raise ValueError(f"expected a time with its zone, such as 2026-02-15T00:00:00Z, got {given!r}")
    if isinstance(given, str):
        with suppress(ValueError):
            return datetime.fromisoformat(given)
    return given


UtcTime = Annotated[
    datetime,
    BeforeValidator(_no_number),
    AfterValidator(require_utc),
    PlainSerializer(time_text, when_used="json"),
]
"""A pydantic field type: zone-aware, converted to UTC, serialised in the fixed form."""


class Clock(Protocol):
    """Clock that supplies the current time."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return datetime.now(UTC)


class VirtualClock:
    """A clock that stands where it is put, so that months replay in a second."""

    def __init__(self, start: datetime) -> None:
        self._now = require_utc(start)

    def now(self) -> datetime:
        """Return the time the clock was put to."""
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Put the clock to ``moment``; it may also go back, for looks into the past."""
        self._now = require_utc(moment)
