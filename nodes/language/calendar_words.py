"""Words of the calendar, for what looks for dates in a text: lists to look up, and pieces of patterns."""

from memorist.memory_store.domain.sentences import MONTHS_IN_SHORT

MONTHS = tuple("january february march april may june july august september october november december".split())
WEEKDAYS = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
WEEKDAYS_IN_SHORT = tuple("mon tue wed thu fri sat sun".split())
WEEKDAY_NUMBERS = {
    **{name: number for number, name in enumerate(WEEKDAYS)},
    **{name: number for number, name in enumerate(WEEKDAYS_IN_SHORT)},
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
"""From Monday, which is 0, however it is written."""
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month that each begins in, in the north."""
MONTH_NUMBERS = {
    **{name: number for number, name in enumerate(MONTHS, start=1)},
    **{name: number for number, name in enumerate(MONTHS_IN_SHORT, start=1)},
    "sept": 9,
}

MONTH = f"(?:{'|'.join(MONTHS)})"
WEEKDAY = f"(?:{'|'.join(WEEKDAYS)})"

CALENDAR_WORDS = frozenset((*MONTH_NUMBERS, *WEEKDAY_NUMBERS, *(f"{day}s" for day in WEEKDAYS), *SEASONS))
"""Words that name a time, not a person or a thing."""
