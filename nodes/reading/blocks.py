"""Stretches of a message that somebody else wrote and that have a beginning and an end of their own.

Code between fences, what stands between tags, recalled text, texts that are announced, mails and quotations.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

type BlockKind = Literal["code", "quote", "wrapper", "recalled", "letter"]


class MessageBlock(NamedTuple):
    """A stretch of a message: its kind, its start and its end (exclusive)."""

    kind: BlockKind
    start: int
    end: int


_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][\w-]{0,40})(?:\s[^<>]{0,400})?>")
FENCE = re.compile(r"^[ \t]{0,3}(?P<fence>```+|~~~+)", re.MULTILINE)
_TOOL_TAG = re.compile(
    r"system|context|instructions?|document|web_?page|article|selection|thinking|stdout|stderr|output|results?|search|"
    r"diagnostics|file|tool|function|command|reminder|recalled",
    re.IGNORECASE,
)
_DELIMITER = re.compile(
    r"^[ \t]*(?P<mark>[-=])(?P=mark){1,20}[ \t]*(?:(?:begin|end|start|stop)\b[^\n]{0,80}?|[^\n]{0,40}?\b(?:page|"
    r"web\s?site|document|file|article|e-?mail|mail|message|output|logs?|transcript|content|text))[ \t]*"
    r"(?P=mark){2,20}[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_SHORT = 24
"""Characters between tags up to which they are markup inside a sentence."""
_RECALLED_HEADING = re.compile(
    r"^#{1,4}\s(?:Constraints \(MUST FOLLOW\)|Standing Constraints|How To|Relevant Knowledge|Self-Awareness|"
    r"User Preferences|Recent Context|Earlier Conversations|Who And What|Open Points)[ \t]*$"
    r"(?:\n(?:[ \t]*$|[ \t]*[-*#>\d][^\n]*|[ \t]+\S[^\n]*))*",
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
    rf"transcribe|condense|fix|check|edit|analy[sz]e|grade|review|improve)\s(?:this|that|these|the\sfollowing|(?:in)?to\s\w+|(?:the|my|this|that)\s(?:[\w'’]+\s){{0,2}}{_NOUN}|it)\b[^.!?:\n]{{0,40}}"
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
    r"^(?:On\s[^\n]{6,80}\swrote:|(?:From|Von|De|Da)\s?:\s?[^\n]{2,80}$|-{2,}\s?(?:Original|Forwarded)\sMessage\s?-*|"
    r"(?i:-{2,}\s?)?(?i:(?:begin\s)?forwarded\s(?:message|e-?mail|mail|text)\b[^\n]{0,80}|"
    r"(?:posted|sent|quoted|forwarded)\s(?:by|from)\s[^\n]{2,60}:|"
    r"(?:message|mail|e-?mail|letter|comment|review|reply|post)\sfrom\s(?!me\b)[^\n:]{2,60}:|"
    r"(?!(?:i|we)\s)[\w.@+ -]{2,40}\s(?:wrote|writes|replied|posted|e-?mailed|messaged|texted)"
    r"(?:\s(?:me|us|this|the\sfollowing|(?:in|on)\s\S{1,30}))?:\s*$))",
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
    rf"\b(?:translate|proof-?read|rewrite|rephrase|shorten|correct|polish|summari[sz]e|check|improve|warmer|friendlier|mistakes|"
    rf"grammar|spelling|sound|make\s(?:this|it)|"
    rf"better|here\sit\sis|my\s(?:\w+\s)?{_NOUN})\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(rf"\b(?:{_NOUN}|texts?|wrote|writes|sent)\b", re.IGNORECASE)


def blocks_of(text: str) -> Iterator[MessageBlock]:
    """Blocks in order, without overlaps; of those that overlap the first counts, at one place the longest."""
    found = [*_fenced(text), *_tagged(text), *_recalled(text), *_introduced(text), *_letters(text), *_quoted(text)]
    found += _delimited(text)
    done = 0
    for block in sorted(found, key=lambda block: (block.start, -block.end)):
        if block.start >= done:
            yield block
            done = block.end


def _fenced(text: str) -> Iterator[MessageBlock]:
    """Code between fences; one that is not closed goes on to the end."""
    opened: re.Match[str] | None = None
    for fence in FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence["fence"].startswith(opened["fence"]):
            line_end = text.find("\n", fence.end())
            yield MessageBlock("code", opened.start(), len(text) if line_end < 0 else line_end)
            opened = None
    if opened is not None:
        yield MessageBlock("code", opened.start(), len(text))


def _delimited(text: str) -> Iterator[MessageBlock]:
    """Return the text between lines such as ``--- BEGIN WEB PAGE ---``: from the first to the last of them."""
    lines = list(_DELIMITER.finditer(text))
    if lines:
        yield MessageBlock("wrapper", lines[0].start(), lines[-1].end() if len(lines) > 1 else len(text))


def _tagged(text: str) -> Iterator[MessageBlock]:
    """Return the text between tags, with them; a tool's tag that is not closed goes on to the end.

    It goes on to the last closing tag of its name: what is passed on may hold such tags, too.
    """
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
            done = tags[places[-1]].end() if following < len(places) else end
            yield MessageBlock("recalled" if name == "recalled" else "wrapper", tag.start(), done)


def _is_inline(text: str, tag: re.Match[str]) -> bool:
    """Return true if a tag without its end is spoken of inside a sentence: "the <Context> component"."""
    before = text[max(0, tag.start() - 40) : tag.start()].rpartition("\n")[2]
    return bool(before.strip())


def _recalled(text: str) -> Iterator[MessageBlock]:
    for found in _RECALLED_HEADING.finditer(text):
        yield MessageBlock("recalled", found.start(), found.end())


def _introduced(text: str) -> Iterator[MessageBlock]:
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
        yield MessageBlock("quote" if _WORKED_ON.search(found[0]) else "wrapper", found.start(), end)
        if end == len(text):
            return


def _letters(text: str) -> Iterator[MessageBlock]:
    """A mail that was pasted: below its header, or from its salutation to its close behind words of the speaker."""
    for header in _MAIL_HEADER.finditer(text):
        yield MessageBlock("letter", header.start(), len(text))
        return
    greeting = _SALUTATION.search(text)
    if greeting is None or not text[: greeting.start()].strip(' \n"“„'):
        return
    if (close := _CLOSE.search(text, greeting.end())) is not None:
        yield MessageBlock("letter", greeting.start(), close.end())


def _quoted(text: str) -> Iterator[MessageBlock]:
    """A longer quotation behind a word for a text: to be worked on, or what somebody wrote."""
    for found in _QUOTED.finditer(text):
        lead = text[max(0, found.start() - 240) : found.start()]
        if _TO_WORK_ON.search(lead):
            yield MessageBlock("quote", found.start("text"), found.end("text"))
        elif _WRITTEN.search(lead):
            yield MessageBlock("letter", found.start("text"), found.end("text"))
