"""The comparable form of a value in words: "every Monday at 10" and "Mondays at 10" are two wordings of one thing."""

import re
from functools import lru_cache

_EMPTY = frozenset(
    "a an the our my your their his her its per on at by in of to for with is are be been was were do does".split()
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_WORD = re.compile(r"\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th)?%?|[^\W_]+(?:['’][^\W_]+)?|[@#/._-]+[\w@#/._-]+")
_ENDINGS = ("ments", "ment", "ings", "ing", "ies", "ied", "ed", "es", "s")
_SHORTEST_STEM = 3
_SPELLED = {
    "prs": "pr", "mr": "pr", "mrs": "pr", "minutes": "min", "minute": "min", "mins": "min", "seconds": "sec",
    "second": "sec", "secs": "sec", "hours": "hour", "hrs": "hour", "db": "database", "config": "configuration",
    "prod": "production", "repo": "repository", "tests": "test", "testing": "test", "docs": "documentation",
}  # fmt: skip


@lru_cache(maxsize=8192)
def gist(text: str) -> str:
    """Return the words of ``text`` that carry it, in their order, without articles, prepositions and English endings.

    Numbers, names and the order of words stay, so that two texts with one gist differ in nothing that matters; a text
    without such words is only folded.
    """
    folded = " ".join(text.casefold().replace("pull request", "pr").replace("merge request", "pr").split())
    words = [_stem(word) for word in _WORD.findall(folded) if word not in _EMPTY]
    return " ".join(words) or folded


def _stem(word: str) -> str:
    if word[0].isdigit():
        return re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", word)
    word = _SPELLED.get(word, word)
    if word.rstrip("s") in _DAYS:
        return word.rstrip("s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in {"ies", "ied"} else "")
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "aeiouls0123456789":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word
