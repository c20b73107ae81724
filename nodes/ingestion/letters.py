"""A letter or a mail of somebody else's, pasted into a message: what it says is its writer's word, not the user's.

Its salutation and its close are left out. Each sentence is kept with who wrote it; a sentence that speaks of "he" or
"it" stays with the one before. A letter of the user's own, handed over to be worked on, tells nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memorist.nodes.ingestion.pasted import is_pasted
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.language.words import upper_first

_LETTER = re.compile(
    rf"\n\s*(?P<quote>[\"“„«])?['>]?\s*{one_of('salutations')}\b(?:\s(?:(?:mr|mrs|ms|dr|prof)\.\s)?[^\n,.!:]{{1,40}})?[,.!:]?\s+(?P<body>\S.+)",
    re.IGNORECASE | re.DOTALL,
)
_CLOSES = rf"(?:^|(?<=[.!?\n])\s*){one_of('closes')}(?![\w-])"
_CLOSE = re.compile(rf"{_CLOSES}[^.?]{{0,80}}\Z", re.IGNORECASE)
_BEHIND_IT = " \"'”“».\n"
"""What may stand behind a name or a close."""
_TEXT = r"(?:e?-?mails?|messages?|letters?|notes?|repl(?:y|ies)|answers?|texts?|dm|posts?|comments?|feedback)"
_KIN = r"(?i:gf|bf|mum|mom|dad|wife|husband|boss|sis|bro)"
_NAME = r"[A-Z][\w'’&-]+(?:\s[A-Z][\w'’&-]+)?"
_NO_PART = (
    r"(?!(?:this|last|that|yesterday|today|on|at|in|from|just|about|who|which|before|after|around|tonight|earlier)\b)"
)
_WHO = (
    rf"(?:(?i:the|our|my|a|an|their)\s(?:[a-z-]+\s(?={_NO_PART}[a-z]))?{_NO_PART}[a-z-]+|(?i:the|our|my)\s[A-Z]{{2,5}}|{_KIN}|"
    rf"{_NAME}(?:\s(?:from|of|at)\s{_NAME})?)"
)
_FROM = re.compile(
    rf"\b(?i:{_TEXT}|wrote|forwarded|got|came)\s(?i:from|by)\s(?P<who>{_WHO})"
    rf"|(?P<role>[a-z]{{4,}})\s(?i:{_TEXT})\b|(?P<writer>(?:[A-Z][\w'’-]+\sfrom\s)?{_WHO})\s(?i:just\s|also\s)?(?i:wrote|writes|sent|answered|replied|says|said|mailed|emailed|texts?|texted|messaged|messages)\b"
)
_QUOTE_ENDS = re.compile(r"[\"”»](?=\s*(?:\n|\Z))")
_QUOTED = re.compile(r"(?<=[:,.])\s*\n*[\"“„«](?P<body>[^\"“”„«»]{20,2000})[\"”»]+")
_OF_THE_WORLD = re.compile(
    r"\b(?:articles?|books?|blog(?:\spost)?|tutorial|papers?|podcast|thread|tweet|headline|wikipedia|horoscope)\s(?:just\s|also\s)?(?:wrote|writes|says|said|claims)\b",
    re.IGNORECASE,
)
"""The article says: nobody who speaks to us."""
_FEWEST = 5
"""In words: less is what somebody called something."""
_FROM_LINE = r"(?:from|von|de|da)\s?:"
_HEADER = re.compile(rf"{_FROM_LINE}\s?(?P<who>[^<\n]{{2,60}}?)\s*(?:<[^>\n]*>)?\s*(?:\n|$)", re.IGNORECASE)
"""From: Ada Quist <ada@…>"""
_HEADERS = re.compile(
    rf"(?:^|\n)(?P<headers>{_FROM_LINE}[^\n]*(?:\n[A-Za-z-]{{2,12}}\s?:[^\n]*){{0,6}})\s*\Z", re.IGNORECASE
)
_MARKED = re.compile(r"[^\n]*(?:\n[ \t]*>[^\n]*)*")
_MARK = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
"""The lines of a mail that was answered or forwarded."""
_NO_WRITER = frozenset("this following last short long whole first second another quick".split())
_OF_MINE = re.compile(
    rf"\b(?:my|our)\s(?:\w+\s)?{_TEXT}\b|\bi\s(?:wrote|write|drafted|want\sto\ssend|would\ssend)\b|\bdraft\b",
    re.IGNORECASE,
)
_ANY = re.compile(
    rf"\b(?:{_TEXT}|(?:got|came|arrived|received)\s(?:this\s|it\s)?from|wrote|writes|sent|forwarded|answered|replied|texted|messaged)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:he|she|it|they|him|them|this|that|these|those)\b", re.IGNORECASE)
_OWN_NOUN = re.compile(r"\b(?:the|our|my|a|an)\s\w+|\b(?!I\b)[A-Z]\w+")
_STARTS = re.compile(r"^\W*(?:\S+@\S+|\w+(?:\s\w+)?)\W*$")
WRITTEN = re.compile(r'^[^"]{1,60} (?:wrote|says): "')
"""What a statement out of a letter begins with."""


class Letter(NamedTuple):
    """A message with a letter in it: what stands before and behind it, who or what brings it in, and what it says."""

    before: str
    introduction: str
    said: tuple[str, ...]
    after: str = ""


def letter_in(message: str) -> Letter | None:
    """The letter in a message; null when it holds none, or nothing says that it is one."""
    found = _LETTER.search(message) if "\n" in message else None
    if found is None:
        return _marked_in(message) or _quoted_in(message)
    if not (above := message[: found.start()].strip()):
        return None
    headers = _HEADERS.search(above)
    introduction = headers["headers"] if headers else [*sentences_in(above)][-1]
    body, after = found["body"], ""
    marked = ">" in message[found.start() : found.start("body")]
    if not (marked or _HEADER.match(introduction) or _ANY.search(introduction)):
        return None
    if marked and (quoted := _MARKED.match(body)):
        body, after = _MARK.sub("", quoted.group()), body[quoted.end() :]
    if found["quote"] and (end := _QUOTE_ENDS.search(body)):
        body, after = body[: end.start()], body[end.end() :]
    mine = _OF_MINE.search(introduction) and not marked
    return _letter(above, introduction, "" if mine else body, after)


def _letter(above: str, introduction: str, body: str, after: str) -> Letter:
    """The letter that is brought in by the end of what stands above it."""
    said = tuple(_told(body, _writer(introduction, body)))
    return Letter(above[: len(above) - len(introduction)], introduction, said, after)


_MARKED_LINES = re.compile(r"(?:^|\n)(?P<body>[ \t]*>[ \t]?\S[^\n]*(?:\n[ \t]*>[^\n]*)*)")


def _marked_in(message: str) -> Letter | None:
    """The marked lines of a mail, right below the sentence that says so: "mail from Noord just in: > We will not …"."""
    if not (found := _MARKED_LINES.search(message)) or not (above := message[: found.start()].strip()):
        return None
    introduction = [*sentences_in(above)][-1]
    body = _MARK.sub("", found["body"])
    if _is_no_letter(introduction) or not _FROM.search(introduction) or _pasted_share(body) > 0.5:
        return None
    return _letter(above, introduction, body, message[found.end() :])


def _pasted_share(text: str) -> float:
    """How many of the lines of a text that says something look like code or output, 0 to 1."""
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(map(is_pasted, lines)) / len(lines)


def _quoted_in(message: str) -> Letter | None:
    """Somebody's words in quotation marks, right behind the sentence that says whose: 'he texts me: "can we …"'."""
    for found in _QUOTED.finditer(message):
        above = message[: found.start()].rstrip()
        sentences = [*sentences_in(above)]
        introduction = above[above.rindex(sentences[-2]) :] if above.endswith(".") and sentences[1:] else sentences[-1]
        if len(found["body"].split()) < _FEWEST or _is_no_letter(introduction) or not _FROM.search(introduction):
            continue
        return _letter(above, introduction, found["body"], message[found.end() :])
    return None


