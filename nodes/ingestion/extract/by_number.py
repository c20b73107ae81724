"""What is said of the items of an assistant's list by their numbers: "4 is Priyanka's. 6 no, rest right".

Each is told with what its number stands for (``About "evaluate Airflow": no``), so that it says the same when the list
is gone. Questions are answered (``answers.py``) and options are chosen (``picked.py``, ``options.py``), not here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.listed import KEY, LEAD, NAMED, asks_amount, items_of, meant, offers_choice
from memorist.nodes.ingestion.extract.numbered import by_line
from memorist.nodes.ingestion.extract.options import ENOUGH
from memorist.nodes.ingestion.extract.praised import is_praise_of_items, praises, praises_items
from memorist.nodes.ingestion.extract.wording import joined
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.language.names import find_names

_ONE_IS = (
    r"is|isn['’]?t|was|wasn['’]?t|has|hasn['’]?t|needs|goes|stays|belongs|depends|comes|gets|takes|waits|"
    r"moves|looks|seems|does|doesn['’]?t"
)
_SEVERAL_ARE = (
    r"are|aren['’]?t|were|weren['’]?t|have|haven['’]?t|need|go|stay|belong|depend|come|get|take|wait|move|look|seem|"
    r"do|don['’]?t"
)
_MAY = r"can|can['’]?t|cannot|could|should|shouldn['’]?t|must|mustn['’]?t|will|won['’]?t|may|might"
_IS = re.compile(rf"(?:['’]s|\s(?:(?P<one>{_ONE_IS})|(?P<several>{_SEVERAL_ARE})|{_MAY}))(?![\w'’])", re.IGNORECASE)
_REPLIES = (
    r"(?:no|nope|yes|yep|yup|done|finished|not|already|later|never|tomorrow|today|tonight|pending|blocked|waiting|cancel{1,2}ed|"
    rf"(?:(?:on|by|until|till)\s)?(?:next\s(?:week|month|sprint|quarter|year)|this\sweek|{WEEKDAY}))\b"
)
_SAYS = re.compile(rf"\s?(?:->|→|=>|=|:)\s+|\s[-–]\s+|[\s,]+(?={_REPLIES})", re.IGNORECASE)
_OWN_POINT = re.compile(r"\s(?:is|was)\s(?:that|to|because|how|when|why|about)\b", re.IGNORECASE)
"""The first is that we have no licence: a point of the speaker's own."""
_SAID = re.compile(rf"{LEAD}{NAMED}", re.IGNORECASE)
_ACT = (
    r"(?:please\s|pls\s|let['’]?s\s|we\scan\s)?(?:drop|skip|remove|cut|scrap|delete|cancel|ignore|forget(?:\sabout)?|"
    r"postpone|move|push|shift|delay|reschedule|defer|assign|give|mark|leave|keep|park|bump|close|"
    r"(?:cross|strike|tick)\s(?:off|out))|"
    r"(?:(?:i|we)(?:['’]ve|\shave)?\s(?:already\s|just\s|also\s)?)?(?:done\swith|finished|did|dropped|cancel{1,2}ed|moved)"
)
_DONE_TO = re.compile(
    rf"{LEAD}(?P<act>{_ACT})\s{NAMED}"
    r"(?=\W*$|,\s|\s(?:to|for|until|till|by|on|from|as|please|pls|then|now|too|off|out|because|since|next|before|after|"
    r"already|yesterday|today|this|first|instead)\b)",
    re.IGNORECASE,
)
_OFF = re.compile(r"\s(?:off|out)$", re.IGNORECASE)
_FOR_IT = re.compile(
    rf"{LEAD}(?:for|on|about|re|regarding|as\sfor|with)\s{NAMED}[,:]?\s+"
    r"(?=(?:we|i|he|she|they|it|that|there)(?:['’]\w+)?\s)",
    re.IGNORECASE,
)
_GLUE = re.compile(
    rf"(?P<stop>(?<=[.!?])(?<!\bno\.)(?<!\bnr\.)\s+|\s*\n+\s*|;\s+)|(?:,\s+(?:and\s|but\s)?|\s(?:and|but)\s)"
    rf"(?=(?:(?:{_ACT})\s)?{NAMED}|(?:the\s)?(?:rest|others?)\b|otherwise\b)",
    re.IGNORECASE,
)
_ADDS = re.compile(r"(?:that|it|this|which)(?:['’]?s|\s(?:is|was))\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:that|it|this|they|those|he|she)(?:['’]\w+)?\s[a-z]+\b", re.IGNORECASE)
"""4 is Ana's. She needs it on Friday: what follows is still about the same item."""
_KEPT_TO = re.compile(
    r",\s+(?=(?:we|i)\s(?:still\s|just\s|will\s)?(?:use|keep|stick|stay|go|prefer|run|take|have)\b)", re.I
)
"""No, it isn't ready for us, we stick to the old one: what is done instead is a statement of its own."""
_POSSESSIVE = re.compile(r"(?P<is>^(?:is|are|was|were)\s)(?P<who>[a-z]{3,})s$", re.IGNORECASE)
_MOST_WORDS = 40
"""Who tells more of one item tells a story."""


