"""Names that continue with the next word: names of two words, and of firms with an "&" in them."""

from collections.abc import Sequence

from memorist.nodes.language.name_lists import LEGAL_FORMS, given_names
from memorist.nodes.language.tokens import Token

FIRMS = LEGAL_FORMS | frozenset(
    "co company partner partners sons söhne fils brothers bros daughters associates cie kids friends".split()
)
"""Endings of firms' names: Vellum & Co."""


def goes_on_with(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if a word goes on with the name before it: "Pelle Strand", and of firms "Vellum & Co"."""
    between = text[tokens[at - 1].end : tokens[at].start]
    if between in {" & ", " + "} and tokens[at].folded in FIRMS:
        return True
    persons = given_names()
    both = any(tokens[place].folded in names for place in (at - 1, at) for names in persons)
    return between == " " or (between == " & " and not both)


def is_with_partners(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if a firm begins with a word that is no name elsewhere: "Winter & Partner"."""
    if at + 1 >= len(tokens) or not tokens[at].text[0].isupper() or not tokens[at + 1].text[0].isupper():
        return False
    joined = text[tokens[at].end : tokens[at + 1].start] in {" & ", " + "}
    return joined and tokens[at + 1].folded in FIRMS - {"friends", "kids"}
