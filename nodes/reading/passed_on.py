"""Owners of the parts of a message: its speaker, or somebody else whose words are passed on.

What is passed on is announced ("he wrote:"), framed (tags, fences, lines of BEGIN and END, the head of a mail) or
marked (lines with ``>``, quotation marks), or shows by its shape that it was pasted (code, the output of programs).
The time is linear in the length of the message.

A text that is passed on may contain the marks of its own end. What stands behind an announcement, or between the first
and the last of such marks, is therefore read as the speaker's statement only where nothing depends on it: it lays down
no rule, lifts none and forgets nothing (:meth:`SplitMessage.may_be_passed_on`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memorist.nodes.reading.announcing import WORD
from memorist.nodes.reading.frames import MARKED, Frames, PassedOn, PassedOnKind, TextLine, apart, around, lines_of
from memorist.nodes.reading.pasted import pasted_lines

MIN_QUOTATION = 4
"""In words: shorter quotations are names and terms."""


@dataclass(frozen=True)
class SplitMessage:
    """A message in parts.

    Args:
        text: the message.
        parts: what is passed on, in order, without overlaps.
        quotations: quotations of some words inside of the speaker's own sentences.
        doubtful: stretches, in order, in which the speaker's own words may still belong to a text that was passed on.
    """

    text: str
    parts: tuple[PassedOn, ...]
    quotations: tuple[PassedOn, ...]
    doubtful: tuple[tuple[int, int], ...]

    def own(self) -> Iterator[tuple[int, int]]:
        """Stretches of the speaker's own words, in order."""
        done = 0
        for part in self.parts:
            if part.start > done:
                yield done, part.start
            done = part.end
        if done < len(self.text):
            yield done, len(self.text)

    def own_text(self) -> str:
        """The speaker's own words alone."""
        return " ".join(self.text[start:end] for start, end in self.own())

    def passed_on(self, start: int, end: int) -> PassedOn | None:
        """Return the part or quotation that a span lies in; null if any of it is the speaker's own."""
        return around(self.parts, start, end) or around(self.quotations, start, end)

    def may_be_passed_on(self, at: int) -> bool:
        """Return true if a place may belong to somebody else's text that pretends to have ended before it."""
        before = bisect_right(self.doubtful, (at, len(self.text))) - 1
        return before >= 0 and at < self.doubtful[before][1]


@lru_cache(maxsize=64)
def split(text: str) -> SplitMessage:
    """Split a message into the speaker's own words and words that are passed on."""
    lines = lines_of(text)
    quotations = _quotations(text, lines)
    frames = Frames(text, lines, quotations)
    framed = apart(frames.framed())
    shaped = [p for start, end in SplitMessage(text, tuple(framed), (), ()).own() for p in _shaped(text, start, end)]
    silent = apart([*framed, *(part for part in shaped if part.kind in _PASTED)])
    parts = apart([*framed, *shaped, *frames.announced(silent)])
    return SplitMessage(text, tuple(parts), tuple(quotations), _merged(frames.doubtful))


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spans in order, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


# ------------------------------------------------------------------ shapes of single lines

_WRAPPER_LINE = re.compile(
    r"\[(?:tool|request interrupted|image|pasted|ide)[^\]\n]{0,200}\]|(?:caveat: the messages below|"
    r"do not respond to these messages|this session is being continued from|"
    r"please continue the conversation from where|contents of /|note: /|called the \w+ tool|"
    r"result of calling|tool (?:result|output|call)\b|function result|command output|exit code\b|the file /|"
    r"the user (?:opened|selected|has opened))",
    re.IGNORECASE,
)
_PASTED: frozenset[PassedOnKind] = frozenset(("code", "log", "table"))


def _shaped(text: str, start: int, end: int) -> Iterator[PassedOn]:
    """Lines of a stretch that show by their shape that they are not said: marked, code, output; joined where they
    follow each other."""
    if not text[start:end].strip():
        return
    lines = lines_of(text, start, end)
    last: PassedOn | None = None
    for line, pasted in zip(lines, pasted_lines([line.text for line in lines]), strict=True):
        kind: PassedOnKind | None = pasted
        if MARKED.match(line.text):
            kind = "quote"
        elif _WRAPPER_LINE.match(line.text.lstrip()):
            kind = "wrapper"
        if not line.text.strip():
            continue
        if kind and last and (last.kind == kind or {last.kind, kind} <= _PASTED):
            last = last._replace(end=line.end)
            continue
        if last:
            yield last
        last = PassedOn(kind, line.start, line.end) if kind else None
    if last:
        yield last


# ------------------------------------------------------------------ quotations

_CLOSING = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "「": "」"}
_SINGLE = re.compile(r"['‘](?=\S)(?:[^'‘’\n]|(?<=\w)['’](?=\w)){12,}+['’][.!?]?$")
"""A line between single marks; inside of a line they are apostrophes as often."""
_QUOTES = re.compile('["“”„«»「」]')


def _quotations(text: str, lines: Sequence[TextLine]) -> list[PassedOn]:
    """Quotations of at least :data:`MIN_QUOTATION` words. Straight marks pair on a line, or where they hug words."""
    marks = list(_QUOTES.finditer(text))
    following: dict[str, int] = {}
    closed_by: list[int | None] = []
    for at, mark in reversed(list(enumerate(marks))):
        closed_by.append(min((following[one] for one in _CLOSING.get(mark[0], "") if one in following), default=None))
        following[mark[0]] = at
    closed_by.reverse()
    found = [PassedOn("quotation", line.start, line.end) for line in lines if _SINGLE.match(line.said)]
    done = 0
    for at, mark in enumerate(marks):
        end = closed_by[at]
        if at < done or end is None or not _pair(text, mark.start(), marks[end].start(), lines):
            continue
        if sum(1 for _ in WORD.finditer(text, mark.end(), marks[end].start())) >= MIN_QUOTATION:
            found.append(PassedOn("quotation", mark.start(), marks[end].end()))
        done = end + 1
    return apart(found)


def _pair(text: str, start: int, end: int, lines: Sequence[TextLine]) -> bool:
    """Return true if two marks are those of one quotation."""
    first = bisect_right(lines, start, key=lambda line: line.start) - 1
    if text[start] in "“„«「" or end <= lines[first].end:
        return True
    opens = (not start or text[start - 1] in " \t\n(:") and not text[start + 1 : start + 2].isspace()
    return opens and not text[end - 1].isspace() and not text[end + 1 : end + 2].isalnum()