class _Piece(NamedTuple):
    """A piece of a reply, what joins it to the one before, and whether that ends a sentence."""

    glue: str
    text: str
    stops: bool


def told_of_items(text: str, before: Sequence[Utterance]) -> str | None:
    """A reply with the items that it names by number in their own words; null where it names none.

    Args:
        text: the reply.
        before: the turns before it, oldest first; the last one is the assistant's.
    """
    listing = before[-1].content
    items = items_of(listing)
    if not items or asks_amount(listing) or "```" in text:
        return None
    open_ = offers_choice(listing) or any(item.endswith("?") for item in items.values())
    if not open_ and (answers := _by_their_numbers(text, items)):
        return answers
    lines: list[str] = []
    names_one = False
    about = ""
    for piece in _rejoined(text, items):
        if is_praise_of_items(piece.text, before):
            names_one, about = names_one or praises_items(piece.text), ""
            lines.append(_ended(piece.text))
        elif not open_ and (told := _told(piece.text, items)):
            names_one, about = True, told[0][: told[0].index('": ') + 3]
            lines += [_ended(line) for line in told]
        elif about and _ADDS.match(piece.text):
            lines[-1] = f"{lines[-1][:-1]}, {_ended(piece.text)}"
        elif about and _GOES_ON.match(piece.text):
            lines.append(f"{about}{_ended(piece.text)}")
        elif lines and not about:
            lines[-1] += f"{piece.glue or ' '}{piece.text}"
        else:
            lines.append(piece.text)
            about = ""
    return "\n".join(lines) if names_one else None


def _ended(text: str) -> str:
    plain = text.strip().rstrip(" ,;.!")
    return plain if plain.endswith("?") else f"{plain}."


def _rejoined(text: str, items: Mapping[str, str]) -> Iterator[_Piece]:
    """The sentences of a reply, cut also at a comma where another item is named."""
    start, glue, stops = 0, "", True
    pieces: list[_Piece] = []
    for found in _GLUE.finditer(text):
        pieces.append(_Piece(glue, text[start : found.start()], stops))
        start, glue, stops = found.end(), found.group(), found["stop"] is not None
    pieces.append(_Piece(glue, text[start:], stops))
    whole: _Piece | None = None
    for piece in pieces:
        if whole is None or piece.stops or (not _ENDS_WITH_KEY.search(whole.text) and _speaks_of(piece.text, items)):
            if whole is not None and whole.text.strip():
                yield whole
            whole = piece
        else:
            whole = whole._replace(text=f"{whole.text}{piece.glue}{piece.text}")
    if whole is not None and whole.text.strip():
        yield whole


_ENDS_WITH_KEY = re.compile(rf"(?:^|\s){KEY}$", re.IGNORECASE)
"""1, 3 and 5 are done: what stands behind the comma is no piece of its own."""


def _speaks_of(piece: str, items: Mapping[str, str]) -> bool:
    return bool(_told(piece, items) or praises(piece))


