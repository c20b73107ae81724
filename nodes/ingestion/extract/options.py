"""Options that an assistant listed, and replies that take them up by letter, number or place: "we cut a and c"."""

import re
from collections.abc import Mapping, Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.imperatives import INSTRUCTION
from memorist.nodes.ingestion.extract.numbered import numbered
from memorist.nodes.language.tokens import in_quotes
from memorist.nodes.language.words import lower_first, upper_first

_LINE = re.compile(
    r"^\s*(?:[-*]\s)?(?:option\s)?\(?(?P<key>[1-9]|[a-h])(?:[.):]|\s[–-])\s+(?P<what>\S.*?)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_INLINE = re.compile(
    r"(?:\boption\s(?P<named>[a-h1-9])\s?(?:[:.)]|\sis|\s?[–—-])|(?<![\w.])(?P<key>[a-h1-9])\))\s(?P<what>[^,.;\n?]+?)"
    r"(?=,?\s(?:and\s|or\s)?(?:option\s)?[a-h1-9]\)?[:.)]?\s|[,.;\n?]|$)",
    re.IGNORECASE,
)
FIRST_SENTENCE = re.compile(r"^.*?(?=[.!](?:\s|$)|$)", re.DOTALL)
EMPHASIS = re.compile(r"[*`]{1,3}|(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)")
"""Marks of emphasis; the underscores inside max_wal_size are none."""
_PLACES = ("first", "second", "third", "fourth", "fifth")
PLACE = rf"(?:{'|'.join(_PLACES)}|former|latter|last|middle)"
"""A place in a list, as a regular expression."""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BY_WORD = re.compile(rf"\b(?P<place>{'|'.join(_PLACES)})(?:ly)?(?::|,)\s(?P<what>[^.;\n?]+)", re.IGNORECASE)
_ITEM = r"[\w@.+#'’/-]+(?:\s[\w@.+#'’/-]+){0,4}?"
_ROW = re.compile(
    rf"(?:^|:\s|[.!]\s|\b(?:show|use|try|take|like|are|between|either|consider|pick|suggest|recommend)\s)(?P<row>{_ITEM}(?:,\s{_ITEM}){{0,6}},?\s(?:or|and|then|,\sthen)\s{_ITEM})"
    r"(?=[.?!]|\s(?:would|could|should|are|all|both|is|do|work|works|come)\b|$)",
    re.IGNORECASE,
)
_APART = re.compile(r",?\s(?:or|and|then)\s|,\s")


_ASKS_WHICH = re.compile(r"\b(?:should|shall|do|does|would|will|is|are|can|could)\s[^.?!]*\?", re.IGNORECASE)
"""Should it go out daily or weekly? A question, whose answer says what is preferred."""


def row_of(text: str) -> list[str]:
    """The things that a text offers side by side: "Harbor, Lantern or Quill"."""
    found = None if _ASKS_WHICH.search(text) else _ROW.search(EMPHASIS.sub("", text))
    return [item.strip(" .!?") for item in _APART.split(found["row"]) if item.strip()] if found else []


def options_of(text: str) -> dict[str, str]:
    """What a text lists by number or letter: ``{"1": "Heron", "2": "Kestrel"}``; questions are no options."""
    lines = {found["key"].lower(): found["what"] for found in _LINE.finditer(text)}
    inline = {(o["named"] or o["key"]).lower(): o["what"] for o in _INLINE.finditer(text)}
    in_a_row = {str(number): what for number, what in numbered(text).items()}
    by_place = {str(_PLACES.index(o["place"].lower()) + 1): o["what"] for o in _BY_WORD.finditer(text)}
    nothing: dict[str, str] = {}
    listed = next((found for found in (lines, inline, in_a_row, by_place) if _from_the_start(found)), nothing)
    plain = {key: EMPHASIS.sub("", what).strip() for key, what in listed.items()}
    if any(what.endswith("?") for what in plain.values()):
        return {}
    said = {key: found.group().strip(" ,;") for key, what in plain.items() if (found := FIRST_SENTENCE.match(what))}
    return said if all(said.values()) else {}


def _from_the_start(listed: Mapping[str, str]) -> bool:
    keys = sorted(listed)
    return len(keys) > 1 and keys[0] in {"1", "a"} and ord(keys[-1]) - ord(keys[0]) == len(keys) - 1


def digit(key: str) -> str:
    """ "Number three" is 3."""
    return str(NUMBERS.index(key) + 1) if key in NUMBERS else key


def at_place(place: str, offered: Sequence[str]) -> str | None:
    """The one of several that a word for a place means; null where there are not so many."""
    word = place.lower()
    at = {"former": 0, "latter": 1, "last": len(offered) - 1, "middle": 1 if len(offered) == 3 else -1}.get(word, -1)
    at = _PLACES.index(word) if word in _PLACES else at
    return offered[at] if 0 <= at < len(offered) else None


