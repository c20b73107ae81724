"""Cutting a message into clauses that can be judged one by one.

Code, tool wrappers and logs are set apart; a list stays with its heading; a sentence is cut where a new subject begins,
never inside "v4.1", "e.g.", a file name or an address, and never between a condition and its consequence.
"""

import re
from collections.abc import Iterator, Sequence

from memorist.nodes.ingestion.clauses import clauses_of
from memorist.nodes.ingestion.digest import pieces_of_news
from memorist.nodes.ingestion.joined_facts import joined_facts
from memorist.nodes.ingestion.letters import letter_in
from memorist.nodes.ingestion.lists import announces_statements, inline_list, list_of, title_in
from memorist.nodes.ingestion.material import material_in
from memorist.nodes.ingestion.pasted import FENCED, pasted_lines
from memorist.nodes.ingestion.segment import Segment, with_reasons
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.stops import sentences_of

_WRAPPER = re.compile(
    r"<(?P<tag>system-reminder|system|ide_\w+|tool_\w+|tool-\w+|environment_details|environment_context|context|"
    r"attached_\w+|file_contents?|"
    r"open_files|selection|command-\w+|local-command-\w+|user-prompt-\w+|function_\w+|results?|output|stdout|"
    r"stderr|diagnostics|task-notification|user_query|additional_data|user_info|project_layout|git_status|thinking|"
    r"bash-\w+|new-diagnostics|persisted-output|search_results|document|instructions|attached-files)"
    r"(?:\s[^>]*)?>.*?(?:</(?P=tag)>|\Z)"
    r"|^\[(?:tool|Tool|Request interrupted|Image|Pasted|IDE)[^\]\n]*\].*$"
    r"|^(?:Caveat: The messages below|DO NOT respond to these messages|This session is being continued from|"
    r"Please continue the conversation from where|Contents of /|The user (?:opened|selected|has opened)|Note: /|"
    r"The following files|Called the \w+ tool|Result of calling|Here['’]s the result of running|File "
    r"(?:created|updated|saved)|"
    r"The file /).*$"
    r"|^(?:Tool (?:result|output|call)|Function result|Command output|Exit code)\b.*$",
    re.DOTALL | re.MULTILINE,
)
_WRAPPER_LINES = re.compile(
    r"^\[(?:tool|Tool|Request|Image|Pasted|IDE)|^(?:Tool|Function|Command|Exit|Caveat:|DO NOT|This session|"
    r"Please continue|Contents|"
    r"The (?:user|following|file)|Note: /|Called|Result|Here['’]s|File) ",
    re.MULTILINE,
)
_SPACES = re.compile(r"(?<=\S)[^\S\n]{2,}(?=\S)|[^\S\n]{40,}")
_BULLET = re.compile(r"^\s*(?:[-*•–]|(?P<number>\d{1,2})[.)]|[a-hA-H]\))\s+(?P<item>\S.*)$")
_STEP_ONE = Shape(r"(?:^|[\s:(])1[.)]\s+\S")
_STEP_TWO = re.compile(r"[\s;,]2[.)]\s+\S")
_TAG = re.compile(r",\s*(?:ok(?:ay)?|alright|deal|yeah|please|k|capisce|got\sit|understood)\s?\?+", re.IGNORECASE)
"""Hands off the script, ok? asks nothing."""

_TOPIC = re.compile(
    r"(?:^|(?<=[.!]\s)|(?<=\n))(?P<what>(?:(?:so|and|oh|btw)\s)?(?:the|that|this|our|my|those|these)\s(?!one\b)(?![^?.!\n]*(?:n['’]?t|\b(?:is|are|was|does|did|do|has|can|will|right|ok))\s?(?:it|that|they|he|she|this|we|you|i)?\?)[^?.!\n]{3,60})\?\s+(?=[a-z])",
    re.IGNORECASE,
)
"""That ban on Lodash? Gone: the question names what is spoken of."""


