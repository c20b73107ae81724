"""Frames and announcements of texts that are passed on: fences, tags, lines of BEGIN and END, mails, "he wrote:"."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from memorist.nodes.language.name_lists import given_names
from memorist.nodes.reading.announcing import (
    LISTS,
    MAX_CLAUSE_CHARS,
    MAX_TITLE_WORDS,
    TEXTS,
    announced_by,
    clauses_announcing,
    words_of_line,
)
from memorist.nodes.reading.line_marks import Extent, PassedOnKind, label_of, opening

_WHAT: dict[PassedOnKind, str] = {
    "code": "code",
    "log": "the output of a program",
    "table": "a table",
    "quote": "a quotation",
    "wrapper": "a text that was passed on",
    "letter": "a letter",
    "recalled": "recalled memories",
    "quotation": "a quotation",
}


class PassedOn(NamedTuple):
    """A stretch that is passed on: what it is, and where it begins and ends (exclusive)."""

    kind: PassedOnKind
    start: int
    end: int

    @property
    def what(self) -> str:
        """Its kind, in words."""
        return _WHAT[self.kind]


class TextLine(NamedTuple):
    """A line of a text, and where it begins."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Its end, without the line break."""
        return self.start + len(self.text)

    @property
    def said(self) -> str:
        """Its beginning, without white space: so much tells what a line is."""
        return self.text[:MAX_CLAUSE_CHARS].strip()


MARKED = re.compile(r"\s{0,3}>")
_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")
_RULER = re.compile(r"\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$")
_MARKS_ALONE = re.compile(r"\s*(?:\"{3}|'{3}|<{3,}|>{3,})\s*$")
_BULLET = re.compile(r"\s{0,12}(?:[-*•–‣◦]|\d{1,2}[.)])\s")
MAX_QUESTION_CHARS = 200
"""Length of a last paragraph that asks about the text before it."""
MAX_NAME_CHARS = 40
CLOSING_MARKS = '"”»」“'
_SEEN = re.compile(r"\S")
_FIELD = re.compile(r"\s*(?:-\s|[\w-]{1,40}:(?:\s|$))")


def apart(blocks: Iterable[PassedOn]) -> list[PassedOn]:
    """Blocks in order, without overlaps; of those that overlap the first counts, at one place the longest."""
    found: list[PassedOn] = []
    for block in sorted(blocks, key=lambda block: (block.start, -block.end)):
        if not found or block.start >= found[-1].end:
            found.append(block)
    return found


def around(parts: Sequence[PassedOn], start: int, end: int) -> PassedOn | None:
    """Return the part of some ordered parts that a span lies in."""
    at = bisect_right(parts, start, key=lambda part: part.start) - 1
    return parts[at] if at >= 0 and end <= parts[at].end else None


def lines_of(text: str, start: int = 0, end: int | None = None) -> list[TextLine]:
    """The lines of a stretch of a text."""
    lines: list[TextLine] = []
    for line in text[start:end].split("\n"):
        lines.append(TextLine(start, line))
        start += len(line) + 1
    return lines


_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][\w-]{0,40})(?:\s[^<>]{0,400})?>")
_TOOL_TAG = re.compile(
    r"system|context|instructions?|document|web_?page|article|selection|thinking|stdout|stderr|output|results?|search|"
    r"diagnostics|file|tool|function|command|reminder|recalled",
    re.IGNORECASE,
)
_SHORT = 24
"""Characters between tags up to which they are markup inside a sentence."""
_RECALLED_HEADING = re.compile(
    r"#{1,4}\s(?:Constraints \(MUST FOLLOW\)|Standing Constraints|How To|Relevant Knowledge|Self-Awareness|"
    r"User Preferences|Recent Context|Earlier Conversations|Who And What|Open Points)\s*$"
)
_GREETS = r"""[\"“„]?(?:(?P<formal>dear|sehr\sgeehrte[rs]?|liebe[rs]?|estimad[oa]s?|chers?|chère)|
    hello|hi|hey|hallo|guten\s(?:tag|morgen)|good\s(?:morning|day|afternoon|evening)|bonjour|hola)"""
