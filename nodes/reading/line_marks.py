"""Lines that show by their marks that somebody else, or a program, speaks: chats, subtitles, prompts, templates."""

import re
from typing import Literal, NamedTuple

from memorist.nodes.reading.announcing import MAX_CLAUSE_CHARS

type PassedOnKind = Literal["code", "log", "table", "quote", "wrapper", "letter", "recalled", "quotation"]
type Extent = Literal["line", "speaker", "paragraph", "message"]

_CHAT = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s\d{1,2}:\d\d(?::\d\d)?\]?\s?(?:-\s)?[^\n:]{1,40}:\s"
    r"|\[\d{1,2}[:.]\d\d(?:\s?[ap]m)?\]\s?[^\n:]{1,40}:\s"
    r"|[^\n]{2,40}(?:[ \t]{2,}|[ \t]—[ \t])(?:(?:today|yesterday)[ \t]at[ \t])?\d{1,2}[:.]\d\d[ \t]?[ap]m[ \t]*$",
    re.IGNORECASE,
)
"""A line of a chat that names who wrote it and when."""
_PROMPT = re.compile(r"\s*(?:\$|❯|➜|PS>)\s\S")
_NICK = re.compile(r"\s{0,3}(?:<[@+%]?[\w.-]{1,24}>|[\w.-]{1,24}>)\s+\S")
"""A line of a chat as programs print it: "<tom> hi", "tom> hi"."""
_CUE = re.compile(r"\s*(?:\d{1,2}:)?\d\d:\d\d[.,]\d{1,3}\s*-->")
"""The time of a subtitle."""
_TEMPLATE = re.compile(
    r"\s*(?:\[/?INST\]|<<?/?SYS>>?|<\|[\w-]{1,40}\|>|<(?:start|end)_of_turn>|"
    r"#{1,4}\s(?:user|human|assistant|system)\s?:?\s*$)",
    re.IGNORECASE,
)
"""Marks that put a message into a prompt for a model; nobody types them to say something."""
_LABEL_MARKS = " \t-*+•_|()[]#`"
"""Marks around the name of a speaker: "**Tom**", "- Tom", "| Tom |"."""
_ADDRESS = re.compile(r"https?://\S+$")


class Opening(NamedTuple):
    """Text that a line opens: what it is, whether it begins behind the line, and how far it goes."""

    kind: PassedOnKind
    behind: bool
    extent: Extent


_OPENINGS: tuple[tuple[re.Pattern[str], Opening], ...] = (
    (_PROMPT, Opening("log", behind=True, extent="paragraph")),
    (_CHAT, Opening("letter", behind=True, extent="message")),
    (_ADDRESS, Opening("letter", behind=True, extent="line")),
    (_TEMPLATE, Opening("wrapper", behind=False, extent="message")),
    (_NICK, Opening("letter", behind=False, extent="paragraph")),
    (_CUE, Opening("letter", behind=True, extent="paragraph")),
)


def opening(line: str) -> Opening | None:
    """Return the text that a line opens by its marks; null if it has none."""
    said = line[:MAX_CLAUSE_CHARS].strip()
    return next((opens for pattern, opens in _OPENINGS if pattern.match(said)), None)


def label_of(said: str) -> str:
    """The word that names who says a line, without marks: "Tom: …", "**Tom**: …", "| Tom | …"; empty if none does."""
    cell = said.startswith("|")
    label, mark, _ = said[1:].partition("|") if cell else said.partition(":")
    label = label.strip(_LABEL_MARKS)
    return label if mark and label.isalpha() else ""
