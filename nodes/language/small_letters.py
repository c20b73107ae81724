"""Names that were written without their capital: people, places, and unknown words that are used as a tool is."""

import re
from collections.abc import Container, Iterable, Sequence

from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.covered import Covered
from memorist.nodes.language.disambiguation import ONTO, ends_phrase, is_placed
from memorist.nodes.language.gazetteer import names_of_one_word
from memorist.nodes.language.name_lists import (
    ACTING,
    BEFORE_PERSON,
    TITLES,
    given_names,
    is_strange,
    known_places,
    not_names,
)
from memorist.nodes.language.tokens import NameMention, Token, last_before

_USED = frozenset(
    "use uses used using adopted adopt adopting via onto chose installed drop dropped dropping ditch ditched ditching "
    "scrapped replaced".split()
)
_LONG_PLACE = 6
_LONG_NAME = 4
"""Longer names are told from words without anything beside them."""
_SOMEBODY_DOES = frozenset(
    """
    should must would could may might shall turns turned walked knows says takes leaves wants needs thinks likes does
    did gets goes comes starts lives speaks plays just still already never always also owns works
    """.split()
)
_VERBS_END = ("s", "ed", "ing")
_ASKS = frozenset(
    "want wants need needs insist insists demand demands requires require refuses refused asked signed approved "
    "cancelled".split()
)
_BEFORE_PLACE = frozenset(
    "in to from near at around outside visit visiting towards via for between and of leaving our the".split()
)
_CALLED = frozenset("called named codenamed nicknamed dubbed".split())
_BEFORE_TOOL = _USED | _CALLED | ONTO | {"run"}
_SET_AGAINST = frozenset("of than from leaving off".split())
_MORE = ("er", "more", "less")
_STEPPING = frozenset("then first and to just always also please you we".split())
_FAR = 200
"""Words before an unknown one that are searched for the name it is compared with: "X is faster than gmsh"."""
_NEXT_STEP = re.compile(r"\s\d{1,2}[.)]\s")
_WHETHER = frozenset("if when whenever unless until because once".split())
_BESIDE = re.compile(r"(?:\s[-–—]|:)\s[a-z]")
_NUMBERED = re.compile(r"([a-z]{3,})\d{1,2}")
"""A tool and its generation: turborepo2."""


def names_in_small_letters(text: str, tokens: Sequence[Token], spans: Covered) -> Iterable[NameMention]:
    """Names of people that were written small, and unknown words that are used as a tool is."""
    sure, doubtful = given_names()
    places, companies = known_places()
    for at, token in enumerate(tokens):
        if not token.text.islower() or token in spans:
            continue
        if len(token.folded) < 3:
            if token.folded in doubtful and _is_in_charge(text, token):
                yield NameMention(token.text.capitalize(), "entity:person", token.start, token.end)
            continue
        after = tokens[at + 1].folded if at + 1 < len(tokens) else ""
        before = tokens[at - 1].folded if at else ""
        of_a_place = before in _BEFORE_PLACE or len(token.folded) > _LONG_PLACE
        if before in TITLES and token.folded.isalpha() and not is_ordinary(token.folded):
            named = token.text.removesuffix("s") if token.folded.endswith("s") else token.text
            yield NameMention(named.capitalize(), "entity:person", token.start, token.end)
        elif (token.folded in places and of_a_place) or token.folded in companies:
            yield NameMention(token.text.capitalize(), "entity:concept", token.start, token.end)
        elif token.folded in doubtful and not at and after in _SOMEBODY_DOES and not is_ordinary(token.folded):
            yield NameMention(token.text.capitalize(), "entity:person", token.start, token.end)
        elif after and _is_someones(token.folded, sure):
            yield NameMention(token.text[:-1].capitalize(), "entity:person", token.start, token.end)
        elif token.folded in sure:
            yield from _given_name(text, tokens, at, sure)
        elif _is_a_tool(text, tokens, at, spans):
            yield NameMention(token.text, "entity:technology", token.start, token.end)
        elif not at and after in _ASKS and _is_unknown(token.folded):
            yield NameMention(token.text.capitalize(), "entity:concept", token.start, token.end)


