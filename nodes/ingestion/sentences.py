"""Cutting a message into clauses that can be judged one by one.

Code, tool wrappers and logs are set apart; a list stays with its heading; a sentence is cut where a new subject begins,
never inside "v4.1", "e.g.", a file name or an address, and never between a condition and its consequence.
"""

import re
from collections.abc import Iterator

from hypomnema.nodes.ingestion.digest import pieces_of_news
from hypomnema.nodes.ingestion.extract.imperatives import IMPERATIVE
from hypomnema.nodes.ingestion.joined_facts import joined_facts
from hypomnema.nodes.ingestion.pasted import pasted_lines
from hypomnema.nodes.ingestion.segment import Segment, with_reasons
from hypomnema.nodes.language.calendar_words import MONTHS_IN_SHORT

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
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INSTRUCTION = re.compile(IMPERATIVE, re.IGNORECASE)
_SPACES = re.compile(r"(?<=\S)[^\S\n]{2,}(?=\S)|[^\S\n]{40,}")
_BULLET = re.compile(r"^\s*(?:[-*•–]|(?P<number>\d{1,2})[.)])\s+(?P<item>\S.*)$")
_STEPS_SAID = re.compile(
    rf"\b(?:steps?|how to|process|procedure|checklist|when|to \w+|recipe|instructions|runbook|first)\b|^{IMPERATIVE}",
    re.IGNORECASE,
)
_STEP_ONE = re.compile(r"(?:^|[\s:(])1[.)]\s+\S")
_STEP_TWO = re.compile(r"[\s;,]2[.)]\s+\S")
_END = re.compile(r"(?<![.!?…])(?P<stop>[.!?…]++[\"'”’)\]]*+)(?P<gap>\s++)(?=\S)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|approx|incl|excl|resp|ca|no|nr|fig|mr|mrs|ms|dr|prof|st|inc|ltd|co|corp|dept|est|"
    rf"min|max|sept|{'|'.join(set(MONTHS_IN_SHORT) - {'may'})}|a\.m|p\.m|etc)|"
    r"(?<![\w])[A-Za-z]|^\d{1,2}|\s\d{1,2})\.$",
    re.IGNORECASE,
)
LONGEST_ABBREVIATION = 24
"""So many characters before a stop tell whether it ends a sentence: looking at more of a long line takes for ever."""
_SUBJECT = (
    r"(?:(?:we|they|he|she)\b|i\b(?! (?:think|guess|mean|believe|suppose|hope|know|assume))|i['’]"
    r"|(?:never|always|don['’]?t|do not|please|ask|avoid|make sure|remember)\b"
    r"|(?:every|each|all)\s(?:\w+\s){1,5}?(?:must|ha(?:s|ve)\sto|needs?\sto|should)\b)"
)
_JOINT = re.compile(
    rf"\s*;\s+(?!work.?around|until|because|so\b|needed|valid|which|fixed)|\s+[—–]\s+(?={_SUBJECT})|,\s+(?:and |"
    rf"but |also )?(?={_SUBJECT})|,?\s+but\s+(?={_SUBJECT}|not "
    rf"for\b|the\b|our\b|my\b|it\b|for\b|on\b|in\b)"
    rf"|\s+and\s+(?=(?:we|they|he|she|nobody|no\sone)\b|"
    r"i\b|i['’]|never\b|always\b|our\s+\w+\s+(?:is|are)\b|my\s+\w+\s+(?:is|are)\b)",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"^(?:and |but |so |also |then |please )?"
    r"(?:should (?:the|our|we|they|it|any|this)|when(?:ever)?|if|before|after|once|unless|"
    r"since|while|although|though|because|as soon as|as long as|until|for|in|on"
    r"|to|with|during|given|suppose|every time|each time|first|in case|assuming|even|as)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:because|that|if|when|since|and|or|so|said|says|told \w+|like|than|as|which|who|where)$", re.IGNORECASE
)


