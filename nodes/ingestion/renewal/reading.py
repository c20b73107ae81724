"""A sentence as what it speaks of and what it says of it, for comparing what is told now with what was told before."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import yaml

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.sameness import negated
from memorist.nodes.language.details import details_of
from memorist.nodes.language.gazetteer import platforms_said
from memorist.nodes.language.lexicon import Gazetteer, load_gazetteer
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import stems

_RELATIVES = re.compile(
    r"\b(?:sister|brother|mom|mum|mother|dad|father|parents?|wife|husband|partner|girlfriend|boyfriend|son|daughter|"
    r"kids?|cousin|uncle|aunt|grand\w+|friend|neighbou?r|roommate|flatmate|colleague|coworker|boss|landlord|niece|"
    r"nephew)s?\b",
    re.IGNORECASE,
)
_SAYS_NOTHING = frozenset(
    """user users team family s t re ve ll d m thing things stuff one ones today tomorrow yesterday day days week weeks
    month year time now back again please pls so lol btw fyi yes no yeah ok hey got get gets also still really
    much many any anymore more all just never ever don doesn isn aren wasn didn won after before over out lot
    bit like going go goes went come came been good great nice well way know said say says tell asked about
    already itself himself herself themselves myself yourself anyway actually basically probably maybe perhaps though
    although however instead else same only even quite rather almost nearly both either something anything nothing
    someone anyone everyone somebody everybody
    """.split()
)


@dataclass(frozen=True)
class Signs:
    """The words of ``signs.yaml`` as patterns, by what they are a sign of."""

    said: dict[str, re.Pattern[str]]
    held: dict[str, re.Pattern[str]]
    fields: dict[str, re.Pattern[str]]


@cache
def _data() -> dict[str, Any]:
    text = files("memorist.nodes.ingestion.renewal").joinpath("signs.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


@cache
def signs() -> Signs:
    """Read once."""
    return Signs(*({name: _any(words) for name, words in _data()[part].items()} for part in ("said", "held", "fields")))


def words_of_change() -> list[str]:
    """The words that say that a value changed, or of what kind it is."""
    return str(_data()["of_change"]).split()


@cache
def one_thing() -> dict[str, str]:
    """Of things that have two words, the word by which they are compared, by the stems of the others."""
    lines = [line.split() for line in str(_data()["one_thing"]).splitlines()]
    return {other: min(stems(first)) for first, *others in lines for word in others for other in stems(word)}


def _any(phrases: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(phrases.split())})(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """A sentence, read.

    Args:
        words: stems of what it speaks of, in order, without details and names.
        names: of people, tools and places, each with the kind of thing that it names.
        details: days, times and numbers, by kind.
        relatives: other people it is about.
        bounds: platforms and environments.
        said: signs of change in it, and ``held`` those of something that does not last.
        fields: what it is about in general.
        ended_at: where it says that something ended, and ``stays_at`` that something stays.
    """

    text: str
    words: tuple[str, ...]
    names: dict[str, str]
    details: dict[str, frozenset[str]]
    relatives: frozenset[str]
    bounds: frozenset[str]
    said: frozenset[str]
    held: frozenset[str]
    fields: frozenset[str]
    ended_at: tuple[int, ...]
    stays_at: tuple[int, ...]
    denied: bool
    asks: bool


def read(text: str) -> Reading:
    """Read a sentence."""
    return _read(text, load_gazetteer())


@lru_cache(maxsize=2_048)
def _read(text: str, _: Gazetteer) -> Reading:
    known = signs()
    details: dict[str, set[str]] = defaultdict(set)
    plain = text
    for detail in details_of(text):
        details[detail.kind].add(detail.value)
        plain = _without(plain, detail.start, detail.end)
    named = [m for m in find_names(text) if m.kind != "entity:practice" and m.field != "file"]
    for mention in named:
        plain = _without(plain, mention.start, mention.end)
    words = [
        stem for word in re.findall(r"[^\W\d_]+", plain) if word.casefold() not in _SAYS_NOTHING for stem in stems(word)
    ]
    return Reading(
        text=text,
        words=tuple(dict.fromkeys(words)),
        names={folded(m.canonical): f"{m.kind}:{m.field or ''}" for m in named},
        details={kind: frozenset(values) for kind, values in details.items()},
        relatives=frozenset(found.group().casefold() for found in _RELATIVES.finditer(text)),
        bounds=frozenset(platforms_said(text)),
        said=frozenset(name for name, words in known.said.items() if words.search(text)),
        held=frozenset(name for name, words in known.held.items() if words.search(text)),
        fields=frozenset(name for name, words in known.fields.items() if words.search(text)),
        ended_at=tuple(found.start() for found in known.said["ended"].finditer(text)),
        stays_at=tuple(found.start() for found in known.said["stays"].finditer(text)),
        denied=bool(negated(text)),
        asks=text.rstrip().endswith("?"),
    )


def _without(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"
