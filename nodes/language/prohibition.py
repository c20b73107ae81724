"""The words by which a rule forbids."""

import re

PROHIBITION = re.compile(
    r"\b(never|do not|don't|must not|mustn't|may not|cannot|can't|no longer|not allowed to|forbidden to|avoid|ban)\b",
    re.IGNORECASE,
)
