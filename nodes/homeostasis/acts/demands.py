"""Demands: what a rule in plain words forbids, read once for all kinds of acts.

"No prod deploys on Fridays", "Nobody touches the billing database" and "Always run the tests before pushing" are each
an effect, what it must not be done to, and conditions. The words for effects are data (``deeds.yaml``).
"""

import re
from functools import lru_cache
from typing import NamedTuple

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.acts.conditions import split
from memorist.nodes.homeostasis.acts.effects import (
    LIBRARY,
    NAME,
    done_by_kinds,
    effects_named,
    effects_of,
    fillers,
    members,
    names,
    stem,
    table,
    words_in,
)
from memorist.nodes.homeostasis.acts.places import Place, also_meant, implied_by, places_in
from memorist.nodes.homeostasis.acts.statement import forbidden_in, stated
from memorist.nodes.homeostasis.acts.ways import Way, way_in
from memorist.nodes.language.calendar_words import MONTH_NUMBERS

_AMOUNT = re.compile(
    r"\b(?:above|over|below|under|more than|less than|at least|at most|exceeding|larger than|bigger than)\s"
    r"[^\s\d]?\d\S*(?:\s(?:[a-z]+))?",
    re.IGNORECASE,
)
"""Limits of quantity, which no act shows."""
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th)?", re.IGNORECASE)
_BEFORE = re.compile(
    r"(?P<first>.+?)[,;]?\s+before\s+(?:you\s|we\s|anyone\s|any\s|each\s|every\s|a\s|the\s)*(?P<act>[\w-].*)",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"^only\s(?P<first>.+?)\s(?:may|can|should|is allowed to|are allowed to|gets to)\s(?P<act>.+)", re.IGNORECASE
)
_WRITE_TO = re.compile(r"\b(?:writ\w+|talk\w*|speak\w*) (?:to|with)\b", re.IGNORECASE)
_JOINS = frozenset({"or", "nor", "and"})
_EXCEPT = re.compile(
    r",?\s*\b(?:not even|except(?: for)?|other than|apart from|hotfixes only|only with)\b.*", re.IGNORECASE
)


class Demand(NamedTuple):
    """Prohibition made by a rule.

    Args:
        effects: any of these; empty if the rule names none that is known, so that only its words count.
        units: what it is done to, each in any of several words ("PANs or CVVs").
        conditional: the words of the rule that hold its conditions.
        unseen: what must be so besides, which no act shows ("run the tests" first, "above 500 euros").
        places: the tables, channels and buckets that it names, to any of which it is done.
        way: the way in which it may be done, where any other is forbidden.
    """

    effects: frozenset[str]
    units: tuple[frozenset[str], ...]
    conditional: str = ""
    unseen: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    way: Way | None = None


def demand_of(rule: HardRule) -> Demand | None:
    """Return the demand of a rule on acts; null if it names nothing that an act does."""
    claim = rule.claim
    told = f"{claim.object} {claim.qualifier or ''}" if claim is not None and not claim.polarity else None
    return _read(rule.content, told)


@lru_cache(maxsize=1024)
def _read(content: str, told: str | None) -> Demand | None:
    conditional = said = stated(content)
    if (first := next(iter(split(said)[1]), None)) is not None and first.start() == 0:
        said = said[first.end() :].lstrip(" ,")  # "On Fridays no deploys"
    forbidden = forbidden_in(said)
    if forbidden is None and told is None:
        return _in_a_way(said) or _on_condition(said)
    phrase = forbidden if forbidden is not None else told or ""
    demand = _demand(phrase)._replace(conditional=conditional)
    if told is not None and not demand.effects and (by_claim := _demand(told)).units:
        demand = by_claim._replace(conditional=conditional)
    return demand if demand.units or demand.effects else None


def _in_a_way(said: str) -> Demand | None:
    """A duty to do something in one way ("always write to parents in Dutch")."""
    found = way_in(said)
    demand = _demand(found[1]) if found is not None else None
    return demand._replace(way=found[0], conditional=said) if found and demand and demand.effects else None


def _on_condition(said: str) -> Demand | None:
    """A duty that is tied to an act ("run the tests before pushing", "only Tom may deploy")."""
    found = _BEFORE.match(said) or _ONLY.match(said)
    if found is None:
        return None
    demand = _demand(found["act"])
    unseen = (found["first"].strip(), *demand.unseen)
    return demand._replace(conditional=found["act"], unseen=unseen) if demand.effects else None


def _demand(phrase: str) -> Demand:
    phrase = _EXCEPT.sub("", phrase)
    unseen = tuple(found[0] for found in _AMOUNT.finditer(phrase))
    phrase = NAME.sub(lambda name: name[0].casefold(), _AMOUNT.sub(" ", phrase))
    phrase = LIBRARY.sub(lambda name: "".join(name.groups()), phrase)
    places, phrase = places_in(phrase)
    words = words_in(re.sub(r"[,/]", " or ", split(phrase)[0].strip() or phrase))
    effects, rest = _leading(words)
    effects = effects or effects_named(word for word in words if stem(word) not in members())
    if places:
        verbs = words if effects else table()["touches"]
        effects = (effects or effects_of(verbs[0])) | also_meant(places, verbs)
    if _WRITE_TO.search(phrase) and any(unit & names(table()["people"]) for unit in _units(rest)):
        effects |= {"send"}
    units = tuple(unit for unit in _units(rest) if not unit & implied_by(places))
    if effects >= frozenset(table()["changed by"]):
        effects |= _also_touched(units)
    return Demand(effects, units, unseen=unseen, places=places)


def _also_touched(units: tuple[frozenset[str], ...]) -> frozenset[str]:
    """The effects by which branches and services are touched besides: a branch by a push, a mail service by a mail."""
    if units and all(unit & names(table()["branches"]) for unit in units):
        return frozenset(("push",))
    return frozenset(done_by_kinds()[members()[word]] for unit in units for word in unit if word in members())


def _leading(words: list[str]) -> tuple[frozenset[str], list[str]]:
    """The effects of the first verb of a phrase and of those joined to it, and the words that are no part of them."""
    new = {stem(word) for word in table()["new"]}
    found = frozenset[str]()
    rest: list[str] = []
    closed = False
    for word in words:
        effects = effects_of(word)
        if effects and not closed and not (found and stem(word) in new):
            found |= effects
            continue
        rest.append(word)
        if word.casefold() not in _JOINS:
            closed = bool(found)
    return found, rest


def _units(words: list[str]) -> tuple[frozenset[str], ...]:
    """The words of what is forbidden; those joined by "or" in any of them."""
    found: list[set[str]] = []
    joins = False
    for word in words:
        if word.casefold() in _JOINS:
            joins = bool(found)
        elif stem(word) not in fillers() and word.casefold() not in MONTH_NUMBERS and not _NUMBER.fullmatch(word):
            meant = names((word,)) - ({members()[stem(word)]} if stem(word) in members() else frozenset())
            if joins:
                found[-1] |= meant
            else:
                found.append({*meant})
            joins = False
    return tuple(frozenset(unit) for unit in found)


def people_in(demand: Demand) -> list[str]:
    """Return the groups of people to whom a rule forbids to send anything, of whom an act shows addresses only."""
    groups = [group for group in table()["people"] if any(names((group,)) & unit for unit in demand.units)]
    return groups if demand.effects == frozenset(("send",)) else []
