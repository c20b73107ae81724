"""Actions on files in a sentence: the verbs of ``files.yaml`` in all their forms, by kind."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from memorist.nodes.language.shipped import shipped

_LEAD = re.compile(
    r"^(?:(?:ever|directly|manually|just|simply|again|please|be|being|try to|attempt to|"
    r"let (?:\w+ ){1,2}?|allow (?:\w+ ){1,2}?to)\s)*",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*(?:,|/|\bor\b|\band\b|\bnor\b)+\s*(?:or\s|and\s)?", re.IGNORECASE)


def leading_verbs(act: str) -> tuple[list[str], str]:
    """The kinds of verbs that an act begins with ("edit or delete"), and what follows them."""
    rest = _LEAD.sub("", act.strip())
    kinds: list[str] = []
    while found := verb().match(rest):
        kinds.append(kind_of(found))
        rest = rest[found.end() :]
        joined = _JOINED.match(rest)
        if joined is None or not verb().match(rest[joined.end() :]):
            break
        rest = rest[joined.end() :]
    return kinds, rest


def kind_of(found: re.Match[str]) -> str:
    """The kind of a verb that :func:`verb` found: change, make, touch, delete, move, read, commit or any."""
    return _forms()[found["verb"].casefold()]


def is_verb(word: str) -> bool:
    """Return true if a word by itself is such a verb."""
    return word.casefold() in _forms()


@cache
def verb() -> re.Pattern[str]:
    """Any of the verbs, in any form."""
    forms = sorted(map(re.escape, _forms()), key=len, reverse=True)
    return re.compile(rf"(?<![\w/.-])(?P<verb>{'|'.join(forms)})(?![\w/-])", re.IGNORECASE)


@cache
def _forms() -> Mapping[str, str]:
    """Every form of every verb, with its kind."""
    words = shipped(__name__, "files.yaml")
    found: dict[str, str] = {}
    for kind, verbs in words["verbs"].items():
        for phrase in verbs:
            head, _, tail = phrase.partition(" ")
            for form in (head, *_inflected(head)):
                found.setdefault(f"{form} {tail}".strip(), kind)
    irregular = {form: found[base] for form, base in words["past forms"].items()}
    return {**irregular, **found}


def _inflected(base: str) -> Iterator[str]:
    stem = base.removesuffix("e")
    doubled = base + base[-1] if re.search(r"[^aeiou][aeiou][bdgmnptr]$", base) else base
    yield from (f"{stem}ing", f"{stem}ed", f"{doubled}ing", f"{doubled}ed")
    yield f"{base[:-1]}ied" if base.endswith("y") else f"{base}s"
