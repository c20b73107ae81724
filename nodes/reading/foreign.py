"""Parts of a text that are not its speaker's own words: our recalled memories, pasted texts, quotations, code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memorist.nodes.reading.evidence import words_of

RECALLED_TAGS = ("recalled", "task")
"""The fences of a prompt of ours."""
SECTION_TITLES = (
    "Constraints (MUST FOLLOW)", "How To", "Relevant Knowledge", "Self-Awareness", "User Preferences", "Recent Context",
    "Earlier Conversations", "Perhaps Related",
)  # fmt: skip
"""Headings of the sections of a prompt of ours."""
MIN_QUOTATION = 4
"""In words: shorter quotations are names and terms."""

_TAG = re.compile(r"<([A-Za-z][\w-]{0,40})\b[^<>\n]{0,200}>")
_TITLE = re.compile(
    rf"^#{{1,6}}[ \t]*(?:{'|'.join(re.escape(title) for title in SECTION_TITLES)})[^\n]*(?:\n[ \t]*(?:[-*][^\n]*)?)*+",
    re.IGNORECASE | re.MULTILINE,
)
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LINE = re.compile(r"^[ \t]*(?:>|(?:assistant|system|tool|bot|ai)\s?:)[^\n]*", re.IGNORECASE | re.MULTILINE)
_QUOTATION = re.compile(r'"[^"\n]{0,2000}"|“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」')
_PASTED = re.compile(
    r"\b(?:article|e-?mails?|transcripts?|logs?|outputs?|printed|prints|message|says|said|wrote|writes|text|document|readme|"
    r"web ?page|page|post|letter|contract|spec|answered|replied|artikel|nachricht|texte?|courriel|correo|mensaje)\b"
    r"[^.!?:\n]{0,40}:(?=\s)",
    re.IGNORECASE,
)


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
    parts = [*_tagged(text)]
    parts += [Foreign(m.start(), m.end(), "a section of recalled memories", ours=True) for m in _TITLE.finditer(text)]
    parts += [Foreign(m.start(), m.end(), "code") for m in _CODE.finditer(text)]
    parts += [Foreign(m.start(), m.end(), "a quoted line") for m in _LINE.finditer(text)]
    parts += [
        Foreign(m.start(), m.end(), "a quotation")
        for m in _QUOTATION.finditer(text)
        if len(words_of(m.group())) >= MIN_QUOTATION
    ]
    if (pasted := _PASTED.search(text)) is not None:
        parts.append(Foreign(pasted.end(), len(text), "a text that was passed on"))
    return tuple(parts)


def foreign_at(text: str, start: int, end: int) -> Foreign | None:
    """The part that a span of a text lies in, ours first."""
    inside = [part for part in foreign_parts(text) if part.start <= start and end <= part.end]
    return min(inside, key=lambda part: not part.ours, default=None)


def _tagged(text: str) -> Iterator[Foreign]:
    lowered = text.casefold() if len(text.casefold()) == len(text) else text
    unclosed: set[str] = set()
    reached = 0
    for tag in _TAG.finditer(text):
        name = tag.group(1).casefold()
        if tag.start() < reached or name in unclosed:
            continue
        end = lowered.find(f"</{name}", tag.end())
        ours = name in RECALLED_TAGS
        if end < 0 and not ours:
            unclosed.add(name)
            continue
        reached = len(text) if end < 0 else end + len(name) + 3
        yield Foreign(tag.start(), reached, "recalled memories" if ours else f"a <{name}> block", ours=ours)
