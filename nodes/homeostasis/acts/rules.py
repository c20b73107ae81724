"""Rules: does an intended act do what a hard rule of the memory forbids?

A rule is compared by what it forbids: its words without the prohibition, names in their canonical form. All of them in
the act is a violation, most of them a warning. Cosine is not asked: it cannot tell a sentence from its opposite.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.types import HardRule
from hypomnema.nodes.homeostasis.acts.act import AnyAct, MessageAct, ResearchAct, ShellAct, SqlAct, ToolAct
from hypomnema.nodes.homeostasis.acts.verdict import Objection
from hypomnema.nodes.language.calendar_words import WEEKDAYS
from hypomnema.nodes.language.gazetteer import find_entities
from hypomnema.nodes.language.words import stems

MOST = 0.6
"""From this share of its words on an act comes near to what a rule forbids."""
PROHIBITION = re.compile(
    r"\b(never|do not|don't|must not|mustn't|may not|cannot|can't|no longer|not allowed to|forbidden to|avoid|ban)\b",
    re.IGNORECASE,
)
FILLERS = frozenset("directly ever any anything simply again under circumstance anywhere team user agent allow".split())
GIVING_UP = re.compile(
    r"\b(uninstall|remove|rm|delete|drop|replac\w*|migrat\w* (?:away )?(?:from|off)|mov\w* (?:away )?from|without|"
    r"instead of|get\w* rid of|no|not|never|stop\w*|avoid\w*)\b",
    re.IGNORECASE,
)
"""Words that take something away; what follows them is not being used."""


def rule_objections(
    act: AnyAct, rules: Sequence[Memory], also: Sequence[str] = (), *, now: datetime
) -> list[Objection]:
    """What hard rules say against an act.

    Args:
        act: what is intended.
        rules: the memories that may be hard rules.
        also: what it would do in other words ("delete the folder tests").
        now: the present, in the zone in which the team counts its days: an act that names no day is done today.
    """
    text = " ".join((act.text(), *also, *_implied(act, now)))
    return [o for rule in rules if isinstance(rule, HardRule) for o in _against(rule, act, text)]


def _implied(act: AnyAct, now: datetime) -> Iterator[str]:
    """What goes without saying: a command is run, and what names no day is done today."""
    if isinstance(act, ShellAct | SqlAct | ToolAct):
        yield "run execute"
    if not _DAY.search(act.text()):
        yield WEEKDAYS[now.weekday()]


_DAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})s?\b|\btomorrow\b", re.IGNORECASE)


def forbidden(rule: HardRule) -> frozenset[str] | None:
    """The words of what a rule forbids; null for a rule that demands something, which no single act can show broken."""
    if rule.claim is not None and not rule.claim.polarity:
        found = _words(f"{rule.claim.object} {rule.claim.qualifier or ''}")
        if found:
            return found
    prohibition = PROHIBITION.search(rule.content)
    if prohibition is None:
        return None
    return _words(rule.content[prohibition.end() :]) or None


def coverage(wanted: frozenset[str], text: str) -> float:
    """The share of the words that a text uses, those that it gives up left out ("uninstall realm").

    Where giving up is what is forbidden ("never delete …"), nothing is left out.
    """
    found = _words(text)
    if not GIVING_UP.search(" ".join(wanted)):
        found = frozenset(name for name in found if name not in wanted or not _given_up(name, text))
    return len(wanted & found) / len(wanted)


def _against(rule: HardRule, act: AnyAct, text: str) -> list[Objection]:
    wanted = forbidden(rule)
    if wanted is None:
        return []
    share = coverage(wanted, text)
    if share < MOST:
        return []
    whole = share >= 1.0
    said_only = isinstance(act, MessageAct | ResearchAct)
    verdict = "deny" if whole and rule.severity == "block" and not said_only else "warn"
    because = f": {rule.reason.rstrip('.')}" if rule.reason else ""
    instead = f"Instead: {', '.join(rule.alternatives)}." if rule.alternatives else "Ask whoever laid down the rule."
    comes = (
        "It breaks"
        if whole and not said_only
        else "It comes near to breaking"
        if not whole
        else "It speaks of breaking"
    )
    return [
        Objection(
            source="hard_rule",
            id=rule.id,
            verdict=verdict,
            what=rule.content,
            reason=f"{comes} the rule “{rule.content}”{because}.",
            alternative=instead,
        )
    ]


def _words(text: str) -> frozenset[str]:
    """The content words, with the names among them in canonical form as one word each."""
    names = {mention.canonical.casefold() for mention in find_entities(text)}
    spoken = {word for name in names for word in stems(name)}
    plain = stems(re.sub(r"[_/.@:-]", " ", text)) - FILLERS
    singular = {word.removesuffix("s") if len(word) > 3 else word for word in plain}
    return frozenset(singular | {name for name in names if not spoken & plain})


def _given_up(name: str, text: str) -> bool:
    """Whether every mention of the name follows a word that takes it away."""
    places = [m.start() for m in re.finditer(re.escape(name), text, re.IGNORECASE)]
    return bool(places) and all(GIVING_UP.search(text[max(0, place - 30) : place]) for place in places)
