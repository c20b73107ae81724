"""Small pieces of wording for sentences that are put together from structured fields."""

import re
from collections.abc import Sequence

from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.words import lower_first, upper_first
from memorist.nodes.reading.segments import segments_of

IMPERATIVES = frozenset(
    """
    acknowledge add announce answer apply approve archive ask assign avoid batch bind branch build bump buy call cancel
    change check cherry-pick choose clean clear close commit compare configure confirm consider consult contact convert
    copy create debounce declare decode decrease define delete deploy disable document double-check downgrade download
    drain draft drop email enable encode ensure escalate escape execute explain export extract fetch file fill find
    finish fix flush follow force format generate get give go guard implement import improve include increase inform
    inline install investigate invalidate invite keep label launch learn let limit link lint load lock log look lower
    make mark measure meet merge migrate mock monitor move name notify open order organise organize override page pass
    patch pay pick pin ping pipe plan post prefer prepare print publish pull push put raise read rebase rebuild record
    reduce refactor refresh regenerate register reinstall release reload remount remove rename render renew repair
    replace reply report request research reset restart restore retry return revert review roll rotate run sanitize
    save scale schedule search sell send set share ship show skip split squash start stay stop store stub study submit
    switch sync tag take talk tell test throttle touch track train trigger try turn undo uninstall update upgrade
    upload use validate verify visit wait walk warn wipe work wrap write
    """.split()
)
"""Verbs that instructions and items of a plan begin with."""
_BEFORE_VERB = frozenset({"please", "then", "first", "also", "always", "never", "don't", "do", "not", "to", "and"})
MAX_CHARS = 8_000
"""Length of a message that patterns look at; all of it stays in the raw episode."""
_LIST_SEPARATOR = re.compile(r"\s*[,;]\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+")


def sentences_of(text: str) -> list[str]:
    """The sentences, items and headings of a text that are the speaker's own words."""
    return [one.text for one in segments_of(text) if one.own and any(c.isalnum() for c in one.text)]


def tidy(text: str) -> str:
    """The beginning of a text, at most :data:`MAX_CHARS`, with single spaces and no empty lines.

    Patterns are tried on tidy text only: on a run of thousands of spaces many of them take quadratic time.
    """
    lines = (" ".join(line.split()) for line in text[:MAX_CHARS].splitlines())
    return "\n".join(line for line in lines if line)


def is_instruction(text: str) -> bool:
    """Return true if a text begins by telling somebody what to do: "Please always run the tests"."""
    for word in re.findall(r"[\w'’-]+", text[:80]):
        plain = word.lower().replace("’", "'")
        if plain not in _BEFORE_VERB:
            return plain in IMPERATIVES
    return False


def items_of(text: str) -> tuple[str, ...]:
    """ "types, tests and null checks" → its three items."""
    return tuple(item.strip() for item in _LIST_SEPARATOR.split(text) if item.strip())


def cut_at(end: re.Pattern[str], text: str) -> list[str]:
    """Cut a text at the matches of a pattern; at one that names what stands behind it (``verb``) only before a verb."""
    pieces: list[str] = []
    begin = 0
    for found in end.finditer(text):
        if found["verb"] is None or found["verb"].lower() in IMPERATIVES:
            pieces.append(text[begin : found.start()])
            begin = found.end()
    return [*pieces, text[begin:]]


def sentence(text: str) -> str:
    """Single spaces, no stop at the end, a capital at the beginning unless it begins with a name such as "iOS"."""
    tidy = " ".join(text.split()).strip(" .,;!")
    first = tidy.partition(" ")[0]
    named = any(c in first for c in "-_./@") or any(c.isupper() for c in first[1:])
    return tidy if named else upper_first(tidy)


def as_written(text: str) -> str:
    """Single spaces and no stop at the end; a word that begins a text in small letters may be a command's name."""
    return " ".join(text.split()).rstrip(" .,;")


def lowered(text: str) -> str:
    """The text as it reads inside a sentence: a small first letter, unless it begins with a name."""
    first = text.partition(" ")[0]
    if first == "I" or any(c.isupper() for c in first[1:]) or any(m.start == 0 for m in find_entities(text)):
        return text
    return lower_first(text)


def joined(items: Sequence[str]) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
