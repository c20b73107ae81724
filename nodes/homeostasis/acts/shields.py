"""Shields: what a rule protects, and whether something done to a file breaks that.

"Never edit files in db/migrations" is broken by whatever writes, moves or deletes there, in whatever words; reading
stays allowed, unless reading is what the rule forbids.
"""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

Does = Literal["read", "write", "delete", "move", "commit", "empty"]
"""Effects on a file; ``empty``: it is written so that nothing is left of what it held."""
_CHANGES: frozenset[Does] = frozenset({"write", "delete", "move", "empty"})
_LOSING: frozenset[Does] = frozenset({"move", "empty"})
FORBIDS: Mapping[str, frozenset[Does]] = {
    "change": _CHANGES,
    "touch": _CHANGES,
    "make": frozenset({"write", "empty"}),
    "delete": frozenset({"delete"}),
    "move": frozenset({"move"}),
    "read": frozenset({"read"}),
    "commit": frozenset({"commit"}),
    "any": frozenset({"read", "write", "delete", "move", "commit", "empty"}),
}
"""Effects on files forbidden by a rule, by the kind of its verb."""

How = Literal["exact", "near"]


class Touch(NamedTuple):
    """One thing done to one file or folder; ``below`` says that it may reach everything in it."""

    does: Does
    path: str
    below: bool = False


class ShieldedPath(NamedTuple):
    """A path or the name of a folder; ``whole``: only the folder itself is meant, not each file in it."""

    path: str
    whole: bool = False


class Shield(NamedTuple):
    """Protection of files by a rule.

    Args:
        forbids: what may not be done to its files.
        places: the paths that it protects; empty if it names them by a noun alone ("never delete backups").
        noun: that noun, taken as the name of a folder.
        exempt: paths that it excepts.
        outside: it protects everything except the places.
        conditional: it is about a part of a file, so that an act only comes near to breaking it.
        of_secrets: it is about secrets, and the places are files that usually hold such.
        reserved_to: who may do it nevertheless, which no act shows.
    """

    forbids: frozenset[Does]
    places: tuple[ShieldedPath, ...] = ()
    noun: str | None = None
    exempt: tuple[str, ...] = ()
    outside: bool = False
    conditional: bool = False
    of_secrets: bool = False
    reserved_to: str | None = None


def breaks(shield: Shield, touch: Touch) -> How | None:
    """Compare an effect on a file with a prohibition: exactly that, something near to it, or null.

    To move a file is near to deleting it: it may leave the folder that a rule is about. So is to empty it.
    """
    lost = touch.does in _LOSING - shield.forbids and "delete" in shield.forbids
    if not (touch.does in shield.forbids or lost) or any(_covers(path, touch.path) for path in shield.exempt):
        return None
    if shield.outside:
        found = [None if any(_covers(place.path, touch.path) for place in shield.places) else "exact"]
    else:
        found = [_how(place, touch) for place in shield.places]
        found += [_by_noun(shield.noun, touch)] if shield.noun is not None else []
    if not any(found):
        return None
    return "exact" if "exact" in found and not shield.conditional and not lost else "near"


def _how(place: ShieldedPath, touch: Touch) -> How | None:
    if _covers(place.path, touch.path):
        itself = re.search(rf"(?:^|/){_as_pattern(place.path)}(?:/\**)?$", touch.path, re.IGNORECASE)
        return "near" if place.whole and itself is None else "exact"
    if touch.below and touch.does != "read" and _is_above(touch.path, place.path):
        return "exact" if touch.does in ("delete", "move") else "near"
    return None


def _by_noun(noun: str, touch: Touch) -> How | None:
    parts = [part.casefold() for part in touch.path.split("/")]
    if noun in parts:
        return "exact"
    return "near" if noun == parts[-1].partition(".")[0] else None


def _covers(pattern: str, path: str) -> bool:
    """Return true if a path is what a pattern names, or lies in it, wherever it begins; an absolute one at the root."""
    begins = "^/" if pattern.startswith("/") else "(?:^|/)"
    return re.search(rf"{begins}{_as_pattern(pattern)}(?:/|$)", path, re.IGNORECASE) is not None


def _as_pattern(pattern: str) -> str:
    pieces = re.split(r"(\*\*/?|\*)", pattern.lstrip("/").removeprefix("~/"))
    return "".join(".*" if p.startswith("**") else "[^/]*" if p == "*" else re.escape(p) for p in pieces)


def _is_above(path: str, pattern: str) -> bool:
    """Return true if a folder holds what a pattern names: "." holds everything, "db" holds "db/migrations"."""
    parts = [part.casefold() for part in pattern.split("/") if part]
    above = [part.casefold() for part in path.split("/") if part not in ("", ".", "*", "**")]
    if not above:
        return not path.startswith("/") or path == "/"
    return any(above[-n:] == parts[:n] for n in range(1, min(len(parts) - 1, len(above)) + 1))
