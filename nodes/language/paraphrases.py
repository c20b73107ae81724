"""In which words it is told what a question asks in others: who asks where somebody lives is told that he moved."""

import re
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped

_QUESTION = re.compile(
    r"(?:who|whose|whom|what|which|where|when|how|do|does|did|is|are|am|was|were|has|have|can|tell\sme)\b|.*\?\s*$",
    re.IGNORECASE | re.DOTALL,
)


def told_as(question: str) -> tuple[str, ...]:
    """The words in which each of the things asked about is told, in the order of ``paraphrases.yaml``.

    What is no question is not looked for in other words: a home page is not where somebody lives.
    """
    if not _QUESTION.match(question.strip()):
        return ()
    text = question.casefold().replace("’", "'")
    return tuple(told for asked, told in _paraphrases() if asked.search(text))


@cache
def _paraphrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows: Any = shipped(__name__, "paraphrases.yaml")
    return tuple((re.compile("|".join(row["asked"])), row["told"]) for row in rows)
