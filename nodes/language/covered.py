"""Spans of a text that are taken already, such as names that were found; a lookup takes logarithmic time."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from memorist.nodes.language.tokens import Token


class Covered:
    """Spans of a text, as pairs of start and end."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._farthest = list(accumulate((end for _, end in ordered), max))
        self._nearest = min((end for _, end in ordered), default=None)
        self._begun = frozenset(self._starts)

    def __contains__(self, token: Token) -> bool:
        """Return true if a token lies in one of them, or reaches into one."""
        return self.meets(token.start, token.end)

    def meets(self, start: int, end: int) -> bool:
        """Return true if the stretch from ``start`` to ``end`` overlaps a span."""
        begun = bisect_left(self._starts, end)
        return begun > 0 and self._farthest[begun - 1] > start

    def holds(self, place: int) -> bool:
        """Return true if a place lies in one of them."""
        return self.meets(place, place + 1)

    def begin_at(self, place: int) -> bool:
        """Return true if one of them begins there."""
        return place in self._begun

    def end_before(self, place: int) -> bool:
        """Return true if at least one span ends at or before a place."""
        return self._nearest is not None and self._nearest <= place
