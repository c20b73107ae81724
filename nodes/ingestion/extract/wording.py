"""Good sentences: what a person said of himself, told of him by somebody else."""

import re
from collections.abc import Sequence

from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.verbs import IRREGULAR_PASTS, is_regular_past
from memorist.nodes.language.words import lower_first, upper_first

_BE = {"am": "is", "be": "is", "are": "is", "were": "was"}
_SPECIAL = {
    "have": "has",
    "'ve": "has",
    "do": "does",
    "go": "goes",
    "don't": "does not",
    "do not": "does not",
    "haven't": "has not",
    "aren't": "is not",
    "weren't": "was not",
    "won't": "will not",
    "can't": "cannot",
    "dont": "does not",
    "didn't": "did not",
}
_AUXILIARIES = frozenset(
    "is was has had will would can cannot could should must may might shall does did "
    "need'nt wasn't hasn't hadn't isn't wouldn't shouldn't couldn't mustn't doesn't "
    "would've could've should've might've must've".split()
)
_UNCHANGED = _AUXILIARIES | IRREGULAR_PASTS
_ADVERBS = frozenset(
    "always never usually currently also mostly just really still now only often sometimes generally typically "
    "strongly "
    "once twice "
    "finally recently already actually mainly primarily exclusively simply both all officially probably rarely "
    "normally almost nearly hardly barely "
    "neither ever hereby absolutely definitely totally quite kinda personally much deliberately no longer".split()
)
_NO_ADVERBS = frozenset("apply reply supply rely fly imply multiply comply ally bully tally".split())
_OF_THE_TEAM = (
    "size lead leads call calendar channel chat wiki meeting meetings name member members event room budget page space "
    "retro velocity email mailbox inbox board drive account dinner lunch offsite spirit mate mates work decision "
    "policy rule rules standup sync"
).split()
"""In "the team calendar is shared" the team does nothing."""
_SUBJECT = re.compile(
    r"(?<![\w'’@/-])(?P<who>[Ii](?!\.e\b)|[Ww]e|[Tt]he team|[Oo]ur team)(?:(?P<short>['’](?:m|re|ve|ll|d))| "
    rf"(?:(?<!team )|(?!(?:{'|'.join(_OF_THE_TEAM)})\b"
    r"(?:['’]s|\s(?:is|are|was|were|has|have|will|had|must|should|can|\w+s)\b|$)))"
    r"(?P<rest>[a-z'’]+))?(?![\w@/])"
)
_OTHERS = (
    (re.compile(r"(?<![\w'’])([Mm])yself\b"), "themselves"),
    (re.compile(r"(?<![\w'’])([Oo])urselves\b"), "itself"),
    (re.compile(r"(?<![\w'’])(my|My)\b"), "{user}'s"),
    (re.compile(r"(?<![\w'’])(our|Our)\b(?! team)"), "the team's"),
    (re.compile(r"(?<![\w'’])me\b"), "{user_object}"),
    (re.compile(r"(?<![\w'’])([Mm]ine)\b"), "{user}'s"),
    (re.compile(r"(?<![\w'’])(?<!\d of )(?<!\bbetween )(?<!\bhelp )us\b(?!-)"), "the team"),
    (re.compile(r"(?<![\w'’])([Oo]urs)\b"), "the team's"),
    (
        re.compile(
            r"\blet(?:['’]s|s(?!\s(?:him|her|us|me|you|them|it|the|an?|my|our|his|their|people|users?|everyone|one)\b))\b",
            re.IGNORECASE,
        ),
        "the team will",
    ),
)
_SHORT = {"m": "is", "re": "is", "ve": "has", "ll": "will", "d": "would"}


def third_person(text: str, person: str = "user") -> str:
    """ "I prefer tabs and we use uv" → "User prefers tabs and the team uses uv"; verbs agree, the rest stays.

    Args:
        text: one clause.
        person: the speaker's name; "user" when it is not known.
    """
    told = _SUBJECT.sub(lambda m: _subject(m, person), text)
    user = person if person != "user" else "the user"
    for shape, instead in _OTHERS:
        told = shape.sub(instead.format(user=user, user_object=user), told)
    return sentence(told)


_AFTER_PREPOSITION = re.compile(
    r"\b(?:to|of|for|from|with|by|in|on|at|about|into|than|like|tell|told|ask|asked|gave|give|show|showed|across|within)\s$",
    re.IGNORECASE,
)
"""In "we moved to the team plan" nobody acts."""


_AFTER_MODAL = re.compile(r"\b(?:can|could|should|would|will|may|might|must|shall|do|does|did|had)\s$", re.IGNORECASE)
"""In "how can I help" the verb keeps its form."""