def _is_no_letter(introduction: str) -> bool:
    return bool(_OF_MINE.search(introduction) or _OF_THE_WORLD.search(introduction))


def inner(statement: str) -> str:
    """What was written, without who wrote it."""
    return WRITTEN.sub("", statement, count=1).rstrip('"')


_SIGNED = re.compile(
    rf"{_CLOSES}[\s,]*(?P<who>(?-i:[A-Z])[\w'’-]+(?:[ ](?-i:[A-Z])[\w'’-]+){{0,2}})"
    r"(?:\s*\((?P<firm>[^()\n]{2,40})\)"
    r"|[ ]*[,\n|–]\s*(?:(?:from|at|of)\s)?"
    r"(?P<company>(?-i:[A-Z])[\w&'’-]+(?:[ ](?-i:[A-Z])[\w&'’-]+){0,2}))?[^.?]{0,60}\Z",
    re.IGNORECASE,
)
"""Best, Greg (Tavistock)."""
_ROLE = re.compile(r"(?:the|an?|our|my|their)\s", re.IGNORECASE)


def _writer(introduction: str, body: str = "") -> str:
    """Who wrote it, as a statement begins: "Greg of Tavistock (the client) wrote", with what the signature adds."""
    if header := _HEADER.match(introduction):
        return f"{header['who'].strip()} wrote"
    found = _FROM.search(introduction)
    signed = _SIGNED.search(body.rstrip(_BEHIND_IT))
    if found is None or (found["role"] or "").lower() in _NO_WRITER:
        return f"{_signature(signed)} wrote" if signed else "A letter says"
    who = re.sub(r"^(?:an?|our|my)\s", "the ", found["who"] or found["writer"] or f"the {found['role']}")
    if signed and (signed["firm"] or signed["company"]) and _ROLE.match(who):
        return f"{_signature(signed)} ({who}) wrote"
    return f"{upper_first(who)} wrote"


