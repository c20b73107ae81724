"""Parts of a text that are not its speaker's own words: our recalled memories, pasted texts, quotations, code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from memorist.nodes.reading.blocks import FENCE, BlockKind, blocks_of
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
_LABEL = re.compile(
    r"^[ \t]*(?:(?P<agent>assistant|system|tool|bot|ai)|human|user|me|i|you)\s?:", re.IGNORECASE | re.MULTILINE
)
"""Speaker label of a line of a transcript."""
_QUOTATION = re.compile(
    r'"[^"\n]{0,2000}"|(?<![^\s(:])"(?=\S)[^"]{0,2000}(?<=\S)"(?!\w)|'
    r"“[^”]{0,2000}”|„[^“”]{0,2000}[“”]|«[^»]{0,2000}»|「[^」]{0,2000}」"
)
_HANDED_ON = re.compile(
    r"^[ \t]*https?://\S+[ \t]*$"
    r"|^(?![^\n]{0,60}\b(?:rules?|conventions?|guidelines?|polic(?:y|ies)|formats?|styles?|for|about|when|our|my|we|i)\b)"
    r"[^\n]{0,60}\w[ \t][^\n]{0,60}(?:\b(?:contents?|screenshot|description|pages?|web\s?site|site|article|logs?|"
    r"answer|output|response|reply|e-?mail|mail|message|transcript|readme|tweet|newsletter|was|says)|"
    r"https?://\S{1,200})[ \t]*::?[ \t]*$"
    r"|^[^\n]{2,40}(?:[ \t]{2,}|[ \t]—[ \t])(?:(?:today|yesterday)[ \t]at[ \t])?\d{1,2}[:.]\d{2}[ \t]?[ap]m[ \t]*$"
    r"|\b(?:translate|proof-?read|summari[sz]e)\s(?:this|that|these|it|the\sfollowing)\b[^\n.!?]{0,40}[:?]"
    r"|^[ \t]*::[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Words behind which somebody else's text may follow without a mark of where it ends ("the article:", a bare URL)."""


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
    parts += _said_by_agents(text)
    parts += [
        Foreign(m.start(), m.end(), "a quotation")
        for m in _QUOTATION.finditer(text)
        if len(words_of(m.group())) >= MIN_QUOTATION
    ]
    return tuple(parts)


def _said_by_agents(text: str) -> Iterator[Foreign]:
    """The lines of an agent in a transcript, until a person speaks; where nobody does, the line alone."""
    for label, following in pairwise((*_LABEL.finditer(text), None)):
        if label is not None and label["agent"]:
            line = text.find("\n", label.end())
            end = following.start() if following is not None else len(text) if line < 0 else line
            yield Foreign(label.start(), end, "what an agent said")


def foreign_at(text: str, start: int, end: int) -> Foreign | None:
    """The part that a span of a text lies in, ours first."""
    inside = [part for part in foreign_parts(text) if part.start <= start and end <= part.end]
    return min(inside, key=lambda part: not part.ours, default=None)


def may_be_handed_on(text: str, at: int) -> bool:
    """Return true if a place may still belong to somebody else's text that begins before it.

    A quoted text may contain its own closing mark and so pretend to have ended: a place before the last such mark may
    be inside. A text that is only announced has no visible end. Parts that reach to their last mark anyway are over.
    """
    before = [part for part in foreign_parts(text) if part.start < at and part.what not in _ENDED]
    code = any(part.what == _BLOCKS["code"] for part in before)
    begun = {text[part.start : part.start + 80].lstrip()[:1] for part in before if part.what != _BLOCKS["code"]}
    if code and FENCE.search(text, at):
        return True
    if begun & _OPENS and any(text.find(mark, at) >= 0 for mark in _CLOSES):
        return True
    announced = _announced(text)
    return bool(begun - _OPENS - _LAST_OF_ITS_MARKS) or (announced is not None and announced <= at)


@lru_cache(maxsize=64)
def _announced(text: str) -> int | None:
    """Return the position of the first words that may announce somebody else's text; null if there are none."""
    found = _HANDED_ON.search(text)
    return found.end() if found is not None else None


_OPENS, _CLOSES = frozenset('"“„«「'), '"”“»」'
_LAST_OF_ITS_MARKS = frozenset("<-=>")
"""First characters of parts that reach to the last of their marks: tags, lines of delimiters, quoted lines."""
_ENDED = frozenset({_PASTED["log"]})
"""Kinds of parts whose end is known, because each line shows by its shape that it belongs to them."""


__all__ = ["Foreign", "foreign_at", "foreign_parts", "may_be_handed_on"]
