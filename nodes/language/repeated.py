"""What a statement repeats, in quotation marks, of what was said before: ``About "the export": it is slow``."""

import re

REPEATS = re.compile(r'(?:About|Asked) "[^"]+"')
"""Matches at the beginning of a statement that does."""
_SAID_OF_IT = re.compile(rf"{REPEATS.pattern}:\s")


def without_repeated(text: str) -> str:
    """What a statement says of what it repeats; one that repeats nothing, as it is."""
    return text[found.end() :] if (found := _SAID_OF_IT.match(text)) else text
