"""One item of a list: its type, and its words together with those of the heading that it stands below."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.patterns.pattern import without_article
from memorist.nodes.ingestion.extract.wording import third_person
from memorist.nodes.ingestion.lists import RULES_SAID
from memorist.nodes.ingestion.route import route_statement
from memorist.nodes.language.words import lower_first

_FORBIDS = re.compile(r"(?:never|no|don['’]?t|do\snot)\b", re.IGNORECASE)
_BINDS = re.compile(
    r"(?:never|always|only|no|not|max(?:imum)?|min(?:imum)?|at\s(?:most|least)|every|each|must|don['’]?t|do\snot)\b",
    re.IGNORECASE,
)
_CHECKED = re.compile(
    r"\b(?:(?:pr|mr|review|release|merge|deploy(?:ment)?|qa|launch|quality)\schecklist|definition\sof\sdone|dod|acceptance\scriteria)\b",
    re.IGNORECASE,
)
"""What has to be so before something counts as done."""
_EVER = re.compile(r"(?:never|always|must|don['’]?t|do\snot)\b", re.IGNORECASE)
_SCOPE = re.compile(r"\b(?:of|for|in|at|on)\s(?P<scope>\w.*)$", re.IGNORECASE)


def are_ruled(heading: str, items: Sequence[str]) -> bool:
    """Whether all items are rules: their heading says so, or each begins like one, and one says "never" or "always"."""
    if RULES_SAID.search(heading):
        return True
    return all(_BINDS.match(item) for item in items) and any(_EVER.match(item) for item in items)


def kind_of_item(heading: str, item: str, *, ruled: bool = False) -> str:
    """The type of an item that no pattern reads: what its heading says of all, and whether it forbids.

    "Our rules for git: no force push" forbids, "squash merge only" below the same heading is a policy.
    """
    if _CHECKED.search(heading):
        return "semantic:policy"
    if heading and ruled:
        return "semantic:hard_rule" if _FORBIDS.match(item) else "semantic:policy"
    return route_statement(f"{heading}: {item}" if heading else item)


def headed(heading: str, item: str, draft: Draft) -> Draft:
    """What was read of an item, told and claimed with what the list is about: "rules for the practice: …"."""
    about = _SCOPE.search(heading)
    if about is None or not (draft.claim or RULES_SAID.search(heading)):
        return draft
    above = third_person(heading)
    if draft.content.casefold().startswith(above.casefold()):
        return draft
    claim = draft.claim
    if claim and not claim.qualifier:
        claim = claim.model_copy(update={"qualifier": without_article(about["scope"])})
    told = lower_first(draft.content) if item[:1].islower() else draft.content
    return draft.model_copy(update={"content": f"{above}: {told}", "claim": claim})
