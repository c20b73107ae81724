"""Sentences of a text in which something was forgotten, cut so that none reaches across a line."""

import re

_SENTENCE = re.compile(r"[^\n.!?…]+(?:[.!?…](?!\s|$)[^\n.!?…]*)*[.!?…]*")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, each within a line, roughly: a stop behind an abbreviation ends one as well."""
    return [said for match in _SENTENCE.finditer(text) if (said := match[0].strip())]


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of the sentences that a stretch of a text belongs to."""
    ahead = list(_STOP.finditer(text, max(0, start - _LONGEST), start))
    behind = _STOP.search(text, end)
    first = ahead[-1].end() if ahead else max(0, start - _LONGEST)
    return first, min(behind.end() if behind else len(text), end + _LONGEST)


_STOP = re.compile(r"[.!?…]+(?=\s|$)\s?|\n")
_LONGEST = 2_000
"""Characters of one sentence, before and behind what was found."""
