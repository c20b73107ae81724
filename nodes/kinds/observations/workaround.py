"""An issue, what to do about it, and until when: put together from the events of one activity."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import LONGEST_NAME
from memorist.nodes.kinds.observations.activities import EventGroup
from memorist.nodes.kinds.observations.shown import Shown
from memorist.nodes.kinds.wording import cut_at, is_instruction, lowered
from memorist.nodes.language.gazetteer import find_entities, platforms_of, topic_of
from memorist.nodes.language.names import names_in
from memorist.nodes.language.words import upper_first

ISSUE = re.compile(
    r"\b(?:flicker\w*|crash\w*|issues?|bug|fail(?:s|ed)?|broken|breaks?|leaks?|freez\w+|hangs?|does(?:n['’]t| not)|"
    r"slow|wrong|jumps?|stutter\w*|glitch\w*|throws?|error)\b",
    re.IGNORECASE,
)
"""Words by which an event tells that something goes wrong."""
_WORKAROUND = re.compile(
    r"\bwork.?around(?:\s(?:found|for now|is(?: to)?|was(?: to)?|that works))*\s*[:=–—-]?\s*(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_WHEN = re.compile(
    r"(?:^|[.;!\n]\s*)(?:when(?:ever)?|if)\s+(?P<issue>[^,.;:\n]{3,120}?)[,:]\s*(?P<what>[^\n]+?)(?=\.\s+[A-Z]|\.?\s*$)",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"[,;(.]?\s*(?:\b(?:only|valid|needed|we need this|required|keep this|use this|temporary)\s)*\b(?:until|till)\s+"
    r"(?P<until>[^,;()\n]+?)(?:\s(?:(?:is|gets|has been)\s(?:out|released|fixed|available)|ships|lands|comes out|"
    r"arrives))?\)?[.\s]*$",
    re.IGNORECASE,
)
_STEP_END = re.compile(
    r"\s*;\s*|\s*,\s*(?:(?:and|then|but)\s)*|\s+(?:and )?then\s+|\.\s+(?=[A-Z])|\s+and\s+(?=(?P<verb>[\w-]+))"
)
_NOT_AT_FAULT = frozenset({"components", "app_framework", "language", "os", None})
"""Topics of technologies in which an issue shows, and which are less likely its cause."""
_ONLY_READING = frozenset({"assistant.question", "web.search", "web.visit"})


@dataclass(frozen=True, slots=True)
class Workaround:
    """A workaround: the problem, the steps as they were told, the event that will end the need for them, and the
    start."""

    issue: str
    told: str
    condition: str | None
    at: datetime

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps, cut apart."""
        return steps_of(self.told)


def workaround_of(activity: EventGroup) -> Workaround | None:
    """The workaround that an activity found; its issue is taken from an event before where the words name none."""
    issue, condition = "", None
    for event in activity.own:
        if event.name in _ONLY_READING:
            continue
        condition = condition or condition_in(event.body)
        found = workaround_in(event.body, issue, event.time)
        if found and found.issue:
            later = (c for e in activity.own if (c := condition_in(e.body)))
            return replace(found, condition=found.condition or condition or next(later, None))
        if ISSUE.search(event.body) and (not issue or event.name == "error"):
            issue = _UNTIL.sub("", event.body).strip(" .,;")
    return None


def workaround_in(text: str, issue: str, at: datetime) -> Workaround | None:
    """Read "ISSUE; workaround: A, B; until VERSION", or "When ISSUE, do A and B"; ``issue`` is the one told before."""
    if found := _WORKAROUND.search(text):
        what, condition = _without_condition(re.sub(r"^(?:was|is|to)\s", "", found["what"].strip(" ,;.")))
        before, earlier = _without_condition(text[: found.start()].rstrip(" ,;:.(–—-"))
        before = re.sub(r"[\s,;:.]+(?:(?:but|and|so|found|there is|with)\b\s?(?:an?\b|the\b)?\s?)*$", "", before)
        named = before if len(before.split()) > 1 else issue
        return Workaround(named, what, condition or earlier, at) if what else None
    for found in _WHEN.finditer(text):
        what, condition = _without_condition(found["what"].strip())
        if ISSUE.search(found["issue"]) and is_instruction(what):
            return Workaround(issue or found["issue"].strip(), what, condition or condition_in(text), at)
    return None


def condition_in(text: str) -> str | None:
    """ "until NativeWind 4.1" at the end of a text."""
    return _without_condition(text)[1]


def _without_condition(text: str) -> tuple[str, str | None]:
    found = _UNTIL.search(text)
    return (text[: found.start()].strip(" ,;."), found["until"].strip(" .)")) if found else (text.strip(" ,;."), None)


def steps_of(text: str) -> tuple[str, ...]:
    """Cut instructions apart, at "and" only before a verb; each in its own words."""
    return tuple(upper_first(piece) for each in cut_at(_STEP_END, text) if (piece := each.strip(" ,;.")))


def subject_of(issue: str) -> str:
    """The technology at fault before the component in which an issue shows; else the issue's own words."""
    things = [m for m in find_entities(issue) if m.kind == "entity:technology"]
    chosen = [m for m in things if m.field not in _NOT_AT_FAULT] or [m for m in things if m.field != "os"]
    return chosen[0].canonical if chosen else issue[:LONGEST_NAME]


def workaround_drafts(shown: Shown, known: Workaround) -> Iterator[Draft]:
    """The known issue and the procedure around it, both until the condition is met."""
    issue = " ".join(known.issue.split()).strip(" ,;.")
    platforms = platforms_of(issue) or shown.activity.platforms
    ends: dict[str, Any] = {"topic": topic_of(issue), "platforms": platforms, "valid_until_condition": known.condition}
    claim = Claim(subject=subject_of(issue), predicate="has_issue", object=issue, platforms=platforms)
    told = f"{upper_first(issue)} (workaround: {known.told})"
    yield shown.draft(told, known.at, claim=claim, tags=("known_issue",), **ends)
    details = {
        "name": f"Work around: {issue}",
        "trigger": {"pattern": issue, "context": (*names_in(issue), *platforms_of(issue))},
        "steps": [{"order": n, "instruction": step} for n, step in enumerate(known.steps, start=1)],
    }
    told = f"When {lowered(issue)}: {'; '.join(lowered(step) for step in known.steps)}"
    yield shown.draft(told, known.at, type="procedural", details=details, **ends)
