"""Content words of a text."""

import re
from functools import lru_cache

MAKING = re.compile(r"(?:(?:build|implement|add)(?:s|ing)?|(?:creat|mak)(?:e|es|ing))$")
"""A verb of making, in lower case: "implement the orders screen" asks for what "build a screen" tells."""
STOP_WORDS = frozenset(
    """
    a an the and or but if then else of to in on at by for with from into about as am is are was were be been being do
    does did done have has had can could should would will shall may might must i we you he she it they me us them my
    our your his her its their this that these those there here what which who whom when where why how not no please
    just also so than too very new add create make build implement use using used get need want let lets
    """.split()
)


_SHORT_FORM = re.compile(r"(?:\bwon['’]t|(?<=can)['’]t|(?<!ca)n['’]t|(?<=\w)['’](?:s|re|m|ve|ll|d))\b", re.IGNORECASE)
"""Short forms (what's, can't, we're), whose rest is no word."""
_TOKEN = re.compile(r"[\w#@./+-]*\w|[^\s\w]")
_WORD = re.compile(r"\w+")
_ENDING = re.compile(r"(ing|ed|es|s)$")


def content_words(text: str) -> str:
    """The words of a text that are worth finding: "add" and "the" stand in every other memory."""
    return " ".join(word for concept in concepts_of(text) for word in concept.split())


def concepts_of(text: str) -> tuple[str, ...]:
    """The runs of content words, longest first: "user profile screen", "avatar upload"."""
    runs: list[list[str]] = [[]]
    for token in _TOKEN.findall(_SHORT_FORM.sub("", text)):
        if token.casefold() in STOP_WORDS or not _WORD.search(token):
            runs.append([])
        else:
            runs[-1].append(token)
    distinct = dict.fromkeys(" ".join(run).casefold() for run in runs if run)
    return tuple(sorted(distinct, key=lambda run: -len(run.split())))


@lru_cache(maxsize=4_096)
def stems(text: str) -> frozenset[str]:
    """The content words of a text without their English endings, for comparing two texts by what they name."""
    tokens = (token.casefold() for token in _TOKEN.findall(_SHORT_FORM.sub("", text)))
    said = {word for token in tokens if token not in STOP_WORDS for word in _WORD.findall(token)}
    return frozenset(map(without_ending, said))


def without_ending(word: str) -> str:
    """Enough of a stem for "misses", "missed" and "missing" to meet."""
    return _ENDING.sub("", word) if len(word) > 4 else word


def upper_first(text: str) -> str:
    """The text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """The text with a small first letter, the rest as it is; NOT and API keep their capitals."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
