"""Cut a message into segments and tell whose words each is: said by the speaker, or pasted by somebody else.

Sentences are cut by ``sentencex``. Code, logs, tables, quotations, mails, the output of tools and our own recalled text
are segments of their own. Time is linear in the length of the message.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

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
        """Whether the speaker says it himself."""
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
    for block in (*_blocks(text), None):
        start, end = (block.start, block.end) if block else (len(text), len(text))
        found.extend(_plain(text, done, start))
        if block:
            found.append(block)
        done = max(done, end)
    return tuple(segment for segment in found if segment.text.strip())


# ------------------------------------------------------------------ blocks with a beginning and an end of their own

_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][\w-]{0,40})(?:\s[^<>]{0,400})?>")
_FENCE = re.compile(r"^[ \t]{0,3}(?P<fence>```+|~~~+)", re.MULTILINE)
_TOOL_TAG = re.compile(
    r"system|context|instructions?|document|web_?page|article|selection|thinking|stdout|stderr|output|results?|search|"
    r"diagnostics|file|tool|function|command|reminder|recalled",
    re.IGNORECASE,
)
_SHORT = 24
"""Characters between tags up to which they are markup inside a sentence."""
_RECALLED_HEADING = re.compile(
    r"^#{1,4}\s(?:Constraints \(MUST FOLLOW\)|How To|Relevant Knowledge|Self-Awareness|User Preferences|Recent Context|"
    r"Earlier Conversations|Perhaps Related[^\n]{0,30})[ \t]*$(?:\n(?:[ \t]*$|[ \t]*[-*#>\d][^\n]*|[ \t]+\S[^\n]*))*",
    re.MULTILINE,
)
_NOUN = (
    r"(?:article|(?:web\s?)?page|website|e-?mail|mail|letter|message|output|logs?|stack\s?trace|trace|error|transcript|text|"
    r"readme|post|tweet|thread|conversation|chat|paste|dump|response|reply|diff|code|snippet|paragraph|essay|poem|"
    r"abstract|draft|blurb|speech|excerpt|chapter|story|description|ad|docs?|document|documentation|source|file)"
)
_INTRODUCED = re.compile(
    rf"(?:^|(?<=[.!?]\s)|(?<=\n))(?:(?:ok(?:ay)?|so|and|now|hi|hey|please|can\syou|could\syou)[\s,]{{1,3}}){{0,3}}(?:"
    rf"(?:here(?:['’]?s|\sis|\sare|\scomes)|this\sis|below\sis)\s(?:the|an?|my|their|his|her|what|some|this)\s(?:[\w'’-]+\s){{0,3}}?{_NOUN}"
    rf"(?:\s(?!(?:is|are|we|that)\b)[\w'’-]+){{0,6}}|here\sit\s(?:is|comes|goes)"
    rf"|(?:the|this|that|an?|their|his|her)\s(?:[\w-]+\s){{0,2}}?(?:tool|command|script|program|terminal|console|page|article|website|web\spage|log|"
    rf"compiler|linter|api|server|readme|docs?|documentation|ad|tweet|poster|label|mug|newsletter)\s"
    rf"(?:printed|prints|returned|returns|output|outputs|says|said|reads|responded|logged|shows|gave(?:\sme)?)"
    rf"|(?:tool|function|command|search)\s(?:result|output|call|response)s?"
    rf"|(?:translate|proof-?read|rewrite|rephrase|reword|paraphrase|summari[sz]e|shorten|correct|polish|simplify|"
    rf"transcribe|condense|fix|check|edit|analy[sz]e|grade|review|improve)\s(?:this|that|these|the\sfollowing|(?:the|my|this|that)\s(?:[\w'’]+\s){{0,2}}{_NOUN}|it)\b[^.!?:\n]{{0,40}}"
    rf"):(?P<gap>\s{{1,9}})(?=\S)",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"\b(?:article|page|website|readme|post|tweet|thread|docs?|documentation|document|transcript|story|chapter|excerpt|tool|"
    r"search|function|newsletter|ad)\b",
    re.IGNORECASE,
)
_WORKED_ON = re.compile(
    r"\b(?:mail|letter|message|text|draft|paragraph|essay|poem|translate|correct|proof-?read|rewrite)\b", re.IGNORECASE
)
_ASKS = re.compile(
    r"\?\s*$|^\s*(?:please|can you|could you|what|summari[sz]e|explain|translate|tell me|maybe also)\b", re.IGNORECASE
)
_LONGEST_QUESTION = 200
_MAIL_HEADER = re.compile(
    r"^(?:On\s[^\n]{6,80}\swrote:|(?:From|Von|De|Da)\s?:\s?[^\n]{2,80}$|-{2,}\s?(?:Original|Forwarded)\sMessage\s?-*)",
    re.MULTILINE,
)
_SALUTATION = re.compile(
    r"(?:^|(?<=[\"“„]))(?:dear|hello|hi|hey|good\s(?:morning|day|evening)|sehr\sgeehrte[rs]?|liebe[rs]?|bonjour|hola)\s(?:[^\n,.!?:\"]{1,40})[,.!:]",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSE = re.compile(
    r"\b(?:(?:kind|best|warm)?\s?regards|best\swishes|yours\s(?:sincerely|truly|faithfully)|sincerely|cheers|all\sthe\sbest|"
    r"mit\sfreundlichen\sgrüßen|viele\sgrüße|cordialement|best),?\s*\n?[^\n]{0,40}(?:[\"”»]|$|(?=\n))",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED = re.compile(r"[:?.!]\s{1,3}(?P<text>[\"“„«](?P<inside>[^\"“”„«»]{20,8000})[\"”»])")
_TO_WORK_ON = re.compile(
    rf"\b(?:translate|proof-?read|rewrite|rephrase|shorten|correct|polish|summari[sz]e|check|improve|warmer|friendlier|"
    rf"better|here\sit\sis|my\s(?:\w+\s)?{_NOUN})\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(rf"\b(?:{_NOUN}|texts?|wrote|writes|sent)\b", re.IGNORECASE)


def _blocks(text: str) -> Iterator[Segment]:
    """Blocks in order, without overlaps; of those that overlap the first counts, at one place the longest."""
    found = [*_fenced(text), *_tagged(text), *_recalled(text), *_introduced(text), *_letters(text), *_quoted(text)]
    done = 0
    for block in sorted(found, key=lambda segment: (segment.start, -segment.end)):
        if block.start >= done:
            yield block
            done = block.end


def _segment(text: str, kind: Kind, start: int, end: int) -> Segment:
    return Segment(text[start:end].strip(), kind, start, end)


def _fenced(text: str) -> Iterator[Segment]:
    """Code between fences; one that is not closed goes on to the end."""
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence["fence"].startswith(opened["fence"]):
            line_end = text.find("\n", fence.end())
            yield _segment(text, "code", opened.start(), len(text) if line_end < 0 else line_end)
            opened = None
    if opened is not None:
        yield _segment(text, "code", opened.start(), len(text))


def _tagged(text: str) -> Iterator[Segment]:
    """What stands between tags, with them; a tool's tag that is not closed goes on to the end."""
    if "<" not in text:
        return
    tags = list(_TAG.finditer(text))
    closing: dict[str, list[int]] = {}
    for at, tag in enumerate(tags):
        if tag["closes"]:
            closing.setdefault(tag["name"].lower(), []).append(at)
    done = 0
    for at, tag in enumerate(tags):
        name = tag["name"].lower()
        if tag["closes"] or tag.start() < done:
            continue
        places = closing.get(name, [])
        following = bisect_right(places, at)
        if following < len(places):
            end = tags[places[following]].end()
        elif _TOOL_TAG.search(name) and not _is_inline(text, tag):
            end = len(text)
        else:
            continue
        if end - tag.end() > _SHORT or _TOOL_TAG.search(name):
            yield _segment(text, "recalled" if name == "recalled" else "wrapper", tag.start(), end)
            done = end