_TAG = re.compile(r",\s*(?:ok(?:ay)?|alright|deal|yeah|please|k|capisce|got\sit|understood)\s?\?+", re.IGNORECASE)
"""Hands off the script, ok? asks nothing."""

_TOPIC = re.compile(
    r"(?:^|(?<=[.!]\s)|(?<=\n))(?P<what>(?:(?:so|and|oh|btw)\s)?(?:the|that|this|our|my|those|these)\s(?!one\b)[^?.!\n]{3,60})\?\s+(?=[a-z])",
    re.IGNORECASE,
)
"""That ban on Lodash? Gone: the question names what is spoken of."""


def segments_of(message: str) -> tuple[Segment, ...]:
    """Cut a message into segments, in order; white space and empty pieces are dropped."""
    plain = _SPACES.sub(" ", message.replace("\r\n", "\n"))
    if "?" in plain:
        plain = _TOPIC.sub(r"\g<what>: ", _TAG.sub("", plain))
    return tuple(with_reasons(_unwrapped(plain)))


def _unwrapped(text: str) -> Iterator[Segment]:
    if "<" not in text and "```" not in text and "~~~" not in text and not _WRAPPER_LINES.search(text):
        yield from _blocks(text)
        return
    for kind, piece in _apart(text, _WRAPPER, "wrapper"):
        if kind == "wrapper":
            yield Segment(piece, "wrapper")
            continue
        for inner_kind, inner in _apart(piece, _FENCE, "code"):
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


_TITLE = re.compile(r"(?:[\w'’/&-]+\s){0,5}[\w'’/&-]+\s*$")
"""A line of a few words without a stop, right above a list, is its heading."""


_HOW_TO = re.compile(
    r"(?:this\sis\s|here['’]s\s|that['’]s\s)?(?:how|the\s(?:steps|process|procedure|checklist|recipe|drill))\b[^.!?:]{3,70}$",
    re.IGNORECASE,
)


def _is_title(line: str) -> bool:
    return bool(_TITLE.match(line) or _HOW_TO.match(line.strip()))


def _list(prose: list[str], items: list[tuple[str, bool]]) -> Iterator[Segment]:
    """A heading and its items are one segment; items without a heading speak for themselves."""
    heading = prose.pop() if prose and (prose[-1].rstrip().endswith(":") or _is_title(prose[-1])) else ""
    if prose:
        yield from _prose(prose)
        prose.clear()
    numbered = all(number for _, number in items) and len(items) > 1
    if heading and (at := max(heading.rfind(". "), heading.rfind("! "), heading.rfind("? "))) > 0:
        yield from _prose([heading[: at + 1]])
        heading = heading[at + 2 :]
    if heading and not heading.rstrip().endswith(":"):
        heading = f"{heading.rstrip()}:"
    if heading or numbered:
        numbered = numbered and (bool(_STEPS_SAID.search(heading)) or _are_steps([item for item, _ in items]))
        body = "\n".join(f"{n}. {item}" if numbered else f"- {item}" for n, (item, _) in enumerate(items, start=1))
        yield Segment(f"{heading}\n{body}" if heading else body, "steps" if numbered else "list")
        return
    for item, _ in items:
        yield from _prose([item])


def _are_steps(items: list[str]) -> bool:
    """Whether numbered items tell what to do; "1) Nadia - backend" does not."""
    return 2 * sum(bool(_INSTRUCTION.match(item)) for item in items) >= len(items)


def _prose(lines: list[str]) -> Iterator[Segment]:
    text = lines[0]
    for line in lines[1:]:
        wrapped = len(text.rsplit("\n", 1)[-1]) > 60 and text[-1] not in ".!?:" and line[:1].islower()
        text += (" " if wrapped else "\n") + line
    for line in text.split("\n"):
        if _has_steps(line) and not pieces_of_news(line.strip()):
            yield Segment(line.strip(), "steps")
            continue
        for sentence in _sentences(line):
            for piece in pieces_of_news(sentence) or (sentence,):
                for clause in _clauses(piece):
                    yield from (Segment(fact) for fact in joined_facts(clause))


