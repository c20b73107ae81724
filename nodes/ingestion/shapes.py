"""Searching with regular expressions, without paying for anchors."""

import re
from collections.abc import Callable


def _anchored(shape: re.Pattern[str]) -> bool:
    """Whether every alternative begins at the start: then a match need not be looked for anywhere else."""
    source, depth = shape.pattern.lstrip(), 0
    if not source.startswith("^"):
        return False
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
        elif character == "|" and depth == 0 and not source[at + 1 :].lstrip().startswith("^"):
            return False
    return True


type Finder = Callable[[str], re.Match[str] | None]
"""Looks for one shape in a text."""


def finder(shape: re.Pattern[str]) -> Finder:
    """Like ``shape.search``; a shape that begins with ``^`` is tried once instead of at every position."""
    return shape.match if _anchored(shape) else shape.search


def looks_like(pattern: str) -> Finder:
    """Look for a pattern in free layout, whatever the case: white space in it is ignored, write ``\\s``."""
    return finder(re.compile(pattern, re.IGNORECASE | re.VERBOSE))
