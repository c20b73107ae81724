"""Numbered questions and answers, and the task that questions are asked for."""

import re
from collections.abc import Iterable, Iterator

_NUMBERED = re.compile(r"(?:^|(?<=[\s;]))(?P<number>\d{1,2})(?:[.):]|\s[-–](?=\s))\s+")


def numbered(text: str) -> dict[int, str]:
    """The pieces of a text that are numbered: ``{1: "Postgres", 2: "Vitest"}``; nothing unless they begin at 1."""
    found = list(_NUMBERED.finditer(text))
    ends = [*(m.start() for m in found[1:]), len(text)]
    pieces = {
        int(m["number"]): text[m.end() : end].strip(" \n;,") for m, end in zip(found, ends[: len(found)], strict=True)
    }
    return pieces if len(pieces) > 1 and 1 in pieces else {}


_LINE = re.compile(r"^\s*(?P<number>\d{1,2})\s?[.):–-]?\s+(?P<text>\S.*)$", re.MULTILINE)


def in_lines(answer: str) -> dict[int, str]:
    """Lines that begin with their number, without a dot: "1 no"; nothing unless one of them is the first."""
    pieces = by_line(answer)
    return pieces if 1 in pieces else {}


def by_line(text: str) -> dict[int, str]:
    """The lines of a text by the numbers that they begin with; nothing unless each has one of its own."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [_LINE.match(line) for line in lines]
    pieces = {int(m["number"]): m["text"].strip(" ,;") for m in found if m}
    return pieces if len(pieces) == len(lines) > 1 else {}


_FOR_TASK = re.compile(r'^Asked "(?P<asked>[^"]+)": ')
_SEVERAL = re.compile(
    r"^(?:is|are|do|does|have|has|were|was)\s(?:the\s|your\s|our\s|all\s)?(?P<things>[a-z]+s)\b", re.IGNORECASE
)
_ONE_THING = re.compile(
    r"^(?:what|how|where|who|when)\s(?:\w+\s)?(?:does|should|will|can)\s(?:the|your|our)\s(?P<thing>[a-z][\w-]+)\s[a-z]+\b",
    re.IGNORECASE,
)
"""What does the service store? Who can reach it?"""
_PRONOUN = re.compile(r"(?<!\w)(?P<it>it|this|that)(?!\w)|(?<!\w)(?P<they>they|them)(?!\w)", re.IGNORECASE)


def each_explicit(questions: Iterable[str], task: str) -> Iterator[str]:
    """Questions of a list with "it" and "them" as what a question before speaks of; else "it" is what is asked for."""
    thing, things = "", ""
    for question in questions:
        it = thing or task
        yield _PRONOUN.sub(lambda m, it=it, things=things: (it if m["it"] else things) or m[0], question)
        if about := _ONE_THING.search(question):
            thing = f"the {about['thing'].lower()}"
        if found := _SEVERAL.match(question):
            things = found["things"].lower()


def for_task(stated: str, task: str) -> str:
    """``Asked "how many guests" (our summer party): about 60``."""
    found = _FOR_TASK.match(stated)
    if not found or not task or task.lower() in found["asked"].lower():
        return stated
    return f'Asked "{found["asked"]}" ({task}): {stated[found.end() :]}'


_REQUESTED = re.compile(
    r"\b(?:plan|scaffold|set\sup|create|build|write|draft|design|organi[sz]e|prepare|make|sketch|book|configure|document|estimate|review|migrate|refactor|start)\s(?:me\s|us\s|up\s)?"
    r"(?P<task>(?:an?|the|our|my)\s(?:[\w-]+\s){0,3}?[\w-]+?)(?=\s(?:for|with|that|which|in|on|please|pls|and|so|to)\b|[,.;!?]|$)",
    re.IGNORECASE,
)


def task_of(request: str) -> str:
    """What a request is about: "can you plan our summer party" → "our summer party"; nothing when it names none."""
    found = _REQUESTED.search(request)
    return re.sub(r"^an?\s", "the ", found["task"]) if found else ""


def one_question(text: str) -> str:
    """A question up to its mark."""
    return text[: text.index("?") + 1] if "?" in text else f"{text}?"
