"""Words with their places, and what they name."""

import re
from functools import lru_cache
from typing import NamedTuple


class NameMention(NamedTuple):
    """A place in a text that names something. ``canonical`` is the one name all its variants share."""

    canonical: str
    kind: str
    start: int
    end: int
    field: str | None = None
    platforms: tuple[str, ...] = ()


class Token(NamedTuple):
    """A word with its place: a tuple, because a turn has hundreds."""

    text: str
    folded: str
    start: int
    end: int


OPENING = " \t\"'“‘(*_-•>"
"""Characters that may come before the first word of a sentence."""


def last_before(text: str, start: int, *, skipping: str = " \t\n\r") -> str:
    """The last character before a place that is none of those skipped; empty where there is none."""
    while start and text[start - 1] in skipping:
        start -= 1
    return text[start - 1] if start else ""


_TOKEN = re.compile(r"@[\w-]+/[\w.-]+|[@#]?\.?\w[\w.+#-]*(?:/[\w.@\[\]()+#-]+)*")
FILE = re.compile(
    r"^[\w.@()\[\]+/-]*[\w)\]-]\.(?:tsx?|jsx?|mjs|py|rs|go|java|kt|swift|rb|php|cs|sql|ya?ml|json|toml|md|s?css|"
    r"html|sh|env|lock|xml|ipynb|proto|tf)$"
)
ERROR = re.compile(r"[a-z](?:Error|Exception|Warning)$")
"""Names of error classes ("TypeError"), which are no things that somebody uses."""


@lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Cut a text into words, keeping package names, versions, paths and ``C++`` whole."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, raw = match.start(), match.group()
        if raw[-1] in ".-)]":
            raw = raw.rstrip(".-")
            if raw.endswith((")", "]")) and "(" not in raw and "[" not in raw:
                raw = raw.rstrip(")].")
            if not raw:
                continue
        if "/" in raw and raw[0] != "@" and raw.lower() not in _SLASHED and not FILE.match(raw):
            offset = start
            for piece in raw.split("/"):
                if word := piece.rstrip(".-)"):
                    found.append(Token(word, word.lower(), offset, offset + len(word)))
                offset += len(piece) + 1
        else:
            found.append(Token(raw, raw.lower(), start, start + len(raw)))
    return tuple(found)


_SLASHED = frozenset({"ci/cd", "pub/sub", "shadcn/ui", "blue/green", "gitlab ci/cd"})
