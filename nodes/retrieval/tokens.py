"""How many tokens a text takes, counted so that a real tokenizer rarely counts more."""

import re
from math import ceil

CHARS_PER_TOKEN = 3
"""English words average more than four characters a token; names and code fewer."""
_PIECES = re.compile(r"[A-Za-z]+|\d|\s+|[^\sA-Za-z\d]")


def count_tokens(text: str) -> int:
    """An upper estimate: letters by threes, each digit and mark one, other scripts by their bytes."""
    total = 0
    for piece in _PIECES.findall(text):
        if piece[0].isascii() and piece[0].isalpha():
            total += ceil(len(piece) / CHARS_PER_TOKEN)
        elif piece.isspace():
            total += piece.count("\n") + max(0, len(piece) - 1)
        else:
            total += 1 if piece.isascii() else len(piece.encode("utf-8"))
    return total
