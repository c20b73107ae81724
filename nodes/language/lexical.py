"""Words as they are compared: without their endings, without those that every sentence has."""

import re
from functools import lru_cache

FUNCTION_WORDS = frozenset(
    """
    a an the and or but if then else of to in on at by for with from into about as is are was were be been being do
    does did done have has had can could should would will shall may might must i we you he she it they me us them my
    our your his her its their this that these those there here what which who whom when where why how not no please
    just also so than too very s t d ll re ve m
    """.split()
)
_WORD = re.compile(r"\w+")
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "ly", "s")


def words_of(text: str) -> list[str]:
    """The words that carry meaning, in order, as they stand."""
    return [word for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without its English ending: "painted", "painting" and "paints" are "paint"."""
    if len(word) > 4:
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return _repaired(word[: -len(ending)], ending)
    if len(word) > 3:
        if word[-1] == "e" or (word[-1] == "s" and word[-2] != "s"):
            return word[:-1]
        if word[-1] == "y":
            return word[:-1] + "i"
    return word


def beginning_of(stem: str) -> str:
    """Return how every word of a stem begins: of "parti", "party" and "parties"."""
    return stem.removesuffix("i") if len(stem) > 3 else stem


@lru_cache(maxsize=16_384)
def stems_of(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning."""
    return frozenset(map(stem, words_of(text)))


def _repaired(base: str, ending: str) -> str:
    if ending in ("ied", "ies"):
        return base + "i"
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
        base = base[:-1]
    return base.removesuffix("e")
