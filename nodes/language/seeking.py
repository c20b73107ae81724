"""Looking for regular expressions in a text, without trying those that cannot fit.

Some thousand expressions are asked about a clause and hardly ten of them fit. What each cannot do without is looked up
once for a text, for all expressions together.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from memorist.nodes.language.needed import needed_by, threes_of

_EXPRESSIONS: dict[str, int] = {}
"""Which expressions a three brings up, one bit each."""
_NUMBERS = count(1)
_ALWAYS = 1
"""The bit of what is tried on any text."""


@lru_cache(maxsize=1024)
def _brought_up(text: str) -> int:
    """The expressions that may fit a text, one bit each."""
    found = _ALWAYS
    for three in _EXPRESSIONS.keys() & threes_of(text):
        found |= _EXPRESSIONS[three]
    return found


type Look = Callable[[str], re.Match[str] | None]
"""Looks for one shape in a text."""


def _numbered(needed: frozenset[str]) -> int:
    """A new bit, which each of the threes brings up."""
    bit = 1 << next(_NUMBERS)
    _brought_up.cache_clear()
    for three in needed:
        _EXPRESSIONS[three] = _EXPRESSIONS.get(three, 0) | bit
    return bit


def unless_hopeless(shape: re.Pattern[str], look: Look) -> Look:
    """``look``, which looks for ``shape``, spared where nothing is that the shape cannot do without."""
    needed = needed_by(shape)
    if not needed:
        return look
    bit = _numbered(needed)

    def look_if_any(text: str) -> re.Match[str] | None:
        return look(text) if _brought_up(text) & bit else None

    return look_if_any


class Shape:
    """A compiled expression, used like any other, that answers at once where nothing is that it cannot do without."""

    __slots__ = ("_bit", "compiled")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        """Compile it."""
        self.compiled = re.compile(pattern, flags)
        needed = needed_by(self.compiled)
        self._bit = _numbered(needed) if needed else _ALWAYS

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Like that of a compiled expression."""
        return self.compiled.search(text, start) if _brought_up(text) & self._bit else None

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Like that of a compiled expression."""
        return self.compiled.match(text, start) if _brought_up(text) & self._bit else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Like that of a compiled expression."""
        return self.compiled.fullmatch(text) if _brought_up(text) & self._bit else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Like that of a compiled expression."""
        return self.compiled.finditer(text) if _brought_up(text) & self._bit else iter(())

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        """Like that of a compiled expression."""
        return self.compiled.split(text, maxsplit) if _brought_up(text) & self._bit else [text]

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Like that of a compiled expression."""
        return self.compiled.sub(new, text, count) if _brought_up(text) & self._bit else text


def first_of(ways: Sequence[tuple[re.Pattern[str], Look]]) -> Look:
    """What one expression of all these alternatives would find: the leftmost, of those the first named."""
    always: list[tuple[int, Look]] = []
    by_bit: dict[int, tuple[int, Look]] = {}
    for place, (shape, look) in enumerate(ways):
        if needed := needed_by(shape):
            by_bit[_numbered(needed)] = place, look
        else:
            always.append((place, look))
    any_of_them = sum(by_bit)

    def look_for_each(text: str) -> re.Match[str] | None:
        best, start, first = None, len(text) + 1, 0
        for place, look in always:
            if (found := look(text)) and found.start() < start:
                best, start, first = found, found.start(), place
        possible = _brought_up(text) & any_of_them
        while possible:
            bit = possible & -possible
            possible ^= bit
            place, look = by_bit[bit]
            if (found := look(text)) and (found.start(), place) < (start, first):
                best, start, first = found, found.start(), place
        return best

    return look_for_each
