"""Finding words in texts: the way a scenario says what a memory or a prompt must mention."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints


def _says_something(pattern: str) -> str:
    if not all(plain(either) for either in pattern.split("|")):
        raise ValueError(f"{pattern!r} would be found everywhere: each side of | needs a letter, a figure or a sign")
    return pattern


Pattern = Annotated[
    str,
    StringConstraints(min_length=1, strip_whitespace=True, pattern=r"^[^|]+(\|[^|]+)*$"),
    AfterValidator(_says_something),
]
"""A word or phrase; ``a|b`` stands for either.

It matches from the beginning of a word ("check" finds "checks"), a number only as a whole ("25" does not find "250"),
and anywhere what begins with a sign or in a script without capitals, which may know no spaces ("@acme", "税").
"""

Words = Annotated[tuple[Pattern, ...], Field(min_length=1)]
"""All of them must occur in one text, in any order."""


def plain(text: str) -> str:
    """Return ``text`` in the form that is compared: case-folded, hyphens, underscores and line ends as one space."""
    return re.sub(r"[-_\s]+", " ", text.casefold()).strip()


def mentions(text: str, pattern: str) -> bool:
    """Return true if ``text`` holds ``pattern`` (or one of its alternatives), beginning where a word begins."""
    within = plain(text)
    return any(re.search(_wanted(plain(either)), within) for either in pattern.split("|"))


def _wanted(phrase: str) -> str:
    first, last = phrase[:1], phrase[-1:]
    begins = r"(?<!\w)(?<!\d[.,])" if first.isdigit() else r"(?<!\w)" if first.upper() != first.lower() else ""
    ends = r"(?![.,]?\d)" if last.isdigit() else ""
    return begins + re.escape(phrase) + ends


def missing(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return those of ``words`` that ``text`` lacks."""
    return tuple(word for word in words if not mentions(text, word))


def holds(text: str, words: Sequence[str]) -> bool:
    """Return true if ``text`` holds all of ``words``."""
    return not missing(text, words)


def listed(words: Iterable[str]) -> str:
    """Return ``words`` for a report: "JWT + refresh (or refreshing)"."""
    return " + ".join(word.replace("|", " or ") for word in words)
