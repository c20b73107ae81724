"""Where a document is to be read."""

import re
from collections.abc import Sequence

from hypomnema.nodes.ingestion.draft import Draft
from hypomnema.nodes.ingestion.extract.clause import Clause
from hypomnema.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    value_claim,
    without_article,
)
from hypomnema.nodes.ingestion.whereabouts import KEPT


def _kept(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    place = _BESIDE.sub("", found["place"]).strip(" ,.")
    claim = value_claim(without_article(found["what"].strip()), "located_in", place)
    return [draft_of(clause, type="semantic:reference", confidence=0.9, claim=claim)]


_BESIDE = re.compile(
    r"[,;]?\s(?:if|in\scase|when(?:ever)?|should)\s(?:you|u|anybody|anyone|somebody)\b.*$", re.IGNORECASE
)
"""If you ever need it: only manners."""

PATTERNS = (
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