_SALUTATION = re.compile(
    rf"(?:^|(?<=[.!?:]\s))[ \t]*(?P<said>{_GREETS}\s(?P<whom>[^\n,.!?:\"]{{1,40}})[,.!:])(?P<alone>[ \t\r]*$)?",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""Salutation of a letter, at the beginning of a line or sentence."""
_CLOSE = re.compile(
    r"""(?:^|(?<=[.!?]\s))[ \t]*(?:
    (?P<formal>(?:(?:kind|best|warm|many)(?:est)?\s)?(?:regards|greetings)|(?:with\s)?(?:best|kind|warm)\swishes|
        yours\s(?:sincerely|truly|faithfully)|sincerely(?:\syours)?|all\sthe\sbest|
        mit\s(?:\w+\s){0,2}gr(?:ü|ue|u)(?:ß|ss)(?:en?)?|(?:viele|liebe|beste|schöne)\sgrü(?:ß|ss)e|gruß|mfg|
        cordialement|bien\sà\svous|saludos(?:\scordiales)?|atentamente|un\ssaludo)
    |(?:many\s)?thanks|thank\syou|cheers|best|lg|vg|danke|merci|gracias)\b(?P<signed>[^\n]{0,40})$""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""Close of a letter, and its signature on the same line."""
_SIGNATURE = re.compile(r"[,!.\s–—-]*(?!I\b)[^\W\d_a-z][^\n.?!:,]*(?<!\s)[\s\"”»]*$")


class _Found(NamedTuple):
    """An announcement: what it announces, where it begins, where the text behind it does, and how far that goes."""

    kind: PassedOnKind
    start: int
    after: int
    extent: Extent


class Frames:
    """The frames and announcements of a message; ``doubtful`` fills while they are found.

    Args:
        text: the message.
        lines: its lines.
        quotations: its quotations.
    """

    def __init__(self, text: str, lines: Sequence[TextLine], quotations: Sequence[PassedOn]) -> None:
        self.text, self.lines, self.quotations = text, lines, quotations
        self.doubtful: list[tuple[int, int]] = []

    def framed(self) -> list[PassedOn]:
        """Return the framed parts; they may overlap."""
        found = [*self._fenced(), *self._tagged(), *self._delimited(), *self._headed(), *self._recalled()]
        found += [part._replace(kind="quote") for part in self.quotations if self._stands_alone(part)]
        found += self._greeted()
        self._doubt_what_marks_surround()
        return found

    # -- frames

    def _fenced(self) -> Iterator[PassedOn]:
        """Code between fences; one that is not closed goes on to the end."""
        opened: tuple[int, str] | None = None
        first = last = None
        for line in self.lines:
            fence = _FENCE.match(line.text)
            if fence is None:
                continue
            first = line.start if first is None else first
            last = line.start
            if opened is None:
                opened = line.start, fence[1]
            elif fence[1] == opened[1]:
                yield PassedOn("code", opened[0], line.end)
                opened = None
        if opened is not None:
            yield PassedOn("code", opened[0], len(self.text))
        if first is not None and last is not None:
            self.doubtful.append((first, last))

    def _tagged(self) -> Iterator[PassedOn]:
        """Return the text between tags, with them, to the last closing tag of a name: the text may hold such tags, too.

        A tool's tag that is not closed goes on to the end.
        """
        if "<" not in self.text:
            return
        tags = list(_TAG.finditer(self.text))
        last_closing = {tag["name"].lower(): tag for tag in tags if tag["closes"]}
        done = 0
        for tag in tags:
            if tag["closes"] or tag.start() < done:
                continue
            name = tag["name"].lower()
            closing = last_closing.get(name)
            tool = _TOOL_TAG.search(name) is not None
            if closing is not None and closing.start() > tag.start():
                end = closing.end()
            elif tool and not self.text[: tag.start()].rpartition("\n")[2][-40:].strip():
                end = len(self.text)
            else:
                continue
            if end - tag.end() > _SHORT or tool:
                done = end
                yield PassedOn("recalled" if name == "recalled" else "wrapper", tag.start(), end)

    def _delimited(self) -> Iterator[PassedOn]:
        """Return the text between lines such as ``--- BEGIN PAGE ---`` or three marks, from the first to the last."""
        alone = [line for line in self.lines if _MARKS_ALONE.match(line.text)]
        for lines in ([line for line in self.lines if _is_delimiter(line.said)], alone):
            if lines:
                yield PassedOn("wrapper", lines[0].start, lines[-1].end if len(lines) > 1 else len(self.text))

    def _headed(self) -> Iterator[PassedOn]:
        """Return the text below the head of a mail, or below front matter."""
        head = 0
        for number, line in enumerate(self.lines):
            head = head + 1 if _is_head(line.said) else 0
            blank = number + 1 < len(self.lines) and not self.lines[number + 1].said
            if head > 1 or (head and (_is_head_alone(line.said) or (blank and not self.text[: line.start].strip()))):
                yield self._to_the_end("letter", self.lines[number + 1 - head].start)
                break
        first = next((n for n, line in enumerate(self.lines) if line.text.strip()), None)
        if first is None or self.lines[first].text.strip() != "---":
            return
        for number, line in enumerate(self.lines[first + 1 :], first + 1):
            if line.text.strip() == "---" and number > first + 1:
                yield self._to_the_end("wrapper", self.lines[first].start, least=line.end)
            if not _FIELD.match(line.text):
                return

    def _to_the_end(self, kind: PassedOnKind, start: int, *, least: int = 0) -> PassedOn:
        """A part that goes on to the end, or to a last paragraph that asks about it."""
        self.doubtful.append((start, len(self.text)))
        return PassedOn(kind, start, self._asked_from(max(start, least)))

    def _recalled(self) -> Iterator[PassedOn]:
        """A section of a prompt of ours: its heading, and the items below it."""
        start: int | None = None
        end = 0
        for line in self.lines:
            if _RECALLED_HEADING.match(line.said):
                if start is not None:
                    yield PassedOn("recalled", start, end)
                start, end = line.start, line.end
            elif start is not None:
                if line.text.strip() and not (
                    line.text[:1].isspace() or line.text[0] in "-*#>" or line.text[0].isdigit()
                ):
                    yield PassedOn("recalled", start, end)
                    start = None
                else:
                    end = line.end
        if start is not None:
            yield PassedOn("recalled", start, end)

    def _greeted(self) -> Iterator[PassedOn]:
        """A letter, from its salutation to its last close.

        Whoever speaks to an agent greets it in the sentence, says thanks, and does not sign below: a friendly close
        counts with a signature, behind a salutation that has a line of its own or is formal.
        """
        greeting = next((one for one in _SALUTATION.finditer(self.text) if not _greets_an_agent(one["whom"])), None)
        if greeting is None:
            return
        end = 0
        for close in _CLOSE.finditer(self.text, greeting.end()):
            signed, until = self._signature(close)
            written = greeting["alone"] is not None or greeting["formal"]
            if close["formal"] or (signed and written):
                end = until
        if end:
            yield PassedOn("letter", greeting.start("said"), end)

    def _signature(self, close: re.Match[str]) -> tuple[bool, int]:
        """Return whether a name is signed behind a close, or on the line below it, and the end of the letter."""
        if close["signed"].strip(' \t\r,!."”»'):
            return _SIGNATURE.fullmatch(close["signed"]) is not None, close.end()
        below = self.text[close.end() + 1 : close.end() + 1 + MAX_CLAUSE_CHARS].partition("\n")[0]
        signed = len(below.strip()) <= MAX_NAME_CHARS and _SIGNATURE.fullmatch(below.rstrip()) is not None
        return signed, close.end() + 1 + len(below) if signed else close.end()

    def _doubt_what_marks_surround(self) -> None:
        """Note what may have pretended to end: between quotations, between rulers, below a line that is marked."""
        rulers = [line.start for line in self.lines if _RULER.match(line.text)]
        self.doubtful += [(rulers[0], rulers[-1])] if rulers else []
        if self.quotations:
            self.doubtful.append((self.quotations[0].start, max(self.text.rfind(mark) for mark in CLOSING_MARKS)))
        goes_on = False
        for above, line in pairwise(self.lines):
            goes_on = bool(line.text.strip()) and (goes_on or MARKED.match(above.text) is not None)
            if goes_on and not MARKED.match(line.text):
                self.doubtful.append((line.start, line.end))

    def _stands_alone(self, part: PassedOn) -> bool:
        """Return true if a quotation is no part of a sentence."""
        before = self.text[max(0, part.start - MAX_CLAUSE_CHARS) : part.start]
        said = before.rstrip()
        return not said or said[-1] in ":.?!…" or "\n" in before[len(said) :]

    # -- announcements

    def announced(self, framed: Sequence[PassedOn]) -> Iterator[PassedOn]:
        """Texts that are announced outside of frames, and not themselves framed: each may go on to the end.

        Args:
            framed: what is known to be no announcement, in order and without overlaps.
        """
        done = 0
        for number, line in enumerate(self.lines):
            if line.start < done or not line.text.strip():
                continue
            around_it = around(framed, line.start, line.start + 1)
            opens = opening(line.text) if around_it and around_it.kind == "log" else None
            if around_it and not (opens and opens.extent == "paragraph"):
                continue
            found = self._announcement(number, line)
            part = found and self._text_behind(number, found, framed)
            if part:
                yield part
                done = part.end
                self.doubtful.append((part.start, len(self.text)))

    def _announcement(self, number: int, line: TextLine) -> _Found | None:
        """The first announcement in a line."""
        if opens := opening(line.text):
            return _Found(opens.kind, line.start, line.end if opens.behind else line.start, opens.extent)
        if label := label_of(line.said):
            name = label.lower()
            if name in LISTS["agents"]:
                return _Found("wrapper", line.start, line.start, "speaker")
            if name in given_names()[0] and label[0].isupper():
                return _Found("letter", line.start, line.start, "paragraph")
            if name in LISTS["people"] - LISTS["own"]:
                self.doubtful.append((line.start, self._person_speaks(number)))
        is_last = not self.text[line.end : line.end + MAX_CLAUSE_CHARS].strip()
        for begun, ended, closed in clauses_announcing(line.text):
            at_end = ended >= len(line.text.rstrip())
            if at_end and is_last:
                continue
            behind = line.text[ended : ended + MAX_CLAUSE_CHARS]
            found = announced_by(line.text[begun:ended], closed=closed, at_end=at_end, behind=behind)
            if found is not None:
                item = _BULLET.match(line.text) is not None and not at_end
                reach = "line" if item else found.reach
                return _Found(found.kind, line.start + begun, line.start + ended, reach)
        return None

    def _text_behind(self, number: int, found: _Found, framed: Sequence[PassedOn]) -> PassedOn | None:
        """The part that an announcement opens; null where a frame follows it, which then is the text."""
        kind, start, after, extent = found
        if extent == "speaker":
            return PassedOn(kind, start, self._person_speaks(number))
        at = seen.start() if (seen := _SEEN.search(self.text, after)) else len(self.text)
        frame = around(framed, at, at + 1)
        if frame is not None and frame.start == at > start and frame.kind != "log":
            return None
        first = bisect_right(self.lines, at, key=lambda line: line.start) - 1
        if MARKED.match(self.lines[first].text) and after < self.lines[first].start:
            return PassedOn(kind, start, self._next(first, lambda line: not MARKED.match(line)))
        if extent == "line":
            return PassedOn(kind, start, self.lines[number].end)
        paragraph = self._next(first, lambda line: not line.strip())
        return PassedOn(kind, start, paragraph if extent == "paragraph" else self._asked_from(max(at, paragraph)))

    def _next(self, first: int, holds: Callable[[str], object]) -> int:
        """Return the start of the next line, from a line on, for which something holds; else the end of the message."""
        lines = (self.lines[number] for number in range(first, len(self.lines)))
        return next((line.start for line in lines if holds(line.text)), len(self.text))

    def _person_speaks(self, number: int) -> int:
        """Return the place at which a person speaks again in a transcript; if nobody does, the end of the line."""
        at = bisect_right(self._people, number)
        return self.lines[self._people[at]].start if at < len(self._people) else self.lines[number].end

    @cached_property
    def _people(self) -> list[int]:
        """The numbers of the lines that begin with the label of a person."""
        labels = (line.said.partition(":") for line in self.lines)
        return [n for n, (label, colon, _) in enumerate(labels) if colon and label.strip().lower() in LISTS["people"]]

    def _asked_from(self, least: int) -> int:
        """Return the start of the last paragraph if it asks about the text before it, else the end of the message."""
        start = self._last_question
        return start if start is not None and start >= least else len(self.text)

    @cached_property
    def _last_question(self) -> int | None:
        text = self.text.rstrip()
        start = max(text.rfind("\n\n"), text.rfind("\n\r\n"))
        said = text[max(start, 0) :].strip()
        if start < 0 or len(said) > MAX_QUESTION_CHARS:
            return None
        return start + 1 if said.endswith("?") or LISTS["asks"] & {*words_of_line(said)[:1]} else None


def _greets_an_agent(whom: str) -> bool:
    return not LISTS["agents"].isdisjoint(words_of_line(whom))


def _is_delimiter(said: str) -> bool:
    """Return true for a line that opens or closes a frame: marks or capitals around BEGIN, END or a kind of text."""
    bare = said.strip(_MARKING)
    if (bare == said and not said.isupper()) or len(said) >= MAX_CLAUSE_CHARS or not (words := words_of_line(bare)):
        return False
    before, after = (marks.strip() for marks in said.partition(bare)[::2])
    opens = words[0] in LISTS["begins"] | LISTS["ends"]
    if opens and (len(before) > 1 or (before and after) or (bare.isupper() and len(words) > 1)):
        return True
    named = words[-1] in TEXTS or bool(LISTS["marked"] & {*words})
    return named and len(before) > 1 and len(after) > 1 and before[0] not in "#*" and len(words) <= MAX_TITLE_WORDS


_MARKING = "-=*#[]<>_~+| "


def _is_head(said: str) -> bool:
    """Return true for a line of the head of a mail: "Subject: …"."""
    key, colon, value = said.partition(":")
    return bool(colon and value.strip()) and key.strip(" *").casefold() in LISTS["heads"]


def _is_head_alone(said: str) -> bool:
    """Return true for a line of a head that needs no second one: a sender's, or the subject of a reply."""
    key, _, value = said.partition(":")
    name = key.strip(" *").casefold()
    if name in {"from", "von"}:
        return "now on" not in value and words_of_line(value)[:1] != ["now"]
    return value.strip().partition(":")[0].strip().casefold() in LISTS["replies"] and ":" in value
