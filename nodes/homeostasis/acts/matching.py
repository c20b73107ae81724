"""Matching: the degree to which an act does what a rule forbids, by effects, objects and places, or by words."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from memorist.nodes.homeostasis.acts.deeds import UNTOLD, Deed
from memorist.nodes.homeostasis.acts.demands import Demand
from memorist.nodes.homeostasis.acts.effects import (
    ANY,
    done_by_kinds,
    fillers,
    members,
    names,
    packages_in,
    stem,
    table,
    words_in,
)
from memorist.nodes.homeostasis.acts.places import Place, is_site, reached, reached_site
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.language.gazetteer import find_entities, names_technology

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
    found = words_of(text)
    wanted = frozenset[str]().union(*units)
    if not GIVING_UP.search(" ".join(wanted)):
        found = frozenset(name for name in found if name not in wanted or not _given_up(name, text))
    return sum(bool(unit & found) for unit in units) / len(units)


def matched(demand: Demand, done: Sequence[Deed], text: str) -> tuple[Match, Deed | None]:
    """Return the degree to which an act matches a prohibition, and the nearest deed if the rule names an effect."""
    if not demand.effects and (match := _by_words(demand, done, text)) != "none":
        return match, None
    compared: Iterator[tuple[Match, Deed]] = ((_how_near(demand, deed), deed) for deed in done)
    return min(compared, key=lambda pair: _NEAREST.index(pair[0]), default=("none", None))


_READS = frozenset({"read", "show"})


def _by_words(demand: Demand, done: Sequence[Deed], text: str) -> Match:
    """Match an act with a prohibition that names no effect, by its words; one that only reads must use all of them."""
    if demand.commands:
        said = " ".join(text.split())
        spoken = not any(deed.command for deed in done)
        match: Match = "whole" if spoken and any(" ".join(words) in said for words in demand.commands) else "none"
    else:
        share = coverage(demand.units, text)
        most: Match = "none" if done and all(deed.effects <= _READS for deed in done) else "near"
        match = "whole" if share >= 1 else most if share >= MOST else "none"
    return _at_site(demand, match, [place for deed in done for place in deed.places], words_of(text))


def _at_site(demand: Demand, match: Match, places: Sequence[Place], words: frozenset[str]) -> Match:
    """The degree of a match, given the sites of a rule, and the places and words of an act."""
    if not demand.sites or match == "none":
        return match
    where = reached_site(demand.sites, places, words)
    if where is None:
        return "none" if demand.is_of_site else "near"
    return "near" if where == "near" else match if where == "whole" else "none"


def _by_command(demand: Demand, deed: Deed) -> Match:
    """Match what is run with the command lines of a rule; what only reads ("git tag --list") breaks none that
    change."""
    said = deed.command
    for words in demand.commands:
        rows = table()["programs"].get(" ".join(words[:2]), ())
        if deed.effects <= _READS and any(not frozenset(row["does"]) <= _READS for row in rows):
            continue
        for start in range(len(said) - len(words) + 1):
            if deed.is_tool and said[start : start + len(words)] == words:
                return "whole"
            if names(said[start : start + 1]) == names(words[:1]) and {*said[:start]} <= names_under("wrappers"):
                match = _is_subcommand(words[1:], said[start + 1 :])
                if match != "none":
                    return match
    return "none"


def _is_subcommand(words: Sequence[str], arguments: Sequence[str]) -> Match:
    """Return how well arguments begin with the words of a subcommand: behind one other word, only nearly, unless that
    may be the value of an option."""
    operands = [(word, arguments[place - 1][:1] == "-" if place else False) for place, word in enumerate(arguments)]
    operands = [each for each in operands if not each[0].startswith("-")]
    for start in (0, 1):
        if [word for word, _ in operands[start : start + len(words)]] == [*words]:
            return "whole" if start == 0 or operands[0][1] else "near"
    return "none"


def _how_near(demand: Demand, deed: Deed) -> Match:
    match = _by_command(demand, deed) if demand.commands else _by_effects(demand, deed) if demand.effects else "none"
    match = _at_site(demand, match, deed.places, deed.words)
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
        and all((unit | wanted[unit]) & (deed.words | deed.content) for unit in demand.units)
    )


def _by_effects(demand: Demand, deed: Deed) -> Match:
    is_untold = UNTOLD in deed.effects
    if not {ANY, UNTOLD} & deed.effects and not deed.effects & demand.effects:
        return "none"
    if any(unit & deed.lacks and not unit & deed.words for unit in demand.units):
        return "none"
    places = [place for place in demand.places if not is_site(place)]
    at = "none" if deed.by_path and demand.places else reached(places, deed.places, deed.words)
    said = deed.words | deed.content
    named = sum(bool(unit & said) for unit in demand.units)
    maybe = deed.maybe | (demand.technologies if named and _is_of_any_technology(demand, deed) else frozenset[str]())
    most = named + sum(bool(unit & maybe - said) for unit in demand.units) >= MOST * len(demand.units)
    if at == "none":
        return "none"
    if is_untold:
        return "near" if all(unit & deed.words for unit in demand.units) else "none"
    if ANY in deed.effects or deed.by_path:
        return "near" if most and (named or demand.places or deed.by_path) else "none"
    if named == len(demand.units):
        return at
    return "near" if deed.open or most else "none"


def _is_of_any_technology(demand: Demand, deed: Deed) -> bool:
    """Return true for the call of a tool whose name tells no technology but those of the rule ("delete_bucket")."""
    vendors = {name for found in table()["of"].values() for name in found}
    others = {*deed.command} - vendors
    told = (word for word in others if names_technology(word))
    return deed.is_tool and all(names((word,)) & demand.technologies for word in told)


def reach_of(demand: Demand, deed: Deed | None) -> Iterator[str]:
    """Yield sentences on what an act, and the nearest deed of it, may reach besides what it shows."""
    if deed is None or reached_site(demand.sites, deed.places, deed.words) != "whole":
        for site in demand.sites:
            done = "reaches" if demand.is_of_site else "is done"
            yield f"Whether it {done} “{site.said}” cannot be seen from the act."
    if deed is None:
        return
    if UNTOLD in deed.effects:
        yield "What it does cannot be seen from its name."
    if left := sorted(demand.technologies - deed.words):
        yield f"It does not show “{' '.join(left)}”."
    if _is_of_the_kind(demand, deed):
        yield "The act does not name what it uses for it."
    if deed.open:
        yield "What it reaches is not all named."
    if unnamed := {one.kind for one in deed.places if one.name is None} & {one.kind for one in demand.places}:
        yield f"It does not name the {' or '.join(sorted(unnamed))} that it reaches."
    if any(unit & deed.maybe - deed.words for unit in demand.units):
        yield "The act does not show all that the rule names."


@lru_cache(maxsize=512)
def words_of(text: str) -> frozenset[str]:
    """Return the content words, with the names among them in canonical form as one word each."""
    known = {mention.canonical.casefold() for mention in find_entities(text)}
    plain = names(words_in(text)) - fillers()
    return frozenset({*plain, *(stem(name) for name in known), *packages_in(text)})


def _given_up(name: str, text: str) -> bool:
    """Return true if every mention of the name follows a word that removes or avoids it ("without", "uninstall")."""
    places = [m.start() for m in re.finditer(re.escape(name), text, re.IGNORECASE)]
    return bool(places) and all(GIVING_UP.search(text[max(0, place - 30) : place]) for place in places)