_WISH = re.compile(
    r"(?:(?<=[.!?\n]\s)|^)(?:can|could|would)\s(?:you|u)\s(?:please\s|pls\s)?(?P<wish>(?:stick\sto|keep\sto|use|write|answer|reply|talk|speak|explain)\s[^?.!]{2,60}?"
    r"\b(?:in\sgeneral|everywhere|from\snow\son|going\sforward|by\sdefault|all\sthe\stime))(?:\splease|\spls)?\s?\?",
    re.IGNORECASE,
)
"""Can you stick to metric in general? asks for no task, but tells what somebody would like."""


def segments_of(message: str) -> tuple[Segment, ...]:
    """Cut a message into segments, in order; white space and empty pieces are dropped."""
    plain = _SPACES.sub(" ", message.replace("\r\n", "\n"))
    if "?" in plain:
        plain = _WISH.sub(r"I want you to \g<wish>.", plain)
        plain = _TOPIC.sub(r"\g<what>: ", _TAG.sub("", plain))
    letter = letter_in(plain)
    if letter is None:
        return tuple(_with_material(plain))
    said = (Segment(text, "letter") for text in letter.said)
    brought = Segment(letter.introduction, "wrapper")
    return (*with_reasons(_unwrapped(letter.before)), brought, *said, *with_reasons(_unwrapped(letter.after)))


def _with_material(text: str) -> Iterator[Segment]:
    material = material_in(text)
    if material is None:
        yield from with_reasons(_unwrapped(text))
        return
    yield from with_reasons(_unwrapped(material.before))
    yield Segment(material.text, "material")
    yield from with_reasons(_unwrapped(material.after))


def _unwrapped(text: str) -> Iterator[Segment]:
    if "<" not in text and "```" not in text and "~~~" not in text and not _WRAPPER_LINES.search(text):
        yield from _blocks(text)
        return
    for kind, piece in _apart(text, _WRAPPER, "wrapper"):
        if kind == "wrapper":
            yield Segment(piece, "wrapper")
            continue
        for inner_kind, inner in _apart(piece, FENCED, "code"):
            if inner_kind == "code":
                yield Segment(inner, "code")
            else:
                yield from _blocks(inner)


def _apart(text: str, shape: re.Pattern[str], kind: str) -> Iterator[tuple[str, str]]:
    done = 0
    for found in shape.finditer(text):
        yield "text", text[done : found.start()]
        yield kind, found.group()
        done = found.end()
    yield "text", text[done:]


def _blocks(text: str) -> Iterator[Segment]:
    """Group lines: lists with their heading, logs, and prose."""
    prose: list[str] = []
    items: list[tuple[str, bool]] = []
    logs: list[str] = []

    def flush_items() -> Iterator[Segment]:
        if items:
            yield from _list(prose, items)
            items.clear()

    def flush() -> Iterator[Segment]:
        yield from flush_items()
        if prose:
            yield from _prose(prose)
            prose.clear()
        if logs:
            yield Segment("\n".join(logs), "log")
            logs.clear()

    lines = text.split("\n")
    for line, pasted in zip(lines, pasted_lines(lines), strict=True):
        bullet = None if pasted else _BULLET.match(line)
        if pasted:
            if not logs:
                yield from flush()
            logs.append(line)
        elif bullet:
            if logs:
                yield from flush()
            items.append((bullet["item"].strip(), bullet["number"] is not None))
        elif not line.strip():
            if not (prose and prose[-1].rstrip().endswith(":")):
                yield from flush()
        else:
            if items or logs:
                yield from flush()
            prose.append(line.strip())
    yield from flush()


