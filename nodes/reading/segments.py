"""Cut a message into segments and tell whose words each is: said by the speaker, or passed on.

Sentences are cut by ``sentencex``. What is passed on (:mod:`~memorist.nodes.reading.passed_on`) stands in segments of
its own. Time is linear in the length of the message.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from memorist.nodes.reading.frames import PassedOnKind, TextLine, lines_of
from memorist.nodes.reading.passed_on import split

Kind = Literal["sentence", "list_item", "heading"] | PassedOnKind
OWN_WORDS: frozenset[Kind] = frozenset(("sentence", "list_item", "heading"))
"""Kinds of the speaker's own words; all others are somebody else's words, or no words."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a message.

    Args:
        text: its words, without bullets and quotation marks of lines.
        kind: see :data:`Kind`.
        start: where it begins in the message.
        end: where it ends, exclusive.
        list_intro: for an item of a list, the line that announces the list.
        doubtful: own words that may still belong to a text that was passed on before them.
    """

    text: str
    kind: Kind
    start: int
    end: int
    list_intro: str | None = None
    doubtful: bool = False

    @property
    def own(self) -> bool:
        """True if it is the speaker's own words."""
        return self.kind in OWN_WORDS


def segments_of(text: str) -> tuple[Segment, ...]:
    """The segments of a message, in order. White space between them belongs to none."""
    parts = split(text)
    found = [Segment(_unmarked(text[p.start : p.end], p.kind), p.kind, p.start, p.end) for p in parts.parts]
    for start, end in parts.own():
        found += (replace(one, doubtful=parts.may_be_passed_on(one.start)) for one in _plain(text, start, end))
    return tuple(sorted((one for one in found if one.text.strip()), key=lambda one: one.start))


def without(text: str, segments: Iterable[Segment]) -> str:
    """Return a message without some of its segments; what stood on different lines still does."""
    for segment in sorted(segments, key=lambda one: one.start, reverse=True):
        before, after = text[: segment.start].rstrip(), text[segment.end :].lstrip()
        between = text[len(before) : segment.start] + text[segment.end : len(text) - len(after)]
        stopped = before and after[:1] in _STOPS
        text = before + ("\n" if "\n" in between else "" if stopped else " ") + after
    return text.strip()


_STOPS = frozenset(".!?;,")
_BULLET = re.compile(r"\s{0,12}(?:[-*•–‣◦]|\d{1,2}[.)]|[a-hA-H]\))\s+(?:\[[ xX]\]\s)?(?=\S)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?=\S)")
_MARKED = re.compile(r"\s{0,3}>+\s?")
"""Mark of a quoted line."""
_WRAPPED_AT = 60
"""Length of a line from which one that begins in lower case may go on with it."""


def _plain(text: str, start: int, end: int) -> list[Segment]:
    """The segments of a stretch of the speaker's own words."""
    found: list[Segment] = []
    prose: list[TextLine] = []
    for line in (*lines_of(text, start, end), TextLine(end, "")):
        kind = _kind_of(line.text)
        if prose and not (kind == "sentence" and _goes_on(prose[-1].text, line.text)):
            found.extend(_sentences(text, prose[0].start, prose[-1].end))
            prose = []
        if kind == "sentence":
            above = found[-1] if found and not prose else None
            if above and above.kind == "list_item" and above.end == line.start - 1 and line.text[:2].isspace():
                found[-1] = replace(above, end=line.end)
            else:
                prose.append(line)
        elif kind is not None:
            found.append(_from_line(line, kind, _intro_of(found)))
    return [replace(s, text=_unmarked(text[s.start : s.end], s.kind)) if s.kind == "list_item" else s for s in found]


def _intro_of(found: list[Segment]) -> str | None:
    """The line that announces a list: the one above its first item, if it ends with a colon."""
    above = found[-1] if found else None
    if above is None or above.kind == "list_item":
        return above.list_intro if above else None
    return above.text if above.kind in {"sentence", "heading"} and above.text.endswith(":") else None


def _kind_of(line: str) -> Kind | None:
    if not line.strip():
        return None
    if _BULLET.match(line):
        return "list_item"
    return "heading" if _HEADING.match(line) else "sentence"


def _goes_on(line: str, following: str) -> bool:
    """Return true if a line was only broken for its length."""
    said = line.rstrip()
    return len(said) >= _WRAPPED_AT and said[-1:] not in '.!?:;"”»' and following.lstrip()[:1].islower()


def _from_line(line: TextLine, kind: Kind, intro: str | None) -> Segment:
    found = (_BULLET if kind == "list_item" else _HEADING).match(line.text)
    said = line.text[found.end() if found else 0 :].strip()
    return Segment(said, kind, line.start, line.end, intro if kind == "list_item" else None)


def _unmarked(text: str, kind: Kind) -> str:
    """The words of one or more lines without what marks them as an item or a quotation."""
    if kind == "list_item":
        return " ".join(_BULLET.sub("", text, count=1).split())
    if kind == "quote":
        return "\n".join(_MARKED.sub("", line, count=1) for line in text.split("\n"))
    return text.strip()


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


_AFTER_A_WORD = re.compile(
    r"(?<!\w)(?:me|no|ok|ill|art|may|ore|arc)\.\s+(?=[^\W\d_a-z][a-z]|I[\s'’])|\w\.\s+(?=I['’](?:m|ve|d|ll)\s)"
)
"""End of a sentence that sentencex takes for an abbreviation: an ordinary word ("ME." is Maine), any before "I'm"."""
_AT_ONCE = 800
"""Characters that sentencex gets at once: its time grows with the square of what stands behind an open quotation, and
it holds the interpreter meanwhile, 200 ms for 2,000 characters of Chinese."""


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
            begins, until = start + boundary["start_index"], start + boundary["end_index"]
            for stop in _AFTER_A_WORD.finditer(text, begins, until):
                yield begins, stop.end() - begins
                begins = stop.end()
            yield begins, until - begins
        start = end
