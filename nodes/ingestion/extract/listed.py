"""The items that an assistant listed, by number, as they may be quoted; and whether they are a choice to be made."""

import re
from collections.abc import Mapping

from memorist.nodes.ingestion.extract.options import EMPHASIS, FIRST_SENTENCE, digit, options_of
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import lower_first

LEAD = (
    r"(?:(?:yes|yeah|yep|no|nope|ok(?:ay)?|sure|right|but|and|so|also|oh|ah|hm+|wait|btw|thx|thanks|good|great|"
    r"perfect|nice|looks?\sgood)[\s,.!:]+)*"
)
"""What a reply begins with before it names an item, as a regular expression."""
WORD = r"(?:(?:number|no\.?|nr\.?|item|point|task|bullet)\s|#\s?)"
KEY = rf"{WORD}?\d{{1,2}}(?![\w%€$£]|[.,:]\d)"
_KEYS = rf"{KEY}(?:(?:\s?,\s?(?:and\s)?|\s?/\s?|\s?[-–]\s?|\s(?:and|&|\+|to)\s|\s?&\s?){KEY})*"
_COUNT = r"(?:two|three|four|\d)"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_ORDINAL = "|".join(_ORDINALS)
_THINGS = r"(?:ones?|items?|points?|tasks?)\b"
_PLACE = (
    rf"(?:(?:the\s)?(?:first|last)\s{_COUNT}(?!\w)(?:\s{_THINGS})?|"
    rf"the\s(?:{_ORDINAL}|last)\b(?:\s{_THINGS})?|(?:{_ORDINAL}|last)\s{_THINGS})"
)
NAMED = rf"(?P<keys>{_KEYS}|{_PLACE})"
"""One or several items of a list, by number or place, as a regular expression."""
_ASKS_AMOUNT = re.compile(
    r"\b(?:how\s(?:many|much|long|often|big|large|far|old)|(?:what|which)\s(?:number|limit|size|amount|version|port|time))\b[^?]*\?\s*$",
    re.IGNORECASE,
)
_LINE = re.compile(r"^[ \t]*(?:\*\*)?(?P<key>\d{1,2})[.):](?:\*\*)?[ \t]+(?P<what>\S.*?)[ \t]*$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[-*•–][ \t]+(?P<what>\S.*?)[ \t]*$", re.MULTILINE)
_TITLE = re.compile(r"\*\*(?P<title>[^*]{3,80}?):?\*\*")
_LONGEST = 24
"""In words: of a longer item, what stands before its first comma."""
_PUTS_CHOICE = re.compile(
    r"\b(?:options?|ways|choices|ideas|alternatives|candidates|suggestions|names|which|either|pick|choose|prefer|favou?r|recommend|suggest|should|shall|"
    r"(?:i['’]d|i\swould|you\scould|we\scould)\s(?:go|use|take|pick|start|do))\b",
    re.IGNORECASE,
)


def items_of(text: str) -> dict[str, str]:
    """What a text lists by number, from 1 on: ``{"1": "Post the letter", "2": "Fia's poster"}``.

    Questions keep their mark. Items without numbers are told by their places alone ("the last two"), and keyed by
    ``-1``, ``-2`` …; where two lists begin at 1, nobody knows what a number means.
    """
    lines = list(_LINE.finditer(text))
    if [line["key"] for line in lines] == [str(number) for number in range(1, len(lines) + 1)] and len(lines) > 1:
        return {line["key"]: _as_quoted(line["what"]) for line in lines}
    if lines:
        return {}
    inline = options_of(text)
    if inline and all(key.isdigit() for key in inline):
        return {key: _as_quoted(what) for key, what in inline.items()}
    bullets = list(_BULLET.finditer(text))
    if len(bullets) > 1:
        return {f"-{number}": _as_quoted(bullet["what"]) for number, bullet in enumerate(bullets, start=1)}
    return {}


def offers_choice(text: str) -> bool:
    """Whether what stands around a list puts it as a choice: "I see three options: …", "I'd favour the first"."""
    return bool(_PUTS_CHOICE.search(_BULLET.sub("", _LINE.sub("", text))))


def _as_quoted(item: str) -> str:
    """An item in the words that it is spoken of with: its title, its first sentence, without marks of emphasis."""
    asks = item.endswith("?")
    title = _TITLE.match(item)
    plain = EMPHASIS.sub("", title["title"] if title else item).replace('"', "'").strip()
    first = FIRST_SENTENCE.match(plain)
    plain = (first.group() if first else plain).strip(" ,;:")
    if len(plain.split()) > _LONGEST:
        plain = plain.split(", ", 1)[0]
    if " " in plain and not _WHOSE.match(plain) and not any(name.start == 0 for name in find_names(plain)):
        plain = lower_first(plain)
    return plain if not asks or plain.endswith("?") else f"{plain}?"


_WHOSE = re.compile(r"\w+['’]s\b")
"""Fia's poster: a name, whoever she is."""


def asks_amount(text: str) -> bool:
    """Whether a text ends by asking for a number: three is then no third item."""
    return bool(_ASKS_AMOUNT.search(text))


_RANGE = re.compile(r"(?P<first>\d{1,2})\s?(?:[-–]|\sto\s)\s?(?P<last>\d{1,2})")


def _all_of(found: re.Match[str]) -> str:
    return ",".join(str(number) for number in range(int(found["first"]), int(found["last"]) + 1)) or found.group()


def meant(keys: str, items: Mapping[str, str]) -> list[str]:
    """The items that numbers or places mean; nothing where one of them is none."""
    listed, said = list(items.values()), keys.lower().removeprefix("the ")
    if not re.search(r"\d", said) or re.match(r"(?:first|last)\s", said):
        place, _, count = said.partition(" ")
        if several := re.match(_COUNT, count):
            number = int(digit(several.group()))
            if not 0 < number < len(listed):
                return []
            return listed[:number] if place == "first" else listed[-number:]
        at = -1 if place == "last" else _ORDINALS.index(place)
        return [listed[at]] if at < len(listed) else []
    if any(not key.isdigit() for key in items):
        return []
    said = _RANGE.sub(_all_of, said)
    wanted = re.findall(r"\d+", said)
    return [items[key] for key in wanted] if all(key in items for key in wanted) else []
