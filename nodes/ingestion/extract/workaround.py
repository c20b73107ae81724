"""An issue, what to do about it, and until when: read from a sentence or from several events."""

import re
from dataclasses import dataclass
from typing import Any

from memorist.nodes.ingestion.extract.imperatives import INSTRUCTION, VERB
from memorist.nodes.ingestion.extract.wording import lowered
from memorist.nodes.language.gazetteer import Mention, find_entities, platforms_of
from memorist.nodes.language.words import upper_first

_WORKAROUND = re.compile(
    r"\b(?:the\s)?work.?around(?:\s(?:found|for\snow|until\sthen|is(?:\sto)?|was(?:\sto)?|"
    r"that\sworks))*\s*[:=–—-]?\s*(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_UNTIL = re.compile(
    r"[,;(.]?\s*\b(?:(?:only|valid|needed|works|required|holds|necessary|keep(?:\sthis)?|use(?:\sthis)?|"
    r"temporary)\s)*(?:until|till)\s+(?P<until>[^,;()\n]+?)(?:\s(?:is|gets|has been)\s(?:out|released|fixed|"
    r"available)|\s(?:ships|lands|comes out|arrives|release))?\)?[.\s]*$",
    re.IGNORECASE,
)
_INSTRUCTED = re.compile(
    r"(?:^|[.;!\n]\s*)(?:when(?:ever)?|if)\s+(?P<issue>[^,.;:\n]{3,120}?)[,:]\s*(?P<what>[^\n]+?)"
    r"(?=\.\s+[A-Z]|\.?\s*$)",
    re.IGNORECASE,
)
ISSUE_WORDS = re.compile(
    r"\b(?:flicker\w*|crash\w*|issues?|bug|fails?|failed|broken|breaks?|leaks?|freez\w+|hangs?|doesn['’]?t|does "
    r"not|slow|wrong|jumps?|stutter\w*|glitch\w*|throws?|error)\b",
    re.IGNORECASE,
)
_ISSUE_TAIL = re.compile(r"[\s,;:.(–—-]+(?:(?:but|and|so|found|there is|with)\s(?:a|an|the|this)?\s?)*$", re.IGNORECASE)
_SPLIT = re.compile(
    rf"\s*;\s*|\s*,\s*(?:and\s|then\s|but\s)*|\s+(?:and then|then)\s+|\.\s+(?=[A-Z])|\s+and\s+(?={VERB})", re.IGNORECASE
)
_ONES = re.compile(r"\bones\b")
_NOUN_BEFORE = re.compile(r"\b([a-z]{3,}s)\s(?:in|on|with|as|inside|at|via|through|inline|to|for)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Workaround:
    """What goes wrong, the steps around it, and what will end the need for them."""

    issue: str
    steps: tuple[str, ...]
    condition: str | None = None
    steps_as_said: str = ""

    def fact_wording(self) -> str:
        """The issue as a fact, with what helps."""
        helped = f" (workaround: {self.steps_as_said})" if self.steps_as_said else ""
        return f"{_capital(self.issue)}{helped}"


def workaround_in(text: str, *, issue: str = "") -> Workaround | None:
    """Read "ISSUE; workaround: A, B; until VERSION", or "When ISSUE, do A and B. … until VERSION".

    ``issue`` is used when the text names none, or names it only in passing.
    """
    found = _WORKAROUND.search(text)
    if found is None:
        return _instructed(text, issue)
    what, condition = found["what"].strip(), None
    if until := _UNTIL.search(what):
        condition, what = until["until"].strip(" .)"), what[: until.start()]
    before = _ISSUE_TAIL.sub("", text[: found.start()]).strip(" ,;:.")
    if condition is None and (earlier := _UNTIL.search(before)):
        condition, before = earlier["until"].strip(" .)"), before[: earlier.start()]
    what = re.sub(r"^(?:was|is|to)\s", "", what.strip(" ,;.")).strip()
    steps = steps_of(what)
    if not steps:
        return None
    named = before if len(before.split()) > 1 else ""
    return Workaround(named or issue, steps, condition, what)


def _instructed(text: str, issue: str) -> Workaround | None:
    for found in _INSTRUCTED.finditer(text):
        what, condition = found["what"].strip(), condition_in(text)
        if until := _UNTIL.search(what):
            condition, what = until["until"].strip(" .)"), what[: until.start()]
        if ISSUE_WORDS.search(found["issue"]) and INSTRUCTION.match(what):
            return Workaround(issue or found["issue"].strip(), steps_of(what), condition, what.strip(" ,;."))
    return None


def condition_in(text: str) -> str | None:
    """ "until NativeWind 4.1" at the end of a text."""
    found = _UNTIL.search(text)
    return found["until"].strip(" .)") if found else None


def steps_of(text: str) -> tuple[str, ...]:
    """Cut instructions apart; what has no verb is something to keep; "ones" takes the noun said before."""
    noun = ""
    steps: list[str] = []
    for piece in (p.strip(" ,;.") for p in _SPLIT.split(text)):
        if not piece:
            continue
        step = _ONES.sub(noun, piece) if noun else piece
        if said := _NOUN_BEFORE.search(step):
            noun = said[1].lower()
        step = step if INSTRUCTION.match(step) else f"keep {step}"
        steps.append(_capital(step))
    return tuple(steps)


def issue_of(text: str) -> tuple[str, str]:
    """The thing an issue belongs to and the issue: the technology at fault before the component it shows in."""
    things = [m for m in find_entities(text) if m.kind == "entity:technology" and m.field != "os"]
    library = [m for m in things if m.field not in {"components", "app_framework", "language", None}]
    chosen: Mention | None = (library or things or [None])[0]
    issue = re.sub(r"\s+", " ", text).strip(" ,;.")
    if chosen is not None:
        return chosen.canonical, issue
    subject = re.match(
        r"^(?:the|our|my|a|an)?\s?(?P<noun>(?:[\w-]+\s){0,2}?[\w-]+?)\s(?:\w+s|is|are|was|were|does|do|don['’]t|"
        r"doesn['’]t)\b",
        issue,
        re.IGNORECASE,
    )
    return (subject["noun"] if subject else issue[:80]), issue


def workaround_procedure(known: Workaround, subject: str) -> tuple[str, dict[str, Any]]:
    """The content and the details of the procedure that follows from a workaround."""
    trigger = known.issue or subject
    content = f"When {lowered(trigger)}: {'; '.join(lowered(s) for s in known.steps)}"
    names = tuple(dict.fromkeys(m.canonical for m in find_entities(trigger) if m.field != "file"))
    details: dict[str, Any] = {
        "name": f"Work around: {trigger}",
        "trigger": {"pattern": trigger, "context": (*names, *platforms_of(trigger))},
        "steps": [{"order": n, "instruction": s} for n, s in enumerate(known.steps, start=1)],
    }
    return content, details


def _capital(text: str) -> str:
    return upper_first(text)
