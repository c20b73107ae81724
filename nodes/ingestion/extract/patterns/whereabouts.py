"""Where a document is to be read, and where a place is that people go to."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    rx,
    value_claim,
    without_article,
)
from memorist.nodes.ingestion.extract.patterns.switching import began
from memorist.nodes.ingestion.whereabouts import KEPT
from memorist.nodes.language.calendar_words import MONTH


def _kept(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    place = _BESIDE.sub("", found["place"]).strip(" ,.")
    claim = value_claim(without_article(found["what"].strip()), "located_in", place)
    return [draft_of(clause, type="semantic:reference", confidence=0.9, claim=claim)]


_BESIDE = re.compile(
    r"[,;]?\s(?:if|in\scase|when(?:ever)?|should)\s(?:you|u|anybody|anyone|somebody)\b.*$", re.IGNORECASE
)
"""If you ever need it: only manners."""

_STREET = (
    r"(?-i:(?:\d+[a-z]?\s)?(?:[A-Z][\w'’-]*\s){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Boulevard|Blvd|Square|Drive|Way|Place|Plaza|Quay|"
    r"Court|Row|Hill|Alley|Platz|Allee)\b(?:\s\d+[a-z]?)?|[A-Z][\w-]*(?:straße|strasse|platz|allee|gasse|weg|straat)\b(?:\s\d+[a-z]?)?)"
)
_FLOOR = r"(?:the\s)?(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|top|ground|upper|lower)\sfloor\b"
_IN_TOWN = rf"\sin\s(?!{MONTH}|\d|the\s(?:end|middle|spring|summer|autumn|fall|winter))[\w'’ -]+"
_ADDRESS = rf"(?:{_STREET}|{_FLOOR})(?:\s(?:of|at)\s[\w'’ -]+|{_IN_TOWN})?"
_WHEN = r"(?:\s(?:now|again|these\sdays|(?:in|on|next|this|from|by|at\sthe|as\sof)\s.*))?"


def _found_at(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    claim = value_claim(without_article(found["what"].strip()), "located_in", without_article(found["place"]))
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim, valid_from=began(clause))]


PATTERNS = (
    Pattern(
        name="address",
        regex=rx(
            r"^(?P<what>(?:the|our)\s[\w'’-]+(?:\s(?!is\b|are\b)[\w'’-]+){0,3}?)\s(?:(?:is|are)(?:\s(?:now|still|located|situated))*\s"
            rf"(?:in|on|at)|(?:is\s|has\s|will\s)?mov(?:es?|ed|ing)\sto)\s(?P<place>{_ADDRESS}){_WHEN}$"
        ),
        build=_found_at,
        cues=cues("in on at to"),
        examples=(
            Example("The office is on Elm Street", ("office located_in Elm Street",), "semantic:fact"),
            Example("our studio is at 12 Rose Lane now", ("studio located_in 12 Rose Lane",)),
            Example("The workshop moved to the 3rd floor", ("workshop located_in 3rd floor",)),
            Example("the office moves to Oak Avenue in November", ("office located_in Oak Avenue",)),
            Example("the practice is in Lindenstraße 4", ("practice located_in Lindenstraße 4",)),
        ),
        counter_examples=(
            "The database is on Supabase",
            "The team is on the road",
            "The demo is at Place Bell",
            "The client lives on Elm Street",
            "The office is in Berlin",
        ),
    ),
    Pattern(
        name="whereabouts",
        regex=KEPT,
        build=_kept,
        cues=cues("is are live lives sit sits found"),
        examples=(
            Example(
                "the payroll templates are in SharePoint, folder HR-2025",
                ("payroll templates located_in SharePoint, folder HR-2025",),
                "semantic:reference",
            ),
            Example(
                "The runbook for outages is in Confluence under ops/oncall, if you ever need it",
                ("runbook for outages located_in Confluence under ops/oncall",),
                "semantic:reference",
            ),
            Example(
                "our brand guidelines are kept in the marketing folder",
                ("brand guidelines located_in the marketing folder",),
                "semantic:reference",
            ),
        ),
        counter_examples=(
            "The docs are in bad shape",
            "Meeting notes are kept in Notion",
            "The slides are in English",
            "The API is documented in OpenAPI",
            "The team is in the repo all day",
            "Our templates are on version 4",
            "The designs in Figma are outdated",
        ),
    ),
)
