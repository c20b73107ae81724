"""The steps of a procedure, cut where the speaker numbered them or put them in a row."""

import re
from typing import Any

from memorist.nodes.language.words import upper_first

_NUMBER = re.compile(r"(?:^|(?<=[\s;,.:]))\(?\d{1,2}[.)]\s+")
_ROW = re.compile(
    r"\s*;\s*|\s*,\s*(?:and\s+)?then\s+|\s+(?:and\s+)?then\s+|\s*,\s*(?:and\s+)?|\n+\s*[-*]?\s*", re.IGNORECASE
)
_EDGES = " \t\n,;.-"


def steps_of(text: str) -> list[dict[str, Any]]:
    """The steps in order, in the words in which they were told.

    Numbers cut before anything else does. Without any, commas, "then" and lines do; a step is never a lone word of a
    list ("add types, tests and docs" is one step), so pieces of one word keep the text together.
    """
    pieces = _pieces(_NUMBER, text)
    if len(pieces) < 2:
        pieces = _pieces(_ROW, text)
        if any(len(piece.split()) < 2 for piece in pieces):
            pieces = [text.strip(_EDGES)]
    return [{"order": order, "instruction": upper_first(piece)} for order, piece in enumerate(pieces, start=1)]


def _pieces(cut: re.Pattern[str], text: str) -> list[str]:
    return [piece for piece in (part.strip(_EDGES) for part in cut.split(text)) if piece]
