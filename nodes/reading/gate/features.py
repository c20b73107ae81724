"""Features of a sentence for the gate's linear model: hashed n-grams, and counts of a few kinds of words."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memorist.nodes.language.shipped import shipped

BITS = 15
"""The n-grams are hashed into so many bits."""
LONGEST = 600
"""Characters of a sentence that are looked at."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s]")
_NAME = re.compile(r"(?<=[a-z0-9,;:'’)] )[A-Z][\w.-]+")
_CLOCK_OR_DATE = re.compile(r"\b\d{1,2}(?::\d\d|\s?[ap]m)\b|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b")
_DEFINES = re.compile(
    r"(?:is|are)\s(?:an?|one\sof\sthe|the\s(?:process|practice|art)\sof)\s(?:[\w-]+\s){0,4}(?:librar(?:y|ies)|frameworks?|"
    r"languages?|superset|subset|tools?|formats?|protocols?|standards?|patterns?|functions?|keywords?|types?|databases?|"
    r"platforms?|runtimes?|compilers?|algorithms?|structures?|techniques?|operators?|concepts?|orchestrator|capital|object)\b|"
    r"\b(?:stands\sfor|is\sdefined\sas|refers\sto|(?:is|are)\sused\s(?:to|for)|(?:lets|allows|enables)\s(?:you|developers)|"
    r"\d{3}\s(?:error\s)?means)\b",
    re.IGNORECASE,
)
_PARTICULAR = re.compile(r"\d{4,}|v?\d+\.\d|[@#/]\w|[\"“:]")
_PARTICULARS = ("we", "i", "they", "people", "time", "here")
_BEFORE_A_CONCEPT = frozenset("a an ah ok so oh hm in".split())
_DIGIT = re.compile(r"\d")
_DETERMINED = frozenset("the this that these those all every each any no new let keep use if our".split())
_VERB = re.compile(
    r"(?:is|are|can|cannot|can't|always|never|has|have|use|run|do|don't|return|start|hold|keep|store|share|[a-z]{3,}s)$"
)
_GROUPS = ("we", "i", "you", "they", "strict", "hedged", "here", "time", "people", "sources", "concepts")
_OF_PERSONS = frozenset(("we", "i", "they", "people"))
_TOGETHER = frozenset(("we", "i", "you", "strict", "hedged", "concepts"))
_IDENTIFIER = re.compile(r"[a-z][A-Z]|\w[_/.]\w|`|--?\w+\b=|#\d|@\w")


@lru_cache(maxsize=1)
def lexicon() -> dict[str, frozenset[str]]:
    """The lists of words of ``words.yaml``."""
    data: dict[str, Any] = shipped(__name__, "words.yaml")
    return {name: frozenset(words.split()) for name, words in data.items()}


def words_in(text: str) -> list[str]:
    """Words and marks of a text, in small letters."""
    return _WORD.findall(text.lower().replace("’", "'"))


