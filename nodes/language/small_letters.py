"""Names that were written without their capital: people, places, and unknown words that are used as a tool is."""

import re
from collections.abc import Iterable, Sequence

from hypomnema.nodes.language.common import is_ordinary
from hypomnema.nodes.language.disambiguation import ONTO, ends_phrase, is_placed
from hypomnema.nodes.language.lexicon import load_gazetteer
from hypomnema.nodes.language.name_lists import ACTING, BEFORE_PERSON, given_names, is_strange, known_places, not_names
from hypomnema.nodes.language.tokens import Mention, Token

_USED = frozenset("use uses used using adopted adopt adopting via onto chose installed".split())
_LONG_PLACE = 6
_LONG_NAME = 4
"""Longer names are told from words without anything beside them."""
_ASKS = frozenset(
    "want wants need needs insist insists demand demands requires require refuses refused asked signed approved "
    "cancelled".split()
)
_BEFORE_PLACE = frozenset(
    "in to from near at around outside visit visiting towards via for between and of leaving our the".split()
)
_CALLED = frozenset("called named codenamed nicknamed dubbed".split())
_BEFORE_TOOL = _USED | _CALLED | ONTO
_NUMBERED = re.compile(r"([a-z]{3,})\d{1,2}")
"""A tool and its generation: turborepo2."""


def names_in_small_letters(text: str, tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> Iterable[Mention]:
    """Names of people that were written small, and unknown words that are used as a tool is."""
    sure, _ = given_names()
    places, companies = known_places()
    for at, token in enumerate(tokens):
        if not token.text.islower() or len(token.folded) < 3 or within(token, spans):
            continue
        after = tokens[at + 1].folded if at + 1 < len(tokens) else ""
        before = tokens[at - 1].folded if at else ""
        asked_of = at > 1 and tokens[at - 2].folded in {"who", "who's", "whos"}
        of_a_place = before in _BEFORE_PLACE or len(token.folded) > _LONG_PLACE
        if (token.folded in places and of_a_place) or token.folded in companies:
            yield Mention(token.text.capitalize(), "entity:concept", token.start, token.end)
        elif token.folded in sure:
            alone = len(token.folded) > _LONG_NAME and not is_ordinary(token.folded)
            beside = after in ACTING or before in BEFORE_PERSON or after == "s"
            if alone or beside or (before in {"is", "was"} and asked_of):
                yield Mention(token.text.capitalize(), "entity:person", token.start, token.end)
        elif before in _BEFORE_TOOL and (_is_used(text, tokens, at) or _is_called(text, tokens, at)):
            yield Mention(token.text, "entity:technology", token.start, token.end)
        elif not at and after in _ASKS and _is_unknown(token.folded):
            yield Mention(token.text.capitalize(), "entity:concept", token.start, token.end)


def _is_used(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether an unknown word stands where a tool does, and nothing goes on behind it that it could belong to."""
    used = at and (tokens[at - 1].folded in _USED or is_placed(tokens, at))
    return bool(used) and ends_phrase(text, tokens, at + 1) and _is_unknown(tokens[at].folded)


def _is_unknown(word: str) -> bool:
    numbered = _NUMBERED.fullmatch(word)
    head = numbered[1] if numbered else word
    known = numbered and any(words == (head,) for words, _ in load_gazetteer().names.get(head, ()))
    return (bool(known) or is_strange(head)) and word not in not_names()


def _is_called(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether somebody says that this word is a name: "the feature store is called larder"."""
    called = at > 1 and tokens[at - 1].folded in _CALLED
    return called and not is_ordinary(tokens[at].folded) and ends_phrase(text, tokens, at + 1)


def within(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a token lies in one of the spans, which are places in the text."""
    return any(start < token.end and token.start < end for start, end in spans)
