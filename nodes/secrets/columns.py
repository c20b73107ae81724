"""Columns of secrets: tables and comma-separated lines whose head names one ("user | password")."""

import re
from collections.abc import Callable

_SEPARATORS = "|,;\t"
_MAX_HEAD_CHARS = 400
_TITLE = re.compile(r"\s*[*_\"'`]{0,3}(?:[\w.-]{1,30}(?:[ /][\w.-]{1,30}){0,2})?[*_\"'`]{0,3}\s*")
"""The head of a column: at most three words, without other marks."""
_RULER = re.compile(r"[\s|:-]+$")


def mask_columns(text: str, names_one: Callable[[str], bool], masked: Callable[[str], str]) -> str:
    """Return the text with the cells masked that stand below the name of a secret.

    Args:
        text: lines, of which some may be a table.
        names_one: tells whether the head of a column names a secret.
        masked: what to write for a cell; the cell as it is, if it is no secret.
    """
    lines = text.split("\n")
    separator, places, width = "", frozenset[int](), 0
    for number, line in enumerate(lines):
        cells = line.split(separator) if separator else []
        if places and len(cells) == width and not _RULER.match(line):
            lines[number] = separator.join(_put(cell, masked) if n in places else cell for n, cell in enumerate(cells))
        elif not (places and _RULER.match(line) and line.strip()):
            separator, places, width = _head(line, names_one)
    return "\n".join(lines)


def _head(line: str, names_one: Callable[[str], bool]) -> tuple[str, frozenset[int], int]:
    """The separator of a head, the places of columns of secrets (empty: it has none), and the number of columns."""
    if len(line) <= _MAX_HEAD_CHARS:
        for separator in _SEPARATORS:
            cells = line.split(separator)
            if len(cells) > 1 and all(map(_TITLE.fullmatch, cells)):
                places = frozenset(n for n, cell in enumerate(cells) if names_one(cell.strip(" *_\"'`")))
                if places:
                    return separator, places, len(cells)
    return "", frozenset(), 0


def _put(cell: str, masked: Callable[[str], str]) -> str:
    said = cell.strip(" \"'`")
    return cell.replace(said, masked(said)) if said and " " not in said else cell
