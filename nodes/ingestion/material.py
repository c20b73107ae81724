"""Text that is handed over to be worked on: "translate this into Italian: the shop is closed today".

What it says is not said by the user, however much it looks like it: it is to be translated, corrected or shortened.
"""

import re
from typing import NamedTuple

from memorist.nodes.language.seeking import Shape

_WORK = (
    r"(?:translate|proof-?read|rewrite|rephrase|reword|paraphrase|summari[sz]e|shorten|correct|polish|spell-?check|"
    r"transcribe|condense|simplify|edit|(?:find|spot|mark|fix|list|underline)\s(?:all\s)?(?:the\s|my\s|any\s)?(?:\w+\s)?(?:mistakes|errors|typos)(?:\sin)?|"
    r"grade|mark|analy[sz]e)"
)
_TEXT = r"(?:text|draft|paragraph|abstract|poem|essay|blurb|speech|caption|sentence|headline|intro)"
_BEGINS = r"(?:^|(?<=[.!?]\s)|(?<=\n))"
_WORKED_ON = re.compile(
    rf"{_BEGINS}(?:(?:ok(?:ay)?|hi|hey|so|and|now|please|pls|(?:can|could|would|will)\s(?:you|u)|help\sme(?:\sto)?|i(?:['’]d)?\s(?:need|want|like|would\slike)\s(?:you\s)?to|"
    rf"quickly|just|also|then|first|next)[\s,!]+)*{_WORK}(?:\s(?:this|that|these|it|the\sfollowing|(?:(?:the|my|this|that)\s(?:[\w'’]+\s){{0,2}})?{_TEXT})\b(?P<how>[^.!?:\n]{{0,40}})|\s(?:in)?to\s[a-z]+)?:\s+"
    r"(?P<text>(?:[\"“„«][^\"“”„«»]+[\"”»])|\S(?:(?!\n\s*\n)[\s\S])*)",
    re.IGNORECASE,
)
_HANDED_OVER = re.compile(
    rf"{_BEGINS}(?:(?:ok(?:ay)?|so|and|now)[\s,]+)*(?:here\s(?:it|they)\s(?:is|are|comes?|goes?)|(?:here['’]?s|here\sis|this\sis)\s(?:it|(?:the|my)\s(?:\w+\s)?{_TEXT}|what\si\shave)|"
    rf"(?:the|my)\s{_TEXT}(?:\sis)?)(?P<how>[^.!?:\n]{{0,30}}):?\s+(?P<text>[\"“„«][^\"“”„«»]{{20,4000}}[\"”»])",
    re.IGNORECASE,
)
_PIECE = rf"(?:{_TEXT}|mail|e-?mail|message|letter|reply|passage|copy)"
_SINGLE = r"(?<![\w'‘])['‘](?=\S)[^\n]{20,4000}?(?<=[.!?])['’](?=\s|$)"
_ASKED_OF = re.compile(
    rf"\b(?:this|the\sfollowing|that|my)\s(?:[\w'’]+\s){{0,2}}{_PIECE}\b[^\"“„«\n]{{0,200}}?[?.:!]\s+"
    rf"(?P<text>[\"“„«][^\"“”„«»]{{20,4000}}[\"”»]|{_SINGLE})",
    re.IGNORECASE,
)
"""Can you make this paragraph friendlier? "We do not offer refunds.", in quotation marks of any kind."""
_ASKS = re.compile(r"\?|\b(?:please|pls|check|can\syou|could\syou)\b", re.IGNORECASE)
_LASTING = re.compile(r"\b(?:always|never|every|each|from now on|whenever|when|before|after|rule)\b", re.IGNORECASE)
_OF_SOMEBODY = re.compile(
    r"\bfrom\s(?:the|our|an?|my|[A-Z])|\b(?:wrote|sent|replied|answered|says?|said|client|customer|boss)\b"
)
"""Whose words come behind it: a letter of somebody else's, which is told."""
_LOOK_BACK = 200
_CUE = Shape(rf"\b(?:{_WORK}|here|this\sis|{_PIECE})\b", re.IGNORECASE)


class Material(NamedTuple):
    """A message with a text to be worked on: what stands before it, the text and what brings it in, the rest."""

    before: str
    text: str
    after: str


def material_in(message: str) -> Material | None:
    """The text in a message that is to be worked on; null when there is none."""
    if not _CUE.search(message):
        return None
    found = _WORKED_ON.search(message) or _HANDED_OVER.search(message)
    if found is None and (asked := _ASKED_OF.search(message)) and _ASKS.search(message[: asked.start("text")]):
        return Material(message[: asked.start("text")], asked["text"], message[asked.end() :])
    if found is None or _LASTING.search(found["how"] or ""):
        return None
    if found.re is _HANDED_OVER and _OF_SOMEBODY.search(message[max(0, found.start() - _LOOK_BACK) : found.start()]):
        return None
    return Material(message[: found.start()], found.group().strip(), message[found.end() :])


_QUOTATION = re.compile(
    r"^\W*[\"“„«][^\"”»]{3,300}[\"”»]\W*\s(?:it['’]?s|that['’]?s|this\sis|it\swas)\s(?:a\s(?:quote|line|sentence|phrase)\s)?(?:from|by|in|out\sof)\s(?!our\b|my\b|us\b|the\steam\b)",
    re.IGNORECASE,
)


def is_quotation(clause: str) -> bool:
    """Whether a clause only quotes, and says out of which book or by whom."""
    return clause.lstrip()[:1] in '"“„«' and bool(_QUOTATION.match(clause))
