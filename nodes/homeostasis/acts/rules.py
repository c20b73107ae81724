"""Rules: does an intended act do what a hard rule of the memory forbids?

A rule that shields files ("never edit files in db/migrations") is held against what the act does to files, in whatever
words. Any other is compared by what it forbids: its words without the prohibition, names in their canonical form. All
of them in the act is a violation, most of them a warning. Files that are only looked at are no words of the act: to
read ``realm.md`` is no use of Realm. Cosine is not asked: it cannot tell a sentence from its opposite.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import (
    AnyAct,
    FileAct,
    MessageAct,
    ResearchAct,
    ShellAct,
    SqlAct,
    ToolAct,
)
from memorist.nodes.homeostasis.acts.conditions import Holds, conditions_of, split
from memorist.nodes.homeostasis.acts.deeds import Deed, deeds
from memorist.nodes.homeostasis.acts.demands import Demand, demand_of
from memorist.nodes.homeostasis.acts.effects import ANY, fillers, names, stem, words_in
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.protected import shield_of
from memorist.nodes.homeostasis.acts.shell import read_command_line
from memorist.nodes.homeostasis.acts.shields import How, Shield, Touch, breaks
from memorist.nodes.homeostasis.acts.touches import handles_files, spoken_touches, touches
from memorist.nodes.homeostasis.acts.verdict import Objection
from memorist.nodes.homeostasis.prohibition import PROHIBITION
from memorist.nodes.language.calendar_words import WEEKDAYS
from memorist.nodes.language.file_names import normal
from memorist.nodes.language.gazetteer import find_entities

Match = Literal["whole", "near", "none"]
"""Degree to which an act matches a prohibition."""
MOST = 0.6
"""Share of a rule's words that an act must use for a warning; an act that uses all of them breaks the rule."""
GIVING_UP = re.compile(
    r"\b(uninstall|remove|rm|delete|drop|replac\w*|migrat\w* (?:away )?(?:from|off)|mov\w* (?:away )?from|without|"
    r"instead of|get\w* rid of|no|not|never|stop\w*|avoid\w*)\b",
    re.IGNORECASE,
)
"""Words that take something away; what follows them is not being used."""


def rule_objections(
    act: AnyAct, rules: Sequence[Memory], also: Sequence[str] = (), *, now: datetime
) -> list[Objection]:
    """Return the objections of hard rules to an act.

    Args:
        act: what is intended.
        rules: the memories that may be hard rules.
        also: what it would do in other words ("delete the folder tests").
        now: the present, in the zone in which the team counts its days: an act that names no day is done today.
    """
    beside = (*also, *_implied(act, now))
    deeds_done = deeds(act)
    done, read_only = touches(act), " ".join((without_files(act, reading=True), *beside))
    used = " ".join((without_files(act, reading=False), *beside))
    found: list[Objection] = []
    for rule in rules:
        if not isinstance(rule, HardRule):
            continue
        shield = shield_of(rule)
        if shield is not None and (touch := _worst(shield, act, done)) is not None:
            found += _against_files(rule, *touch, act, now)
        elif shield is None or (not shield.places and not done):
            found += _against(rule, act, deeds_done, used if _is_of_use(rule) else read_only, now)
    return found


def without_files(act: AnyAct, *, reading: bool) -> str:
    """The words of an act without the files that it only looks at, or (``reading`` false) that it handles at all."""
    match act:
        case ShellAct():
            return _command_without_files(act.command, reading=reading)
        case FileAct():
            return act.text() if reading and act.operation != "read" else act.operation
        case ToolAct():
            done = touches(act)
            handled = {touch.path for touch in done if not reading or all(each.does == "read" for each in done)}
            commands = names_under("arguments", "commands")
            kept: dict[str, Any] = {
                name: _command_without_files(value, reading=reading) if name.casefold() in commands else value
                for name, value in act.arguments.items()
                if not isinstance(value, str) or normal(value) not in handled
            }
            return act.model_copy(update={"arguments": kept}).text()
        case _:
            return act.text()


def _command_without_files(command: Any, *, reading: bool) -> Any:
    if not isinstance(command, str):
        return command
    for simple in read_command_line(command).commands:
        if handles_files(simple, reading=reading):
            wrapped = simple.text[: max(0, simple.text.find(simple.program))]
            command = command.replace(simple.text, " ".join((f"{wrapped}{simple.program}", simple.given)), 1)
    return command


def _is_of_use(rule: HardRule) -> bool:
    """Return true if a rule forbids the use of something: handling a file of that name ("realm.md") is no use of it."""
    return (rule.claim is not None and rule.claim.predicate == "uses") or _USING.search(rule.content) is not None


_USING = re.compile(rf"{PROHIBITION.pattern}\s(?:ever\s)?(?:use|using|adopt|install|introduce)\b", re.IGNORECASE)


def _worst(shield: Shield, act: AnyAct, done: Sequence[Touch]) -> tuple[How, Touch] | None:
    """The worst that an act does, or says it will do, to the files of a rule; null for nothing."""
    told = done if isinstance(act, ShellAct | SqlAct | FileAct | ToolAct) else tuple(spoken_touches(act.text()))
    hits: list[tuple[How, Touch]] = [(how, touch) for touch in told if (how := breaks(shield, touch)) is not None]
    return min(hits, key=lambda hit: hit[0] != "exact", default=None)


