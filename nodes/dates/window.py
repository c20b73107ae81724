"""The window of time that a task asks about."""

from dataclasses import dataclass
from datetime import UTC, datetime, time

from memorist.nodes.dates.find import places_in
from memorist.nodes.dates.grammar import View
from memorist.nodes.dates.spans import in_spans


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """From the first to the last moment, both inside, and the words that named it."""

    start: datetime
    end: datetime
    words: str


def window_of(task: str, now: datetime) -> TimeWindow | None:
    """The window of time that a task asks about ("last week", "in March 2025", "vor 5 Tagen"), or null.

    Days are days in the zone of ``now``; of several times the first counts. "Between A and B" is one.
    """
    view, zone = View(now.date(), asked=True), now.tzinfo or UTC
    for place in in_spans(task, places_in(task)):
        if (days := place.days(view)) is not None:
            first, last = datetime.combine(days[0], time.min, zone), datetime.combine(days[1], time.max, zone)
            return TimeWindow(first.astimezone(UTC), last.astimezone(UTC), place.words.lower())
    return None
