"""Rules: does an intended act do what a hard rule of the memory forbids?

A rule that shields files ("never edit files in db/migrations") is held against what the act does to files, in whatever
words. Any other is compared by what it forbids: its words without the prohibition, names in their canonical form. All
of them in the act is a violation, most of them a warning. Files that are only looked at are no words of the act: to
read ``realm.md`` is no use of Realm. Cosine is not asked: it cannot tell a sentence from its opposite.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.act import FileAct, MessageAct, ResearchAct, ShellAct, SqlAct
from memorist.nodes.homeostasis.acts.conditions import Holds, conditions_of, split
from memorist.nodes.homeostasis.acts.deeds import UNTOLD, Deed, deeds
from memorist.nodes.homeostasis.acts.demands import demand_of
from memorist.nodes.homeostasis.acts.exceptions import Deeds, unseen_of
from memorist.nodes.homeostasis.acts.matching import Match, matched, reach_of
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.protected import shield_of
from memorist.nodes.homeostasis.acts.shell import read_command_line
from memorist.nodes.homeostasis.acts.shields import How, Shield, Touch, breaks
from memorist.nodes.homeostasis.acts.statement import stated
from memorist.nodes.homeostasis.acts.tool_call import ActInParts, ToolCall
from memorist.nodes.homeostasis.acts.touches import handles_files, spoken_touches, touches
from memorist.nodes.homeostasis.acts.verdict import Objection
from memorist.nodes.homeostasis.acts.ways import is_kept
from memorist.nodes.language.calendar_words import WEEKDAYS
from memorist.nodes.language.file_names import normal
from memorist.nodes.language.prohibition import PROHIBITION


def rule_objections(
    act: ActInParts,
    rules: Sequence[Memory],
    also: Sequence[str] = (),
    *,
    now: datetime,
    exceptions: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> list[Objection]:
    """Return the objections of hard rules to an act.

    Args:
        act: what is intended.
        rules: the memories that may be hard rules.
        also: what it would do in other words ("delete the folder tests").
        now: the present, in the zone in which the team counts its days: an act that names no day is done today.
        exceptions: permissions for a part of a rule, by its id.
    """
    beside = (*also, *_implied(act, now))
    deeds_done = deeds(act)
    done = touches(act)
    told = tuple(spoken_touches(act.text())) if _is_spoken(act) else done
    read_only = " ".join((without_files(act, done, reading=True), *beside))
    used = " ".join((without_files(act, done, reading=False), *beside))
    found: list[Objection] = []
    for rule in rules:
        if not isinstance(rule, HardRule):
            continue
        shield = shield_of(rule)
        text = used if _is_of_use(rule) else read_only
        against: list[Objection] = []
        if shield is not None and (touch := _worst(shield, told)) is not None:
            against = _against_files(rule, shield, *touch, act, now)
        elif shield is None or shield.of_secrets or not shield.places:
            by_itself = [deed for deed in deeds_done if not (shield and done and deed.by_path)]
            against = _against(rule, act, by_itself, text, now)
        if against and (permitted := exceptions.get(rule.id)):
            what = Deeds(act.text(), deeds_done, told, text, now, _is_spoken(act))
            against = [_with_exceptions(objection, rule, permitted, what) for objection in against]
        found += against
    return found


def _with_exceptions(objection: Objection, rule: HardRule, exceptions: Sequence[str], done: Deeds) -> Objection:
    """Return the objection of a rule with what its exceptions change: one that covers the act allows it, one under a
    condition that the act does not show makes a denial a warning, and any other is named."""
    covering = [(unseen, each) for each in exceptions if (unseen := unseen_of(each, rule, done)) is not None]
    if not covering:
        told = " ".join(f"Exception: “{each}”; the act is not seen to fall under it." for each in exceptions)
        return objection.model_copy(update={"reason": f"{objection.reason} {told}"})
    unseen, exception = min(covering, key=lambda pair: len(pair[0]))
    if not unseen:
        reason = f"The rule “{rule.content}” has the exception “{exception}”."
        return objection.model_copy(update={"verdict": "allow", "reason": reason, "alternative": ""})
    told = " ".join((f"It has the exception “{exception}”.", *(_TOLD["unseen"].format(words) for words in unseen)))
    return objection.model_copy(update={"verdict": "warn", "reason": f"{objection.reason} {told}"})


def without_files(act: ActInParts, done: Sequence[Touch], *, reading: bool) -> str:
    """The words of an act without the files that it only looks at, or (``reading`` false) that it handles at all.

    ``done``: its touches.
    """
    match act:
        case ShellAct():
            return _command_without_files(act.command, reading=reading)
        case FileAct():
            return act.text() if reading and act.operation != "read" else act.operation
        case ToolCall(act=call):
            handled = {touch.path for touch in done if not reading or all(each.does == "read" for each in done)}
            commands = names_under("arguments", "commands")
            kept: dict[str, Any] = {
                name: _command_without_files(value, reading=reading) if name.casefold() in commands else value
                for name, value in call.arguments.items()
                if not isinstance(value, str) or normal(value) not in handled
            }
            return call.model_copy(update={"arguments": kept}).text()
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


def _worst(shield: Shield, told: Sequence[Touch]) -> tuple[How, Touch] | None:
    """The worst that an act does, or says it will do, to the files of a rule; null for nothing."""
    hits: list[tuple[How, Touch]] = [(how, touch) for touch in told if (how := breaks(shield, touch)) is not None]
    return min(hits, key=lambda hit: hit[0] != "exact", default=None)


def _is_spoken(act: ActInParts) -> bool:
    """Return true if an act is told in words."""
    return not isinstance(act, ShellAct | SqlAct | FileAct | ToolCall)


def _against_files(
    rule: HardRule, shield: Shield, how: How, touch: Touch, act: ActInParts, now: datetime
) -> list[Objection]:
    because = f", because it would {touch.does} {touch.path}"
    match = "whole" if how == "exact" else "near"
    unseen = (shield.reserved_to,) if shield.reserved_to else ()
    return _judged(
        rule, act, now, _Matched(match, stated(rule.content), because, unseen, said_only=isinstance(act, _SAID))
    )


def _implied(act: ActInParts, now: datetime) -> Iterator[str]:
    """Words that an act leaves unsaid: a command is run, and what names no day is done today."""
    if isinstance(act, ShellAct | SqlAct | ToolCall):
        yield "run execute"
    if not _DAY.search(act.text()):
        yield WEEKDAYS[now.weekday()]


_DAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})s?\b|\btomorrow\b", re.IGNORECASE)


def _against(rule: HardRule, act: ActInParts, done: Sequence[Deed], text: str, now: datetime) -> list[Objection]:
    demand = demand_of(rule)
    if demand is None:
        return []
    match, deed = matched(demand, done, text)
    if match == "none":
        return []
    kept = is_kept(demand.way, act.text()) if demand.way is not None else False
    if kept or (kept is None and match != "whole"):
        return []
    unseen = (*demand.unseen, demand.way.words) if demand.way is not None and kept is None else demand.unseen
    reach = [*reach_of(demand, deed)] if match != "whole" else []
    must_show = deed is not None and UNTOLD in deed.effects and not demand.units and not demand.places
    is_sent = isinstance(act, MessageAct) and deed is not None and deed.text == act.to
    said_only = isinstance(act, _SAID) and not is_sent
    return _judged(rule, act, now, _Matched(match, demand.conditional, "", unseen, reach, said_only, must_show))


_SAID = (MessageAct, ResearchAct)
"""Acts that are words."""


class _Matched(NamedTuple):
    """A match of an act with a rule.

    Args:
        match: how well the act matches the prohibition.
        conditional: the words of the rule that hold its conditions.
        because: what the act would do, behind the rule's words.
        unseen: what must be so besides, which no act shows.
        reach: sentences on what the act may reach.
        said_only: the act is words about what the rule forbids, and does not do it.
        must_show: nothing else in the act speaks for its being forbidden, so that it must show the place.
    """

    match: Match
    conditional: str
    because: str = ""
    unseen: Sequence[str] = ()
    reach: Sequence[str] = ()
    said_only: bool = False
    must_show: bool = False


def _judged(rule: HardRule, act: ActInParts, now: datetime, given: _Matched) -> list[Objection]:
    """Return the objection of a rule that an act matches; none at a time or place at which the rule does not hold."""
    found = split(given.conditional)[1]
    conditions = conditions_of(found, act.text(), now, spoken=_is_spoken(act))
    if given.must_show and not any(
        each["where"] and so.holds == "yes" for each, so in zip(found, conditions, strict=True)
    ):
        return []
    if any(each.holds == "no" for each in conditions):
        return []
    seen = not given.unseen and all(each.holds != "unseen" for each in conditions)
    verdict = "deny" if given.match == "whole" and seen and rule.severity == "block" and not given.said_only else "warn"
    comes = (
        "It may break"
        if given.match == "unshown"
        else "It concerns"
        if given.unseen
        else "It comes near to breaking"
        if given.match == "near"
        else "It speaks of breaking"
        if given.said_only
        else "It breaks"
    )
    told = [_TOLD[each.holds].format(each.words) for each in conditions if each.holds in _TOLD]
    told += [*(_TOLD["unseen"].format(words) for words in given.unseen), *given.reach]
    instead = ", ".join(rule.alternatives).rstrip(".") or "Ask whoever laid down the rule"
    return [
        Objection(
            source="hard_rule",
            id=rule.id,
            verdict=verdict,
            what=rule.content,
            reason=" ".join((f"{comes} the rule “{rule.content}”{given.because}{_because(rule)}.", *told)),
            alternative=f"{instead}.",
            shown=given.match != "unshown",
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
