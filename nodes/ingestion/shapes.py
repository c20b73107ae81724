"""Searching with regular expressions, without paying for anchors."""

import re

from memorist.nodes.language.seeking import Look, first_of, unless_hopeless


def _alternatives(source: str) -> list[str]:
    """The alternatives of an expression, as they are written."""
    ends: list[int] = []
    depth = 0
    escaped = in_class = False
    for at, character in enumerate(source):
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "|" and depth == 0:
            ends.append(at)
    return [source[start:end] for start, end in zip([0, *(end + 1 for end in ends)], [*ends, None], strict=True)]


type Finder = Look


def _way(shape: re.Pattern[str]) -> Finder:
    """A shape of which every alternative begins at the start need not be looked for anywhere else."""
    anchored = all(one.lstrip().startswith("^") for one in _alternatives(shape.pattern))
    return shape.match if anchored else shape.search


def finder(shape: re.Pattern[str]) -> Finder:
    """Like ``shape.search``, but without what cannot be found: see :mod:`memorist.nodes.language.seeking`.

    Alternatives are looked for one by one, as far as the words are there, unless groups are read from the match.
    """
    alternatives = _alternatives(shape.pattern)
    if shape.groups or len(alternatives) == 1:
        return unless_hopeless(shape, _way(shape))
    shapes = [re.compile(one, shape.flags) for one in alternatives]
    return first_of([(one, _way(one)) for one in shapes])


def looks_like(pattern: str) -> Finder:
    """Look for a pattern in free layout, whatever the case: white space in it is ignored, write ``\\s``."""
    return finder(re.compile(pattern, re.IGNORECASE | re.VERBOSE))