def _has_steps(line: str) -> bool:
    """Whether a line numbers what it tells: "1. Build it, 2. ship it"."""
    one = _STEP_ONE.search(line)
    return one is not None and _STEP_TWO.search(line, one.end()) is not None


def _sentences(line: str) -> Iterator[str]:
    start = 0
    for found in _END.finditer(line):
        end = found.end("stop")
        tail = line[max(start, end - LONGEST_ABBREVIATION) : end]
        if (
            found["stop"] == "."
            and _ABBREVIATION.search(tail)
            and not _really_ends(tail, line[found.end() :][:LONGEST_ABBREVIATION])
        ):
            continue
        before = line[start:end]
        if before.strip():
            yield before.strip()
        start = found.end()
    if rest := line[start:].strip():
        yield rest


_BEGINS = re.compile(
    r"(?:They|Their|We|Our|He|She|His|Her|It|Its|I|My|The|This|That|These|Please|Also|And|But|So|You|Your)\b"
)
"""Words with a capital that only the beginning of a sentence gives them."""


def _really_ends(before: str, after: str) -> bool:
    """ "etc. We …", "Brandt & Co. Their …" and "version 16. We …" end a sentence, "e.g. We" does not.

    ``after`` is the beginning of what follows.
    """
    last = before.rsplit(maxsplit=1)[-1].lower()
    if last == "etc.":
        return after[:1].isupper()
    if last in {"co.", "inc.", "ltd.", "corp.", "p.m.", "a.m."}:
        return bool(_BEGINS.match(after))
    return last.rstrip(".").isdigit() and len(before) > 4


_MANNER = re.compile(r"(?:never|always)\b", re.IGNORECASE)
_CONTRARY = 3
"""In words: "big exports always go through sink_csv, never collect" is one rule, of big exports."""
_MY = re.compile(r"(?:i\b|i['’]|my\b|he\b|she\b)", re.IGNORECASE)
_COMMENT = re.compile(
    r"(?:(?:we|i|they)(?:['’]\w+)?\s(?:\w+\s){0,3}?(?:strict|serious|picky|religious|adamant|militant|uncompromising|particular|sure|happy|clear|firm|annoyed|proud|sorry|aware|idea|clue|"
    r"reason|fault|bad|mistake)\b[^,;]{0,25}|(?:don['’]?t|do\snot)\s(?:ask|judge|laugh|worry|tell)\b[^,;]{0,20}"
    r"|i\s(?:know|swear|promise|checked|guess|hope|bet|mean|think)(?:\s(?:so|it|that))?(?:\sabout\smyself)?"
    r"|(?:we|i|they)(?:['’]re|['’]m|\sare|\sam|['’]ll|\swill)?\snot\s(?:do(?:ing)?|go(?:ing)?\sthere|need(?:ing)?|want(?:ing)?)(?:\s(?:it|that|this|them))?(?:\s(?:after\sall|any\s?more|now))?)\s*[.!]*$",
    re.IGNORECASE,
)
"""We're strict about that; no idea why: said of what stands before, no statement of its own."""