def _against_files(rule: HardRule, how: How, touch: Touch, act: AnyAct, now: datetime) -> list[Objection]:
    because = f", because it would {touch.does} {touch.path}"
    match = "whole" if how == "exact" else "near"
    return _judged(rule, act, now, match, conditional=rule.content, because=because)


def _implied(act: AnyAct, now: datetime) -> Iterator[str]:
    """Words that an act leaves unsaid: a command is run, and what names no day is done today."""
    if isinstance(act, ShellAct | SqlAct | ToolAct):
        yield "run execute"
    if not _DAY.search(act.text()):
        yield WEEKDAYS[now.weekday()]


_DAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})s?\b|\btomorrow\b", re.IGNORECASE)


def coverage(units: Sequence[frozenset[str]], text: str) -> float:
    """The share of the things of a rule that a text names; those that it removes ("uninstall realm") do not count.

    Where removing is itself what a rule forbids ("never delete …"), all of them count.
    """
    found = _words(text)
    wanted = frozenset[str]().union(*units)
    if not GIVING_UP.search(" ".join(wanted)):
        found = frozenset(name for name in found if name not in wanted or not _given_up(name, text))
    return sum(bool(unit & found) for unit in units) / len(units)


def _match(demand: Demand, done: Sequence[Deed], text: str) -> tuple[Match, Deed | None]:
    """Return the degree to which an act matches a prohibition, and the nearest deed if the rule names an effect."""
    if not demand.effects:
        share = coverage(demand.units, text)
        return ("whole" if share >= 1 else "near" if share >= MOST else "none"), None
    compared: Iterator[tuple[Match, Deed]] = ((_how_near(demand, deed), deed) for deed in done)
    return min(compared, key=lambda pair: ("whole", "near", "none").index(pair[0]), default=("none", None))


def _how_near(demand: Demand, deed: Deed) -> Match:
    named = sum(bool(unit & deed.words) for unit in demand.units)
    most = named >= MOST * len(demand.units)
    if ANY not in deed.effects and not deed.effects & demand.effects:
        return "none"
    if ANY in deed.effects or deed.by_path:
        return "near" if most and (named or deed.by_path) else "none"
    return "whole" if named == len(demand.units) else "near" if deed.open or most else "none"


def _against(rule: HardRule, act: AnyAct, done: Sequence[Deed], text: str, now: datetime) -> list[Objection]:
    demand = demand_of(rule)
    if demand is None:
        return []
    match, deed = _match(demand, done, text)
    if match == "none":
        return []
    reach = ["What it reaches is not all named."] if deed is not None and deed.open else []
    return _judged(rule, act, now, match, conditional=demand.conditional, unseen=demand.unseen, reach=reach)


def _judged(
    rule: HardRule,
    act: AnyAct,
    now: datetime,
    match: Match,
    *,
    conditional: str,
    because: str = "",
    unseen: Sequence[str] = (),
    reach: Sequence[str] = (),
) -> list[Objection]:
    """Return the objection of a rule that an act matches; none at a time or place at which the rule does not hold.

    Args:
        rule: the rule.
        act: what is intended.
        now: the present in the zone of the team.
        match: how well the act matches the prohibition.
        conditional: the words of the rule that hold its conditions.
        because: what the act would do, behind the rule's words.
        unseen: what must be so besides, which no act shows.
        reach: sentences on what the act may reach.
    """
    spoken = not isinstance(act, ShellAct | SqlAct | FileAct | ToolAct)
    conditions = conditions_of(split(conditional)[1], act.text(), now, spoken=spoken)
    if any(each.holds == "no" for each in conditions):
        return []
    seen = not unseen and all(each.holds != "unseen" for each in conditions)
    said_only = isinstance(act, MessageAct | ResearchAct)
    verdict = "deny" if match == "whole" and seen and rule.severity == "block" and not said_only else "warn"
    comes = (
        "It concerns"
        if unseen
        else "It comes near to breaking"
        if match == "near"
        else "It speaks of breaking"
        if said_only
        else "It breaks"
    )
    told = [_TOLD[each.holds].format(each.words) for each in conditions if each.holds in _TOLD]
    told += [*(_TOLD["unseen"].format(words) for words in unseen), *reach]
    instead = ", ".join(rule.alternatives).rstrip(".") or "Ask whoever laid down the rule"
    return [
        Objection(
            source="hard_rule",
            id=rule.id,
            verdict=verdict,
            what=rule.content,
            reason=" ".join((f"{comes} the rule “{rule.content}”{because}{_because(rule)}.", *told)),
            alternative=f"{instead}.",
        )
    ]


_TOLD: Mapping[Holds, str] = {
    "unseen": "Whether “{}” is so cannot be seen from the act.",
    "not understood": "The condition “{}” was not understood: it is taken to hold.",
}


def _because(rule: HardRule) -> str:
    """The reason of a rule, unless its content tells it."""
    reason = (rule.reason or "").strip().rstrip(".")
    return f": {reason}" if reason and folded(reason) not in folded(rule.content) else ""


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    """The content words, with the names among them in canonical form as one word each."""
    known = {mention.canonical.casefold() for mention in find_entities(text)}
    plain = names(words_in(text)) - fillers()
    return frozenset({*plain, *(stem(name) for name in known)})


def _given_up(name: str, text: str) -> bool:
    """Return true if every mention of the name follows a word that removes or avoids it ("without", "uninstall")."""
    places = [m.start() for m in re.finditer(re.escape(name), text, re.IGNORECASE)]
    return bool(places) and all(GIVING_UP.search(text[max(0, place - 30) : place]) for place in places)
