"""A letter or a mail of somebody else's, pasted into a message: what it says is its writer's word, not the user's.

Its salutation and its close are left out. Each sentence is kept with who wrote it; a sentence that speaks of "he" or
"it" stays with the one before. A letter of the user's own, handed over to be worked on, tells nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from hypomnema.nodes.ingestion.vocabulary import one_of
from hypomnema.nodes.language.words import upper_first

_LETTER = re.compile(
    rf"\n\s*[\"“„«'>]?\s*{one_of('salutations')}\b(?:\s[^\n,.!:]{{1,40}})?[,.!:]?\s+(?P<body>\S.+)",
    re.IGNORECASE | re.DOTALL,
)
_CLOSE = re.compile(rf"(?:^|(?<=[.!?\n])\s*){one_of('closes')}(?![\w-])[^.?]{{0,80}}\Z", re.IGNORECASE)
_TEXT = r"(?:e?-?mails?|messages?|letters?|notes?|repl(?:y|ies)|answers?|texts?|dm|posts?|comments?|feedback)"
_WHO = r"(?:(?:the|our|my|a|an|their)\s(?:[a-z-]+\s)?[a-z-]+|[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)"
_FROM = re.compile(
    rf"\b(?i:{_TEXT}|wrote|forwarded|got|came)\s(?i:from|by)\s(?P<who>{_WHO})"
    rf"|(?P<role>[a-z]{{4,}})\s(?i:{_TEXT})\b|(?P<writer>{_WHO})\s(?i:just\s|also\s)?(?i:wrote|writes|sent|answered|replied|says|said|mailed|emailed)\b"
)
_NO_WRITER = frozenset("this following last short long whole first second another quick".split())
_OF_MINE = re.compile(
    rf"\b(?:my|our)\s(?:\w+\s)?{_TEXT}\b|\bi\s(?:wrote|write|drafted|want\sto\ssend|would\ssend)\b|\bdraft\b",
    re.IGNORECASE,
)
_ANY = re.compile(rf"\b(?:{_TEXT}|wrote|writes|sent|forwarded|answered|replied)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_PRONOUN = re.compile(r"\b(?:he|she|it|they|him|them|this|that|these|those)\b", re.IGNORECASE)
_OWN_NOUN = re.compile(r"\b(?:the|our|my|a|an)\s\w+|\b(?!I\b)[A-Z]\w+")
_STARTS = re.compile(r"^\W*(?:\S+@\S+|\w+(?:\s\w+)?)\W*$")
WRITTEN = re.compile(r'^[^"]{1,60} (?:wrote|says): "')
"""What a statement out of a letter begins with."""


class Letter(NamedTuple):
    """A message with a letter in it: what stands before, the sentence that introduces it, and what it says."""

    before: str
    introduction: str
    said: tuple[str, ...]


def letter_in(message: str) -> Letter | None:
    """The letter in a message; null when it holds none, or nothing says that it is one."""
    found = _LETTER.search(message)
    if found is None or not (above := message[: found.start()].strip()):
        return None
    introduction = _SENTENCE.split(above)[-1]
    if not _ANY.search(introduction):
        return None
    said = () if _OF_MINE.search(introduction) else tuple(_told(found["body"], _writer(introduction)))
    return Letter(above[: len(above) - len(introduction)], introduction, said)


def inner(statement: str) -> str:
    """What was written, without who wrote it."""
    return WRITTEN.sub("", statement, count=1).rstrip('"')


def _writer(introduction: str) -> str:
    found = _FROM.search(introduction)
    if found is None or (found["role"] or "").lower() in _NO_WRITER:
        return "A letter says"
    who = found["who"] or found["writer"] or f"the {found['role']}"
    return f"{upper_first(re.sub(r'^(?:an?|our|my)\s', 'the ', who))} wrote"


def _told(body: str, writer: str) -> Iterator[str]:
    plain = _CLOSE.sub("", body.rstrip(" \"'”“»\n")).strip()
    groups: list[str] = []
    for sentence in filter(None, (piece.strip() for piece in _SENTENCE.split(plain))):
        if groups and (_leans(sentence) or _STARTS.match(sentence)):
            groups[-1] = f"{groups[-1]} {sentence}"
        else:
            groups.append(sentence)
    for group in groups:
        told = group.replace('"', "'").rstrip(" .!")
        yield f'{writer}: "{told}"'


def _leans(sentence: str) -> bool:
    found = _PRONOUN.search(sentence)
    return found is not None and not _OWN_NOUN.search(sentence, 1, found.start())
