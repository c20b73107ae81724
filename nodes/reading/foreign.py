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
_LINE = re.compile(r"^[ \t]*>[^\n]*(?:\n(?![ \t]*$)[^\n]*)*", re.MULTILINE)
"""A quotation by marked lines; its last paragraph may go on without the mark, as Markdown has it."""
_SAID_BY_AGENT = re.compile(
    r"^[ \t]*(?:assistant|system|tool|bot|ai)\s?:(?:(?!^[ \t]*(?:human|user|me|i|you)\s?:)[^\n]*\n?)*",
    re.IGNORECASE | re.MULTILINE,
)
"""What an agent says in a transcript: until somebody else speaks."""
_QUOTATION = re.compile(
    r'"[^"\n]{0,2000}"|(?<![^\s(:])"(?=\S)[^"]{0,2000}(?<=\S)"(?!\w)|'
    r"“[^”]{0,2000}”|„[^“”]{0,2000}[“”]|«[^»]{0,2000}»|「[^」]{0,2000}」"
)
_HANDED_ON = re.compile(
    r"^[ \t]*https?://\S+[ \t]*$"
    r"|^[^\n]{0,60}\b(?:contents?|screenshot|description|pages?|web\s?site|site|article|logs?|answer|output|response|"
    r"reply|e-?mail|mail|message|transcript|readme|tweet|newsletter|https?://\S+)\b[^\n]{0,60}::?[ \t]*$"
    r"|^[^\n]{2,40}(?:[ \t]{2,}|[ \t][—–-][ \t])(?:(?:today|yesterday)[ \t]at[ \t])?"
    r"\d{1,2}[:.]\d{2}(?:[ \t]?[ap]m)?[ \t]*$"
    r"|\b(?:translate|proof-?read|rewrite|rephrase|summari[sz]e|shorten|polish)\s(?:this|that|these|it|the\sfollowing)\b"
    r"|^[ \t]*::[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Behind such words somebody else's text may come, of which nobody can tell where it ends."""


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
    parts += [Foreign(m.start(), m.end(), "what an agent said") for m in _SAID_BY_AGENT.finditer(text)]
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


def may_be_handed_on(text: str, at: int) -> bool:
    """Whether a place stands behind words of somebody else, which may have pretended to end before it."""
    return any(part.start < at for part in foreign_parts(text)) or _HANDED_ON.search(text, 0, at) is not None


__all__ = ["Foreign", "foreign_at", "foreign_parts", "may_be_handed_on"]
