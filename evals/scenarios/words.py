"""Finding words in texts: the way a scenario says what a memory or a prompt must mention."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

Pattern = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True, pattern=r"^[^|]+(\|[^|]+)*$")]
"""A word or phrase; ``a|b`` stands for either. It matches from the beginning of a word: "check" finds "checks"."""

Words = Annotated[tuple[Pattern, ...], Field(min_length=1)]
"""All of them must occur in one text, in any order."""


def plain(text: str) -> str:
    """Return ``text`` in the form that is compared: case-folded, hyphens, underscores and line ends as one space."""
    return re.sub(r"[-_\s]+", " ", text.casefold()).strip()


def mentions(text: str, pattern: str) -> bool:
    """Whether ``text`` holds ``pattern`` (or one of its alternatives), beginning where a word begins."""
    within = plain(text)
    return any(re.search(rf"(?<!\w){re.escape(plain(either))}", within) for either in pattern.split("|"))


def missing(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return those of ``words`` that ``text`` lacks."""
    return tuple(word for word in words if not mentions(text, word))


def holds(text: str, words: Sequence[str]) -> bool:
    """Whether ``text`` holds all of ``words``."""
    return not missing(text, words)


def listed(words: Iterable[str]) -> str:
    """Return ``words`` for a report: "JWT + refresh (or refreshing)"."""
    return " + ".join(word.replace("|", " or ") for word in words)
