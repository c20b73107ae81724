"""Words above a list that forbid or demand what it names: "Never" above "Push to main".

The words are data (``leads.yaml``): a closed class. Any other heading is a topic.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memorist.nodes.kinds.wording import is_instruction, lowered
from memorist.nodes.language.file_verbs import leading_verbs
from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.words import lower_first, upper_first

Bidding = Literal["forbid", "demand"]
_TOKEN = re.compile(r"\w[\w'-]*|[^\w\s.,:;!?()\[\]*_#-]")
_SIGNS = re.compile(r"^\W+")
_PARTS = re.compile(r"\s*(?:[/&,|]|\band\b|\bor\b|\bund\b|\boder\b|\bet\b|\by\b)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lead:
    """Words above a list that govern it.

    Args:
        bids: what it does with the items.
        words: its words without the place.
        place: where it holds ("in production"); empty for everywhere.
    """

    bids: Bidding
    words: str
    place: str = ""


def lead_of(text: str) -> Lead | None:
    """Return the lead that a heading or a line above a list is; null for a topic."""
    said = text.strip().rstrip(": ")
    said = _SIGNS.sub("", said) or said
    if bids := _bidding(said):
        return Lead(bids, said)
    front, comma, rest = said.partition(",")
    if comma and _begins_place(front) and (bids := _bidding(rest)):
        return Lead(bids, rest.strip(), lower_first(front.strip()))
    words = said.split()
    for at in range(1, len(words)):
        place = " ".join(words[at:])
        if _begins_place(place) and (bids := _bidding(" ".join(words[:at]))):
            return Lead(bids, " ".join(words[:at]), place)
    return None


def takes_back(heading: str) -> bool:
    """Return true if what stands below a heading is taken out of what one above it forbids ("Instead")."""
    return not _words("takes back").isdisjoint(_tokens(heading))


def forbids_at_once(text: str) -> bool:
    """Return true if a text begins with a prohibition of its own."""
    tokens = _tokens(text)
    return bool(tokens) and (tokens[0] in _words("forbid") or tokens[:2] == ["do", "not"])


def is_act(item: str) -> bool:
    """Return true if an item begins with the verb of what is to be done."""
    return is_instruction(item) or bool(leading_verbs(item)[0])


def under(lead: Lead, item: str) -> str:
    """Return an item of a list as the whole rule that it makes with its lead.

    In English the two are joined where the lead takes such an item ("Don't" an act, "Avoid" a thing). Below any other
    ("Don'ts", "❌") acts are forbidden by "Never" and demanded by themselves, and things are forbidden by "No".
    """
    if forbids_at_once(item):
        return item
    tokens = _tokens(lead.words)
    if not _words("forbid", "demand").isdisjoint(tokens):
        last, acts = tokens[-1], is_act(item)
        names_acts = last in _words("before an act", "for acts")
        if last in _words("before an act" if acts else "before a thing"):
            return f"{upper_first(lead.words)} {_placed(lowered(item), lead.place)}"
        if acts and lead.bids == "demand":
            return _placed(item, lead.place)
        if lead.bids == "forbid" and not (acts and "avoid" in tokens):
            joined = "Never" if acts or (names_acts and not item.partition(" ")[0].endswith("ing")) else "No"
            return f"{joined} {_placed(lowered(item), lead.place)}"
    return f"{f'{lead.words} {lead.place}'.strip()}: {item}"


def _placed(act: str, place: str) -> str:
    """Return an act with the place where it is forbidden or demanded behind its first sentence."""
    said, stop, more = act.partition(". ")
    return f"{said.rstrip('.')} {place}{stop}{more}" if place else act


def _bidding(said: str) -> Bidding | None:
    """Return what words bid that do nothing else; null where some do not, or where their parts bid different things."""
    parts: set[Bidding | None] = {_of_part(part) for part in _PARTS.split(said) if part.strip()}
    return parts.pop() if len(parts) == 1 else None


def _of_part(part: str) -> Bidding | None:
    tokens = {*_tokens(part)}
    forbids = _words("forbid", "forbid in other languages")
    if tokens & forbids and tokens <= forbids | _words("beside", "beside a prohibition"):
        return "forbid"
    demands = _words("demand", "demand in other languages")
    return "demand" if tokens & demands and tokens <= demands | _words("beside") else None


def _tokens(text: str) -> list[str]:
    return [token.casefold() for token in _TOKEN.findall(text.replace("’", "'").replace("\ufe0f", ""))]


def _begins_place(text: str) -> bool:
    return (text.split() or [""])[0].casefold() in _words("places")


@cache
def _words(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in shipped(__name__, "leads.yaml")[name])
