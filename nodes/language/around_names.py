"""The words that stand around names which are written small, as ``around_names.yaml`` holds them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.name_lists import not_names
from memorist.nodes.language.shipped import shipped


@dataclass(frozen=True, slots=True)
class AroundNames:
    """``kinds``: what each word is, of the lists of the file; ``dealt``: the word between an act and a company."""

    kinds: Mapping[str, tuple[str, ...]]
    dealt: Mapping[str, frozenset[str]]
    no_names: frozenset[str]
    every_day: tuple[str, ...]


_KINDS = ("asks", "asked", "matters", "companies", "people", "newest", "firms", "fields")


@cache
def around_names() -> AroundNames:
    """The lists, arranged for looking up by word."""
    data: Any = shipped(__name__, "around_names.yaml")
    kinds: dict[str, list[str]] = {}
    dealt: dict[str, set[str]] = {}
    for kind in _KINDS:
        for word in data[kind]:
            kinds.setdefault(word, []).append(kind)
    for between, acts in data["dealt"].items():
        for act in acts:
            kinds.setdefault(act, []).append("dealt")
            dealt.setdefault(act, set()).add(between)
    return AroundNames(
        kinds={word: tuple(dict.fromkeys(of)) for word, of in kinds.items()},
        dealt={act: frozenset(words) for act, words in dealt.items()},
        no_names=frozenset(data["no names"]),
        every_day=tuple(data["every day"]),
    )


_ENDINGS = (
    "s", "es", "ed", "er", "ers", "or", "ist", "ists", "ant", "ent", "al", "ic", "an", "age", "ive", "ery", "y", "ee",
    "ish",
)  # fmt: skip
_OF_ENGLISH = (
    "ing", "ion", "ions", "ment", "ments", "ness", "ity", "ties", "ism", "able", "ible", "less", "ous", "ship", "hood",
    "ware", "ance", "ence", "ancy", "ency", "logy", "graphy", "ful", "ly", "ize", "ise",
)  # fmt: skip
_HALF = 4


@lru_cache(maxsize=8192)
def may_be_a_firm(word: str, *, compound: bool = False) -> bool:
    """Whether a word in lower case is unknown enough to name a company where the words around it say so.

    ``compound``: also one put together from two known words, unless it is one of every day: "northwind".
    """
    around = around_names()
    if len(word) < _HALF or not word.isalpha() or is_ordinary(word) or word in not_names() or word in around.no_names:
        return False
    if word.endswith(_OF_ENGLISH) or word in around.kinds:
        return False
    stems = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    if any(
        is_ordinary(form) or form in around.no_names for stem in stems if len(stem) > 2 for form in (stem, f"{stem}e")
    ):
        return False
    if not _is_compound(word):
        return True
    return compound and not word.endswith(around.every_day)


def _is_compound(word: str) -> bool:
    return any(is_ordinary(word[:cut]) and is_ordinary(word[cut:]) for cut in range(_HALF, len(word) - _HALF + 1))