def _given_name(text: str, tokens: Sequence[Token], at: int, sure: Container[str]) -> Iterable[NameMention]:
    """A word that is a given name and nothing else: a short one needs a place in which people stand."""
    token = tokens[at]
    after = tokens[at + 1].folded if at + 1 < len(tokens) else ""
    before = tokens[at - 1].folded if at else ""
    if _has_family_name(text, tokens, at) and after not in sure:
        full = f"{token.text.capitalize()} {after.capitalize()}"
        yield NameMention(full, "entity:person", token.start, tokens[at + 1].end)
        return
    asked_of = before in {"is", "was"} and at > 1 and tokens[at - 2].folded in {"who", "who's", "whos"}
    told_of = text.endswith(", ", 0, token.start) and text[token.end : token.end + 1] == ","
    beside = told_of or after in ACTING or after in _SOMEBODY_DOES or before in BEFORE_PERSON or after == "s"
    alone = len(token.folded) > _LONG_NAME or _is_in_charge(text, token) or (before in _WHETHER and _does(after))
    if asked_of or beside or (alone and not is_ordinary(token.folded)):
        yield NameMention(token.text.capitalize(), "entity:person", token.start, token.end)


def _is_in_charge(text: str, token: Token) -> bool:
    """Return true if a word begins a line and something is put beside it: "* ana - design", "bo: android"."""
    begins = last_before(text, token.start, skipping=" \t*-•–") in {"\n", ""}
    return begins and bool(_BESIDE.match(text, token.end))


def _does(word: str) -> bool:
    """Return true if a word is what one person does: "retires"."""
    return len(word) > _LONG_NAME and word.endswith("s") and not word.endswith("ss")


def _has_family_name(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if a given name that begins a text, or an answer, goes on with a word that is none: "bea
    marchetti"."""
    if at + 1 >= len(tokens) or not (at == 0 or text.endswith('": ', 0, tokens[at].start)):
        return False
    word = tokens[at + 1].folded
    return is_strange(word) and not word.endswith(_VERBS_END) and text[tokens[at].end : tokens[at + 1].start] == " "


def _is_someones(word: str, names: Container[str]) -> bool:
    """Return true if a word is a name with its "s", written without the apostrophe: "noors pr"; "carries" is a verb."""
    owner = word.removesuffix("s")
    if owner == word or len(word) <= _LONG_NAME or owner not in names or word in names:
        return False
    return not is_ordinary(word) and not (word.endswith("ies") and is_ordinary(f"{owner[:-2]}y"))


def _is_a_tool(text: str, tokens: Sequence[Token], at: int, spans: Covered) -> bool:
    """Return true if a word stands where only a tool can: behind "use", "called" or "run", or set against a name."""
    before = tokens[at - 1].folded if at else ""
    if before in _BEFORE_TOOL and (_is_used(text, tokens, at) or _is_called(text, tokens, at)):
        return True
    return at > 1 and before in _SET_AGAINST and _is_beside(text, tokens, at, spans)


def _is_used(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if an unknown word stands where a tool does, and nothing goes on behind it that it could belong
    to."""
    used = at and (tokens[at - 1].folded in _USED or is_placed(tokens, at) or _is_run(tokens, at))
    ends = ends_phrase(text, tokens, at + 1) or _NEXT_STEP.match(text, tokens[at].end)
    return bool(used) and bool(ends) and _is_unknown(tokens[at].folded)


def _is_run(tokens: Sequence[Token], at: int) -> bool:
    """Return true if somebody is told to run it: "then run shipit"."""
    return tokens[at - 1].folded == "run" and (
        at < 2 or tokens[at - 2].folded in _STEPPING or tokens[at - 2].text.isdigit()
    )


def _is_beside(text: str, tokens: Sequence[Token], at: int, spans: Covered) -> bool:
    """Return true if an unknown word is set against a name: "mqtt instead of coap", "Tetrix is faster than gmsh"."""
    before, earlier = tokens[at - 1].folded, tokens[at - 2].folded if at > 1 else ""
    against = (before == "of" and earlier == "instead") or (before == "than" and earlier.endswith(_MORE))
    if against:
        first = max(0, at - _FAR)
        written = (t.text[0].isupper() and (n or is_strange(t.folded)) for n, t in enumerate(tokens[first:at], first))
        named = spans.end_before(tokens[at].start) or any(written)
    else:
        followed = at + 2 < len(tokens) and tokens[at + 1].folded in {"to", "for"}
        moved = before in {"from", "leaving", "off"} and followed
        named = moved and (tokens[at + 2].text[0].isupper() or spans.begin_at(tokens[at + 2].start))
    return named and _is_unknown(tokens[at].folded) and (not against or ends_phrase(text, tokens, at + 1))


def _is_unknown(word: str) -> bool:
    numbered = _NUMBERED.fullmatch(word)
    head = numbered[1] if numbered else word
    known = numbered is not None and bool(names_of_one_word(head))
    return (known or is_strange(head)) and word not in not_names()


def _is_called(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if somebody says that this word is a name: "the feature store is called larder"."""
    called = at > 1 and tokens[at - 1].folded in _CALLED
    return called and not is_ordinary(tokens[at].folded) and ends_phrase(text, tokens, at + 1)
