"""What a list of options is for: "For the app backend I see three options: …" is about the app backend.

A choice without its purpose says little by itself: "we decided on Firebase". The heading of the list tells it, as long
as the options are things; where they are what an assistant might do next ("Do you want me to A) shorten the text or B)
rewrite it?"), choosing one decides nothing.
"""

import re

from memorist.nodes.ingestion.vocabulary import one_of

_FIRST_OPTION = re.compile(r"(?:^|\s)(?:[-*]\s)?(?:option\s)?\(?(?:1|a)(?:[.):]|\s[–-])\s", re.IGNORECASE)
_THING = r"(?P<what>(?:[a-z]+ing\s)?(?:the|your|our|my|this)\s(?:[\w'’-]+\s){0,4}?[\w'’-]+?)"
_FOR = re.compile(
    rf"(?:^|[\s(])for\s{_THING}(?=\s*(?:[:,?.!]|$)|\s(?:i|we|you|there|here|these|those|are|is|should|could|would|and|but)\b)",
    re.IGNORECASE,
)
_HOW = re.compile(
    rf"\bhow\s(?:should|shall|could|do\s(?:we|you)\swant|would\syou\slike)\s{_THING}\s(?:to\s)?(?:go|be|work|look|happen|run)\b",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"(?:\b(?:want|like|prefer|need)\sme\sto|\b(?:should|shall|can|could|may)\si|\bi\s(?:can|could|will)|\bi['’]ll)"
    r"(?:\s(?:now|next|then|first|also|just|either|do|continue\swith|go\son\swith|start\swith))*\s*[:,–-]?\s*$",
    re.IGNORECASE,
)
_FOR_ALONE = re.compile(
    r"^for\s(?P<what>(?!example\b|instance\b|now\b|this\b|me\b|you\b)[\w'’ -]{3,40}?)\s*:$", re.IGNORECASE
)
"""For dinner on Friday: 1. Thai."""
_OFFERS = re.compile(
    r"\b(?:do\syou\swant|would\syou\slike|i\s(?:can|could)\s(?:do|give\syou|offer|write|make|send)|shall\si\s(?:give\syou|write|make))\s*:?$",
    re.IGNORECASE,
)
_MADE = re.compile(rf"(?:an?|the|some)\s(?:[\w-]+\s){{0,2}}?{one_of('made to order')}\b", re.IGNORECASE)
_OF_NO_USE = re.compile(r"(?:the|this)\s(?:moment|time|being|record|sake|start|beginning|answer)\b", re.IGNORECASE)
_YOUR = re.compile(r"^your\b", re.IGNORECASE)


def heading_of(listing: str) -> str:
    """What stands before the first option."""
    found = _FIRST_OPTION.search(listing)
    return listing[: found.start()].strip() if found else ""


def purpose_of(listing: str) -> str:
    """ "for the app backend"; nothing where the heading of the list does not say."""
    heading = heading_of(listing)
    found = _FOR.search(heading) or _HOW.search(heading) or _FOR_ALONE.match(heading)
    if found is None or _OF_NO_USE.match(found["what"]):
        return ""
    return f"for {_YOUR.sub('our', found['what'])}"


def offers_to_make(listing: str, option: str) -> bool:
    """Whether an option is a text that an assistant would write: "Do you want 1) a summary 2) a table?"."""
    return bool(_OFFERS.search(heading_of(listing)) and _MADE.match(option))


def lists_acts(listing: str) -> bool:
    """Whether the options are what an assistant would do next."""
    return bool(_ACTS.search(heading_of(listing)))
