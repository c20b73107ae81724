"""Names that were written without their capital: people, places, and unknown words that are used as a tool is."""

from collections.abc import Iterable, Sequence

from hypomnema.nodes.language.common import is_ordinary
from hypomnema.nodes.language.disambiguation import ONTO, RUNS
from hypomnema.nodes.language.name_lists import ACTING, BEFORE_PERSON, given_names, is_strange, known_places
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
_AFTER_TOOL = frozenset("for as to in on and or because since instead not now at with everywhere so but".split())


def names_in_small_letters(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> Iterable[Mention]:
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
        elif (
            (before in _USED or (at > 1 and before in ONTO and tokens[at - 2].folded in RUNS))
            and (after in _AFTER_TOOL or token is tokens[-1])
            and is_strange(token.folded)
        ):
            yield Mention(token.text, "entity:technology", token.start, token.end)
        elif not at and after in _ASKS and is_strange(token.folded):
            yield Mention(token.text.capitalize(), "entity:concept", token.start, token.end)


def within(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a token lies in one of the spans, which are places in the text."""
    return any(start < token.end and token.start < end for start, end in spans)
