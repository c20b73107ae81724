"""Praise of what an assistant listed, which tells nothing to keep: "3 and 5 are great", "good list", "rest ok"."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.listed import LEAD, NAMED, asks_amount, items_of, meant, offers_choice

_GOOD = (
    r"(?:(?:all|both|really|very|so|pretty|quite|totally|just|absolutely|also|look(?:s|ing)?|sounds?|seems?)\s)*"
    r"(?:fine|good|great|ok(?:ay)?|right|alright|all\sright|correct|perfect|nice|excellent|lovely|brilliant|cool|spot\son|clear|true|awesome|as\s(?:is|it\sis))"
)
_ENDS = r"(?:[\s,]+(?:thx|thanks|thank\syou|ty|cheers|please|pls|for\sme|by\sme|with\sme|now|too|then|imo))*\W*$"
_REST_IS_GOOD = re.compile(
    rf"{LEAD}(?:(?:all\s)?(?:the\s)?(?:rest|others?|remaining\sones)(?:\sof\s(?:it|them|the\slist))?|everything\selse|otherwise|"
    rf"(?:it['’]?s\s|it\sis\s)?otherwise)(?:\s(?:it|they|all))?(?:['’]s|\s(?:is|are|was))?\s{_GOOD}{_ENDS}",
    re.IGNORECASE,
)
_LIST_IS_GOOD = re.compile(
    rf"{LEAD}(?:(?:the|that|this|your)\s)?(?:(?:good|great|nice|perfect|lovely|solid|fine|excellent|complete)\s"
    rf"(?:list|overview|summary|picks?|selection|questions|points)|(?:list|overview|summary)(?:['’]s|\sis)?\s{_GOOD}){_ENDS}",
    re.IGNORECASE,
)
_ITEMS_ARE_GOOD = re.compile(rf"{LEAD}{NAMED}(?:['’]s|\s(?:is|are|was|were))?\s{_GOOD}{_ENDS}", re.IGNORECASE)


_OTHERS = re.compile(r"\bothers?\b", re.IGNORECASE)
"""All the others are fine: of things, where nothing is listed."""


def praises_items(text: str) -> bool:
    """Whether it says of items, which it names, that they are fine."""
    return bool(_ITEMS_ARE_GOOD.match(text))


def praises(text: str) -> bool:
    """Whether it says of items, or of all the others, that they are fine."""
    return praises_items(text) or bool(_REST_IS_GOOD.match(text))


def is_praise_of_items(text: str, before: Sequence[Utterance]) -> bool:
    """Whether a piece of a reply only says that what an assistant listed is fine: "3 and 5 are great", "rest ok"."""
    if not before or before[-1].role != "assistant":
        return False
    listing = before[-1].content
    rest, whole, some = _REST_IS_GOOD.match(text), _LIST_IS_GOOD.match(text), _ITEMS_ARE_GOOD.match(text)
    if not (rest or whole or some):
        return False
    items = items_of(listing)
    if rest or whole:
        return bool(items) or (rest is not None and not _OTHERS.search(text) and not listing.rstrip().endswith("?"))
    if some is None or offers_choice(listing) or asks_amount(listing):
        return False
    return bool(meant(some["keys"], items))
