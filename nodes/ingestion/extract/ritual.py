"""The rituals of a day: a plan holds until its end, a summary tells how it went and what is decided from now on."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, SaidOnce, Statement, Utterance
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.imperatives import VERB
from memorist.nodes.ingestion.extract.statement import draft_statement
from memorist.nodes.ingestion.extract.wording import third_person
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.ingestion.work_inputs import Ritual
from memorist.nodes.language.gazetteer import find_entities

PLANNED = 0.9
DECIDED = 1.0
LASTING = frozenset({"preference", "policy", "prohibition", "decision", "correction", "remember", "self_observation"})
"""What the gate calls so holds longer than a day, whenever it is said."""

PLAN = re.compile(
    r"\b(?:today|this (?:morning|afternoon|evening)|tonight|tomorrow|plan(?:ning)? (?:to|is|for)|going to|want to|"
    r"need to|have to|priorit\w+|goals?|focus|first thing|meeting|call|appointment|stand-?up|interview|review|"
    r"deadline)\b"
    r"|\b(?:i|we)(?:['’]ll|\swill)\b|\bat \d{1,2}(?::\d\d|\s?(?:am|pm|o'clock|h)\b)|^(?:plan|todo|to do|agenda)\b|"
    rf"^{VERB}",
    re.IGNORECASE,
)
APPOINTMENT = re.compile(
    r"\b(?:meeting|appointment|stand-?up|interview|call with|lunch|dentist|demo)\b|"
    r"\bat \d{1,2}(?::\d\d|\s?(?:am|pm)\b)",
    re.IGNORECASE,
)
DONE = re.compile(
    r"\b(?:finished|done|complete[ds]?|shipped|merged|fixed|closed|delivered|wrapped up|released|"
    r"got\b.*\b(?:done|working))\b",
    re.IGNORECASE,
)
NOT_DONE = re.compile(
    r"\b(?:did(?:n['’]t| not)|not (?:yet )?(?:finished|done|complete)|unfinished|tomorrow|postponed?|"
    r"carr(?:y|ied) over|still (?:open|to do|missing|need|have)|ran out of time|half(?: done|way)?|partial\w*|blocked|"
    r"moved to|remains?|left over|no time)\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:correction|from now on|decided|instead|actually|we(?:['’]ll| will) (?:use|go with|switch))\b", re.IGNORECASE
)
_MARK = re.compile(r"^(?:correction|one correction|actually|sorry)\s*[:,]\s*", re.IGNORECASE)
_HEADING = re.compile(
    r"^(?:(?:my |our |the )?(?:plan|goals?|priorit\w+|agenda|todos?|to do|focus)(?: for)?(?: today)?|today)"
    r"\s*(?:is|are)?\s*[:–—-]\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:and|then|first|also|next|finally|so|ok|okay|today|this morning|this afternoon|after that|later|i|we|"
    r"['’]ll|will|want|plan|planning|need|have|am|is|are|going|to|should|must|"
    r"the (?:top )?(?:priority|goal|focus)(?: today)? is|"
    r"(?:my|our|top|main) (?:priority|goal|focus)(?: today)? is)\b[\s,:]*|['’](?:ll|m|re|d)\s+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[\s,]+(?:today|this morning|this afternoon|by tonight|first|if possible|please)$", re.IGNORECASE)
_ITEMS = re.compile(
    rf"\s*[;\n]\s*(?:-\s*)?|,?\s+(?:and\s+)?then\s+|,\s*(?:and\s+)?(?=(?:the\s)?\w)|\s+and\s+(?={VERB})", re.IGNORECASE
)


def zone_of(given_at: object, default: str) -> tzinfo:
    """The zone a day ends in: that of the time as it was given, else the settings'.

    Raises :class:`InvalidInput` for a zone that does not exist.
    """
    if isinstance(given_at, str) and not given_at.endswith("Z"):
        try:
            given = datetime.fromisoformat(given_at).tzinfo
        except ValueError:
            given = None
        if given is not None and given.utcoffset(None):
            return given
    try:
        return ZoneInfo(default)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise InvalidInput(
            f"timezone: there is no zone {default!r}: give one such as Europe/Berlin", field="timezone"
        ) from error


def end_of_day(at: datetime, zone: tzinfo, *, days: int = 0) -> datetime:
    """Midnight after the day of ``at`` where the person is, ``days`` later."""
    local = at.astimezone(zone)
    return datetime.combine(local.date() + timedelta(days=1 + days), time(), zone).astimezone(UTC)


def day_name(at: datetime, zone: tzinfo) -> str:
    """ "2026-02-01", where the person is."""
    return at.astimezone(zone).date().isoformat()


def said_in(ritual: Ritual, at: datetime) -> tuple[Statement, ...]:
    """What the person said, statement by statement, read with what was said before."""
    before: list[Utterance] = []
    found: list[Statement] = []
    for turn in ritual.turns:
        if turn.role == "user":
            found += split_statements(turn.content, speaker=ritual.who(), at=at, before=before)
        before.append(Utterance(role=turn.role, content=turn.content))
    return tuple(found)


def draft_ritual(ritual: Ritual, at: datetime, context: Context, zone: tzinfo) -> list[Draft]:
    """The episode first, then what was planned (until the end of the day) or decided (from now on)."""
    statements, once = said_in(ritual, at), SaidOnce()
    if ritual.ritual == "morning":
        drafts = [d for s in statements for d in _morning(s, context, at, zone) if once.is_new(d)]
        goals = [d.claim.object for d in drafts if d.claim and d.claim.predicate == "plans"]
        return [_episode(ritual, at, zone, statements, f"planned: {'; '.join(goals)}" if goals else ""), *drafts]
    decided = [d for s in statements for d in _evening(s, context) if once.is_new(d)]
    return [_episode(ritual, at, zone, statements, _summed_up(statements)), *decided]


def _morning(statement: Statement, context: Context, at: datetime, zone: tzinfo) -> Iterator[Draft]:
    category = statement.verdict.category
    planned = bool(PLAN.search(statement.text) or _HEADING.match(statement.text)) and not statement.text.endswith("?")
    if category in LASTING and not (planned and re.search(r"\btoday\b", statement.text, re.IGNORECASE)):
        yield from draft_statement(statement, context)
    elif planned:
        for goal in goals_in(statement.resolved):
            yield plan_draft(goal, at, zone, until=end_of_day(at, zone))
    else:
        yield from (d for d in draft_statement(statement, context) if d.method != OWN_WORDS)


def goals_in(text: str) -> tuple[str, ...]:
    """ "Today I'll finish the profile screen, then review Jonas' PR" → the two things."""
    said = _HEADING.sub("", text.strip().rstrip(".!"))
    items = [_TAIL.sub("", _LEAD.sub("", item.strip(" -•\t"))).strip(" ,.;:") for item in _ITEMS.split(said) if item]
    return tuple(dict.fromkeys(item for item in items if len(item) > 3 and " " in item))


def plan_draft(goal: str, at: datetime, zone: tzinfo, *, until: datetime, **more: Any) -> Draft:
    """A plan of one day: ``user plans GOAL``, narrowed to that day."""
    kind = "appointment" if APPOINTMENT.search(goal) else "goal"
    told = f"User plans for {day_name(at, zone)}: {goal}"
    values: dict[str, Any] = {"content": told, "tags": ("ritual", kind), **more}
    return Draft(
        type="semantic:fact",
        claim=Claim(subject="user", predicate="plans", object=goal, qualifier=day_name(at, zone)),
        entities=tuple(dict.fromkeys(m.canonical for m in find_entities(goal) if m.field != "file")),
        confidence=PLANNED,
        method="ritual",
        source=Source.USER_STATED,
        valid_from=at,
        valid_until=until,
        by_user=True,
        **values,
    )


def _evening(statement: Statement, context: Context) -> Iterator[Draft]:
    """A correction or decision holds from now on and is certain; the rest is told in the episode."""
    certain = statement.verdict.category in {"correction", "decision"} or bool(_CORRECTION.search(statement.text))
    if certain and not NOT_DONE.search(statement.text):
        bare = {"text": _MARK.sub("", statement.text), "resolved": _MARK.sub("", statement.resolved)}
        for draft in draft_statement(statement.model_copy(update=bare), context):
            if "hypothetical" in draft.tags:
                yield draft
                continue
            keeps_type = draft.type in {"semantic:hard_rule", "procedural"}
            yield draft.model_copy(
                update={
                    "type": draft.type if keeps_type else "semantic:decision",
                    "details": draft.details if keeps_type else {"reasoning": draft.details.get("reasoning")},
                    "confidence": DECIDED,
                    "by_user": True,
                }
            )
    elif not DONE.search(statement.text) and not NOT_DONE.search(statement.text):
        yield from (d for d in draft_statement(statement, context) if d.method != OWN_WORDS)


def _summed_up(statements: Sequence[Statement]) -> str:
    return "; ".join(
        third_person(s.text.rstrip(".")) for s in statements if s.verdict.action != "skip" or DONE.search(s.text)
    )


def _episode(ritual: Ritual, at: datetime, zone: tzinfo, statements: Sequence[Statement], told: str) -> Draft:
    name = "Morning plan" if ritual.ritual == "morning" else "Evening summary"
    words = " ".join(s.text for s in statements if s.verdict.category not in {"greeting", "thanks"})
    details: dict[str, Any] = {
        "timestamp": at,
        "participants": (ritual.who(), "agent"),
        "outcome": outcome_told(words) if ritual.ritual == "evening" else "unknown",
        "kind": "ritual",
    }
    return Draft(
        type="episodic",
        content=f"{name} of {day_name(at, zone)}" + (f": {told}" if told else ""),
        entities=tuple(dict.fromkeys(m.canonical for m in find_entities(words) if m.field != "file")),
        confidence=1.0,
        method="ritual",
        source=Source.USER_STATED,
        valid_from=at,
        details=details,
    )


def outcome_told(words: str) -> str:
    """How a day went, told from the words alone."""
    done, not_done = bool(DONE.search(words)), bool(NOT_DONE.search(words))
    return "partial" if not_done else "success" if done else "unknown"
