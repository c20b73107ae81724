"""A word put right in the same breath: "on Monday, no wait, Tuesday" is on Tuesday."""

import re

from memorist.nodes.language.seeking import Shape

_WORD = r"(?:(?-i:[A-Z])[\w'’-]+|\d[\w.:,/]*\w|\d)"
_SLIP = re.compile(
    rf"(?P<wrong>(?<![\w'’-]){_WORD})(?P<between>\s?(?:\.\.+|…|[,;–—-]|\.(?=\s(?:no,?\swait|wait,?\sno|sorry|scratch|correction)\b))\s*(?:(?:eh|er|uh|um|ah|oh|no|nope|wait|sorry|pardon|i\smean|i\smeant|rather|scratch\sthat|correction|make\sthat)\b[\s,.…–—-]*){{1,4}})"
    rf"(?P<right>{_WORD})(?![\w'’-])",
    re.IGNORECASE,
)
_DENIES_ONLY = re.compile(r"[,;]\s*no\s$", re.IGNORECASE)
"""We use Postgres, no MySQL: nothing is put right."""


def without_slips(text: str) -> str:
    """The text with what was put right in the place of what was said first; both are names, or both numbers."""
    text = _SIGHED.sub("", text) if "(" in text else text
    return _SLIP.sub(_righted, text) if _MAY_SLIP.search(text) else text


_SIGHED = re.compile(
    r"\s?\((?:(?:i\sknow|yes|no|really|don['’]?t\sask|sorry|sigh|lol|haha\w*|weird|long\sstory|obviously|duh|finally|at\slast|ugh|yay|phew|crazy|right)\b[,\s]*)+[.!…]*\)",
    re.IGNORECASE,
)
"""Stored as base64 (i know, i know): a sigh in brackets."""
_MAY_SLIP = Shape(r"\b(?:no|wait|sorry|pardon|mean|meant|rather|scratch|correction|make that)\b", re.IGNORECASE)


def _righted(found: re.Match[str]) -> str:
    same = found["wrong"][0].isdigit() == found["right"][0].isdigit()
    if not same or _DENIES_ONLY.search(found["between"]):
        return found.group()
    return found["right"]
