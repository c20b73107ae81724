"""Exceptions: does a permission cover what an act does against a rule?

The permission is read as if it forbade what it allows, and the act is held against it by the same matching. It covers
an act only if it covers each deed and each file by which the act breaks the rule.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.acts.conditions import conditions_of, split
from memorist.nodes.homeostasis.acts.deeds import Deed
from memorist.nodes.homeostasis.acts.demands import Demand, demand_of
from memorist.nodes.homeostasis.acts.matching import matched, words_of
from memorist.nodes.homeostasis.acts.protected import shield_of
from memorist.nodes.homeostasis.acts.shields import Touch, breaks
from memorist.nodes.language.lexical import stems_of
from memorist.nodes.language.permission import Permission, permission_in
from memorist.nodes.reading.markers import narrows


class Deeds(NamedTuple):
    """The deeds of an act, as rules are held against them.

    Args:
        said: the words of the act.
        deeds: what it does.
        touches: the files that it handles.
        text: the words by which rules without a known effect are compared.
        now: the present in the zone of the team.
        spoken: the act is told in words, which may name a day and a time.
    """

    said: str
    deeds: Sequence[Deed]
    touches: Sequence[Touch]
    text: str
    now: datetime
    spoken: bool


def unseen_of(exception: str, rule: HardRule, done: Deeds) -> list[str] | None:
    """Return the conditions of an exception that an act does not show; null if the exception does not cover the act."""
    allowed = permission_in(exception)
    if allowed is None:
        return None
    conditions = conditions_of(split(exception)[1], done.said, done.now, spoken=done.spoken)
    if any(condition.holds == "no" for condition in conditions):
        return None
    further = _further(allowed, rule, done)
    if further is None:
        return None
    known = {found[0].casefold() for found in split(rule.content)[1]}  # "without asking me" is what is allowed
    open_ = [one.words for one in conditions if one.holds != "yes" and one.words.casefold() not in known]
    open_ += [allowed.beside] if narrows(allowed.beside) and not any(words in allowed.beside for words in open_) else []
    return [*open_, *further, *([f"for {allowed.who}"] if allowed.who else [])]


def _further(allowed: Permission, rule: HardRule, done: Deeds) -> Sequence[str] | None:
    """Return what must be so besides the conditions; null if what is allowed is not all that the act does."""
    read = rule.model_copy(update={"content": f"Never {allowed.act}", "claim": None})
    shield = shield_of(rule)
    broken = [touch for touch in done.touches if shield is not None and breaks(shield, touch) is not None]
    if broken:
        mine, narrower = shield_of(read), stems_of(split(allowed.act)[0]) - stems_of(rule.content)
        paths = [stems_of(touch.path) for touch in broken]
        named = all(narrower - stems_of(allowed.verb) <= path for path in paths)
        return () if mine and named and all(breaks(mine, touch) == "exact" for touch in broken) else None
    demand, wanted = demand_of(rule), demand_of(read)
    if demand is None or wanted is None:
        return None
    against = [deed for deed in done.deeds if demand.effects and matched(demand, (deed,), "")[0] != "none"]
    if not against:
        words = words_of(done.text)
        whole = matched(wanted, done.deeds, done.text)[0] == "whole" and not _names_more(demand, wanted, words)
    else:
        one = len(against) == 1
        whole = (one or bool(wanted.effects)) and all(_is_covered(demand, wanted, deed, done.text) for deed in against)
    return wanted.unseen if whole else None


def _is_covered(demand: Demand, wanted: Demand, deed: Deed, text: str) -> bool:
    several = bool(demand.places) and len(deed.places) > 1
    named = deed.words | deed.content
    return matched(wanted, (deed,), text)[0] == "whole" and not several and not _names_more(demand, wanted, named)


def _names_more(demand: Demand, wanted: Demand, words: frozenset[str]) -> bool:
    """Return true if words name a thing that a rule forbids beside those that are allowed."""
    allowed = frozenset[str]().union(*wanted.units)
    return any(unit & words - allowed for unit in demand.units)
