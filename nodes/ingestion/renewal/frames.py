"""A sentence as a thing and its values: "standup is at 10 now" speaks of the standup, and the value is a time."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from memorist.memory_store.domain.identity import folded
from memorist.nodes.ingestion.renewal.reading import Reading, one_thing, read, words_of_change
from memorist.nodes.ingestion.renewal.telling_new import FOR_SOMEBODY
from memorist.nodes.language.covered import Covered
from memorist.nodes.language.details import details_of
from memorist.nodes.language.lexicon import Gazetteer, load_gazetteer
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import stems

Kind = Literal["time", "day", "rhythm", "number", "name", "holder"]
"""Of a value; ``holder`` is a person in a post that one person holds."""

_UNIT = re.compile(r"[\s-]?(?P<unit>[a-z]{3,}|mg|mcg|µg|ml|iu)\b", re.IGNORECASE)
OF_A_DOSE = frozenset({"mg", "mcg", "µg", "ml", "iu"})
"""Units of which somebody who speaks of himself has few values."""
_IDENTIFIER = re.compile(r"(?<![\w.-])[a-z]+(?:-[a-z]+)*-\d+[a-z]?(?![\w-])", re.IGNORECASE)
_ONE = re.compile(r"\bone[\s-](?=[a-z]{3,})", re.IGNORECASE)
_AT_WORK = frozenset(stem for word in "work started start joined join employed hired".split() for stem in stems(word))


class Value(NamedTuple):
    """A value in a sentence: of which kind, in a plain form, of what, and where it stands."""

    kind: Kind
    value: str
    unit: str
    start: int
    end: int


class Frame(NamedTuple):
    """A sentence without its values: the stems of what it speaks of, with the names."""

    text: str
    thing: frozenset[str]
    values: tuple[Value, ...]
    reading: Reading

    def of_kind(self, kind: Kind) -> dict[str, Value]:
        """The values of one kind by what they are."""
        return {value.value: value for value in self.values if value.kind == kind}


@cache
def _of_change() -> frozenset[str]:
    """The stems of words that say that a value changed, or of what kind it is; the thing itself is what is left."""
    return frozenset(stem for word in words_of_change() for stem in stems(word))


def frame(text: str) -> Frame:
    """Read a sentence as a thing and its values."""
    return _frame(text, load_gazetteer())


@lru_cache(maxsize=2_048)
def _frame(text: str, _: Gazetteer) -> Frame:
    reading = read(text)
    values = tuple(_values(text))
    named = frozenset[str]().union(*(named_by(text, value) for value in values))
    words = {_singular(word) for word in (*reading.words, *named) if word not in _of_change()} - _of_change()
    thing = {one_thing().get(word, word) for word in words}
    if FOR_SOMEBODY.search(text):
        thing = (thing - _AT_WORK) | {"work"}
    return Frame(text, frozenset(thing), values, reading)


def named_by(text: str, value: Value) -> frozenset[str]:
    """The stems of a name as it stands in the text."""
    return frozenset(map(_singular, stems(text[value.start : value.end]))) if value.kind == "name" else frozenset()


def _singular(word: str) -> str:
    return word[:-1] if 2 < len(word) <= 4 and word.endswith("s") and not word.endswith("ss") else word


def _values(text: str) -> Iterator[Value]:
    kinds: dict[str, Kind] = {"clock": "time", "day": "day", "often": "rhythm"}
    taken: list[tuple[int, int]] = []
    for found in _IDENTIFIER.finditer(text):
        taken.append(found.span())
        yield Value("name", found.group().casefold(), "", *found.span())
    for detail in details_of(text):
        unit = _UNIT.match(text, detail.end)
        kind = kinds.get(detail.kind, "number")
        of = _unit(unit["unit"]) if unit and kind == "number" else ""
        yield Value(kind, detail.value, of, detail.start, detail.end)
    for one in _ONE.finditer(text):
        unit = _UNIT.match(text, one.end() - 1)
        yield Value("number", "1", _unit(unit["unit"]) if unit else "", one.start(), one.end() - 1)
    covered = Covered(taken)
    for mention in find_names(text):
        if mention.kind != "entity:practice" and mention.field != "file" and not covered.holds(mention.start):
            yield Value("name", folded(mention.canonical), "", mention.start, mention.end)


def _unit(word: str) -> str:
    """What is counted; a word that speaks of nothing ("300 now") is no unit."""
    return next((stem for stem in read(word).words if stem not in _of_change()), "")
