"""Statement: what a rule forbids or demands, and when, without its reason, its address and what to do instead.

A rule is divided where a comma, a dash, a colon, a bracket or a stop stands. The piece that forbids is its statement,
together with the pieces that go on with it: conditions ("…, unless Ana agrees"), and further items of a list. Any other
piece narrows nothing, so that "Never push to main, CI deploys it right away" binds as "Never push to main" does.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from memorist.nodes.homeostasis.acts.conditions import split
from memorist.nodes.homeostasis.acts.effects import effect_of, table
from memorist.nodes.language.clauses import is_own_clause
from memorist.nodes.language.file_names import named_in
from memorist.nodes.language.file_verbs import leading_verbs
from memorist.nodes.language.gazetteer import names_technology
from memorist.nodes.language.name_lists import all_given_names

_JOINT = re.compile(r"(?P<joint>[.;!?](?=\s)|[,:](?=\s)|\s[-–—](?=\s))\s+|\b(?=(?:Reason|Instead):)")
_BRACKET = re.compile(r"\s?\((?P<inside>(?:[^()]++|\([^()]*\))*+)\)")
_REASON = re.compile(
    r"(?:^|\s)(?:because|since|due to|so that|as (?:it|they|this|these)(?!\s(?:is|are)\s*(?:$|[.,;:!?]))|"
    r"(?:as|like|(?:in )?the (?:same )?way) (?:i|we|you|he|she|they|last|yesterday|before)(?=\s|$))\b",
    re.IGNORECASE,
)
"""Beginning of a reason, or of the occasion for a rule ("like you did yesterday")."""
_OF_LISTS = re.compile(r"\b(?:and|or|nor)\b", re.IGNORECASE)
_CONJUNCTION = re.compile(r"^(?:(?:and|or|nor|and/or|but|at least)\s+)?(?:not\s+)?", re.IGNORECASE)
_FURTHER = re.compile(
    r"^(?:in|on|to|into|onto|from|under|inside|within|outside|against|via|through|of)\s", re.IGNORECASE
)
"""Words that go on with what stands before them."""
_REFERS_BACK = re.compile(r"\b(?:it|them|there|those|these)\b", re.IGNORECASE)
ONLY_DONE = re.compile(r"(?:but\s|and\s)?only(?:\sever)?\s(?P<verb>\w+)", re.IGNORECASE)
"""Beginning of the one thing that may be done to what a rule protects ("…, only insert")."""
_STOPS = " .,;:!?"


class _Piece(NamedTuple):
    """A piece of a rule between two joints; ``joint`` stands before it."""

    joint: str
    words: str


@lru_cache(maxsize=1024)
def stated(text: str) -> str:
    """The words of a rule that forbid or demand something, with its conditions."""
    plain, inside = _without_brackets(" ".join(text.split()))
    pieces = [*_pieces(plain)]
    at = _place(pieces)
    if at is None:
        return stated(" ".join(inside)) if inside else ""
    head = _without_reason(pieces[at].words)
    front = pieces[:at]
    if _REFERS_BACK.search(head):  # "src/gen is made from spec/, never edit it"
        head = ", ".join((*(piece.words for piece in front), head))
        front = []
    beside = [piece.words for words in inside for piece in _pieces(words)]
    before = [f"{piece.words}, " for piece in front if _stays(piece.words)]
    return "".join((*before, head, *_going_on(pieces[at + 1 :]), *(f" {words}" for words in beside if _stays(words))))


def _stays(words: str) -> bool:
    """Return true if a piece before a statement, or in brackets, is part of it: a condition, or what it names."""
    return _is_condition(words) or _names_something(words)


def _pieces(text: str) -> Iterator[_Piece]:
    """Divide a text at its joints, but at none that a condition holds ("on 24, 25 and 31 December")."""
    closed = [found.span() for found in split(text)[1]]
    start, joint = 0, ""
    for found in _JOINT.finditer(text):
        while closed and closed[0][1] <= found.start():
            closed.pop(0)
        if closed and closed[0][0] <= found.start():
            continue
        if words := _trimmed(text[start : found.start()]):
            yield _Piece(joint, words)
        start, joint = found.end(), (found["joint"] or ".").strip()
    if words := _trimmed(text[start:]):
        yield _Piece(joint, words)


def _trimmed(words: str) -> str:
    """Words without what stands at their edges; the dot of ".env" stays."""
    return words.rstrip(_STOPS).lstrip(" ,;:")


def _without_brackets(text: str) -> tuple[str, list[str]]:
    """A text without its brackets, and what they hold; those of conditions ("the sale (28 March to 6 April)") stay."""
    conditions = split(text)[1] if "(" in text else []
    held = {place for found in conditions for place in range(*found.span())}
    inside: list[str] = []

    def taken(bracket: re.Match[str]) -> str:
        if bracket.start() in held:
            return bracket[0]
        inside.append(bracket["inside"])
        return ""

    return _BRACKET.sub(taken, text), inside


def _place(pieces: Sequence[_Piece]) -> int | None:
    """The place of the piece that forbids, else of the first that demands; null for a text without words."""
    forbids = (n for n, piece in enumerate(pieces) if forbidden_in(piece.words) is not None)
    labels = {n for n, piece in enumerate(pieces[1:]) if piece.joint == ":"}
    demands = (n for n, one in enumerate(pieces) if n not in labels and not _is_condition(one.words))
    first = next(forbids, None)
    if first is None:
        first = next((n for n in demands if not _is_address(pieces[n].words)), 0 if pieces else None)
    return first


def _going_on(pieces: Sequence[_Piece]) -> Iterator[str]:
    """Yield the pieces behind a statement that go on with it: a list as far as it reaches, and any condition."""
    items = _number_of_items(pieces)
    for joint, words in pieces[:items]:
        yield f"{joint} {words}"
    for _, words in pieces[items:]:
        if _is_condition(words):
            yield f" {_without_reason(words)}"
        elif (only := ONLY_DONE.match(words)) is not None and effect_of(only["verb"]) is not None:
            yield f", {words}"


def _number_of_items(pieces: Sequence[_Piece]) -> int:
    """The number of pieces that are further items of what stands before them.

    Items are what begins with a preposition, a word, a name of files or of technologies, and whatever stands in a list
    that ends with a conjunction.
    """
    items = 0
    for n, (joint, words) in enumerate(pieces):
        if joint not in (",", ":") or not _could_be_item(words):
            break
        if _OF_LISTS.search(words):
            return n + 1
        if items == n and (_FURTHER.match(words) or " " not in words or _names_something(words)):
            items = n + 1
    return items


def _could_be_item(words: str) -> bool:
    return not (_is_condition(words) or _is_address(words) or _is_clause(words) or forbidden_in(words) is not None)


def _is_clause(words: str) -> bool:
    """Return true for words that say why, or that say something of their own."""
    return _REASON.match(words) is not None or is_own_clause(words)


def _is_address(words: str) -> bool:
    """Return true for the names of people, and words to whoever hears the rule ("team", "ok?")."""
    said = [word.strip(_STOPS) for word in _CONJUNCTION.sub("", words).split()]
    to, people = _addressed(), all_given_names()
    return all(
        (word[:1].isupper() and word.casefold() in people) or word.casefold() in to or _OF_LISTS.fullmatch(word)
        for word in said
    )


@cache
def _addressed() -> frozenset[str]:
    return frozenset(table()["addressed"])


def _is_condition(words: str) -> bool:
    found = next(iter(split(_CONJUNCTION.sub("", words))[1]), None)
    return found is not None and found.start() == 0


def _names_something(words: str) -> bool:
    """Return true for files and technologies, unless something is said or asked to be done with them."""
    first = words.split(maxsplit=1)[0]
    named = any(named_in(words)) or names_technology(words)
    return named and not (_is_clause(words) or leading_verbs(words)[0] or effect_of(first))


def _without_reason(words: str) -> str:
    return _REASON.split(words, maxsplit=1)[0].rstrip()


class Reserved(NamedTuple):
    """An act that only some may do, and who they are."""

    who: str
    act: str


def reserved_in(said: str) -> Reserved | None:
    """Return what a sentence reserves to somebody ("only Tom may deploy"); null if it reserves nothing."""
    found = _RESERVED.match(said)
    return Reserved(found["who"].strip(), found["act"]) if found else None


_RESERVED = re.compile(
    r"^(?:only|(?:nobody|no one) but)\s(?P<who>.+?)\s"
    r"(?:may|can|should|is allowed to|are allowed to|gets to)\s(?P<act>.+)",
    re.IGNORECASE,
)


def forbidden_in(said: str) -> str | None:
    """The words of what a sentence forbids; null if it forbids nothing."""
    if appended := _prohibition("appended").search(said):
        return f"{table()['appended']['forbids']} {said[: appended.start()]}"
    if around := _prohibition("forbids around").search(said):
        return f"touch {around['what']}"
    if after := _prohibition("forbids after").search(said):
        return f"touch {said[: after.start()]}"
    if beginning := _prohibition("forbids at the beginning").match(said):
        rest = said[beginning.end() :]
        return rest if beginning["said"].casefold() in ("no", "not") else f"touch {rest}"
    found = _prohibition("forbids").search(said)
    if found is None:
        return None
    before, rest = said[: found.start()], said[found.end() :]
    # "The billing database must not be changed": what is forbidden stands before it.
    return f"{rest} {before}" if re.match(r"\s*(?:ever\s)?(?:be|get)\s\w+", rest, re.IGNORECASE) else rest


_IS = r"\s(?:(?:must|should)\s)?(?:is|are|stays?|remains?)\s(?:exactly\s|strictly\s|absolutely\s|now\s)*"
_PROHIBITIONS = {
    "forbids": r"(?<![\w-])(?:WORDS)(?![\w-])",
    "forbids at the beginning": r"\s*(?:(?:ADDRESSED)[,\s]\s*)*+(?P<said>WORDS)\s",
    "forbids after": rf"{_IS}(?:WORDS)(?![\w-])",
    "appended": rf"{_IS}(?:WORDS)(?![\w-])",
    "forbids around": r"(?<![\w-])leave\s(?P<what>\S.*?)\s(?:WORDS)(?![\w-])",
}
"""Places of the words of a table that forbid, by its heading."""


@cache
def _prohibition(heading: str) -> re.Pattern[str]:
    found = _PROHIBITIONS[heading]
    for slot, listed in (("WORDS", heading), ("ADDRESSED", "addressed")):
        said = table()[listed]["words"] if listed == "appended" else table()[listed]
        words = sorted((re.escape(words) for words in said), key=len, reverse=True)
        found = found.replace(slot, "|".join(words))
    return re.compile(found, re.IGNORECASE)
