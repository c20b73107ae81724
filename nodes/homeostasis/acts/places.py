"""Places: the tables, channels and buckets that rules and acts name, each by its kind.

"The ledger table", ``#board`` and ``s3://labels`` are compared with what an act reaches as such: a word in a message or
a value in a statement is no table and no channel.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from memorist.nodes.homeostasis.acts.effects import effect_of, names, stem, table, words_in
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.language.file_names import ends_like_a_file
from memorist.nodes.language.words import STOP_WORDS

Reached = Literal["whole", "near", "none"]
"""Degree to which an act reaches what a rule names."""


class Place(NamedTuple):
    """A table, channel or bucket; ``name`` is null for one that an act reaches without naming it."""

    kind: str
    name: str | None


_NAME = r"[`\"'“]?(?P<{}>#?[\w$](?:[\w.$-]*\w)?)[`\"'”]?"
_URI = re.compile(r"\b(?:s3|s3a|gs|gcs|r2|abfss?|wasbs?)://(?P<name>[\w.${}-]+)", re.IGNORECASE)
_TAG = re.compile(r"(?<![\w&/#])#(?P<name>[A-Za-z](?:[\w-]*\w)?)")
_UNSEEN = re.compile(r"[$%{}<>?*]|^[A-Z][A-Z0-9]{7,}$|^[-\d]+$")
"""Names that are filled in later, and identifiers, which are not compared with names."""


def places_in(text: str) -> tuple[tuple[Place, ...], str]:
    """Return the places that a text in words names, and the text without them."""
    found: list[Place] = []
    for kind, row in table()["places"].items():

        def taken(match: re.Match[str], kind: str = kind) -> str:
            said = match.groupdict()
            is_verb = "the" in said and not said["the"] and effect_of(said["name"]) is not None
            if is_verb or _no_name(said["name"], kind):
                return match[0]
            more = said.get("more")
            joined = more is not None and (said["many"] or more.startswith("#")) and not _no_name(more, kind)
            found.extend(Place(kind, _plain(name)) for name in (said["name"], *([more] if joined and more else [])))
            return " " if joined or more is None else f" {said['rest']}"

        shapes = (*_shapes(kind), *([_TAG] if row.get("tagged") else []), *([_URI] if row.get("uri") else []))
        for shape in shapes:
            text = shape.sub(taken, text)
    return tuple(dict.fromkeys(found)), text


def implied_by(places: Iterable[Place]) -> frozenset[str]:
    """Return the stems of the words beside places that an act leaves unsaid: the rows of a table."""
    kinds = {place.kind for place in places}
    return names(str(word) for kind in kinds for heading in ("words", "implied") for word in _kind(kind, heading))


def also_meant(places: Iterable[Place], words: Sequence[str]) -> frozenset[str]:
    """Return the effects that the verbs of a rule have on a place: to write to a channel is to send to it."""
    said = {stem(word) for word in words}
    rows = [row for kind in {place.kind for place in places} for row in _kind(kind, "also")]
    return frozenset(effect for row in rows if said & {stem(verb) for verb in row["verbs"]} for effect in row["does"])


def places_of_argument(name: str, value: object) -> Iterator[Place]:
    """Yield the places that one argument of a tool names, by its name or by the shape of its value."""
    kind = _kinds_of_arguments().get(name.casefold().replace("-", "_"))
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not text.strip():
        return
    if uri := _URI.search(text):
        yield place_of("bucket", uri["name"])
    elif kind is not None:
        yield place_of(kind, text)
    elif tag := _TAG.fullmatch(text.strip()):
        yield place_of("channel", tag["name"])


def places_of_command(command: SimpleCommand) -> Iterator[Place]:
    """Yield the places that the words of a command name: as the value of an option, or by their shape."""
    words = command.arguments
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if not word.startswith("-"):
            yield from places_of_argument("", word)
        elif equals or place + 1 < len(words):
            yield from places_of_argument(option.lstrip("-"), value if equals else words[place + 1])


def place_of(kind: str, name: str) -> Place:
    """Return the place that an act reaches under a name; without one for a name that is filled in later."""
    return Place(kind, None if _UNSEEN.search(name.strip()) else _plain(name))


def reached(wanted: Sequence[Place], places: Sequence[Place], words: frozenset[str]) -> Reached:
    """Compare the places of a rule with those of an act.

    Args:
        wanted: the places of the rule; without any the act is not bound by them.
        places: the places of the act.
        words: what it names; where it names no place of the kind, the name among them may be one.
    """
    if not wanted:
        return "whole"
    compared = {_compared(one, places, words) for one in wanted}
    return "whole" if "whole" in compared else "near" if "near" in compared else "none"


def _compared(one: Place, places: Sequence[Place], words: frozenset[str]) -> Reached:
    same = [place.name for place in places if place.kind == one.kind]
    if not same:
        apart = words & {stem(word) for word in _kind(one.kind, "apart")}
        return "near" if not apart and {stem(word) for word in words_in(one.name or "")} <= words else "none"
    if any(name is not None and _same(one.name or "", name) for name in same):
        return "whole"
    return "near" if None in same or any(name and stem(one.name or "") == stem(name) for name in same) else "none"


def _same(one: str, other: str) -> bool:
    """Return true for the same name, one of which may have the name of a schema before it."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().strip("#`\"'“”").casefold())


def _no_name(word: str, kind: str) -> bool:
    """Return true if a word beside "table" is no name of one: "any table", "SQL table", "the table directly"."""
    plain = word.casefold()
    if plain in _kind(kind, "implied") or ("." in word and ends_like_a_file(word)):
        return True
    if word.startswith("#") or re.search(r"[\d_.-]", word):
        return False
    return plain in STOP_WORDS or plain in table()["fillers"] or plain in table()["no names"] or plain.endswith("ly")


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _kind(kind: str, heading: str) -> Sequence[Any]:
    return table()["places"][kind].get(heading, ())


@cache
def _shapes(kind: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of "the ledger table", and of "the tables orders and payments"."""
    row = table()["places"][kind]
    words, with_ = _any_of(row["words"]), _any_of(row.get("implied", ()))
    name = _NAME.format("name")
    before = rf"(?<![\w#])(?P<the>(?:the|our|my|your|this)\s)?{name}\s(?:(?:{with_})\s)?(?:{words})\b(?!\s#)"
    behind = (
        rf"\b(?:(?:{with_})\s)*(?:{words})(?P<many>s)?\s(?:called\s|named\s)?{name}"
        rf"(?P<rest>(?:,\s|,?\s(?:and|or|nor)\s){_NAME.format('more')})?"
    )
    return re.compile(before, re.IGNORECASE), re.compile(behind, re.IGNORECASE)


@cache
def _kinds_of_arguments() -> dict[str, str]:
    return {name: kind for kind, row in table()["places"].items() for name in row["arguments"]}
