"""Cut a message into segments and tell whose words each is: said by the speaker, or pasted by somebody else.

Sentences are cut by ``sentencex``. Code, logs, tables, quotations, mails, the output of tools and our own recalled text
are segments of their own. Time is linear in the length of the message.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from memorist.nodes.reading.blocks import blocks_of
from memorist.nodes.reading.pasted import PastedKind, pasted_lines

Kind = Literal["sentence", "list_item", "heading", "code", "log", "quote", "wrapper", "recalled", "letter", "table"]
OWN_WORDS: frozenset[Kind] = frozenset(("sentence", "list_item", "heading"))
"""Kinds of what the speaker says himself; all others are somebody else's words, or no words."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a message.

    Args:
        text: its words, without bullets and quotation marks of lines.
        kind: see :data:`Kind`.
        start: where it begins in the message.
        end: where it ends, exclusive.
        list_intro: for an item of a list, the line that announces the list.
    """

    text: str
    kind: Kind
    start: int
    end: int
    list_intro: str | None = None

    @property
    def own(self) -> bool:
        """True if the speaker says it himself."""
        return self.kind in OWN_WORDS


@dataclass(slots=True)
class _Line:
    text: str
    start: int
    kind: Kind | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def segments_of(text: str) -> tuple[Segment, ...]:
    """The segments of a message, in order. White space between them belongs to none."""
    found: list[Segment] = []
    done = 0
    for block in (*blocks_of(text), None):
        start, end = (block.start, block.end) if block else (len(text), len(text))
        found.extend(_plain(text, done, start))
        if block:
            found.append(Segment(text[start:end].strip(), block.kind, start, end))
        done = max(done, end)
    return tuple(segment for segment in found if segment.text.strip())


_BULLET = re.compile(r"\s{0,12}(?:[-*•–‣◦]|\d{1,2}[.)]|[a-hA-H]\))\s+(?:\[[ xX]\]\s)?(?=\S)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?=\S)")
_MARKED = re.compile(r"\s{0,3}>+\s?")
_WRAPPER_LINE = re.compile(
    r"\[(?:tool|request interrupted|image|pasted|ide)[^\]\n]{0,200}\]|(?:caveat: the messages below|"
    r"do not respond to these messages|this session is being continued from|"
    r"please continue the conversation from where|contents of /|note: /|called the \w+ tool|"
    r"result of calling|tool (?:result|output|call)\b|function result|command output|exit code\b|the file /|"
    r"the user (?:opened|selected|has opened))",
    re.IGNORECASE,
)
_WRAPPED_AT = 60
"""Length of a line from which one that begins in lower case may go on with it."""


def _plain(text: str, start: int, end: int) -> list[Segment]:
    """The segments of a stretch of text without blocks."""
    if not text[start:end].strip():
        return []
    lines: list[_Line] = []
    at = start
    for line in text[start:end].split("\n"):
        lines.append(_Line(line, at))
        at += len(line) + 1
    for line, kind in zip(lines, pasted_lines([line.text for line in lines]), strict=True):
        line.kind = _kind_of(line.text, kind)
    found: list[Segment] = []
    prose: list[_Line] = []
    for line in (*lines, _Line("", end)):
        if prose and not (line.kind == "sentence" and _goes_on(prose[-1].text, line.text)):
            found.extend(_sentences(text, prose[0].start, prose[-1].end))
            prose = []
        if line.kind == "sentence":
            above = found[-1] if found and not prose else None
            if above and above.kind == "list_item" and above.end == line.start - 1 and line.text[:2].isspace():
                found[-1] = replace(above, end=line.end)
            else:
                prose.append(line)
        elif line.kind is not None:
            found.append(_from_line(line, _intro_of(found)))
    return _joined(text, found)


def _intro_of(found: list[Segment]) -> str | None:
    """The line that announces a list: the one above its first item, if it ends with a colon."""
    above = found[-1] if found else None
    if above is None or above.kind == "list_item":
        return above.list_intro if above else None
    return above.text if above.kind in {"sentence", "heading"} and above.text.endswith(":") else None


def _kind_of(line: str, pasted: PastedKind | None) -> Kind | None:
    if not line.strip():
        return None
    if _MARKED.match(line):
        return "quote"
    if _WRAPPER_LINE.match(line.lstrip()):
        return "wrapper"
    if pasted:
        return pasted
    if _BULLET.match(line):
        return "list_item"
    return "heading" if _HEADING.match(line) else "sentence"


def _goes_on(line: str, following: str) -> bool:
    """Return true if a line was only broken for its length."""
    said = line.rstrip()
    return len(said) >= _WRAPPED_AT and said[-1:] not in '.!?:;"”»' and following.lstrip()[:1].islower()


def _from_line(line: _Line, intro: str | None) -> Segment:
    kind = line.kind or "sentence"
    mark = {"list_item": _BULLET, "heading": _HEADING, "quote": _MARKED}.get(kind)
    found = mark.match(line.text) if mark else None
    skipped = found.end() if found else 0
    segment = Segment(line.text[skipped:].strip(), kind, line.start, line.end)
    return replace(segment, list_intro=intro) if kind == "list_item" else segment


_PASTED: frozenset[Kind] = frozenset(("code", "log", "table"))


def _joined(text: str, segments: list[Segment]) -> list[Segment]:
    """Lines of code, of a log, of a table or of a quotation that follow each other are one segment."""
    joined: list[Segment] = []
    for segment in segments:
        last = joined[-1] if joined else None
        together = last and (last.kind == segment.kind or {last.kind, segment.kind} <= _PASTED)
        if last and together and not segment.own:
            joined[-1] = replace(last, end=segment.end)
        else:
            joined.append(segment)
    return [
        s if s.kind in {"sentence", "heading"} else replace(s, text=_unmarked(text[s.start : s.end], s.kind))
        for s in joined
    ]


def _unmarked(text: str, kind: Kind) -> str:
    """The words of one or more lines without what marks them as an item or a quotation."""
    if kind == "list_item":
        return " ".join(_BULLET.sub("", text, count=1).split())
    return (
        "\n".join(_MARKED.sub("", line, count=1) for line in text.split("\n")) if kind == "quote" else text.strip("\n")
    )


def _sentences(text: str, start: int, end: int) -> Iterator[Segment]:
    """Sentences of a stretch of prose; a piece without a letter or a digit belongs to the sentence before it."""
    last: Segment | None = None
    for offset, length in _sentence_spans(text[start:end].replace("\n", " ")):
        first, until = start + offset, start + offset + length
        said = " ".join(text[first:until].split())
        if not any(character.isalnum() for character in said):
            last = replace(last, text=f"{last.text} {said}".strip(), end=until) if last else None
            continue
        if last:
            yield last
        last = Segment(said, "sentence", first, until)
    if last:
        yield last


_AT_ONCE = 2_000
"""Characters that sentencex gets at once: its time grows with the square of what stands behind an open quotation."""


def _sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Return the start and the length of each sentence. The rules for English hold for the full stops of other
    scripts."""
    import sentencex

    start = 0
    while start < len(text):
        end = min(len(text), start + _AT_ONCE)
        if end < len(text):
            at = max(text.rfind(mark, start, end) for mark in (". ", "! ", "? ", "。"))
            at = at if at > start else text.rfind(" ", start, end)
            end = at + 1 if at > start else end
        found = cast("Any", sentencex).get_sentence_boundaries("en", text[start:end])
        for boundary in cast("list[dict[str, Any]]", found):
            yield start + boundary["start_index"], boundary["end_index"] - boundary["start_index"]
        start = end
