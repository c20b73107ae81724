"""The line of a passage in a prompt: when it was said, by whom, its words with the dates that they mean.

Hundreds of passages compete for a prompt of some twenty: a line is written when it is first asked for.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from memorist.memory_store.domain.sentences import sentences_in
from memorist.nodes.dates import bounds_of
from memorist.nodes.dates import with_dates as with_dates_beside
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.retrieval.fence import one_line

ENDED, PARTLY = " (no longer so)", " (part of it is no longer so)"
"""Appended to a passage of an input whose only statement, or some of whose statements, no longer hold."""
REPLACED = " (an earlier version)"
"""Appended to a passage of a document of which a later version is held."""
_RELATIVE = re.compile(
    rf"\b(?:tomorrow|today|tonight|yesterday|next|last|past|this|coming|in|ago|from\snow|{WEEKDAY})\b", re.IGNORECASE
)


_DAY = re.compile(r"\d(?:st|nd|rd|th)\b", re.IGNORECASE)


@lru_cache(maxsize=4_096)
def with_dates(text: str, said_at: str, before: str = "") -> str:
    """Return ``text`` with the date behind each relative one, as seen from ``said_at``.

    Args:
        text: what was said.
        said_at: ISO time on the speaker's clock; empty: nobody knows when it was said, and no date is added.
        before: the turn before, which may name the month of "the 7th".

    >>> with_dates("The dentist is tomorrow", "2026-03-11T09:00:00+01:00")
    'The dentist is tomorrow (2026-03-12)'
    """
    may_be = (_RELATIVE, _DAY) if before else (_RELATIVE,)
    if not said_at or not any(of.search(text) for of in may_be):
        return text
    moment = datetime.fromisoformat(said_at)
    told, done = "", 0
    for sentence in sentences_in(text):
        place = text.find(sentence, done)
        if place < 0 or not any(of.search(sentence) for of in may_be):
            continue
        told += text[done:place] + with_dates_beside(sentence, bounds_of(sentence, moment, text, before).dates)
        done = place + len(sentence)
    return told + text[done:]


class PassageLine(NamedTuple):
    """Parts of the line of a passage; its text is the line.

    Args:
        local: ISO time on the clock of whoever said it; empty where nobody knows when.
        who: who said it, or whose document it is; empty where nobody is known.
        said: the passage, whole.
        mark: :data:`ENDED`, :data:`PARTLY`, :data:`REPLACED` or empty.
        before: the turn before it.
    """

    local: str
    who: str
    said: str
    mark: str = ""
    before: str = ""

    @property
    def when(self) -> str:
        """The day and the minute in which it was said."""
        return f"{self.local[: len('2026-02-01')]} {self.local[len('2026-02-01T') : len('2026-02-01T17:00')]}".strip()

    @property
    def words(self) -> str:
        """The passage with the dates that it means."""
        return with_dates(self.said, self.local, self.before)

    def __str__(self) -> str:
        return _line_of(self)


@lru_cache(maxsize=8_192)
def _line_of(passage: PassageLine) -> str:
    said = one_line(f"{passage.who}: {passage.words}" if passage.who else passage.words)
    return f"{passage.when}: {said}{passage.mark}" if passage.local else f"{said}{passage.mark}"
