"""Parts of a text that are not its speaker's own words: our recalled memories, pasted texts, quotations, code."""

import re
from dataclasses import dataclass
from functools import lru_cache

from memorist.nodes.reading.blocks import BlockKind, blocks_of
from memorist.nodes.reading.evidence import words_of
from memorist.nodes.reading.segments import segments_of

MIN_QUOTATION = 4
"""In words: shorter quotations are names and terms."""
_BLOCKS: dict[BlockKind, str] = {
    "code": "code",
    "quote": "a text that was passed on",
    "wrapper": "a text that was passed on",
    "letter": "a letter",
    "recalled": "recalled memories",
}
_PASTED = {"code": "code", "log": "the output of a program"}
_LINE = re.compile(r"^[ \t]*(?:>|(?:assistant|system|tool|bot|ai)\s?:)[^\n]*", re.IGNORECASE | re.MULTILINE)
_QUOTATION = re.compile(r'"[^"\n]{0,2000}"|“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」')


@dataclass(frozen=True)
class Foreign:
    """A part of a text and what it is. ``ours``: it came out of the memory."""

    start: int
    end: int
    what: str
    ours: bool = False


@lru_cache(maxsize=64)
def foreign_parts(text: str) -> tuple[Foreign, ...]:
    """The parts of a text that somebody else wrote, or the memory itself."""
    parts = [Foreign(one.start, one.end, _BLOCKS[one.kind], ours=one.kind == "recalled") for one in blocks_of(text)]
    parts += [Foreign(one.start, one.end, _PASTED[one.kind]) for one in segments_of(text) if one.kind in _PASTED]
    parts += [Foreign(m.start(), m.end(), "a quoted line") for m in _LINE.finditer(text)]
    parts += [
        Foreign(m.start(), m.end(), "a quotation")
        for m in _QUOTATION.finditer(text)
        if len(words_of(m.group())) >= MIN_QUOTATION
    ]
    return tuple(parts)


def foreign_at(text: str, start: int, end: int) -> Foreign | None:
    """The part that a span of a text lies in, ours first."""
    inside = [part for part in foreign_parts(text) if part.start <= start and end <= part.end]
    return min(inside, key=lambda part: not part.ours, default=None)


__all__ = ["Foreign", "foreign_at", "foreign_parts"]
