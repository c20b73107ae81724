"""Matching: the degree to which an act does what a rule forbids, by effects, objects and places, or by words."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from memorist.nodes.homeostasis.acts.deeds import Deed
from memorist.nodes.homeostasis.acts.demands import Demand
from memorist.nodes.homeostasis.acts.effects import (
    ANY,
    done_by_kinds,
    fillers,
    members,
    names,
    packages_in,
    stem,
    words_in,
)
from memorist.nodes.homeostasis.acts.places import reached
from memorist.nodes.language.gazetteer import find_entities

Match = Literal["whole", "near", "unshown", "none"]
"""Degree to which an act matches a prohibition; ``unshown``: it does something of the kind, and nothing in it speaks
for the one thing that is forbidden."""
_NEAREST: Sequence[Match] = ("whole", "near", "unshown", "none")
MOST = 0.6
"""Share of a rule's words that an act must use for a warning; an act that uses all of them breaks the rule."""
GIVING_UP = re.compile(
    r"\b(uninstall|remove|rm|delete|drop|replac\w*|migrat\w* (?:away )?(?:from|off)|mov\w* (?:away )?from|without|"
    r"instead of|get\w* rid of|no|not|never|stop\w*|avoid\w*)\b",
    re.IGNORECASE,
)
"""Words that take something away; what follows them is not being used."""


def coverage(units: Sequence[frozenset[str]], text: str) -> float:
    """The share of the things of a rule that a text names; those that it removes ("uninstall realm") do not count.

    Where removing is itself what a rule forbids ("never delete …"), all of them count.
    """
    found = _words(text)
    wanted = frozenset[str]().union(*units)
    if not GIVING_UP.search(" ".join(wanted)):
        found = frozenset(name for name in found if name not in wanted or not _given_up(name, text))
    return sum(bool(unit & found) for unit in units) / len(units)


def matched(demand: Demand, done: Sequence[Deed], text: str) -> tuple[Match, Deed | None]:
    """Return the degree to which an act matches a prohibition, and the nearest deed if the rule names an effect."""
    if not demand.effects:
        share = coverage(demand.units, text)
        if share >= MOST:
            return ("whole" if share >= 1 else "near"), None
    compared: Iterator[tuple[Match, Deed]] = ((_how_near(demand, deed), deed) for deed in done)
    return min(compared, key=lambda pair: _NEAREST.index(pair[0]), default=("none", None))


def _how_near(demand: Demand, deed: Deed) -> Match:
    match = _by_effects(demand, deed) if demand.effects else "none"
    return "unshown" if match == "none" and _is_of_the_kind(demand, deed) else match


def _is_of_the_kind(demand: Demand, deed: Deed) -> bool:
    """Return true if a deed is done with a kind of things of which a rule forbids one, and names none of them."""
    wanted = {unit: frozenset(members()[word] for word in unit if word in members()) for unit in demand.units}
    kinds = frozenset[str]().union(*wanted.values())
    does = demand.effects or {done_by_kinds()[kind] for kind in kinds}
    return (
        bool(kinds)
        and bool(deed.effects & does)
        and not any(members().get(word) in kinds for word in deed.words)
        and all((unit | wanted[unit]) & deed.words for unit in demand.units)
    )


def _by_effects(demand: Demand, deed: Deed) -> Match:
    if ANY not in deed.effects and not deed.effects & demand.effects:
        return "none"
    if any(unit & deed.lacks and not unit & deed.words for unit in demand.units):
        return "none"
    at = "none" if deed.by_path and demand.places else reached(demand.places, deed.places, deed.words)
    said = deed.words | deed.content
    named = sum(bool(unit & said) for unit in demand.units)
    most = named + sum(bool(unit & deed.maybe - said) for unit in demand.units) >= MOST * len(demand.units)
    if at == "none":
        return "none"
    if ANY in deed.effects or deed.by_path:
        return "near" if most and (named or demand.places or deed.by_path) else "none"
    if named == len(demand.units):
        return at
    return "near" if deed.open or most else "none"


def reach_of(demand: Demand, deed: Deed) -> Iterator[str]:
    """Yield sentences on what a deed may reach besides what it shows."""
    if _is_of_the_kind(demand, deed):
        yield "The act does not name what it uses for it."
    if deed.open:
        yield "What it reaches is not all named."
    if unnamed := {one.kind for one in deed.places if one.name is None} & {one.kind for one in demand.places}:
        yield f"It does not name the {' or '.join(sorted(unnamed))} that it reaches."
    if any(unit & deed.maybe - deed.words for unit in demand.units):
        yield "The act does not show all that the rule names."


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    """The content words, with the names among them in canonical form as one word each."""
    known = {mention.canonical.casefold() for mention in find_entities(text)}
    plain = names(words_in(text)) - fillers()
    return frozenset({*plain, *(stem(name) for name in known), *packages_in(text)})


def _given_up(name: str, text: str) -> bool:
    """Return true if every mention of the name follows a word that removes or avoids it ("without", "uninstall")."""
    places = [m.start() for m in re.finditer(re.escape(name), text, re.IGNORECASE)]
    return bool(places) and all(GIVING_UP.search(text[max(0, place - 30) : place]) for place in places)
