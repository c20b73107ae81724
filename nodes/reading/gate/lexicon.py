"""Lists of words by which the gate's rules tell small talk and requests (``words.yaml``)."""

import re
from functools import lru_cache

from memorist.nodes.language.shipped import shipped

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s]")


@lru_cache(maxsize=1)
def lexicon() -> dict[str, frozenset[str]]:
    """Return the lists of words by their names."""
    data: dict[str, str] = shipped(__name__, "words.yaml")
    return {name: frozenset(words.split()) for name, words in data.items()}


def words_in(text: str) -> list[str]:
    """Return the words and marks of a text, in small letters."""
    return _WORD.findall(text.lower().replace("’", "'"))