def _told(piece: str, items: Mapping[str, str]) -> list[str]:
    """What a piece says of items, told with them; nothing where it names none."""
    plain = piece.strip().rstrip(" .,;!")
    if len(plain.split()) > _MOST_WORDS:
        return []
    for shape, say in ((_DONE_TO, _done), (_FOR_IT, _for_it), (_SAID, _said)):
        if found := shape.match(plain):
            named = meant(found["keys"], items)
            said = say(found, plain[found.end() :], several=len(named) > 1) if named else None
            return _apart(f"About {_quoted(named)}: {said}") if said else []
    return []


def _done(found: re.Match[str], rest: str, *, several: bool) -> str | None:
    """ "Drop 2 and 4", "I finished 3"."""
    if ENOUGH.match(rest):
        return None
    act, it = found["act"].strip(), "them" if several else "it"
    off = _OFF.search(act)
    return f"{act[: off.start()]} {it}{off.group()}{rest}" if off else f"{act} {it}{rest}"


def _for_it(_found: re.Match[str], rest: str, *, several: bool) -> str | None:
    """ "For 2 we need Olek"."""
    return rest


def _said(found: re.Match[str], rest: str, *, several: bool) -> str | None:
    """ "4 is Priyanka's", "6 no", "3 -> Friday"; three who are ill are so many, and no third item."""
    if verb := _IS.match(rest):
        counts = verb["several"] and not several and found["keys"].isdigit()
        if counts or _OWN_POINT.match(rest) or ENOUGH.match(rest[verb.end() :]):
            return None
        return f"{'they' if several else 'it'} {_owned(re.sub(r"^['’]s", 'is', rest.strip()))}"
    says = _SAYS.match(rest)
    return _YES_NO.sub(r"\g<word>, ", rest[says.end() :]) if says else None


_YES_NO = re.compile(r"^(?P<word>no|nope|yes|yep)[\s!.,–-]+(?=\w)", re.IGNORECASE)


def _apart(told: str) -> list[str]:
    """What is told of an item, and behind a "no" what is done instead."""
    found = _KEPT_TO.search(told) if '": no' in told else None
    return [told[: found.start()], told[found.end() :]] if found else [told]


def _owned(said: str) -> str:
    """ "Is priyankas" with whose it is as it is written: "is Priyanka's"."""
    found = _POSSESSIVE.match(said)
    named = next((m for m in find_names(found["who"]) if m.kind == "entity:person"), None) if found else None
    return f"{found['is']}{named.canonical}'s" if found and named else said


_REPLY_WORD = re.compile(rf"\W*(?:{_REPLIES}|ok(?:ay)?\b|fine\b|sure\b)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:^|(?<=[\s;,]))(?P<key>\d{1,2})(?:[.):]\s+|\s[-–]\s|\s(?=(?:yes|no|ok|done)\b))")


_LAUGHS = re.compile(r"^(?:lol|haha\w*|hm+|well|ok)[\s,]+(?=\w)", re.IGNORECASE)


def _by_their_numbers(text: str, items: Mapping[str, str]) -> str | None:
    """A reply that is itself numbered: "1. yes 2. no, only on staging 3. Mira"."""
    lines = by_line(text)
    said = [(str(number), line) for number, line in lines.items()] if list(lines) == sorted(lines) else []
    said = said if said and all(key in items for key, _ in said) else _pieces(text)
    if len(said) < 2 or not all(key in items for key, _ in said):
        return None
    told = [(key, _LAUGHS.sub("", one.strip(" \n,;.!"))) for key, one in said]
    if not all(one for _, one in told) or not any(_REPLY_WORD.match(one) for _, one in told):
        return None
    return "\n".join(f"About {_quoted([items[key]])}: {one}." for key, one in told)


def _pieces(text: str) -> list[tuple[str, str]]:
    """What is said behind each number of a reply that begins with one."""
    found = list(_NUMBERED.finditer(text))
    if not found or found[0].start():
        return []
    ends = [*(key.start() for key in found[1:]), len(text)]
    return [(key["key"], text[key.end() : end]) for key, end in zip(found, ends, strict=True)]


def _quoted(named: Sequence[str]) -> str:
    return joined([f'"{item}"' for item in named])
