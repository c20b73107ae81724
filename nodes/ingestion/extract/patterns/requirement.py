"""What work must have or hold: reviews, merge requests, everything that a team makes."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    each_and_all,
    rx,
    value_claim,
)
from memorist.nodes.ingestion.extract.phrases import parse_list
from memorist.nodes.language.words import upper_first

_REVIEW = re.compile(r"\b(?:code reviews?|reviews?|reviewers?|reviewing)\b", re.IGNORECASE)
_REQUEST = re.compile(r"\b(?:prs?|mrs?|pull requests?|merge requests?)\b", re.IGNORECASE)
_QUANTIFIER = re.compile(r"^(?:all|every|each|any|the|our|a|an|new|your)\s+(?:of\s+(?:the|our)\s+)?", re.IGNORECASE)


def required_of(subject: str) -> str:
    """One name for what is required of: "PRs" and "every merge request" are merge requests."""
    if _REVIEW.search(subject):
        return "code review"
    if _REQUEST.search(subject):
        return "merge request"
    return _QUANTIFIER.sub("", subject.strip()).strip() or "team"


def _requires(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    whole = f"{found['subject']} {found['what']}"
    subject = required_of(found["subject"]) if found["subject"].lower() not in {"we", "the team", "i"} else ""
    if not subject:
        subject = "code review" if _REVIEW.search(whole) else "merge request" if _REQUEST.search(whole) else "team"
    things = parse_list(re.sub(r"^(?:to\shave|have|that)\s", "", found["what"]))
    name = upper_first(subject)
    if found["neg"]:
        return [
            draft_of(
                clause,
                type="semantic:policy",
                confidence=0.95,
                claim=value_claim(subject, "requires", things[0].object, polarity=False),
            )
        ]
    return each_and_all(
        clause,
        things,
        subject=subject,
        predicate="requires",
        type="semantic:policy",
        confidence=0.95,
        says=lambda t: f"{name} requires {t.wording}",
    )


def _technical_subject(clause: Clause) -> bool:
    """ "Drizzle requires expo-sqlite" is about the technology, not a policy."""
    return bool(clause.mentions) and clause.mentions[0].start == 0 and clause.mentions[0].kind == "entity:technology"


PATTERNS = (
    Pattern(
        name="requirement",
        regex=rx(
            r"""^(?P<subject>(?:we|(?:all|every|each|any|our|the|a)?\s?(?:new\s)?[\w/-]+(?:\s[\w/-]+){0,3}?))\s(?:always\s|also\s|do\s)?(?:(?P<neg>(?:do|does)(?:\snot|n['’]t))\s)?
            (?:requires?|needs?(?!\sto\b)|must\s(?:have|include|contain|come\swith)|(?:has|have)\sto\s(?:have|include)|should\salways\s(?:have|include)|insists?\son|expects?(?!\s(?:to|that)\b))\s(?P<what>.+)$"""
        ),
        build=_requires,
        cues=cues("require requires need needs must have has should insist insists expect expects"),
        examples=(
            Example(
                "Code review requires types, tests and null checks",
                ("code review requires types", "code review requires tests", "code review requires null checks"),
                "semantic:policy",
            ),
            Example("Every PR needs two approvals", ("merge request requires two approvals",), "semantic:policy"),
            Example("we require signed commits", ("team requires signed commits",)),
            Example("All merge requests must include a changelog entry", ("merge request requires changelog entry",)),
        ),
        counter_examples=("We need to talk", "I need help", "You must deploy it"),
        when=lambda c: (
            not re.match(r"(?:i|you|it|this|that|they|he|she)\b", c.core, re.IGNORECASE)
            and (
                bool(_REVIEW.search(c.core) or _REQUEST.search(c.core))
                or (
                    bool(re.search(r"\b(?:every|all|each|must|require[sd]?|insist)\b", c.core, re.IGNORECASE))
                    and not _technical_subject(c)
                )
            )
        ),
    ),
    Pattern(
        name="required_for",
        regex=rx(
            r"^(?P<what>[\w\s-]{3,50}?)\s(?:is|are)\s(?P<neg>not\s)?(?:always\s)?(?:required|mandatory|needed|obligatory|compulsory)\s(?:for|on|in)\s"
            r"(?P<subject>(?:every|each|all|any|new)\s.+|.*\b(?:prs?|pull\srequests?|merge\srequests?|reviews?)\b.*)$"
        ),
        build=_requires,
        cues=cues("required mandatory needed obligatory compulsory"),
        examples=(
            Example(
                "two approvals are required for every PR",
                ("merge request requires two approvals",),
                "semantic:policy",
            ),
        ),
        counter_examples=("A visa is required for Japan",),
    ),
)
