"""What somebody notices about himself."""

import re
from collections.abc import Sequence
from typing import Any

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, draft_of, rx, value_claim

_STRONG = re.compile(r"good|great|strong|excellent|confident|experienced|comfortable", re.IGNORECASE)
_MISS = re.compile(
    r"^(?:to\s)?(?:miss(?:ing)?|forget(?:ting)?|skip(?:ping)?|overlook(?:ing)?)\s(?:about\s|to\s)?(?P<what>.+)$",
    re.IGNORECASE,
)


def _tends(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    habit = re.sub(r"^to\s", "", found["habit"].strip())
    missed = _MISS.match(habit)
    details: dict[str, Any] = {"weak": ((missed["what"] if missed else habit),)}
    return [_self(clause, value_claim(clause.context.person, "tends_to", habit), details)]


def _skilled(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    strong = bool(_STRONG.search(found["how"])) and not found["neg"]
    details: dict[str, Any] = {"strong" if strong else "weak": (found["what"].strip(),)}
    claim = value_claim(
        clause.context.person, "tends_to", f"be {found['how']} {found['what'].strip()}", polarity=not found["neg"]
    )
    return [_self(clause, claim, details)]


def _self(clause: Clause, claim: Any, details: dict[str, Any]) -> Draft:
    return draft_of(clause, type="model:self", confidence=0.8, claim=claim, details=details)


PATTERNS = (
    Pattern(
        name="self_observation",
        regex=rx(
            r"^i\s(?:(?:sometimes|often|usually|really|still|also)\s)*(?:tend\s(?P<a>to)|(?:often|always|"
            r"sometimes|frequently|usually|keep|kept|regularly)\s(?=(?:miss|forget|skip|overlook|struggle|mix|"
            r"over))|(?=(?:over|under)(?:estimat|commit|promis))|have\sa\shabit\sof|struggle\swith|keep\s(?=\w+ing))\s?(?P<habit>.+)$"
        ),
        build=_tends,
        cues=cues(
            "overestimate underestimate overcommit overpromise tend often always sometimes frequently usually keep "
            "kept regularly habit struggle"
        ),
        examples=(
            Example(
                "I tend to miss null checks",
                ("user tends_to miss null checks",),
                "model:self",
                "User tends to miss null checks",
            ),
            Example("I always forget to rebase", ("user tends_to forget to rebase",), "model:self"),
            Example(
                "I overestimate how fast I get through reviews",
                ("user tends_to overestimate how fast I get through reviews",),
            ),
            Example("I keep overlooking edge cases", ("user tends_to overlooking edge cases",)),
        ),
        counter_examples=("I always use named exports", "We tend to agree", "I usually work from home"),
    ),
    Pattern(
        name="self_skill",
        regex=rx(
            r"^i(?:['’]m|\sam)\s(?P<neg>not\s)?(?:(?:really|pretty|very|quite|fairly|so|too)\s)*(?P<how>(?:good|"
            r"great|strong|excellent|bad|terrible|weak|confident|experienced|comfortable|poor|slow)\s(?:at|in|"
            r"with))\s(?P<what>.+)$"
        ),
        build=_skilled,
        cues=cues("good great strong excellent bad terrible weak confident experienced comfortable poor slow"),
        examples=(
            Example("I'm good at SQL tuning", ("user tends_to be good at SQL tuning",), "model:self"),
            Example("I am not very good at CSS", ("user tends_to not be good at CSS",)),
        ),
        counter_examples=("I'm good", "I'm fine with that"),
    ),
)
