"""Protected: which files and folders a rule speaks of, and what it forbids to do to them, read out of its words."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.acts.conditions import split
from memorist.nodes.homeostasis.acts.places import places_in
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.shields import FORBIDS, Shield, ShieldedPath
from memorist.nodes.homeostasis.acts.statement import forbidden_in, reserved_in, stated
from memorist.nodes.language.file_names import Named, named_in, names_no_file
from memorist.nodes.language.file_verbs import leading_verbs, verb

_BUT = re.compile(r"\b(?:except(?: for)?|other than|apart from|but not)\b", re.IGNORECASE)
_OUTSIDE = re.compile(r"\b(?:outside|beyond)(?: of)? (?:the )?$", re.IGNORECASE)
_IN_IT = re.compile(
    r"\b(?:in|under|inside|within|below|from)\s(?:the\s|our\s)?(?:folder\s|directory\s)?$", re.IGNORECASE
)
_DETERMINERS = (
    r"(?:(?:the|our|my|your|any|all|these|those|existing|old|generated|committed|applied|published|checked.in|of)\s)*"
)
_OBJECT = re.compile(rf"^\s*{_DETERMINERS}(?P<noun>[a-z][\w-]+)\s*$", re.IGNORECASE)


def shield_of(rule: HardRule) -> Shield | None:
    """Return the protection by a rule; null if it speaks of no files."""
    claim = rule.claim
    practised = claim is not None and not claim.polarity and claim.predicate == "practices"
    return _read(rule.content, claim.object if claim is not None and practised else None)


@lru_cache(maxsize=1024)
def _read(content: str, practised: str | None) -> Shield | None:
    reserved = reserved_in(stated(content))
    act = reserved.act if reserved else forbidden_in(stated(content))
    act = practised if practised is not None and leading_verbs(practised)[0] else act
    kinds, object_ = leading_verbs(act) if act is not None else ([], "")
    if not kinds:
        return None
    said, left_out = _divided(content)
    said = places_in(said)[1]
    named = tuple(named_in(said))
    noun = _noun(object_) if not named and _BY_NOUN & set(kinds) else None
    if not named and noun is None:
        return _of_secrets() if "commit" in kinds and _secret().search(object_) else None
    # A folder itself must not be deleted; what is forbidden "in" it is done to the files there.
    whole = (each.folder and "delete" in kinds and not _IN_IT.search(said[: each.start]) for each in named)
    places = (ShieldedPath(each.path, whole=only) for each, only in zip(named, whole, strict=True))
    return Shield(
        forbids=frozenset(does for kind in kinds for does in FORBIDS[kind]),
        places=tuple(dict.fromkeys(places)),
        noun=noun,
        exempt=tuple(each.path for each in named_in(left_out)),
        outside=any(_OUTSIDE.search(said[: each.start]) for each in named),
        conditional=_is_about_part(said, named),
        reserved_to=reserved.who if reserved else None,
    )


@cache
def _of_secrets() -> Shield:
    """The protection of the files that usually hold secrets from commits, which is near to what a rule about secrets
    forbids."""
    places = tuple(ShieldedPath(path) for path in sorted(names_under("secrets", "files")))
    exempt = tuple(sorted(names_under("secrets", "examples")))
    return Shield(FORBIDS["commit"], places, exempt=exempt, conditional=True, of_secrets=True)


@cache
def _secret() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in names_under("secrets", "words"))
    return re.compile(rf"\b(?:{words})s?\b", re.IGNORECASE)


_BY_NOUN = frozenset({"change", "touch", "delete", "move"})
_FILES = re.compile(
    r"(?:[\w-]+\s)?(?:files?|folders?|director(?:y|ies)|dirs?)\b|"
    r"\b(?:anything|everything|something|nothing|code|contents?|existing|generated|old|applied|committed|any|all|ever|"
    r"the|our|my|your|these|those|this|that|of|in|under|inside|within|below|from|to|into|on|at|outside|beyond|like|called|"
    r"named|such|as|is|are|or|and|nor|by|hand|directly|manually|a|an)\b",
    re.IGNORECASE,
)
"""Words between the verb and the path of a rule that means the whole file."""


def _is_about_part(said: str, named: Sequence[Named]) -> bool:
    """Return true if a rule means something in a file, and not the file: "never put secrets in .env", "the version in
    package.json"."""
    plain = said
    for each in named:
        plain = f"{plain[: each.start]}{' ' * (each.end - each.start)}{plain[each.end :]}"
    for each in named:
        verbs = [*verb().finditer(plain[: each.start])][-1:]
        between = _FILES.sub(" ", plain[verbs[0].end() : each.start]) if verbs else ""
        if any(word.casefold() not in each.path.casefold() for word in re.findall(r"[\w-]{2,}", between)):
            return True
    return False


def _divided(text: str) -> tuple[str, str]:
    """The text of a rule without its reason or what to do instead, and the text behind "except"; empty without one."""
    but = _BUT.search(text)
    return stated(text[: but.start()] if but else text), text[but.end() :] if but else ""


def _noun(object_: str) -> str | None:
    """A bare noun that a folder may be called by: "never delete backups"."""
    found = _OBJECT.match(split(_divided(object_)[0])[0])
    return found["noun"].casefold() if found and found["noun"].casefold() not in names_no_file() else None
