"""Clauses beside a statement: "…, CI deploys it right away" says something, "…, staging or release" goes on with it."""

import re

from memorist.memory_store.domain.clauses import has_finite_verb
from memorist.nodes.language.name_lists import PERSON_ACTS
from memorist.nodes.language.verbs import PAST

_SUBJECT = re.compile(
    r"(?<![\w-])(?:i|we|you|it|they|he|she|there|everyone|everybody|someone|somebody|nobody|no one|who|which)(?![\w-])|"
    r"^(?:this|that|these|those)\s\w",
    re.IGNORECASE,
)
_ACTS = re.compile(rf"(?<=\w)\s(?:{'|'.join(sorted(PERSON_ACTS))}|{PAST})(?![\w-])", re.IGNORECASE)


def is_own_clause(words: str) -> bool:
    """Return true if words beside a statement have a subject and a verb of their own."""
    return has_finite_verb(words) or _SUBJECT.search(words) is not None or _ACTS.search(words) is not None
