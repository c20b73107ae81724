"""Names that were learned: what a conversation or the memory has named once is known when it is written small."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from memorist.nodes.language.covered import Covered
from memorist.nodes.language.lexicon import Entry, Gazetteer
from memorist.nodes.language.name_lists import OPENERS, is_coined, known_places, not_names
from memorist.nodes.language.names import find_names
from memorist.nodes.language.tokens import Token, tokens_of

LONGEST = 3
"""Words of a name."""
MOST = 60
"""Phrases of one text that are looked up: what a long turn begins with."""
READ = 4_000
"""Characters of a turn before that are looked through for names."""
_CONCEPT = "entity:concept"
_ONE_OF_MANY = frozenset("a an some any every each another few many".split())
"""Before a thing of which there are others: "a mango", though Mango is a client."""


class LearnedName(NamedTuple):
    """A name as it was written when it was met, and what it is: ``entity:…``."""

    name: str
    kind: str


def may_be_names(text: str) -> tuple[str, ...]:
    """The phrases of a text that are no name as far as is known, but may be one that was learned, in small letters.

    At least one word of each is none of everyday English; a common word counts when it has a capital and no other name
    beside it, as at the beginning of a sentence.
    """
    named = Covered((m.start, m.end) for m in find_names(text))
    tokens = tokens_of(text)
    phrases: dict[str, None] = {}
    for at in range(len(tokens)):
        for after in range(at + 1, min(at + LONGEST, len(tokens)) + 1):
            if tokens[after - 1] in named or (
                after > at + 1 and text[tokens[after - 2].end : tokens[after - 1].start] != " "
            ):
                break
            if at and tokens[at - 1].folded in _ONE_OF_MANY:
                break
            if any(_may_name(token) for token in tokens[at:after]):
                phrases.setdefault(" ".join(t.folded for t in tokens[at:after]))
        if len(phrases) >= MOST:
            break
    return tuple(phrases)[:MOST]


def _may_name(token: Token) -> bool:
    """Whether a word may be (part of) a name that no list holds."""
    word = token.folded
    if len(word) < 3 or not word[0].isalpha() or word in not_names():
        return False
    return is_coined(word) or (token.text[0].isupper() and word not in OPENERS)


def names_said(text: str, before: Iterable[str]) -> tuple[LearnedName, ...]:
    """The names in the turns before that the text uses in small letters or where a capital says nothing."""
    said = [turn[:READ] for turn in before]
    spoken = "\n".join(said).casefold()
    if not any(token.folded in spoken and _may_name(token) for token in tokens_of(text)):
        return ()
    phrases = [phrase for phrase in may_be_names(text) if phrase in spoken]
    met = (LearnedName(turn[m.start : m.end], m.kind) for turn in said if phrases for m in find_names(turn))
    learned = {one.name.casefold(): one for one in met if one.name.casefold() in phrases and is_usable(one, text)}
    return tuple(learned[phrase] for phrase in phrases if phrase in learned)


def is_usable(learned: LearnedName, text: str) -> bool:
    """Whether a learned name may be met in a text without its capitals.

    It was written as names are, and a word of it is none of everyday English; what is a common word stays one unless
    it is known to be more than a concept and has its capital here too.
    """
    name, kind = learned
    words = name.casefold().split()
    if not 0 < len(words) <= LONGEST or (name.islower() and kind == _CONCEPT):
        return False
    places, _ = known_places()
    if any(w in not_names() for w in words) or name.casefold() in places:
        return False
    return any(is_coined(w) for w in words) or (kind != _CONCEPT and name in text)


def gazetteer_knowing(learned: Sequence[LearnedName], known: Gazetteer) -> Gazetteer:
    """The names that are known, and these."""
    return _knowing(known, tuple(sorted(learned))) if learned else known


@lru_cache(maxsize=64)
def _knowing(known: Gazetteer, learned: tuple[LearnedName, ...]) -> Gazetteer:
    names = dict(known.names)
    for name, kind in learned:
        words = tuple(t.folded for t in tokens_of(name))
        rows = names.get(words[0], ()) if words else ()
        if not words or any(row[0] == words for row in rows):
            continue
        exact = None if any(is_coined(word) for word in words) else name
        entry = Entry(name, kind, None, (), exact)
        names[words[0]] = sorted([*rows, (words, entry)], key=lambda row: -len(row[0]))
    return replace(known, names=names)
