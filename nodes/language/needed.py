"""What a regular expression cannot do without, read from its own source.

It is told as threes of plain characters, one of which is in every text that the expression fits: "our", " we", "i m".
"""

import re
from collections.abc import Callable, Sequence
from re import _constants as sre  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from re import _parser  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from typing import Any, cast

LENGTH = 3
_SAME_LETTER = {"İ": "i", "ı": "i", "ſ": "s", "K": "k"}
"""What expressions that ignore case take for a letter of ASCII, beside its capital."""
_COMMON = dict(zip(" etaoinsrhldcumfpgwybvkxjqz", range(27, 0, -1), strict=True))
"""How common a character is, by its place."""


def _plain(character: str) -> str:
    """A letter or digit in its small form; any other character is a space."""
    if character in _SAME_LETTER:
        return _SAME_LETTER[character]
    return character.lower() if character.isalnum() or character == "_" else " "


class _Table(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = plain = _plain(chr(code))
        return plain


_TABLE = _Table({code: _plain(chr(code)) for code in range(128)})


class _Run:
    """Characters known to follow each other, and the best choice of threes so far.

    Args:
        known: the last of them.
        edge: a boundary of a word stands behind them.
        needed: one of these must be in the text; nothing when that is not known.
    """

    def __init__(self, known: str = "", *, edge: bool = False) -> None:
        self.known, self.edge = known, edge
        self.needed: frozenset[str] | None = None

    def add(self, character: str) -> None:
        if not self.known and self.edge and character != " ":
            self.known = " "
        self.known, self.edge = self.known + character, False

    def close(self) -> None:
        """What follows is unknown."""
        if self.edge and self.known and self.known[-1] != " ":
            self.known += " "
        threes = [self.known[at : at + LENGTH] for at in range(len(self.known) - LENGTH + 1)]
        for three in threes:
            if three.strip():
                self.choose(frozenset({three}))
        self.known, self.edge = "", False

    def choose(self, needed: frozenset[str] | None) -> None:
        if needed and (self.needed is None or _cost(needed) < _cost(self.needed)):
            self.needed = needed

    def ends_in_space(self) -> bool:
        return self.known.endswith(" ")


def _cost(needed: frozenset[str]) -> int:
    """How often one of them is likely to be there."""
    total = 0
    for three in needed:
        product = 1
        for character in three:
            product *= _COMMON.get(character, 1)
        total += product
    return total


def _of(items: Sequence[Any], run: _Run, behind: Sequence[Any] = ()) -> _Run:
    for place, (op, argument) in enumerate(items):
        _take(op, argument, run, [*items[place + 1 : place + LENGTH], *behind])
    return run


def _take(op: Any, argument: Any, run: _Run, behind: Sequence[Any]) -> None:
    if op is sre.LITERAL and (plain := _literal(argument)):
        run.add(plain)
    elif op is sre.IN and (one := _only(argument)):
        run.add(one)
    elif op is sre.AT:
        _at(argument, run)
    elif op is sre.SUBPATTERN:
        _of(argument[-1], run, behind)
    elif op is sre.ATOMIC_GROUP:
        _of(argument, run, behind)
    elif op is sre.BRANCH:
        _branches(argument[1], run, behind)
    elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        least, most, body = argument
        _branches([body] if least else [body, ()], run, behind if most == 1 else ())
    elif op not in (sre.ASSERT, sre.ASSERT_NOT):
        run.close()


def _at(where: Any, run: _Run) -> None:
    if where in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING) and not run.known:
        run.known = " "
    elif where is sre.AT_BOUNDARY or (where in (sre.AT_END, sre.AT_END_STRING) and run.known):
        run.edge = True


def _branches(branches: Sequence[Any], run: _Run, behind: Sequence[Any]) -> None:
    """One of them is there: what each needs, with what stands before and behind it."""
    ways = [_of(branch, _Run(run.known[-LENGTH + 1 :], edge=run.edge)) for branch in branches]
    spaced = all(way.ends_in_space() for way in ways)
    run.close()
    for way in ways:
        for op, argument in behind:
            if op not in (sre.LITERAL, sre.IN, sre.AT):
                break
            _take(op, argument, way, ())
        way.close()
    each = [way.needed for way in ways if way.needed]
    if len(each) == len(ways):
        run.choose(frozenset[str]().union(*each))
    run.known = " " if spaced else ""


def _literal(code: int) -> str | None:
    """Its plain form; nothing for a letter beyond ASCII, which may stand for others when case is ignored."""
    plain = _TABLE[code]
    return plain if plain.isascii() else None


def _only(members: Sequence[Any]) -> str | None:
    """The plain form of all characters of a class, if it is one."""
    found: set[str] = set()
    for op, argument in members:
        if op is sre.LITERAL:
            found.add(_literal(argument) or "?")
        elif op is sre.CATEGORY and argument in (sre.CATEGORY_SPACE, sre.CATEGORY_NOT_WORD):
            found.add(" ")
        else:
            return None
    return found.pop() if len(found) == 1 and "?" not in found else None


def needed_by(shape: re.Pattern[str]) -> frozenset[str]:
    """Threes of which one is in every text that the shape fits, in plain characters; empty when none can be named."""
    if shape.flags & re.ASCII:
        return frozenset()
    parse = cast("Callable[[str, int], Sequence[Any]]", _parser.parse)  # pyright: ignore[reportUnknownMemberType]
    run = _of(parse(shape.pattern, shape.flags & ~re.UNICODE), _Run())
    run.close()
    return run.needed or frozenset()


def threes_of(text: str) -> set[str]:
    """The threes of plain characters that stand in a text, with a space before and behind it."""
    plain = f" {text.translate(_TABLE)} "
    return {plain[at : at + LENGTH] for at in range(len(plain) - LENGTH + 1)}
