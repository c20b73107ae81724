"""Differences of two similar texts that cosine similarity does not show."""

import re

from memorist.memory_store.domain.identity import folded

MERGE_SIMILARITY = 0.9
"""Below this two texts are two memories; above it they are one only if no difference tells them apart."""
NEGATIONS = frozenset({"not", "no", "never", "without", "neither", "nor", "cannot", "avoid", "stop"})


def differences(one: str, other: str) -> tuple[str, ...]:
    """Return the differences of two similar texts: numbers, versions, names, negation, the order of what is
    compared."""
    found: list[str] = []
    if numbers(one) != numbers(other):
        found.append("numbers")
    if names(one) != names(other):
        found.append("names")
    if negated(one) != negated(other):
        found.append("negation")
    if sorted(words(one)) == sorted(words(other)) and words(one) != words(other):
        found.append("order")
    return tuple(found)


def words(text: str) -> list[str]:
    """The words, case-folded, in order."""
    return re.findall(r"[\w'-]+", folded(text))


def numbers(text: str) -> list[str]:
    """The numbers and versions, sorted."""
    return sorted(re.findall(r"\d+(?:[.,:]\d+)*", text))


def names(text: str) -> set[str]:
    """The words that look like names: a capital that does not begin the text, or a mark inside."""
    tokens = re.findall(r"[@#]?[\w./-]*\w", text)
    return {folded(t) for i, t in enumerate(tokens) if re.search(r"[@#/_]|\w[.-]\w", t) or (i and t[:1].isupper())}


def negated(text: str) -> int:
    """1 when the text is negated an odd number of times, else 0; "neither … nor …" is one time."""
    said = words(text)
    once = {"nor"} if "neither" in said else frozenset[str]()
    return sum(word in NEGATIONS - once or word.endswith("n't") for word in said) % 2
