"""Topics that a task involves without naming them: a new screen involves navigation, styling and code review."""

import re
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped


def implied_topics(task: str) -> tuple[str, ...]:
    """The canonical topics that the work of a task touches without naming them, in the order of ``work.yaml``."""
    text = task.casefold()
    return tuple(dict.fromkeys(topic for words, topics in _work() if words.search(text) for topic in topics))


@cache
def _work() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    rows: Any = shipped(__name__, "work.yaml")
    return tuple(
        (re.compile(rf"\b(?:{'|'.join(map(re.escape, row['words']))})\b"), tuple(row["topics"])) for row in rows
    )
