"""Places: the tables, channels, buckets and sites (clusters, servers) that rules and acts name, each by its kind.

"The ledger table", ``#board`` and ``s3://labels`` are compared with what an act reaches as such: a word in a message or
a value in a statement is no table and no channel.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from memorist.nodes.homeostasis.acts.conditions import PLACES
from memorist.nodes.homeostasis.acts.effects import effect_of, names, stem, table, words_in
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.language.file_names import ends_like_a_file
from memorist.nodes.language.words import STOP_WORDS

Reached = Literal["whole", "near", "none"]
"""Degree to which an act reaches what a rule names."""


class Place(NamedTuple):
    """A table, channel, bucket or site; ``name`` is null for one that an act reaches without naming it.

    ``said`` holds the words of a rule for a site, with their preposition ("on the build servers").
    """

    kind: str
    name: str | None
    said: str = ""


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
            if is_verb or (
                _no_site(said["name"], said.get("the")) if _kind(kind, "at") else _no_name(said["name"], kind)
            ):
                return match[0]
            more = said.get("more")
            joined = more is not None and (said["many"] or more.startswith("#")) and not _no_name(more, kind)
            words = match[0].strip() if _kind(kind, "at") else ""
            named = (said["name"], *([more] if joined and more else []))
            found.extend(Place(kind, _plain(name), words) for name in named)
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
    return effects_besides(rows, said)


def effects_besides(rows: Iterable[Mapping[str, Any]], said: frozenset[str] | set[str]) -> frozenset[str]:
    """Return the effects of the rows of ``also`` to whose verbs one of the stems belongs."""
    return frozenset(effect for row in rows if said & {stem(verb) for verb in row["verbs"]} for effect in row["does"])


def places_of_argument(name: str, value: object) -> Iterator[Place]:
    """Yield the places that one argument of a tool names, by its name or by the shape of its value."""
    kind = _kinds_of_arguments().get(name.casefold().replace("-", "_"))
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not text.strip():
        return
    if uri := _URI.search(text):
        yield place_of("bucket", uri["name"])
    elif kind is not None and not (_kind(kind, "at") and " " in text.strip()):
        yield place_of(kind, text)
    elif tag := _TAG.fullmatch(text.strip()):
        yield place_of("channel", tag["name"])


def names_place(argument: str) -> bool:
    """Return true for the name of an argument that holds the name of a place."""
    return argument.casefold().replace("-", "_") in _kinds_of_arguments()


def places_of_command(command: SimpleCommand) -> Iterator[Place]:
    """Yield the places that the words of a command name: as the value of an option, or by their shape."""
    words, of_clusters = command.arguments, table()["cluster"]
    if command.program in of_clusters["programs"]:
        words = [of_clusters["short"].get(word, word) for word in words]
        options = {word.partition("=")[0].lstrip("-").replace("-", "_") for word in words if word.startswith("-")}
        if not options & {*table()["places"]["site"]["arguments"]}:
            yield Place("site", None)
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


def reached_site(sites: Sequence[Place], places: Sequence[Place], words: frozenset[str]) -> Reached | None:
    """Compare the sites of a rule with what an act shows of where it is done; null if it shows nothing.

    ``places`` and ``words`` are those of the act. It names a site by an option, or by its name beside a word for its
    kind; the name alone may be that of something else.
    """
    shown = [place.name for place in places if place.kind == "site"]
    named = [names(words_in(name)) for name in shown if name is not None]
    wanted = [names(words_in(site.name or "")) for site in sites]
    if any(one <= other for one in wanted for other in named):
        return "whole"
    if named:
        return "none"
    kinds_said = words & names(_kind("site", "words"))
    if any(one <= words for one in wanted):
        return "whole" if kinds_said else "near"
    return "near" if shown else None


def is_site(place: Place) -> bool:
    """Return true for a place at which something is done: a cluster, a server."""
    return bool(_kind(place.kind, "at"))


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


def _no_site(word: str, determiner: str | None) -> bool:
    """Return true if a word beside "server" is no name of one: "any server", "the same server"; "the build servers" are
    named, and so is an environment."""
    plain = word.casefold()
    if any(plain in environments for environments in PLACES.values()):
        return False
    return plain in table()["no names"] or (determiner is None and (plain in STOP_WORDS or plain in table()["fillers"]))


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _kind(kind: str, heading: str) -> Sequence[Any]:
    return table()["places"][kind].get(heading, ())


@cache
def _shapes(kind: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of "the ledger table", and of "the tables orders and payments"; of a site those of "on the
    build servers" alone, since "the server logs" are none."""
    row = table()["places"][kind]
    words, with_ = _any_of(row["words"]), _any_of(row.get("implied", ()))
    name = _NAME.format("name")
    if row.get("at"):
        by = r"(?:(?:on|in|at|to|from|into|onto|inside|within|against)\s)?"
        ends = r"(?=\W*$|\s*[,;:.!]|\s(?:and|or|nor|is|are|ever|again|unless|without|by|with|while|anymore)\b)"
        site = rf"(?<![\w#]){by}(?P<the>(?:the|our|my|your|this)\s)?{name}\s(?:{words})s?\b{ends}"
        return (re.compile(site, re.IGNORECASE),)
    before = rf"(?<![\w#])(?P<the>(?:the|our|my|your|this)\s)?{name}\s(?:(?:{with_})\s)?(?:{words})\b(?!\s#)"
    behind = (
        rf"\b(?:(?:{with_})\s)*(?:{words})(?P<many>s)?\s(?:called\s|named\s)?{name}"
        rf"(?P<rest>(?:,\s|,?\s(?:and|or|nor)\s){_NAME.format('more')})?"
    )
    return re.compile(before, re.IGNORECASE), re.compile(behind, re.IGNORECASE)


@cache
def _kinds_of_arguments() -> dict[str, str]:
    return {name: kind for kind, row in table()["places"].items() for name in row["arguments"]}
