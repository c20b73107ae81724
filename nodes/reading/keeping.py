"""Keeping: what a request to forget says is to be kept ("keep the rest", "but not that he speaks French")."""

import re
from typing import NamedTuple

_REST = (
    r"(?:(?:all\s(?:of\s)?)?(?:the|my|our)\s(?:rest|others?|other\s\w+|remaining\s\w+)(?:\sof\s(?:it|that|them))?|"
    r"(?:every|any)thing\selse|all\s(?:the\s)?(?:else|others?))"
)
_DELETE = r"(?:forget|delete|erase|remove|touch|drop|lose)"
_OBJECT = r"(?=(?:that|the|what|where|when|who|how|his|her|my|our|their|its|[\w.-]+['’]s)\s)"
_MANNERS = r"(?:(?:please|just|only|do|also|still|then)\s+)*"
_KEEPING = (
    rf"{_MANNERS}(?:keep|leave|retain)\s{_REST}\b[^.!?]*|"
    rf"{_REST}\s(?:stays?|remains?|is|are|can|may|should|must|shall|as)\b[^.!?]*|"
    rf"(?:{_MANNERS}(?:just|only)\s(?:that|this)(?:\s(?:one|part|bit))?|nothing\s(?:else|more))\b[^.!?]*"
)
"""The rest is to be kept, whatever it is."""
_NAMING = (
    rf"{_MANNERS}(?:keep|leave|retain|remember)\s{_OBJECT}(?P<k{{0}}>[^.!?]+)|"
    rf"not\s{_OBJECT}(?P<n{{0}}>[^.!?]+)|"
    rf"{_MANNERS}(?:do\snot|don['’]?t)\s{_DELETE}\s(?P<d{{0}}>[^.!?]+)"
)
_MARK = r"(?:(?<!\s)\s+|(?<![\s,;:.!–—(-]))[,;:.!–—(-]+\s*"
_STOP = r"(?:(?<!\s)\s+|(?<![\s;.!–—(-]))[;.!–—(-]+\s*"
_JOINT = rf"(?:{_MARK}|(?<!\s)\s+)"
_KEPT = re.compile(
    rf"(?:{_JOINT}(?:but|and|though)\s+(?:{_KEEPING}|{_NAMING.format('1')})|{_MARK}(?:{_KEEPING})|"
    rf"{_STOP}(?:{_NAMING.format('2')})|"
    rf"{_JOINT}(?:except|apart\sfrom|other\sthan|besides|excluding|with\sthe\sexception\sof)\s(?:for\s)?(?P<x>[^.!?]+))"
    r"(?P<more>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_AS_IT_IS = (
    r"(?:\W+(?:as\s(?:it|they)\s(?:is|are)|(?:in|on|from)\s(?:your\s)?(?:memory|mind|notes|file)|please|thanks?|thank\syou|"
    r"be|kept|stored|saved|alone|there|though|fine|ok(?:ay)?|good|stays?|remains?|can|may|should|is|are))*"
)
_ALONE = re.compile(
    rf"\W*(?:(?:but|and)\s+)?{_MANNERS}(?:(?:keep|leave|retain)\s{_REST}|{_REST}(?=\s\w)|(?:just|only)\s(?:that|this)|nothing\selse)"
    rf"{_AS_IT_IS}\W*",
    re.IGNORECASE,
)
_ANYTHING = re.compile(rf"\W*{_REST}\W*", re.IGNORECASE)
_LAST = re.compile(r"[\s,;:)–—-]*(?:please|thanks?|thank\syou|thx|ok(?:ay)?|though)?[\s,;:)–—-]*$", re.IGNORECASE)


class RequestParts(NamedTuple):
    """The parts of a request to forget.

    Args:
        asked: its words without what is to be kept.
        kept: what it names as to be kept; empty for the rest, whatever it is; null if it says nothing of it.
    """

    asked: str
    kept: str | None


def parts_of(request: str) -> RequestParts:
    """Part a request to forget into what it asks for and what it says is to be kept."""
    found = _KEPT.search(request)
    if found is None or not request[: found.start()].strip():
        return RequestParts(request, None)
    named = next((words for name, words in found.groupdict().items() if words and name != "more"), "")
    kept = "" if _ANYTHING.fullmatch(named) else _LAST.sub("", named)
    return RequestParts(f"{request[: found.start()]}{found['more']}", kept)


def only_keeps(sentence: str) -> bool:
    """Return true if a sentence says that the rest is to be kept, and nothing else: "Keep the rest, please."."""
    return _ALONE.fullmatch(sentence) is not None
