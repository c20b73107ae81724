"""Topics: does a later statement speak of what an older one is about, or only of a name or a word that is in both?"""

import re
from functools import lru_cache

from memorist.nodes.dates.grammar import any_of
from memorist.nodes.dates.tense import tells_an_act
from memorist.nodes.language.lexical import stem
from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.markers import denies

_NAME = r"(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof|Frau|Herr|Mme)\.?\s)?[A-ZÀ-Ý][\w’'-]*(?:\s[A-ZÀ-Ý][\w’'-]*)*)"
_OWNER = r"(?:my|our|his|her|their|the|this|that|[\w-]+['’]s)"
_INSTEAD = re.compile(
    rf"\b(?:instead\sof|rather\sthan|in\splace\sof)\s(?:the\s|our\s)?(?P<name>{_NAME})|"
    rf"\bfrom\s(?P<left>{_NAME})\s(?:over\s)?to\s(?-i:[A-ZÀ-Ý])",
    re.IGNORECASE,
)
_VALUE_OF = re.compile(
    r"(?:(?:the|our|my)\s)?(?P<own>[a-z][\w-]*(?:\s[a-z][\w-]*){0,3})\s(?:of|for|in|on)\s(?P<whole>[^,;:]{2,60}?)"
    r"\s(?:is|are|was|were)\s(?:at\s|about\s|around\s|now\s|still\s|currently\s|set\sto\s)*[^\w\s]?\d",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"(?<!\w)\d")
_SAME = 4
"""Letters that two spellings of a name begin with: "Postgres", "PostgreSQL"."""


def may_end(old: str, new: str, shared: frozenset[str]) -> bool:
    """Return true if a later statement may be about what an older one says, by the words that they share.

    Who somebody is does not end with news about that person, nor who does what with a report of what was done, nor a
    value with what is said of the thing that it belongs to; what takes the place of a named thing ends no statement in
    which that thing is not named.

    Args:
        old: the older statement.
        new: the later one.
        shared: the stems of the words that are in both.
    """
    return not (
        _is_news_of_a_person(old, new, shared)
        or _is_work_in_a_role(old, new)
        or _is_of_the_whole(old, new, shared)
        or _replaces_other(old, new)
    )


@lru_cache(maxsize=1)
def _cues() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    data = shipped(__name__, "topics.yaml")
    bonds, offices = (
        any_of([*(f"{one}s" for one in data[name].split()), *data[name].split()]) for name in ("bonds", "offices")
    )
    bonds = rf"{bonds}(?:-in-law)?"
    anybody = rf"(?:{bonds}|{offices})"
    parting = any_of([*data["parting"].split(), *data["parting_phrases"]])
    words = r"(?:[\w-]+\s){0,3}?"
    identity = (
        rf"(?<!\w){anybody}(?!\w)(?:['’]s)?[^.;!?]{{0,50}}?\s(?:(?:called|named)|names?\s(?:is|are))\s(?P<called>{_NAME}(?:\sand\s{_NAME})?)|"
        rf"\b{_OWNER}\s{words}{bonds}(?:\sis|\swas|['’]s|:)\s(?P<named>{_NAME})(?=\W*(?:$|[,;:.(]|and\b|who\b))|"
        rf"\b(?P<first>{_NAME})(?:\s\([^()]*\))?(?:\sis|\swas|['’]s)\s{_OWNER}\s{words}{bonds}(?!\w)"
    )
    return (
        re.compile(identity, re.IGNORECASE),
        re.compile(rf"(?<!\w){anybody}(?!\w)", re.IGNORECASE),
        re.compile(rf"(?<!\w){parting}(?!\w)|\blet\s\w+\sgo\b", re.IGNORECASE),
    )


def _is_news_of_a_person(old: str, new: str, shared: frozenset[str]) -> bool:
    """Return true if an older statement says who somebody is, and a later one shares no more than the name with it."""
    identity, roles, parting = _cues()
    found = identity.search(old)
    if found is None:
        return False
    name = _stems(found["called"] or found["named"] or found["first"])
    if not shared <= name:
        return False
    said = {stem(word.casefold()) for word in roles.findall(old)}
    another = re.search(rf"\bnot\s(?:{'|'.join(map(re.escape, name))})", new, re.IGNORECASE)
    return parting.search(new) is None and another is None and said.isdisjoint(_stems(new))


@lru_cache(maxsize=1)
def _role_cues() -> tuple[re.Pattern[str], re.Pattern[str]]:
    data = shipped(__name__, "topics.yaml")
    roles, changes = data["roles"], [*data["roles"], *data["handing"].split()]
    return (
        re.compile(rf"(?<!\w){any_of(roles)}(?!\w)", re.IGNORECASE),
        re.compile(rf"(?<!\w){any_of(changes)}(?!\w)", re.IGNORECASE),
    )


def _is_work_in_a_role(old: str, new: str) -> bool:
    """Return true if an older statement says who does what ("I take care of insurance"), and a later one tells what
    was done ("Insurance: I asked Helvetia") and not who does it from now on."""
    roles, changes = _role_cues()
    if roles.search(old) is None or not tells_an_act(new):
        return False
    return changes.search(new) is None and _cues()[2].search(new) is None and not denies(new)


def _is_of_the_whole(old: str, new: str, shared: frozenset[str]) -> bool:
    """Return true if an older statement gives a value of a thing ("the retry limit of the payment call"), and a later
    one names neither a value nor the thing, but something that its name is made of ("payments")."""
    found = _VALUE_OF.match(old)
    if found is None or _NUMBER.search(new):
        return False
    own, whole = _words(found["own"]), _words(found["whole"])
    return whole[-1:] != [] and whole[-1] not in shared and shared <= {*own[:-1], *whole}


def _replaces_other(old: str, new: str) -> bool:
    """Return true if a later statement names what it takes the place of, and an older one does not."""
    named = [found["name"] or found["left"] for found in _INSTEAD.finditer(new)]
    known = {word[:_SAME] for word in _stems(old)}
    return bool(named) and all(known.isdisjoint({word[:_SAME] for word in _stems(name)}) for name in named)


def _words(text: str) -> list[str]:
    return [stem(word.casefold().replace("’", "'").removesuffix("'s")) for word in _WORD.findall(text)]


def _stems(text: str) -> frozenset[str]:
    return frozenset(_words(text))
