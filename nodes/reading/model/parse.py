"""A model's text as items: whatever stands around the JSON, however much of it arrived."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from memorist.nodes.reading.model.answer import Item, storable
from memorist.nodes.reading.reader import CannotRead

MAX_ANSWER_CHARS = 262_144
"""A longer answer is read up to here."""
MAX_ITEMS = 200
MAX_ITEM_CHARS = 16_384
MAX_ITEM_DEPTH = 6
SHOWN = 80

_THOUGHT_ENDS = re.compile(r"</(?:think|thinking|thought|reasoning)\s*>", re.IGNORECASE)
_THOUGHT_BEGINS = re.compile(r"<(?:think|thinking|thought|reasoning)\b", re.IGNORECASE)
_LIST = re.compile(r'"(?:items|memories)"\s{0,100}:\s{0,100}\[')
_PIECE = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[{}\[\]]|\bnull\b', re.DOTALL)
_MARKS = re.compile(r'[\s{}\[\]:`,."]+')
_NOTHING = frozenset({"", "json", "null", "none", "items", "jsonitems", "itemsnull", "memories", "jsonmemories"})


@dataclass
class Parsed:
    """The items of an answer that can be read, what was wrong with the others, and what was wrong with all of it."""

    items: list[Item] = field(default_factory=list[Item])
    bad: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Text of the broken item, as far as it can be told, and its fault."""
    notices: list[str] = field(default_factory=list[str])
    broke_off: bool = False
    """True if the answer ended before its list did."""


def parse_answer(text: str) -> Parsed:
    """Read an answer, in time linear in its length.

    An empty one says that there is nothing to remember. Raises :class:`CannotRead` for one without any JSON.
    """
    parsed = Parsed()
    if len(text) > MAX_ANSWER_CHARS:
        text = text[:MAX_ANSWER_CHARS]
        parsed.notices.append(f"the answer was read up to its character {MAX_ANSWER_CHARS:,}")
    text = _without_thoughts(text)
    if len(text) < 1_000 and _MARKS.sub("", text).casefold() in _NOTHING:
        return parsed
    body = _list_in(text)
    if body is None:
        raise CannotRead(f"answered in prose, not in JSON ({' '.join(text[:400].split())[:SHOWN]!r})")
    for piece in _pieces(body):
        if len(parsed.items) + len(parsed.bad) >= MAX_ITEMS:
            parsed.notices.append(f"the answer was read up to its item {MAX_ITEMS}")
            break
        if piece is None:
            parsed.notices.append("the answer broke off: its last item is left out")
            parsed.broke_off = True
            break
        _add(piece, parsed)
    return parsed


def _without_thoughts(text: str) -> str:
    """Return the text after the last thought; a thought that does not end is all that there is."""
    ends = list(_THOUGHT_ENDS.finditer(text))
    text = text[ends[-1].end() :] if ends else text
    begins = _THOUGHT_BEGINS.search(text)
    if begins is not None and not text[: begins.start()].strip():
        raise CannotRead("broke off while it was thinking: switch its thinking off, or let it say more")
    return text


def _list_in(text: str) -> str | None:
    """Return the text after the bracket that begins the list of items; or everything from the first object on."""
    starts = [m.end() for m in _LIST.finditer(text)]
    if starts:
        return max((text[start:] for start in dict.fromkeys((starts[0], starts[-1]))), key=_count)
    begins = text.find("{")
    return text[begins:] if begins >= 0 else None


def _count(body: str) -> int:
    return sum(1 for _, piece in zip(range(MAX_ITEMS), _pieces(body), strict=False) if piece)


def _pieces(body: str) -> Iterator[str | None]:
    """The objects of a list one after the other, ``null`` as it stands; null at the end for one that broke off."""
    depth, start, closed = 0, 0, False
    for found in _PIECE.finditer(body):
        mark = found.group()
        if mark[0] == '"':
            continue
        if mark in "{[":
            if depth == 0:
                start = found.start()
            depth += 1
        elif mark in "}]":
            if depth == 0:
                closed = True
                break
            depth -= 1
            if depth == 0:
                yield body[start : found.end()]
        elif depth == 0:
            yield mark
    if depth or (not closed and body.count("}", max(0, len(body) - 4)) == 0):
        yield None


def _add(piece: str, parsed: Parsed) -> None:
    if len(piece) > MAX_ITEM_CHARS:
        parsed.bad.append((piece[:SHOWN], f"it has more than {MAX_ITEM_CHARS:,} characters"))
        return
    if _depth(piece) > MAX_ITEM_DEPTH:
        parsed.bad.append((piece[:SHOWN], "it is nested too deeply"))
        return
    try:
        given: Any = json.loads(piece, strict=False)
    except ValueError as error:
        parsed.bad.append((piece[:SHOWN], f"its JSON is broken: {error}"))
        return
    if not isinstance(given, dict):
        parsed.bad.append((piece[:SHOWN], "it is no object"))
        return
    try:
        parsed.items.append(Item.model_validate(given))
    except ValidationError as error:
        said = str(given.get("content") or piece)[:SHOWN]  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        parsed.bad.append((storable(said), error.errors()[0]["msg"].removeprefix("Value error, ")))


def _depth(piece: str) -> int:
    deepest = depth = 0
    for found in _PIECE.finditer(piece):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found.group(), 0)
        deepest = max(deepest, depth)
    return deepest


__all__ = ["MAX_ANSWER_CHARS", "MAX_ITEMS", "Parsed", "parse_answer"]