_PARTICIPLE = re.compile(
    r"\s(?:(?:already|just|never|always|only|also|not)\s)?(?!need\b|feed\b|speed\b|embed\b|proceed\b|succeed\b|exceed\b)"
    r"(?:\w+ed|been|got|gotten|done|gone|had|made|said|told|taken|given|seen|known|written|heard|thought|left|lost|found|"
    r"bought|built|broken|chosen|forgotten|begun|met|kept|sent|sold|paid)\b",
    re.IGNORECASE,
)
"""I'd mixed it up: what had been, no wish."""


def _subject(found: re.Match[str], person: str) -> str:
    single = found["who"].lower() == "i"
    if not single and found["who"].lower() != "we" and _AFTER_PREPOSITION.search(found.string, 0, found.start()):
        return found[0].lower()
    name = (person if person != "user" else "the user") if single else "the team"
    if not found["short"] and found["rest"] and _AFTER_MODAL.search(found.string, 0, found.start()):
        return f"{name} {found['rest']}"
    if found["short"] and found["short"][1:] == "d" and _PARTICIPLE.match(found.string, found.end()):
        return f"{name} had"
    if found["short"]:
        return f"{name} {_SHORT[found['short'][1:]]}"
    rest = found["rest"]
    if rest is None:
        return name
    if rest in {"or", "and"}:
        return f"{name} {rest}"
    if _is_adverb(rest):
        return (f"{name} {rest}" if rest != "both" else name) + _PENDING
    return f"{name} {agree(rest)}"


def _is_adverb(word: str) -> bool:
    return word in _ADVERBS or (word.endswith("ly") and word not in _NO_ADVERBS)


_PENDING = "\x00"
_AFTER_ADVERB = re.compile(r"\x00(?: (?P<verb>[a-z'’]+))?")


def agree(verb: str) -> str:
    """The form a verb takes after "he": ``use`` → ``uses``, ``don't`` → ``does not``, past forms stay."""
    if verb in _BE:
        return _BE[verb]
    plain = verb.replace("’", "'")
    if plain in _SPECIAL:
        return _SPECIAL[plain]
    if plain in _UNCHANGED or is_regular_past(plain):
        return plain
    if plain.endswith("ing") and plain not in {"bring", "ping", "sing", "ring", "string"}:
        return plain
    if plain.endswith("s") and not plain.endswith(("ss", "us", "as", "is")):
        return plain  # "our team uses": it agrees already
    if plain.endswith(("s", "x", "z", "ch", "sh")):
        return plain + "es"
    if plain.endswith("y") and plain[-2:-1] not in "aeiou":
        return plain[:-1] + "ies"
    return plain + "s"


def sentence(text: str) -> str:
    """Tidy: verbs behind adverbs agree, spaces single, no trailing stop, and it begins with "Team" or "User"."""
    while _PENDING in text:
        text = _AFTER_ADVERB.sub(_agreeing, text)
    text = re.sub(r"\s+", " ", text).strip(" \t\n.,;!")
    text = re.sub(r"^[Tt]he (user|team)\b", lambda m: m[1].capitalize(), text)
    return upper_first(text) if text and not _keeps_case(text) else text


def _agreeing(found: re.Match[str]) -> str:
    verb = found["verb"]
    if verb is None:
        return ""
    if _is_adverb(verb):
        return f" {verb}{_PENDING}"
    return f" {agree(verb)}"


def _keeps_case(text: str) -> bool:
    """ "expo-router", "iOS" and "dbt" are written as they are."""
    first = text.split(maxsplit=1)[0]
    return any(c in first for c in "-_./@") or any(c.isupper() for c in first[1:])


def lowered(text: str) -> str:
    """The text as it reads inside a sentence: a small first letter, unless it begins with a name."""
    first = text.split(maxsplit=1)[0] if text else ""
    named = any(m.start == 0 for m in find_entities(text))
    return text if named or any(c.isupper() for c in first[1:]) or first == "I" else lower_first(text)


def told_past(text: str) -> str:
    """ "Create an Expo project" → "created an Expo project"; what does not begin with a known verb stays."""
    first, _, rest = text.partition(" ")
    past = (
        _PAST.get(first.lower())
        or _PAST.get(first.lower().removesuffix("s"))
        or _PAST.get(first.lower().removesuffix("es"))
    )
    return f"{past} {rest}".strip() if past else lowered(text)


_PAST = {
    verb: past
    for verb, _, past in (
        pair.partition(":")
        for pair in (
            "create:created set:set begin:began build:built add:added fix:fixed implement:implemented "
            "start:started write:wrote switch:switched install:installed "
            "use:used refactor:refactored update:updated remove:removed move:moved migrate:migrated "
            "replace:replaced configure:configured try:tried test:tested "
            "deploy:deployed integrate:integrated investigate:investigated debug:debugged work:worked make:made "
            "prepare:prepared design:designed review:reviewed "
            "rename:renamed upgrade:upgraded finish:finished explain:explained recommend:recommended read:read "
            "run:ran go:went"
        ).split()
    )
}


def joined(items: Sequence[str]) -> str:
    """ "a, b and c"."""
    items = list(items)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
