"""The word lists of the patterns (``words.yaml``), as sets and as pieces of regular expressions."""

import re
from functools import cache

from memorist.nodes.language.shipped import shipped


@cache
def listed(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(shipped(__name__, "words.yaml")[name].split())


def alternatives(name: str) -> str:
    """Return the phrases of a list, which ``|`` separates, as a piece of a regular expression: the longest first."""
    phrases = (" ".join(phrase.split()) for phrase in shipped(__name__, "words.yaml")[name].split("|"))
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True) if phrase)
