"""Ends of what is denied up to a day: "no deploys before Friday" ends with the beginning of Friday."""

import re
from datetime import date, timedelta
from functools import lru_cache

from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.ends import BoundsDraft
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.grammar import any_of, words
from memorist.nodes.dates.habits import is_regular

_CLAUSE_END = re.compile(r"[,;:]\s|\s[-–—]\s")
_LEAD = len("antes del the ")


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    data = words().data
    denials, demands = any_of(data["denials"]), any_of(data["demands"])
    patterns = {
        "before": rf"(?<!\bnot\s)(?<!\bfrom\s)\b{any_of(data['ends_before'])}\s(?:the\s)?$",
        "denied": rf"(?:(?<!\w){denials}|n['’]t)(?!\w)(?!\s(?:\w+\s)?{demands}(?!\w))",
        "of another": r"\b(?:if|unless|when(?:ever)?|while|because|since|that|which|who|whose|whether|where)\b",
        "goes on": r"\s(?:or|and)\s(?:after|from|on|during)\b",
        "hour": r",?\s(?:at\s)?(?:\d|noon|midday|morning|afternoon|evening|night)",
        "end": r"(?:the\s)?end\b|eo[dwmqy]\b",
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def read_before(text: str, place: TimeExpression, days: Days, today: date, draft: BoundsDraft) -> None:
    """Let what is denied before a day end with it; "finish it before Friday" is a deadline, and ends nothing."""
    of = _patterns()
    before = of["before"].search(text, max(0, place.start - _LEAD), place.start)
    if before is None or days[1] < today or is_regular(text) or of["goes on"].match(text, place.end):
        return
    start = max((found.end() for found in _CLAUSE_END.finditer(text, 0, before.start())), default=0)
    clause = text[start : before.start()]
    if not re.search(r"\w", clause):  # it opens the clause
        clause = _CLAUSE_END.split(text[place.end :].lstrip(" ,)"), maxsplit=1)[0]
    if not of["denied"].search(clause) or of["of another"].search(clause):
        return
    through = of["hour"].match(text, place.end) or of["end"].match(place.words) or days[0] <= today
    ends = days[1] + timedelta(days=1) if through else days[0]
    draft.until = max(ends, draft.until or ends)
