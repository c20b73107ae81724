"""Other words for what a question asks about: "where does he live" is answered by memories that say "moved"."""

import re
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped

_QUESTION = re.compile(
    r"(?:who|whose|whom|what|which|where|when|how|do|does|did|is|are|am|was|were|has|have|can|tell\sme)\b|.*\?\s*$",
    re.IGNORECASE | re.DOTALL,
)


def told_as(question: str) -> tuple[str, ...]:
    """The words in which answers are phrased, a text for each thing asked about, in the order of ``paraphrases.yaml``.

    Empty for a text that is no question: "home" in a task about a home page does not ask where somebody lives.
    """
    if not _QUESTION.match(question.strip()):
        return ()
    text = question.casefold().replace("’", "'")
    return tuple(told for asked, told in _paraphrases() if asked.search(text))


@cache
def _paraphrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows: Any = shipped(__name__, "paraphrases.yaml")
    return tuple((re.compile("|".join(row["asked"])), row["told"]) for row in rows)