def _signature(signed: re.Match[str]) -> str:
    firm = signed["firm"] or signed["company"]
    return f"{signed['who']} of {firm}" if firm else signed["who"]


def _told(body: str, writer: str) -> Iterator[str]:
    plain = _CLOSE.sub("", body.rstrip(_BEHIND_IT)).strip()
    groups: list[str] = []
    heading = ""
    for sentence in sentences_in(plain):
        if _POLITE.match(sentence) or _INITIALS.fullmatch(sentence):
            continue
        if item := _ITEM.match(sentence):
            if groups and groups[-1].endswith(":"):
                heading = groups.pop()
            groups.append(f"{heading} {sentence[item.end() :]}".strip())
            continue
        heading = ""
        if groups and (_leans(sentence) or _STARTS.match(sentence)):
            groups[-1] = f"{groups[-1]} {sentence}"
        else:
            groups.append(sentence)
    for group in groups:
        told = group.replace('"', "'").rstrip(" .!")
        yield f'{writer}: "{told}"'


_INITIALS = re.compile(r"(?:[A-Z]\.\s?){1,3}[A-Z][\w'’-]+")
"""R. Harmsen, below his mail."""
_ITEM = re.compile(r"[-*•–]\s+")
_POLITE = re.compile(
    r"(?:we|i)?\s?(?:thank(?:s|\syou)?|look(?:ing)?\sforward|hope\s(?:this|you)|wish\syou|remain)\b|(?:please\s)?(?:do\snot|don['’]t)\s"
    r"hesitate\b|(?:please\s)?(?:feel\sfree|let\s(?:us|me)\sknow)\b|in\scase\sof\squestions",
    re.IGNORECASE,
)
"""What stands in every letter."""


def _leans(sentence: str) -> bool:
    found = _PRONOUN.search(sentence)
    return found is not None and not _OWN_NOUN.search(sentence, 1, found.start())
