"""What is so no more, without anything in its place."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    rx,
    subject_of,
    value_claim,
    without_article,
)

_POINTING = re.compile(r"^(?:it|that|this|they|there|he|she|which|who)\b", re.IGNORECASE)
_ANY_MORE = r"(?:\s(?:any\s?more|any\slonger|now))"


def _void(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what = without_article(found["what"].strip())
    if _POINTING.match(what):
        return []
    claim = value_claim(what, "is", "in force", polarity=False)
    return [_draft(clause, claim)]


def _forgotten(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what = without_article(found["what"].strip())
    if _POINTING.match(what):
        return []
    claim = value_claim(what, "is", "in force", polarity=False)
    return [_draft(clause, claim, content=f"What was said about {found['what'].strip()} no longer holds")]


def _no_longer(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    who = found["who"]
    subject = subject_of(who, clause) if re.match(r"(?:i|we|the team)\b", who, re.IGNORECASE) else who
    if _POINTING.match(subject):
        return []
    claim = value_claim(without_article(subject), "is", (found["state"] or found["state2"]).strip(), polarity=False)
    return [_draft(clause, claim)]


def _draft(clause: Clause, claim: Claim, content: str | None = None) -> Draft:
    return draft_of(
        clause,
        type="semantic:fact",
        confidence=0.9,
        claim=claim,
        content=content,
        by_user=not clause.hypothetical,
        tags=("retraction",),
    )


PATTERNS = (
    Pattern(
        name="no_longer_in_force",
        regex=rx(
            rf"^(?P<what>[\w@./+#'’ -]{{2,60}}?)\s(?:(?:no\slonger|doesn['’]?t|does\snot|don['’]?t|do\snot)\s"
            rf"(?:appl(?:y|ies)|holds?|counts?|matters?|stands?){_ANY_MORE}?|(?:is|are)\s(?:no\slonger|not)\s(?:needed|"
            rf"required|valid|necessary|relevant|true|in\s(?:force|effect)|a\s(?:thing|requirement|problem)){_ANY_MORE}?|"
            r"(?:is|are|was|were|has\sbeen|have\sbeen)\s(?:now\s|officially\s)?(?:lifted|revoked|obsolete|void|withdrawn|"
            r"cancel+ed|called\soff|rescinded|repealed|moot|over))$"
        ),
        build=_void,
        cues=cues(
            "longer doesn't doesnt not don't lifted revoked obsolete void withdrawn canceled cancelled called "
            "rescinded repealed moot over"
        ),
        examples=(
            Example("the Friday freeze doesn't apply any more", ("Friday freeze is not in force",), "semantic:fact"),
            Example("The two-approvals thing is no longer required", ("two-approvals thing is not in force",)),
            Example("The offsite is called off", ("offsite is not in force",)),
        ),
        counter_examples=("It doesn't matter", "JWT does not work"),
        when=lambda c: not re.match(r"(?:it|that|this|i|we|you)\b", c.core, re.IGNORECASE),
    ),
    Pattern(
        name="forget_about",
        regex=rx(
            r"^(?:please\s)?(?:forget|ignore|disregard|scrap|scratch|strike)\s(?:what\s(?:i|we)\s(?:said|told\syou|wrote)\s(?:about|on)|"
            r"everything\sabout|my\s(?:earlier\s)?(?:note|comment|remark|message)\s(?:about|on))\s(?P<what>.+)$"
        ),
        build=_forgotten,
        cues=cues("forget ignore disregard scrap scratch strike"),
        examples=(
            Example(
                "forget what I said about the Friday freeze",
                ("Friday freeze is not in force",),
                "semantic:fact",
                "What was said about the Friday freeze no longer holds",
            ),
        ),
        counter_examples=("I forget names", "forget about it"),
    ),
    Pattern(
        name="no_longer",
        regex=rx(
            r"^(?P<who>i|we|the\steam|(?-i:[A-Z][a-z]+))(?:['’](?:m|re|s)|\s(?:am|are|is))\s(?:no\slonger\s(?P<state>.+)|"
            rf"not\s(?P<state2>.+?){_ANY_MORE})$"
        ),
        build=_no_longer,
        cues=cues("longer any anymore more"),
        examples=(
            Example("I'm not vegetarian anymore", ("user is not vegetarian",), "semantic:fact"),
            Example("Omar is no longer on the billing team", ("Omar is not on the billing team",)),
        ),
        counter_examples=("We are not using Heroku anymore",),
        when=lambda c: not re.search(r"\busing\b", c.core, re.IGNORECASE),
    ),
)
