"""What a client, a customer or an authority asks for."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, draft_of, rx, value_claim
from memorist.nodes.language.names import find_names

_ARTICLE = re.compile(r"^(?:the|our|a|an|one of our|my)\s+(?:\w+est\s)?", re.IGNORECASE)
_CLIENT = (
    r"(?:(?:the|our|a|one\sof\sour)\s)?(?:[\w-]+\s){0,2}?(?:clients?|customers?|stakeholders?|auditors?|regulators?|"
    r"legal(?:\sdepartment|\steam)?|compliance(?:\steam)?|procurement|sponsors?|investors?|end\susers|tenants?|"
    r"product\sowner|account\smanager)"
)
_BODY = (
    r"(?:the|our)\s(?:[\w-]+\s)?(?:ministry|authority|council|municipality|government|head\soffice|headquarters|"
    r"parent\scompany|data\sprotection\sofficer|dpo|certifier|notified\sbody|works\scouncil)"
)
"""What somebody who is entitled to it wants is a mandate."""
_NAME = r"(?-i:[A-Z][\w&-]+(?:\s[A-Z][\w&-]+)?)"
_ASKS = (
    r"(?:wants?|wanted|needs?(?!\sto\b)|requires?|required|insists?(?:\son|\sthat)?|insisted(?:\son|\sthat)?|demands?|"
    r"demanded|expects?|expected|asks?\s(?:us\s)?(?:for|that|to)|asked\s(?:us\s)?(?:for|that|to)|requests?|requested|"
    r"stipulates?|specified|would\slike|won['’]?t\saccept|refuses|prefers?|cares\sabout)"
)
"""A mandate in stranger words is no pattern: it is kept in its own words, or read by a model."""


def _asks(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    who = found["who"].strip()
    if not re.match(rf"(?:{_CLIENT}|{_BODY})$", who, re.IGNORECASE) and not _organisation(who):
        return []
    verb = re.sub(r"\s+", " ", found["verb"].strip().lower())
    negative = bool(found["neg"]) or verb.startswith(("won", "refuses"))
    wanted = re.sub(r"^(?:that|to have|to see|us to|on)\s", "", found["what"].strip(), flags=re.IGNORECASE)
    claim = value_claim(_ARTICLE.sub("", who) or who, "requires", wanted, polarity=not negative)
    return [draft_of(clause, type="semantic:policy", confidence=0.9, claim=claim, tags=("client_requirement",))]


def _organisation(who: str) -> bool:
    """Whether a capitalised name is that of no person and no known technology."""
    return any(m.kind == "entity:concept" and m.start == 0 and m.end == len(who) for m in find_names(f"{who} insists"))


PATTERNS = (
    Pattern(
        name="client_requirement",
        regex=rx(
            rf"^(?P<who>{_CLIENT}|{_BODY}|{_NAME})\s(?:also\s|now\s|explicitly\s|really\s|strictly\s|always\s|still\s)*"
            rf"(?P<neg>(?:does\snot|doesn['’]t|do\snot|don['’]t|did\snot|didn['’]t|no\slonger)\s)?(?P<verb>{_ASKS})\s"
            rf"(?P<what>.+)$"
        ),
        build=_asks,
        cues=cues(
            "want wants wanted need needs require requires required insist insists insisted demand demands demanded "
            "expect expects expected ask asks asked request requests requested stipulates specified like accept "
            "refuses prefer prefers cares"
        ),
        examples=(
            Example(
                "the customer wants all data stored in the EU",
                ("customer requires all data stored in the EU",),
                "semantic:policy",
            ),
            Example("Northwind insists on SSO for their staff", ("Northwind requires SSO for their staff",)),
            Example(
                "the client doesn't want any third-party cookies", ("client requires not any third-party cookies",)
            ),
            Example("The customer expects a response within 4 hours", ("customer requires a response within 4 hours",)),
        ),
        counter_examples=(
            "Dana wants the numbers by Thursday",
            "We need a client",
            "Clerk needs a secret key",
            "The client mandates SSO",
        ),
        when=lambda c: not c.hypothetical,
    ),
)