_CONSEQUENCE = re.compile(r"(?:we|you|they|it|that|i)(?:['’]d|\swould|\smight|['’]ll|\swill)\s", re.IGNORECASE)
_FORBIDS = re.compile(
    r"(?:please\s)?(?:never|don['’]?t|do\snot)\s|.*\b(?:must\snot|not\sallowed|off\slimits|forbidden)\b", re.IGNORECASE
)
"""Never patch it in a tournament, we'd drop games: why, no statement of its own."""
_ANNOUNCES = re.compile(
    r"(?:so\s|ok\s|right\s)*(?:(?:i|we)(?:['’]ve|\shave)\s(?:finally\s)?(?:made\sup\s(?:my|our)\sminds?|decided|reached\sa\sdecision)|(?:it['’]s\s)?(?:settled|decided|final|official))\W*$",
    re.IGNORECASE,
)
"""I've made up my mind, I'm going with Trino: the decision comes behind it."""
_STATE_OF_MINE = re.compile(
    r"(?:(?:i['’]m|i\sam)|(?:he|she)(?:['’]s|\sis))\s(?:(?:really|very|quite|so|badly|severely|terribly|a\sbit)\s)?(?!(?:vegan|vegetarian|married|single|divorced|retired)\b)[a-z]+[.!]*$",
    re.IGNORECASE,
)
"""No peanuts for me, I'm allergic: a word that says nothing without what stands before it."""
_OF_MINE = re.compile(r"\b(?:i|me|my|mine)\b|^no\s|^(?-i:[A-Z])[a-z]+\s(?:can|does|do|must|never)", re.IGNORECASE)


def _goes_on(left: str, right: str) -> bool:
    """Whether what follows a comma still speaks of the same: a comment, what that person always does, its contrary."""
    contrary = _MANNER.search(left) and _MANNER.match(right) and len(right.split()) <= _CONTRARY
    return (
        bool(_COMMENT.match(right))
        or bool(_MANNER.match(right) and _MY.match(left))
        or bool(contrary)
        or bool(_CONSEQUENCE.match(right) and _FORBIDS.match(left))
        or bool(_ANNOUNCES.match(left))
        or bool(_STATE_OF_MINE.match(right) and _OF_MINE.search(left))
    )


_PUT = (
    r"(?:(?:the|our|all|my)\s)?[a-z-]+(?:\s[a-z-]+)?\s(?:all\s|now\s|still\s)?(?:goe?s?|lives?|runs?|happens?|comes?|stays?|sits?|lands?|(?:is|are)(?:\s(?:done|handled|kept|stored|hosted|built|written|tracked|sent))?)\s"
    r"(?:in|on|to|into|through|via|with|by|over|at|using)\s"
)
_PUT_FIRST = re.compile(rf"^{_PUT}[^,]{{2,40}}$", re.IGNORECASE)
_PUT_NEXT = re.compile(rf",\s+(?:and\s)?(?={_PUT})", re.IGNORECASE)
"""HR lives in one tool, payroll goes through another: each is a statement."""
_CAN_YOU = re.compile(r"(?:can|could|would|will)\s(?:you|u)\b|help\sme\b", re.IGNORECASE)
_AND_IT_IS = re.compile(
    r",\s+(?:and\s|but\s)?(?=it['’]s\s(?:on|in|an?|running|using|built|written|for)\b|(?:my|our)\s[\w-]+\s(?:is|are)\b)",
    re.IGNORECASE,
)
"""Write a dockerfile for it, it's on Node: a task, and how things are."""


def _clauses(sentence: str) -> Iterator[str]:
    if (_INSTRUCTION.match(sentence) or _CAN_YOU.match(sentence)) and (told := _AND_IT_IS.search(sentence)):
        yield sentence[: told.start()]
        yield sentence[told.end() :]
        return
    if _SUBORDINATE.match(sentence) or len(sentence) < 20:
        yield sentence
        return
    if (first := _PUT_NEXT.search(sentence)) and _PUT_FIRST.match(sentence[: first.start()]):
        yield from (piece.strip() for piece in _PUT_NEXT.split(sentence))
        return
    start = 0
    for found in _JOINT.finditer(sentence):
        left = sentence[start : found.start()]
        right = sentence[found.end() :]
        if len(left.split()) < 3 or _DANGLING.search(left) or right.count(" ") < 1 or _goes_on(left, right):
            continue
        yield left.strip()
        start = found.end()
        if _SUBORDINATE.match(sentence[start:]):
            break
    if rest := sentence[start:].strip():
        yield rest
