"""Lists in a message: their heading, and whether their items are steps to take in turn or each stand for themselves.

A list is written below its heading, line by line, or in one line: "house rules: a) phones are silent b) doors stay
closed". Of a list without an order of doing the numbers only count.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from memorist.nodes.ingestion.extract.imperatives import IMPERATIVE, INSTRUCTION
from memorist.nodes.ingestion.extract.obligation import below, is_reminder
from memorist.nodes.ingestion.segment import Segment

_STEPS_SAID = re.compile(
    r"\b(?:steps?|how to|process|procedure|checklist|when|recipe|instructions|runbook|first|"
    rf"to (?!know|remember|note|consider|mention|say|keep in)\w+)\b|^{IMPERATIVE}",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:[\w'’/&-]+\s){0,5}[\w'’/&-]+\s*$")
"""A line of a few words without a stop, right above a list, is its heading."""
_HOW_TO = re.compile(
    r"(?:this\sis\s|here['’]s\s|that['’]s\s)?(?:how|the\s(?:steps|process|procedure|checklist|recipe|drill))\b[^.!?:]{3,70}$",
    re.IGNORECASE,
)
_WHO_DOES = re.compile(
    r"\bwho\s(?:does|is\sdoing|handles|owns|runs|is\sresponsible\sfor|looks\safter|takes\scare\sof|works\son)\swhat\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?P<who>[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*)?)\s?(?:\s[-–—=]|:|->|→)\s(?P<what>\S.*)$")
"""Ana - design."""


def title_in(line: str) -> str:
    """The heading of the list below a line: all of it, or "who does what"; nothing where it is a sentence by itself."""
    if line.rstrip().endswith(":") or _TITLE.match(line) or _HOW_TO.match(line.strip()):
        return line
    found = _WHO_DOES.search(line)
    return found.group() if found and "?" not in line and "." not in line else ""


def with_verbs(heading: str, items: Sequence[str]) -> list[str]:
    """Below "who does what", "ana - design" says that Ana does design; any other list as it is."""
    pairs = [_PAIR.match(item) for item in items] if _WHO_DOES.search(heading) else []
    verb = heading.lower().partition("who ")[2].rpartition(" what")[0].removeprefix("is ")
    if not pairs or not all(pairs):
        return list(items)
    return [f"{pair['who'].title()} {_VERBS.get(verb, verb)} {pair['what']}" for pair in pairs if pair]


_VERBS = {"doing": "does", "responsible for": "is responsible for"}

_ANNOUNCES_MANY = re.compile(
    r"(?:(?:ok(?:ay)?|so|and|also|oh|hi|hey)[\s,]+)*(?:several|(?:a\s)?few|some|a\scouple\sof|two|three|four|five|more|other|quick|random|"
    r"various|all\ssorts\sof)\s(?:\w+\s)?(?:things|points|updates|news|notes|bits|questions|topics|remarks|matters)\b[^.!?]*:$",
    re.IGNORECASE,
)
"""Several things, was in a meeting for an hour: what it announces are statements of their own."""
_STATEMENT = 5
"""In words: an item of so many states something, on the average."""


def announces_statements(heading: str, items: Sequence[str]) -> bool:
    """Whether a heading only announces that much will be told, each in a sentence of its own."""
    return bool(_ANNOUNCES_MANY.match(heading)) and sum(len(i.split()) for i in items) >= _STATEMENT * len(items)


def list_of(heading: str, items: Sequence[str], *, numbered: bool) -> Segment:
    """A heading (with its colon, or nothing) and its items as one segment: a list, or steps."""
    counted = numbered and not is_reminder(below(heading, items[0]))  # of what is to be done the numbers only count
    steps = counted and not _are_rules(heading, items) and (bool(_STEPS_SAID.search(heading)) or _are_steps(items))
    steps = steps or (counted and len(items) > 1 and any(_THEN.match(item) for item in items[1:]))
    told = items if steps else with_verbs(heading, items)
    body = "\n".join(f"{n}. {item}" if steps else f"- {item}" for n, item in enumerate(told, start=1))
    return Segment(f"{heading}\n{body}" if heading else body, "steps" if steps else "list")


_COMMAND_LINE = re.compile(r"(?:\$\s)?[a-z][\w.-]+\s(?:[\w./:-]+\s)*--?[a-z]")
"""eas update --branch staging."""


def _are_steps(items: Sequence[str]) -> bool:
    """Whether numbered items tell what to do; "1) Nadia - backend" does not."""
    return 2 * sum(bool(INSTRUCTION.match(item) or _COMMAND_LINE.match(item)) for item in items) >= len(items)


RULES_SAID = re.compile(
    r"\b(?:rules?|guidelines?|conventions?|policies|policy|principles?|do['’]?s|don['’]?ts)\b|"
    r"\bhow\s(?:it['’]?s|it\sis|things\sare|this\sis)\s(?:handled|done)\b|\bhow\swe\s(?:handle|do)\s(?:it|this|things)\b",
    re.IGNORECASE,
)
"""What a heading of rules says."""
_CALLED_RULES = re.compile(r"\b(?:rules|guidelines|conventions|policies|principles)\b", re.IGNORECASE)
_RULE = re.compile(
    r"(?:never|always|don['’]?t|do\snot|no\b|only|must|every|each|nobody|avoid|all\s\w+\s(?:must|need))", re.IGNORECASE
)
_HOLDS = re.compile(r"\b(?:always|never|every|each|must|only|nobody|no\sone|may|all)\b", re.IGNORECASE)
_THEN = re.compile(r"(?:then|next|finally|afterwards|after\sthat|lastly)\b", re.IGNORECASE)
_IN_TURN = re.compile(
    r"^(?:then|first|next|finally|after(?:wards|\sthat)?|once|when|if)\b|\b(?:then|afterwards|finally)\b", re.IGNORECASE
)


def _are_rules(heading: str, items: Sequence[str]) -> bool:
    """Whether numbered items are rules, each of which holds by itself: they only happen to be counted."""
    ruling = sum(bool(_RULE.match(item)) for item in items)
    if 2 * ruling >= len(items) and ruling and (RULES_SAID.search(heading) or ruling == len(items)):
        return True
    if any(INSTRUCTION.match(item) or _IN_TURN.search(item) for item in items):
        return False
    if _CALLED_RULES.search(heading):
        return True
    holding = sum(bool(_HOLDS.search(item)) for item in items)
    return holding == len(items) or bool(2 * holding >= len(items) and RULES_SAID.search(heading))


class InlineList(NamedTuple):
    """A list in one line: what stands before it, its heading and items, and what stands behind it."""

    before: str
    heading: str
    items: tuple[str, ...]
    after: str = ""
    numbered: bool = True


_MARK = re.compile(r"(?:^|(?<=[\s:,;]))\(?(?:(?P<letter>[a-h])\)|(?P<number>\d{1,2})[.)])\s+(?=\S)")
_FIRST_MARK = re.compile(r"(?:^|[\s(])(?:a\)|1[.)])\s")
_OFFERED = re.compile(r"\bor\W*$|\?\s*$", re.IGNORECASE)
_STOP = re.compile(r"[.!?]\s+(?=[A-Za-z])")
_FEWEST = 3
"""In words, on the average: shorter items are names to choose from."""


def inline_list(line: str) -> InlineList | None:
    """The list in a line that counts its items, by letters or, where they are rules, by numbers; or that rules apart.

    "for our newsletter: always one photo, never more than 300 words".
    """
    if ":" not in line:
        return None
    return (_counted(line) if _FIRST_MARK.search(line) else None) or _ruled(line)


def _counted(line: str) -> InlineList | None:
    marks = list(_MARK.finditer(line))
    keys = [mark["letter"] or mark["number"] for mark in marks]
    lettered = keys[:1] == ["a"]
    wanted = [chr(ord("a") + n) if lettered else str(n + 1) for n in range(len(keys))]
    if len(keys) < 2 or keys != wanted or not (head := line[: marks[0].start()].rstrip()).endswith(":"):
        return None
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    items = [line[mark.end() : end].strip(" ,;") for mark, end in zip(marks, ends, strict=True)]
    fewest = 1 if _CALLED_RULES.search(head) else _FEWEST
    if any(_OFFERED.search(item) for item in items) or sum(len(i.split()) for i in items) < fewest * len(items):
        return None
    last, after = items[-1], ""
    if stop := _STOP.search(last):
        items[-1], after = last[: stop.start()], last[stop.end() :]
    before, heading = _heading(head)
    if not lettered and not _are_rules(heading, items):
        return None
    return InlineList(before, heading, tuple(item.rstrip(" .") for item in items), after)


_RULES_FOR = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|also|oh|btw|fyi|note)[\s,:]+)*(?P<heading>(?:(?:for|in|on|about)\s(?:all\s|any\s)?(?:the|our|my|this)\s|(?:our|the|my|house|team)\s(?:[\w-]+\s){0,2}?rules?\b)[^:.!?,;]{0,50}):\s+(?P<body>\S.*)$",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"(?:always|never|no|only|not|max(?:imum)?|min(?:imum)?|at\s(?:most|least)|every|each|don['’]?t|do\snot|must)\b",
    re.IGNORECASE,
)
_EVER = re.compile(r"(?:always|never|must|every|each|don['’]?t|do\snot)\b", re.IGNORECASE)
_APART = re.compile(r"\s*[,;]\s+(?:and\s|but\s)?(?=\S)")


def _ruled(line: str) -> InlineList | None:
    found = _RULES_FOR.match(line)
    if found is None or "?" in line:
        return None
    body, after = found["body"], ""
    if stop := _STOP.search(body):
        body, after = body[: stop.start()], body[stop.end() :]
    items = [item.strip(" .!") for item in _APART.split(body)]
    if len(items) < 2 or not all(_RULES.match(item) for item in items) or not any(map(_EVER.match, items)):
        return None  # "for the demo: no blockers, only two tests left" tells how it stands
    return InlineList("", f"{found['heading'].strip()}:", tuple(items), after, numbered=False)


def _heading(head: str) -> tuple[str, str]:
    """What stands before the last sentence of a beginning, and that sentence."""
    at = max(head.rfind(". "), head.rfind("! "), head.rfind("? "))
    return (head[: at + 1], head[at + 2 :]) if at > 0 else ("", head)
