"""How people write a day or a span of days: "wed the 20th", "the day after tomorrow", "end of aug"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memorist.nodes.language.calendar_words import MONTH_NUMBERS, ORDINAL_DAY, SEASONS, WEEKDAY_NUMBERS


def _longest_first(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


MONTH_NAME = f"(?:{_longest_first(MONTH_NUMBERS)})"
SEASON_NAME = "|".join(SEASONS)
WEEKDAY_NAME = f"(?:{_longest_first(WEEKDAY_NUMBERS)})"
AMOUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|(?:a )?couple of|\d{1,3})"
UNIT = r"(?:day|week|wk|fortnight|month|year)s?"
YEAR = r"(?:19|20)\d\d"
_OF_YEAR = rf"(?:,? {YEAR}(?!\d))?"
_ORDINAL = rf"{ORDINAL_DAY}\b"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?(?![\d:%]|\.\d| ?[ap]m\b)"
_NO_RANK = (
    r"(?=\W*$|\)| ?[,.;:!?](?!\d)| [-–—&(]| (?:at|in|on|onwards?|and|or|but|so|then|is|was|isn['’]?t|wasn['’]?t|will|"
    r"works?|would|for|from|to|till?|until|through|with|if|because|cos|as|we|i|they|he|she|you|it|its|it['’]s|the|this|that|our|"
    r"my|his|her|their|which|when|where|instead|not|too|also|already|please|pls|before|after|by|around|noon|midday|"
    r"morning|afternoon|evening|night|latest|max|everyone|everybody|nobody|all|an?|no|never|there|can|could|has|have|"
    r"had|gets?|goes|comes?|starts|ends|forward|of (?:this|next|last|the) month|\d)\b| (?-i:[A-Z]))"
)
"""What may follow a day of the month: behind "the 2nd" in "the 2nd attempt" stands what is counted."""
_NO_NUMBER = r"(?! (?!is\b|was\b|has\b|its\b|as\b|this\b)[a-z]+s\b)"
"""Nor are 2000 users a year."""
_OF_A_MONTH = r"(?: of (?:this|next|last|the) month)?"
_WEEKDAY_SAID = rf"(?:(?:next|last|this|coming) )?{WEEKDAY_NAME}"
_MONTH_SAID = rf"(?:(?:next|last|this) )?{MONTH_NAME}(?: {YEAR}(?!\d))?"
_DAY = (
    rf"\d{{4}}-\d{{2}}-\d{{2}}"
    rf"|(?:{WEEKDAY_NAME},? )?(?:{MONTH_NAME}\.? {_NUMBER}|(?:the )?{_NUMBER} (?:of )?{MONTH_NAME}\b)"
    rf"{_OF_YEAR}|{WEEKDAY_NAME},? (?:the )?(?:{_ORDINAL}|\d{{1,2}}(?![\d:]))(?! of\b){_NO_RANK}"
    rf"|(?:the )?{_ORDINAL}(?! of (?!this|next|last|the month))"
    rf"{_NO_RANK}{_OF_A_MONTH}|{_WEEKDAY_SAID} (?:next|last|this) (?:week|wk)"
    rf"|(?:next|last|this) (?:week|wk) (?:on )?{WEEKDAY_NAME}"
    rf"|{_WEEKDAY_SAID}(?! of\b)|(?:the )?day after tomorrow|(?:the )?day before yesterday|today|tomorrow|yesterday"
)
_SPAN = (
    rf"(?:next|last|this) (?:{SEASON_NAME}|week|wk|weekend|wknd|month|quarter|year|sprint)"
    r"|(?:last|this) (?:morning|afternoon|evening|night)"
    rf"|the (?:weekend|wknd)|{_MONTH_SAID}|(?:{SEASON_NAME}) {YEAR}|q[1-4](?: {YEAR})?|{YEAR}(?!\d){_NO_NUMBER}"
)
_PART = (
    r"(?:the )?end of (?:(?:the|this|next|last) )?(?:day|week|month|quarter|year|sprint)|eo[dwmqy]\b"
    rf"|(?:the )?(?:(?:early|mid|late)[ -](?:in )?|(?:beginning|start|middle|end) of )(?:{_MONTH_SAID}|{YEAR}(?!\d)|"
    rf"(?:next|last|this|the) (?:week|month|quarter|year)|q[1-4])"
)
_COUNTED = (
    rf"{AMOUNT} {UNIT} ago|in {AMOUNT} {UNIT}(?! ago)\b|{AMOUNT} {UNIT} from (?:now|today)"
    rf"|{AMOUNT} {UNIT} (?:from|before|after|on) (?:the )?(?:{_DAY})"
)
DATE = rf"(?:{_COUNTED}|{_PART}|{_DAY}|{_SPAN}|now|tonight)"
"""A time as people name it, as a piece of a pattern; ignore case."""

CLEAR_DATE = (
    rf"(?:{_COUNTED}|{_PART}"
    rf"|{WEEKDAY_NAME},? (?:the )?(?:{_ORDINAL}(?: of {MONTH_NAME})?|{_NUMBER} (?:of )?{MONTH_NAME})"
    rf"|(?:next|last|this) (?:week|wk) (?:on )?{WEEKDAY_NAME}|{WEEKDAY_NAME} (?:next|last|this) (?:week|wk)"
    r"|(?:the )?day (?:after tomorrow|before yesterday))"
)
"""A time that is written like nothing else."""


class Named(NamedTuple):
    """A time that a text names, and where."""

    words: str
    start: int
    end: int


def dates_in(text: str) -> Iterator[Named]:
    """The times that a text names, in order; not words and numbers that are only written like one.

    "May" is an auxiliary and a name, "sat" a verb, 2013 a number, and who comes in 2nd names no day. "The second week
    of April" does not begin with April, and "his July holiday" and "a Thursday slot" tell which.
    """
    for found in _NAMED.finditer(text):
        lead = text[max(0, found.start() - _LOOKED_AT) : found.start()]
        if _AMBIGUOUS.fullmatch(found["when"]) and not _INTRODUCED.search(lead):
            continue
        if _BARE_ORDINAL.fullmatch(found["when"]) and not (_ON.search(lead) or not re.search(r"\w", lead)):
            continue
        if _PLAIN.fullmatch(found["when"]) and _OWNED.search(lead):
            continue
        if _ONE_OF.search(lead) and not _BESIDE_NOW.match(found["when"]):
            continue
        yield Named(found["when"], found.start(), found.end())


_LOOKED_AT = 40
"""Characters before a day, which tell whether it is one."""
_NAMED = re.compile(rf"(?<![\w.$€£#/-])(?P<when>{DATE})\b(?!['’]s\b)", re.IGNORECASE)
_AMBIGUOUS = re.compile(r"may|jan|march|mar|april|june|august|sep|sat|sun|wed|q[1-4]|\d{4}", re.IGNORECASE)
_BARE_ORDINAL = re.compile(ORDINAL_DAY, re.IGNORECASE)
_ON = re.compile(r"\b(?:on|by|from|until|till?|before|since|after|due|is|was|or)\s+(?:the\s)?$", re.IGNORECASE)
_INTRODUCED = re.compile(
    r"\b(?:in|on|by|of|until|till?|before|after|since|from|during|through|over|next|last|this)\s+(?:(?:early|mid|late)\s)?$",
    re.IGNORECASE,
)
_PLAIN = re.compile(rf"{WEEKDAY_NAME}|{MONTH_NAME}", re.IGNORECASE)
_OWNED = re.compile(r"(?:\d|\b(?:the|an?|my|our|your|his|her|its|their|no)|\w['’]s)\s+$", re.IGNORECASE)
_ONE_OF = re.compile(
    r"\b(?:(?:first|second|third|fourth|last|every|each|other|\d(?:st|nd|rd|th))\s(?:(?:week|half|weekend|[a-z]+day)\s(?:of|in)\s)?|"
    r"(?:week|half|weekend)\s(?:of|in)\s)(?:the\s)?$",
    re.IGNORECASE,
)
_BESIDE_NOW = re.compile(r"next\b|last\b|this\b", re.IGNORECASE)
