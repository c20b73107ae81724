"""Plans of one day: how they are read out of a morning's words, and how they are worded as memories."""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from itertools import dropwhile
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Source
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.wording import cut_at, is_instruction
from memorist.nodes.language.names import names_in

PLANNED = 0.9
PLANS = "plans"
"""The predicate of a plan: ``user plans GOAL``."""
_CLOCK = re.compile(r"\bat \d{1,2}(?::\d\d|\s?(?:am|pm)\b)", re.IGNORECASE)
_MEETING = re.compile(r"\b(?:meeting|appointment|stand-?up|interview|call with|lunch|dentist|demo)\b", re.IGNORECASE)
_ERRAND = re.compile(r"(?!(?:attend|have|call with)\b)\w+ (?:a|an|the|my|our|your|his|her|their)\b", re.IGNORECASE)
"""A verb and its object: "book the dentist" is to be done, "lunch with Ana" takes place."""
_INTENT = re.compile(
    r"\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening)|going to|(?:want|need|have|plan|hope) to|deadline|"
    r"priority|goals?|focus|first thing|(?:i|we)(?:['’]ll| will))\b|^(?:plan|to ?do|agenda)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^(?:(?:my|our|the) )?(?:(?:top|main) )?(?:plan|goals?|priority|priorities|agenda|to ?dos?|focus)"
    r"(?: for)?(?: today)?\s*(?:is|are)?\s*[:–—-]?\s+",
    re.IGNORECASE,
)
_DAY_TIME = re.compile(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", re.IGNORECASE)
_ITEM_END = re.compile(
    r"\s*[;\n]\s*(?:[-•*]\s*)?|,?\s+(?:and\s+)?then\s+|,\s+(?:and\s+)?|\s+and\s+(?=(?P<verb>[\w-]+))"
)
"""Ends of an item: ";", "then" and commas, and "and" before a verb: "bread and butter" is one thing."""
_LEADING = frozenset(
    """
    and then first also next finally so ok okay later i we i'll we'll i'm we're will want plan planning need have am is
    are going to should must hope after that
    """.split()
)
_SHORTEST_GOAL = 2
"""In words: "docs" alone is no goal."""


def is_plan(sentence: str) -> bool:
    """Return true if a sentence of a morning tells what is planned: an intention, an appointment or an instruction."""
    if sentence.rstrip().endswith("?"):
        return False
    return bool(_INTENT.search(sentence) or takes_place(sentence)) or is_instruction(sentence)


def takes_place(goal: str) -> bool:
    """Return true if a goal is an appointment, which is over at its time whatever came of it."""
    if _CLOCK.search(goal):
        return True
    errand = _ERRAND.match(goal) or (is_instruction(goal) and not re.match(r"call with\b", goal, re.IGNORECASE))
    return bool(_MEETING.search(goal)) and not errand


def goals_in(sentence: str) -> tuple[str, ...]:
    """ "Today I'll finish the profile screen, then review Jonas' PR" → the two goals, in the words of the sentence."""
    said = _HEADING.sub("", _DAY_TIME.sub(" ", sentence.strip().rstrip(".!")).strip(" ,:"))
    goals = [_without_lead(item) for item in cut_at(_ITEM_END, said)]
    return tuple(dict.fromkeys(goal for goal in goals if len(goal.split()) >= _SHORTEST_GOAL))


def _without_lead(item: str) -> str:
    words = item.strip(" -•\t,.;:").split()
    return " ".join(dropwhile(lambda word: word.lower().replace("’", "'").strip(",:") in _LEADING, words))


def end_of_day(at: datetime, zone: tzinfo, *, days: int = 0) -> datetime:
    """Midnight after the day of ``at`` in ``zone``, ``days`` later."""
    local = at.astimezone(zone)
    return datetime.combine(local.date() + timedelta(days=1 + days), time(), zone).astimezone(UTC)


def day_name(at: datetime, zone: tzinfo) -> str:
    """The day of ``at`` in ``zone``: "2026-02-01"."""
    return at.astimezone(zone).date().isoformat()


def plan_draft(goal: str, at: datetime, zone: tzinfo, *, until: datetime, **changes: Any) -> Draft:
    """A plan of one day, narrowed to that day by its claim's qualifier; it ends at ``until``."""
    day = day_name(at, zone)
    values: dict[str, Any] = {
        "content": f"User plans for {day}: {goal}",
        "claim": Claim(subject="user", predicate=PLANS, object=goal, qualifier=day),
        "tags": ("ritual", "appointment" if takes_place(goal) else "goal"),
        "confidence": PLANNED,
        "method": "ritual",
        "quote": goal,
        **changes,
    }
    return Draft(
        type="semantic:fact",
        entities=names_in(goal),
        source=Source.USER_STATED,
        valid_from=at,
        valid_until=until,
        by_user=True,
        **values,
    )