def _list(prose: list[str], items: list[tuple[str, bool]]) -> Iterator[Segment]:
    """A heading and its items are one segment; items without a heading speak for themselves."""
    heading = title_in(prose[-1]) if prose else ""
    if heading:
        prose.pop()
    if prose:
        yield from _prose(prose)
        prose.clear()
    told = [item for item, _ in items]
    numbered = all(number for _, number in items) and len(items) > 1
    if heading and (at := max(heading.rfind(". "), heading.rfind("! "), heading.rfind("? "))) > 0:
        yield from _prose([heading[: at + 1]])
        heading = heading[at + 2 :]
    if heading and not heading.rstrip().endswith(":"):
        heading = f"{heading.rstrip()}:"
    if heading and announces_statements(heading, told):
        yield Segment(heading, "wrapper")
        heading, numbered = "", False
    if heading or numbered:
        yield list_of(heading, told, numbered=numbered)
        return
    for item in told:
        yield from _prose([item])


def _prose(lines: list[str]) -> Iterator[Segment]:
    for line in _unfolded(lines):
        if listed := inline_list(line):
            if listed.before:
                yield from _prose([listed.before])
            yield list_of(listed.heading, listed.items, numbered=listed.numbered)
            if listed.after:
                yield from _prose([listed.after])
            continue
        if _has_steps(line) and not pieces_of_news(line.strip()):
            yield Segment(line.strip(), "steps")
            continue
        follows = False
        for sentence in _sentences(line):
            for piece in pieces_of_news(sentence) or (sentence,):
                for clause in clauses_of(piece):
                    for fact in joined_facts(clause):
                        if plain := _without_half_bracket(fact):
                            yield Segment(plain, follows=follows)
                            follows = True


_CAPITAL = re.compile(r"I\b|[^\W\d_a-z][a-z]")
_SHORTEST_FOLDED = 60
_LONGEST_FOLDED = 100
"""Characters of a line that an editor or a mail has folded."""


def _begins_small(line: str) -> bool:
    """Whether a sentence in a line begins with a small letter: whoever writes so begins lines with them, too."""
    return any(sentence[:1].islower() for sentence in [*sentences_of(line)][1:])


def _unfolded(lines: Sequence[str]) -> list[str]:
    """Lines with those joined that only go on with the one before, because there was no room in it."""
    if len(lines) == 1:
        return [*lines]
    widest = max(map(len, lines))
    capitals = any(_CAPITAL.match(line) for line in lines) and not any(map(_begins_small, lines))
    told = [lines[0]]
    last = lines[0]
    for line in lines[1:]:
        full = len(last) + len(line.split(maxsplit=1)[0]) >= widest <= _LONGEST_FOLDED
        folded = len(last) > _SHORTEST_FOLDED and last[-1] not in ".!?:" and line[:1].islower()
        if folded and (capitals or (full and len(lines) > 2)):
            told[-1] += f" {line}"
        else:
            told.append(line)
        last = line
    return told


_HALF_BRACKET = re.compile(r"(?<=\w)[.!]?\)[.!]?\s*$")


def _without_half_bracket(piece: str) -> str:
    """A piece of what stood in brackets, without the bracket that its other half has."""
    if piece.startswith("(") and ")" not in piece:
        return piece[1:].lstrip()
    return _HALF_BRACKET.sub("", piece) if "(" not in piece else piece


def _has_steps(line: str) -> bool:
    """Whether a line numbers what it tells: "1. Build it, 2. ship it"."""
    one = _STEP_ONE.search(line)
    return one is not None and _STEP_TWO.search(line, one.end()) is not None


_FEELS = re.compile(r"(?:[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+|(?<=\s)[:;]-?[)(DP])\s+(?=\S)")
_FEWEST_BEFORE, _FEWEST_AFTER = 4, 3
"""In words: "we use 🐍 for it" is one sentence, "don't mix that up again 🙃 the boss fight is cut" are two."""


def _sentences(line: str) -> Iterator[str]:
    """The sentences of a line: they end at a stop, and where a feeling is shown instead of one."""
    for sentence in sentences_of(line):
        start = 0
        for found in _FEELS.finditer(sentence):
            left, right = sentence[start : found.start()], sentence[found.end() :]
            if len(left.split()) >= _FEWEST_BEFORE and len(right.split(maxsplit=_FEWEST_AFTER)) >= _FEWEST_AFTER:
                yield sentence[start : found.end()].strip()
                start = found.end()
        yield sentence[start:]
