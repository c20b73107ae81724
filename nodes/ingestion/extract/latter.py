"""The former and the latter, the second one: which of the things that were named last."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.extract.options import PLACE, at_place
from memorist.nodes.language.names import find_names

LATTER = re.compile(
    rf"\bthe\s(?:(?P<which>former|latter)(?:\sone)?|(?P<place>{PLACE})\sone)\b(?!\s(?:i|we|you|that|who|to)\b)",
    re.IGNORECASE,
)
_OR = re.compile(r"\W*(?:,|/|\bor\b|\band\b|\bvs\.?)\W*(?:or\b|and\b)?\W*", re.IGNORECASE)


def with_one_of_two(clause: str, spoken: Sequence[str]) -> str:
    """ "The latter" is the second of the two named last; "the second one" is that of those put up for choice."""
    if not (found := LATTER.search(clause)):
        return clause
    for text in spoken[:3]:
        if found["place"]:
            if meant := at_place(found["place"], _side_by_side(text)):
                return clause[: found.start()] + meant + clause[found.end() :]
            continue
        names = list(dict.fromkeys(m.canonical for m in find_names(text) if m.field != "file"))
        if len(names) > 1:
            meant = names[-2] if found["which"].lower() == "former" else names[-1]
            return clause[: found.start()] + meant + clause[found.end() :]
    return clause


def _side_by_side(text: str) -> list[str]:
    """The names that stand beside each other, with nothing but "or", "and" or a comma between them."""
    names = sorted((m for m in find_names(text) if m.field != "file"), key=lambda m: m.start)
    row: list[str] = []
    for before, name in zip([None, *names], names, strict=False):
        beside = before is not None and _OR.fullmatch(text[before.end : name.start])
        row = [*row, name.canonical] if beside else row if len(row) > 1 else [name.canonical]
    return row if len(row) > 1 else []
