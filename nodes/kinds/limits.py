"""Bounds of every field and list of every kind of input, checked before any work is done on it.

What is stored is read by every recall, and what is read costs time: whoever sends more is told which field, and what to
do. Lengths are counted in characters, lists in items.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from memorist.memory_store.domain.errors import ContentTooLong

MAX_INPUT_CHARS = 262_144
"""A longer text is a document, not a turn."""
MAX_DOCUMENT_CHARS = 2_097_152
"""About a thousand pages; a longer one is several documents."""


class Bound(NamedTuple):
    """The most that a field takes, and what to do with more."""

    most: int
    fix: str = "shorten it"


SPLIT = "split it"
ANY_TEXT = Bound(8_192)
"""Of a field that is not named below."""
ANY_LIST = Bound(100, "give fewer")
TEXTS: Mapping[str, Bound] = {
    "content": Bound(MAX_INPUT_CHARS, SPLIT),
    "document.content": Bound(MAX_DOCUMENT_CHARS, SPLIT),
    "question": Bound(MAX_INPUT_CHARS, SPLIT),
    "answer": Bound(MAX_INPUT_CHARS, SPLIT),
    "turns.content": Bound(MAX_INPUT_CHARS, SPLIT),
    "note": Bound(65_536, SPLIT),
    "reason": Bound(8_192),
    "alternatives": Bound(1_024),
    "annotations": Bound(16_384, SPLIT),
    "annotations.text": Bound(16_384, SPLIT),
    "annotations.quote": Bound(4_096),
    "events": Bound(MAX_INPUT_CHARS, SPLIT),
}
"""Texts, by the name of the field, behind the kind where only one has it, or behind the list that it is in."""
LISTS: Mapping[str, Bound] = {
    "alternatives": Bound(20, "give fewer"),
    "annotations": Bound(500, "hand them in with several documents"),
    "turns": Bound(500, SPLIT),
    "events": Bound(10_000, SPLIT),
}
"""Lists, by the name of the field."""
MAX_VALUES = 200_000
"""Values in all of one input, however deep: attributes of events may be of any form."""


def check_limits(data: Mapping[str, Any]) -> None:
    """Raise :class:`ContentTooLong` for an input with a field or a list beyond its bound; nothing else is checked.

    The time is that of counting: no text is looked into.
    """
    kind, counted = str(data.get("kind")), 0
    waiting: list[tuple[str, str, Any]] = [(str(name), str(name), value) for name, value in data.items()]
    while waiting:
        path, name, value = waiting.pop()
        counted += 1
        if counted > MAX_VALUES:
            raise _beyond(kind, path.split(".")[0], counted, Bound(MAX_VALUES, SPLIT), "values")
        if isinstance(value, str):
            bound = _bound_of(kind, name)
            if len(value) > bound.most:
                raise _beyond(kind, path, len(value), bound, "characters")
        elif isinstance(value, Mapping):
            inner = cast("Mapping[Any, Any]", value)
            waiting += ((f"{path}.{key}"[:200], f"{name}.{key}"[:200], each) for key, each in inner.items())
        elif isinstance(value, list | tuple):
            items, bound = cast("list[Any]", value), LISTS.get(name, ANY_LIST)
            if "." not in name and len(items) > bound.most:
                raise _beyond(kind, path, len(items), bound, "items")
            waiting += ((f"{path}.{place}", name, each) for place, each in enumerate(items))


def _bound_of(kind: str, name: str) -> Bound:
    """Of a field; what is deep in an event is bounded as the event is."""
    known = TEXTS.get(f"{kind}.{name}") or TEXTS.get(name)
    return known or (TEXTS["events"] if name.startswith("events.") else ANY_TEXT)


def _beyond(kind: str, field: str, found: int, bound: Bound, what: str) -> ContentTooLong:
    message = f"{kind} input: field {field}: {found:,} {what}, at most {bound.most:,} are taken at once; {bound.fix}"
    return ContentTooLong(message, field=field)
