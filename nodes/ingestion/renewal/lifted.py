"""A rule is over when a person says that what it forbids may be done again, in whatever words."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.draft import BY_PEOPLE, Draft
from memorist.nodes.language.words import stems

_WHO = r"(?:user|team|you|we|everyone|everybody|people|the\steam)"
_BY_NOW = r"(?:\s(?:again|now|from\snow\son|these\sdays|after\sall))"
_ALLOWED = r"(?:allowed|permitted|fine|ok(?:ay)?|no\s(?:longer|more)\s(?:forbidden|banned|prohibited|off.limits))"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"^(?:from\snow\son\s)?{_WHO}(?:['’]re|\sis|\sare)?\s(?:now\s)?(?:can|may|(?:allowed|free|permitted)\sto)\s(?P<act>[a-z].+?){_BY_NOW}\W*$",
        rf"^(?P<act>[a-z]+ing\s.+?)\s(?:is|are)\s(?:now\s)?{_ALLOWED}(?:{_BY_NOW})?\W*$",
        r"^(?:the\s)?(?:rule|ban|policy)\s(?:about|on|against|of|for|that)\s(?P<act>.+?)\s(?:is|was|has\sbeen)\s(?:now\s)?(?:lifted|gone|dropped|scrapped|over|off|abolished)\b",
        rf"^{_WHO}\s(?:hereby\s)?(?:lift(?:s|ed)?|drop(?:s|ped)?|scrap(?:s|ped)?)\sthe\s(?:rule|ban|policy)\s(?:about|on|against|of|for)\s(?P<act>.+?)\W*$",
        rf"^{_WHO}\s(?:do(?:es)?\s)?no\slonger\s(?:forbids?|bans?)\s(?P<act>.+?)\W*$",
    )
)
_PROHIBITS = re.compile(
    r"\b(?:never|do(?:es)?\snot|don['’]?t|must\snot|may\snot|not|no|please|ever|is|are|forbidden|banned|allowed)\b",
    re.IGNORECASE,
)
_HOW = re.compile(r"\b(?:directly|ever|just|simply|manually|again|anymore|any\smore)\b", re.IGNORECASE)
_SHARE = 0.6
"""Of what a rule forbids, so much has to be named."""
_NO_LONGER = re.compile(r"\bnot\s(?:longer|more)\b", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:not|never|if|when|until|would|might|maybe|hope)\b|n['’]t\b|\?", re.IGNORECASE)


def act_allowed(told: str) -> str | None:
    """What a text says may be done again; null where it says no such thing."""
    told = _NO_LONGER.sub("no longer", told)
    if _OPEN.search(told):
        return None
    return next((found["act"] for shape in _SHAPES if (found := shape.match(told))), None)


def lifted(drafts: Sequence[Draft], stored: Sequence[Memory]) -> list[Draft]:
    """The drafts, those that allow what one rule forbids with that rule as ended; where two may be meant, none is.

    All that is allowed must stand in the rule, and most of what it forbids must be named: "you can push to main again"
    lifts "never push directly to main", and not "never push to main without a review".
    """
    rules = [m for m in stored if m.type in _RULES and m.status.live and m.source in BY_PEOPLE]
    return [_ending(draft, rules) if rules else draft for draft in drafts]


_RULES = frozenset({"semantic:hard_rule", "semantic:policy"})


def _ending(draft: Draft, rules: Sequence[Memory]) -> Draft:
    act = act_allowed(draft.content)
    if act is None:
        return draft
    named = stems(_HOW.sub(" ", act))
    meant = [m for m in rules if m.id not in draft.ends and _forbids(m, named)]
    if len(meant) != 1:
        return draft
    return draft.ending([meant[0].id], f'"{draft.content}" lifts it', by_user=True)


def _forbids(rule: Memory, named: frozenset[str]) -> bool:
    if not _PROHIBITS.search(rule.content):
        return False
    forbidden = stems(_HOW.sub(" ", _PROHIBITS.sub(" ", rule.content)))
    return bool(named) and named <= forbidden and len(named) >= _SHARE * len(forbidden)
