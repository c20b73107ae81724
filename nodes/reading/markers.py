"""Closed-class words, in several languages, that decide what a sentence is: negation, doubt, permission, role play.

The lists are data (``markers.yaml``). A language that is not listed loses only the protection of these lists: the
checks of quotes, numbers, names and words do not depend on a language.
"""

import re
import unicodedata
from typing import Any

from memorist.memory_store.domain.identity import folded
from memorist.nodes.language.shipped import shipped

_DATA: dict[str, dict[str, Any]] = shipped(__name__, "markers.yaml")


def _words(name: str) -> frozenset[str]:
    return frozenset(_DATA[name].get("words", "").split())


def _matcher(name: str) -> re.Pattern[str]:
    phrases: list[str] = _DATA[name].get("phrases", [])
    listed = (re.escape(word) for word in sorted(_words(name), key=len, reverse=True))
    whole = rf"(?<![\w'])(?:{'|'.join((*phrases, *listed))})(?![\w'])"
    return re.compile("|".join(filter(None, (whole, _DATA[name].get("anywhere")))))


GLUE = _words("glue")
"""Words that may be in a content without being in the evidence: articles, pronouns, auxiliaries, "user", "team"."""
RENDERING = _words("rendering")
"""Neutral verbs by which a claim may be told: "we are on pnpm" is "Team uses pnpm"."""
SPEAKERS = {"user": _words("says_user"), "team": _words("says_team")}
"""Names by which a reader may call the two subjects that every conversation has."""
PEOPLE = _words("people")
"""Words for people one speaks of: "my sister"."""
NEGATION = re.compile(_matcher("negation").pattern + r"|n't\b")
CONDITION = _matcher("condition")
LIMITS = _matcher("limits")
"""Words by which a permission or a change is given for a part only."""
DOUBT = _matcher("doubt")
FORBIDS = _matcher("forbids")
OWN_HABIT = re.compile(
    r"(?<![\w'])(?:i|we|he|she|they|ich|wir|je|nous|yo|nosotros)(?:'ve|'d|'ll)? (?:have |had |would )?never\b"
)
"""Somebody's habit ("I never …"), which is no rule for others."""
ALLOWS = _matcher("allows")
ROLE_PLAY = _matcher("role_play")
PICKS = _matcher("picks")
THIRD_PERSON = _matcher("third_person")
FIRST_PERSON = _matcher("first_person")
TIME = _matcher("time")

_SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "−": "-"})
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_SMALL)}


def plain(text: str) -> str:
    """The form in which markers are looked for: compatibility forms unified, case folded, one kind of quote."""
    return unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()


_ANSWERED_NO = re.compile(r"^\W*(?:[^\W\d_]+\W+){0,2}?(?:no|nope|nah|nein|non)\s*[,.!;:–—]\s*")
"""A "no" in front of a statement answers what was said before; it denies nothing of the statement."""


def denies(text: str) -> bool:
    """Return true if a text holds a negation."""
    return NEGATION.search(_ANSWERED_NO.sub("", plain(text))) is not None


def forbids(text: str) -> bool:
    """Return true if what a rule demands is that something is not done."""
    return FORBIDS.search(plain(text)) is not None or denies(text)


def narrows(said: str, held: str = "") -> bool:
    """Return true if words hold a condition or limit that a rule or statement lacks: they concern a part of it."""
    return any(of.search(plain(said)) and not of.search(plain(held)) for of in (CONDITION, LIMITS))


def speaker_of(subject: str) -> str:
    """``user`` and ``team`` for any word that means them, else the subject."""
    word = folded(subject).removeprefix("the ")
    return next((name for name, words in SPEAKERS.items() if word in words), subject.strip())