def _is_inline(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag without its end is spoken of inside a sentence: "the <Context> component"."""
    before = text[max(0, tag.start() - 40) : tag.start()].rpartition("\n")[2]
    return bool(before.strip())


def _recalled(text: str) -> Iterator[Segment]:
    for found in _RECALLED_HEADING.finditer(text):
        yield _segment(text, "recalled", found.start(), found.end())


def _introduced(text: str) -> Iterator[Segment]:
    """A text that is announced: "Here's the article: …", "The tool printed: …".

    It goes on to the end of its paragraph; what was published goes on to the end of the message, except for a short
    question in the last paragraph.
    """
    for found in _INTRODUCED.finditer(text):
        start = found.end()
        if text.startswith(("```", "~~~", "<"), start):
            continue
        paragraph = text.find("\n\n", start)
        end = len(text) if paragraph < 0 else paragraph
        if _PUBLISHED.search(found[0]) and paragraph >= 0:
            last = text.rfind("\n\n", start)
            asks = len(text) - last <= _LONGEST_QUESTION and _ASKS.search(text[last:])
            end = last if asks else len(text)
        yield _segment(text, "quote" if _WORKED_ON.search(found[0]) else "wrapper", found.start(), end)
        if end == len(text):
            return


def _letters(text: str) -> Iterator[Segment]:
    """A mail that was pasted: below its header, or from its salutation to its close behind words of the speaker."""
    for header in _MAIL_HEADER.finditer(text):
        yield _segment(text, "letter", header.start(), len(text))
        return
    greeting = _SALUTATION.search(text)
    if greeting is None or not text[: greeting.start()].strip(' \n"“„'):
        return
    if (close := _CLOSE.search(text, greeting.end())) is not None:
        yield _segment(text, "letter", greeting.start(), close.end())


def _quoted(text: str) -> Iterator[Segment]:
    """A longer quotation behind a word for a text: to be worked on, or what somebody wrote."""
    for found in _QUOTED.finditer(text):
        lead = text[max(0, found.start() - 240) : found.start()]
        if _TO_WORK_ON.search(lead):
            yield _segment(text, "quote", found.start("text"), found.end("text"))
        elif _WRITTEN.search(lead):
            yield _segment(text, "letter", found.start("text"), found.end("text"))


# ------------------------------------------------------------------ lines

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
                found[-1] = replace(above, text=f"{above.text} {line.text.strip()}", end=line.end)
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
    """Whether a line was only broken for its length."""
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
    return [s if s.own else replace(s, text=_unmarked(text[s.start : s.end], s.kind)) for s in joined]


def _unmarked(text: str, kind: Kind) -> str:
    return (
        "\n".join(_MARKED.sub("", line, count=1) for line in text.split("\n")) if kind == "quote" else text.strip("\n")
    )


def _sentences(text: str, start: int, end: int) -> Iterator[Segment]:
    """Sentences of a stretch of prose; a piece without a letter or a digit belongs to the sentence before it."""
    last: Segment | None = None
    for first, until in _sentence_spans(text[start:end].replace("\n", " ")):
        first, until = start + first, start + until
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
    """Where each sentence begins and ends. The rules for English hold for the full stops of other scripts."""
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
            yield start + boundary["start_index"], start + boundary["end_index"]
        start = end