_KEY = re.compile(
    r"(?<![\w'’.,-])(?P<lead>(?:option|number|no\.|nr\.?|#)\s?)?(?P<key>[1-9]|[a-h])(?![\w'’%]|[.,:]\w)", re.I
)
_ARTICLE = re.compile(r"a\s(?!and\b|or\b|&|\+|is\b|stays?\b|goes\b|it\b|only\b|then\b|but\b|for\b|please\b)", re.I)
_BY_PLACE = re.compile(
    rf"\bthe\s(?P<place>{PLACE})(?:\s(?:one|option)\b|(?=\s(?:is|was|has|will|sounds?|looks?)\b))|"
    rf"(?<=\bnot\s)the\s(?P<denied>{PLACE})(?=\W*$)",
    re.I,
)
_WANTED_BY_NONE = re.compile(
    r"(?P<what>[^.,;]+?)\s(?P<who>nobody|no one)\s(?P<does>[a-z]+s(?:\sto\s[a-z]+)?)(?=\W*$|[.,;])", re.I
)
_JUDGES = re.compile(r"\d\s?[:,]?\s(?:yes|no|yep|nope|nah|ok)\b|\b(?:yes|no|yep|nope|nah)\s(?:to|for|on)\s\d", re.I)
"""1 and 3 yes, 2 no: each is answered for itself."""
_LONGEST = 16
"""In words: who tells more does not speak in keys."""
_TAKEN = re.compile(
    r"(?:^\W*|[,;&+/]\s?|\b(?:and|or|not|only|take|keep|cut|drop|skip|pick|choose|do|scrap|want|need|prefer|like|with|for|than|over|but|so|ok|yes|no|then)\s)$",
    re.I,
)
_SAYS_MORE = re.compile(r"\s(?!and\b|or\b)\w")
"""A is too expensive, B nobody wants: each is told apart."""
_COUNTED = re.compile(
    r"\s(?!and\b|or\b|is\b|are\b|out\b|it\b|then\b|but\b|for\b|stays?\b|goes\b|please\b|only\b)[a-z]", re.I
)
"""We need 2 replicas: an amount."""
ENOUGH = re.compile(
    r"\W*(?:(?:is|are|was|were|would\sbe)\s)?(?:\w+\s)?(?:enough|plenty|too\s(?:many|few|much|little|low|high)|a\slot|at\s(?:most|least)|"
    r"the\s(?:max\w*|min\w*|limit|most|least))\b",
    re.IGNORECASE,
)
"""Two is enough: an amount."""


def with_options(text: str, before: Sequence[Utterance]) -> str:
    """ "We cut a and c, b stays" with what a, b and c stand for; anything else as it is."""
    if not before or before[-1].role != "assistant" or len(text.split()) > _LONGEST or _JUDGES.search(text):
        return text
    return taken_up(text, options_of(before[-1].content))


def taken_up(text: str, options: Mapping[str, str]) -> str:
    """A text with options in the place of their letters, numbers and places; as it is if it names one that is none."""
    text = _BY_PLACE.sub(lambda found: _placed(found, options), text)
    found = [key for key in _KEY.finditer(text) if not _is_other(key, text)]
    if not found or not all(key["key"].lower() in options for key in found):
        return text
    for key in reversed(found):
        front, named = text[: key.start()], in_sentence(options[key["key"].lower()])
        if front.endswith(", ") and _SAYS_MORE.match(text, key.end()):
            front, named = f"{front[:-2]}. ", upper_first(named)
        text = front + named + text[key.end() :]
    return ". ".join(_WANTED_BY_NONE.sub(r"\g<who> \g<does> \g<what>", told) for told in text.split(". "))


def _placed(found: re.Match[str], options: Mapping[str, str]) -> str:
    option = at_place(found["place"] or found["denied"], list(options.values()))
    return in_sentence(option) if option else found.group()


def names_several(text: str) -> bool:
    """Whether a reply speaks of more than one option: "a for the catalogue, c for the cart"."""
    return len([key for key in _KEY.finditer(text) if not _is_other(key, text)]) > 1


def _is_other(key: re.Match[str], text: str) -> bool:
    """Whether a letter is an article, a digit counts something, or it is quoted."""
    if in_quotes(text, key.start()):
        return True
    if key["lead"]:
        return False
    if key["key"].isdigit():
        return bool(_COUNTED.match(text, key.end()) or ENOUGH.match(text, key.end())) or not _TAKEN.search(
            text[: key.start()]
        )
    return bool(_ARTICLE.match(text, key.start()))


_BEGINS_SMALL = re.compile(r"(?:the|an?|our|my|your|some|no|one|two|three)\s", re.IGNORECASE)


def in_sentence(option: str) -> str:
    """An option inside a sentence: "The local paper" with a small letter, "Gotland in August" as it is."""
    tells = bool(INSTRUCTION.match(option)) and option.split()[1:2] != [] and option.split()[1].islower()
    return lower_first(option) if tells or _BEGINS_SMALL.match(option) else option
