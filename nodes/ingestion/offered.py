"""How a thing that was offered is to be made: "yes please, four sentences at most" is a word in the work at hand."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.alone import has_verb
from memorist.nodes.ingestion.extract.asked_and_said import is_offer
from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.names import find_names

_TAKES_IT = looks_like(
    r"^\W*(?:(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please|pls|plz|go\sahead|do\sit|good|great|gladly|by\sall\smeans|why\snot|of\scourse)\b[\s,.!]*)+(?:do\b)?"
)
_IN_THAT_WAY = looks_like(
    rf"^\W*(?:(?:and|but|in|as|very|rather|a\sbit|keep\sit|make\sit)\s)*(?:{one_of('ways of making')}(?![\w-])|"
    rf"(?:[\w-]+\s){{1,2}}{one_of('pieces of text')}\b.{{0,25}}$)"
)
_DOES_THAT = re.compile(
    r"(?<=\bto\s|\bll\s)do\s(?:that|it|this)\b|(?<=\bwill\s)do\s(?:that|it|this)\b|(?<=\bcan\s)do\s(?:that|it|this)\b",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"(?:^|[.!,:]\s+|\n)(?:so,?\s|and\s)?(?:shall|should|can|could|may)\si\s(?:also\s|then\s)?(?P<act>[a-z][^?.!]{6,80}?)(?:\s(?:for|to|with)\s(?:you|her|him|them))?\?\s*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|this|that|them|these|those|me|you|your)\b", re.IGNORECASE)
_LASTING = re.compile(
    r"\b(?:always|never|every|each|from now on|going forward|whenever|generally|in general|we|our|because|since)\b|"
    r"\b(?:and|but)\snot\s(?:from|in|on|via|through|by|at|to|inside|within)\b",
    re.IGNORECASE,
)
_LONGEST = 16
"""In words."""


def offer_taken(answer: str, before: Sequence[Utterance]) -> bool:
    """Whether an answer takes what the assistant just offered to do."""
    return bool(before) and before[-1].role == "assistant" and bool(_TAKES_IT(answer)) and is_offer(before[-1].content)


def with_act(answer: str, before: Sequence[Utterance]) -> str:
    """ "She prefers to do that herself" to "shall I sketch a comparison for her?" says what she does herself."""
    if not before or before[-1].role != "assistant" or not (found := _DOES_THAT.search(answer)):
        return answer
    offered = _OFFERED.search(before[-1].content)
    if offered is None or _PRONOUN.search(offered["act"]):
        return answer
    return f"{answer[: found.start()]}{offered['act'].strip()}{answer[found.end() :]}"


def says_how_to_make(piece: str) -> bool:
    """Whether a piece behind "yes please" only says how to do what was offered; who is named in it is worth keeping."""
    taken = _TAKES_IT(piece)
    plain = piece[taken.end() :].strip() if taken else piece
    if len(plain.split()) > _LONGEST or _LASTING.search(plain) or (has_verb(plain) and not _IN_THAT_WAY(plain)):
        return False
    return not any(
        m.start > 0 and plain[m.start].isupper() and not plain[m.start : m.end].isupper() for m in find_names(plain)
    )