def features(sentence: str, before: str = "") -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Places and values of the features of a sentence; ``before`` is what the assistant said last."""
    text = sentence[:LONGEST]
    said = words_in(text)
    blocks = (
        (set(_word_grams(said)), 1.0),
        (set(_character_grams(text)), 0.7),
        (set(_counts(text, said)), 2.0),
        (set(_of_before(before, said)), 0.5),
    )
    places: list[int] = []
    values: list[float] = []
    for names, weight in blocks:
        if not names:
            continue
        value = weight / len(names) ** 0.5
        places.extend(crc32(name.encode()) & ((1 << BITS) - 1) for name in names)
        values.extend([value] * len(names))
    return np.array(places, dtype=np.int64), np.array(values, dtype=np.float32)


def _word_grams(said: list[str]) -> Iterator[str]:
    for first, second, third in zip(["^", *said], [*said, "$"], [*said[1:], "$", "$"], strict=False):
        yield second
        yield f"{first} {second}"
        yield f"{first} {second} {third}"


def _character_grams(text: str) -> Iterator[str]:
    plain = f" {' '.join(text.lower().split())} "
    for size in (3, 4, 5):
        for at in range(len(plain) - size + 1):
            yield f"c{plain[at : at + size]}"


def _counts(text: str, said: list[str]) -> Iterator[str]:
    """Return the kinds of words in a sentence, each as a feature."""
    lists, n = lexicon(), max(1, len(said))
    known = frozenset(said)
    letters = [word for word in said if word[0].isalnum()]
    yield f"#length {min(len(letters) // 2, 9)}"
    chatter = sum(word in lists["chatter"] for word in letters)
    yield f"#chatter {chatter * 5 // max(1, len(letters))}"
    if chatter == len(letters):
        yield f"#only chatter {min(n // 4, 3)}"
    lead = next((at for at, word in enumerate(said) if word not in lists["polite"]), n - 1)
    first = said[lead] if said else ""
    is_task = first in lists["task_verbs"]
    if is_task:
        yield "#task"
        yield f"#task {'short' if n < 7 else 'long'} {bool(known & lists['strict'])} {bool(known & lists['here'])}"
        yield f"#task {said[lead + 1] if lead + 1 < n else ''}"
    asks = first in lists["asking"] or text.rstrip().endswith("?")
    if asks:
        yield f"#asks {text.rstrip().endswith('?')} {bool(known & (lists['i'] | lists['we']))}"
    personal = False
    present: list[str] = []
    for name in _GROUPS:
        if known & lists[name]:
            present.append(name)
            personal = personal or name in _OF_PERSONS
            yield f"#{name}"
    yield f"#groups {' '.join(name for name in present if name in _TOGETHER)}"
    if is_general(text):
        yield "#general"
    past = any(word in lists["pasts"] or (word.endswith("ed") and len(word) > 4) for word in letters)
    named = bool(_NAME.search(text))
    numbered = bool(_DIGIT.search(text))
    for name, so in (
        ("past", past),
        ("name", named),
        ("number", numbered),
        ("date", bool(_CLOCK_OR_DATE.search(text))),
    ):
        if so:
            yield f"#{name}"
    if _IDENTIFIER.search(text):
        yield "#identifier"
    yield f"#ends {text.rstrip()[-1:] if not text.rstrip()[-1:].isalnum() else ''}"
    yield f"#kind {is_task} {asks} {personal} {past} {named or numbered}"
    if not text.isascii():
        yield "#not ascii"


def is_general(text: str) -> bool:
    """Return true if a sentence reads like a definition, or tells of a concept without anything particular."""
    lists, said = lexicon(), words_in(text[:LONGEST])
    known = frozenset(said)
    if not 3 <= len(said) <= 30 or _PARTICULAR.search(text) or any(known & lists[name] for name in _PARTICULARS):
        return False
    lead = [word for word in said if word.isalnum() and word not in _BEFORE_A_CONCEPT][:4]
    if not lead or lead[0] in _DETERMINED:
        return False
    if lead[0] in {"you", "one", "developers"}:
        return lead[1:2] in (["can"], ["should"], ["could"], ["have"]) and bool(known & lists["concepts"])
    tells = any(a in lists["concepts"] and _VERB.match(b) for a, b in pairwise(lead[:3]))
    return bool(_DEFINES.search(text)) or (tells and not _DIGIT.search(text) and known.isdisjoint(("your", "ur")))


def _of_before(before: str, said: list[str]) -> Iterator[str]:
    """Return the features of the question before, and of the beginning of the answer."""
    if not before:
        yield "<none"
        return
    tail = before.rstrip()[-200:]
    asks = tail.endswith("?")
    yield f"<asks {asks}"
    yield f"<asks {asks} {said[0] if said else ''}"
    yield f"<asks {asks} {min(len(said) // 3, 5)}"
    for word in words_in(tail)[-8:]:
        yield f"<{word}"
