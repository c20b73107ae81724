"""Whether a sentence tells that something is otherwise by now."""

import re

from memorist.nodes.ingestion.renewal.reading import read

FOR_SOMEBODY = re.compile(
    r"\b(?:work(?:s|ing)?|start(?:ed|ing)?|employed|hired|job)\s(?:at|for|with|by)\s|\bjoin(?:ed|ing)?\s(?-i:[A-Z])",
    re.IGNORECASE,
)
"""Whom somebody works for: who starts there works nowhere else."""
TELLS_NEW = frozenset({"now", "moved", "amount", "puts_right"})
"""Signs of a new value; who began or ended something tells of another thing."""
NOT_NEW = frozenset({"adds", "not_so", "past"})
"""Signs that what was told before stands beside it."""
_A_NEW_ONE = re.compile(r"\b(?:my|our|the|his|her|their)\snew\s", re.IGNORECASE)


def says_new(sentence: str) -> bool:
    """Whether a sentence says so; a question never does."""
    reading = read(sentence)
    began = "began" in reading.said and FOR_SOMEBODY.search(sentence)
    return bool(TELLS_NEW & reading.said or began or _A_NEW_ONE.search(sentence)) and not reading.asks
