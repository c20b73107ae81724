"""Statements as they are compared before a change is judged: what they speak of, and if they may tell a change."""

import re
from functools import cache, cached_property, lru_cache

from memorist.nodes.language.calendar_words import CALENDAR_WORDS, MONTH_NUMBERS, WEEKDAY_NUMBERS
from memorist.nodes.language.lexical import FUNCTION_WORDS, stem
from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.markers import LIMITS

LONGEST = 320
"""Characters of a statement that are looked at."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[$€£]?\d[\w.,:/%-]*|[?]")
_VALUES = {
    "date": re.compile(
        rf"\b(?:\d{{1,2}}\.? ?(?:{'|'.join(MONTH_NUMBERS)})\w*|(?:{'|'.join(MONTH_NUMBERS)})\w* "
        r"\d{1,2}(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}|\d{1,2}(?:st|nd|rd|th))\b"
    ),
    "month": re.compile(rf"\b(?!may\b)(?:{'|'.join(sorted(MONTH_NUMBERS, key=len, reverse=True))})\b"),
    "weekday": re.compile(rf"\b(?:{'|'.join(sorted(WEEKDAY_NUMBERS, key=len, reverse=True))})s?\b"),
    "clock": re.compile(r"\b\d{1,2}(?::\d\d)(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b|\bnoon\b|\b\d{1,2} uhr\b"),
    "money": re.compile(r"[$€£] ?\d[\d.,]*k?|\b\d[\d.,]*k? ?(?:euros?|eur|dollars?|usd|pounds?|bucks|francs|chf|€|\$)"),
    "percent": re.compile(r"\d[\d.]* ?(?:%|percent)"),
    "version": re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\b|\bv\d+\b"),
    "span": re.compile(
        r"\b(?:\d+|two|three|four|five|six|ten) ?"
        r"(?:seconds?|s|ms|minutes?|min|hours?|hrs?|h|days?|weeks?|months?|years?)\b"
    ),
    "amount": re.compile(r"\b\d[\d.,]*(?: ?[a-z]{1,12})?\b"),
    "place": re.compile(r"\b(?:https?://\S+|[\w.-]+@[\w.-]+|[\w-]+(?:/[\w.-]+)+|#[\w-]+)"),
}
_NOT_CONTENT = frozenset(
    map(stem, CALENDAR_WORDS | FUNCTION_WORDS | frozenset("user team now today still get got really ok yes".split()))
)


@cache
def _of_change() -> re.Pattern[str]:
    """Return the words and phrases of change; "*" is any one word, at the end of a word any ending."""
    phrases = {" ".join(one.split()) for words in shipped(__name__, "words.yaml").values() for one in words.split("|")}
    longest_first = (re.escape(one) for one in sorted(phrases, key=len, reverse=True))
    each = (one.replace(r"\ \*\ ", r" [\w']+ ").replace(r"\*", r"\w*") for one in longest_first)
    return re.compile(rf"\b(?:{'|'.join(each)})\b")


class ComparedStatement:
    """A statement as it is compared; each part is worked out when it is first asked for.

    Most statements share no word with any other, and of those no more is needed than ``content``.
    """

    def __init__(self, text: str) -> None:
        self._low = text[:LONGEST].replace("’", "'").lower()

    @cached_property
    def content(self) -> frozenset[str]:
        """Stems of the words that say what it is about."""
        words = (word for word in _TOKEN.findall(self._low) if word[0].isalpha())
        return frozenset(stem(word.removesuffix("'s")) for word in words) - _NOT_CONTENT

    @cached_property
    def values(self) -> frozenset[str]:
        """Kinds of values in it: dates, amounts, addresses."""
        return frozenset(kind for kind, pattern in _VALUES.items() if pattern.search(self._low))

    @cached_property
    def of_change(self) -> bool:
        """It has a word of change."""
        return _of_change().search(self._low) is not None

    @cached_property
    def limited(self) -> bool:
        """It says that it holds for a part only: "only", "until", "except"."""
        return LIMITS.search(self._low) is not None


@lru_cache(maxsize=8_192)
def statement_of(text: str) -> ComparedStatement:
    """Return a text as it is compared."""
    return ComparedStatement(text)


def may_tell(old: ComparedStatement, new: ComparedStatement) -> bool:
    """Return true if a later statement shares a word with an older one and has a word of change, or a value of the same
    kind: cheap to see, and without it nothing ends. What holds for a part only ("… on Mondays only") ends nothing."""
    if old.content.isdisjoint(new.content) or (new.limited and not old.limited and not new.values <= old.values):
        return False
    return new.of_change or not old.values.isdisjoint(new.values)
