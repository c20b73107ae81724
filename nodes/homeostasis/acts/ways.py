"""Ways: a demand to do something in one way ("always write to parents in Dutch") forbids the other ways."""

import re
from functools import cache
from typing import NamedTuple

from memorist.nodes.homeostasis.acts.effects import table

_MUST = re.compile(r"\b(?:always|only(?:\sever)?|exclusively|must|ha(?:s|ve)\sto)\b", re.IGNORECASE)
_BY = r"(?:in|into|by|with|via|through|using|per|as)"


class Way(NamedTuple):
    """A way in which something is to be done: the words for it, its kind, and the values of the kind that fit."""

    words: str
    kind: str
    values: frozenset[str]


def way_in(said: str) -> tuple[Way, str] | None:
    """Return the way that a demand names, and what is to be done in it; null for a demand of none."""
    if not _MUST.search(said):
        return None
    for kind in table()["ways"]:
        if found := _pattern(kind).search(said):
            values = frozenset(value.casefold() for value in _value(kind).findall(found[0]))
            rest = f"{said[: found.start()]} {said[found.end() :]}"
            return Way(found[0].strip(), kind, values), " ".join(_MUST.sub(" ", rest).split())
    return None


def is_kept(way: Way, text: str) -> bool | None:
    """Return true if an act is done in this way, false if in another of the kind; null if its text names none."""
    named = {
        value.casefold() for found in _named(way.kind).finditer(text) for value in _value(way.kind).findall(found[0])
    }
    return bool(named & way.values) if named else None


@cache
def _value(kind: str) -> re.Pattern[str]:
    named: list[str] = table()["ways"][kind]
    values = sorted(map(re.escape, named), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(values)})\b", re.IGNORECASE)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    one = _value(kind).pattern
    return re.compile(rf"\b{_BY}\s(?:the\s|a\s)?{one}(?:(?:,\s|\s(?:or|and)\s){one}){{0,5}}", re.IGNORECASE)


@cache
def _named(kind: str) -> re.Pattern[str]:
    """Pattern of a value in an act: behind a preposition, or as the whole of an argument."""
    return re.compile(rf'{_pattern(kind).pattern}|"{_value(kind).pattern}"', re.IGNORECASE)
