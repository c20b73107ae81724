"""Words such as "tomorrow" as they are told later: with the date that they meant when and where they were said.

Memories hold their dates since they were learned. A raw input is kept as it was said, with the speaker's clock: its
dates are read from both with the grammar of ``nodes/dates``, which takes a millisecond for a sentence, and so only of
sentences that say such a word.
"""

import re
from datetime import datetime
from functools import lru_cache

from memorist.nodes.dates import bounds_of
from memorist.nodes.dates import with_dates as with_dates_beside
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.language.stops import sentences_in

_RELATIVE = re.compile(
    rf"\b(?:tomorrow|today|tonight|yesterday|next|last|past|this|coming|in|ago|from\snow|{WEEKDAY})\b", re.IGNORECASE
)


@lru_cache(maxsize=4_096)
def with_dates(text: str, said_at: str) -> str:
    """Return ``text`` with the date behind each relative one, as seen from ``said_at``.

    ``said_at`` is ISO time on the speaker's clock.
    Empty: nobody knows when it was said, and no date is added.

    >>> with_dates("The dentist is tomorrow", "2026-03-11T09:00:00+01:00")
    'The dentist is tomorrow (2026-03-12)'
    """
    if not said_at or not _RELATIVE.search(text):
        return text
    moment = datetime.fromisoformat(said_at)
    told, done = "", 0
    for sentence in sentences_in(text):
        place = text.find(sentence, done)
        if place < 0 or not _RELATIVE.search(sentence):
            continue
        told += text[done:place] + with_dates_beside(sentence, bounds_of(sentence, moment).dates)
        done = place + len(sentence)
    return told + text[done:]
