"""Packages that a shell command installs and removes, for the package managers that people use."""

import re
from itertools import takewhile
from typing import NamedTuple

_COMMAND = re.compile(
    r"\b(?:npm|pnpm|yarn|bun|npx expo|expo|pip3?|uv(?: pip)?|poetry|pipenv|conda|cargo|go|gem|bundle|"
    r"brew|composer|dotnet)"
    r"\s+(?P<verb>install|i|add|get|uninstall|remove|rm|un|r)\b(?P<arguments>[^;&|\n]*)"
)
_REMOVING = frozenset({"uninstall", "remove", "rm", "un", "r"})
_PACKAGE = re.compile(r"^@?[A-Za-z][\w.-]*(?:/[\w.-]+)*")
_NOT_PACKAGES = frozenset({"and", "the", "a", "package", "packages"})
_TALK = frozenset(
    "then for to it in with on at my our we i is was fails failed fail works worked doesn't does takes took hangs hung "
    "breaks broke before after when because or gives gave throws threw keeps again first instead always never that "
    "this but so if since until from".split()
)
"""Words behind a command that end its list of packages, since they talk about it: "pip install fails on my mac"."""


class PackageChange(NamedTuple):
    """One command's packages, without versions and options; ``removes`` is false where it installs them."""

    packages: tuple[str, ...]
    removes: bool


def package_changes(command: str) -> tuple[PackageChange, ...]:
    """Read every install and remove command in a text."""
    return tuple(_change(found) for found in _COMMAND.finditer(command))


def bare_package(name: str) -> str:
    """A package name without its version: ``@clerk/clerk-expo@2.1`` and ``fastapi==0.1`` lose their tails."""
    found = _PACKAGE.match(name.strip())
    return found.group() if found else ""


def _change(found: re.Match[str]) -> PackageChange:
    told = takewhile(lambda word: word.lower().strip(",.") not in _TALK, found["arguments"].split())
    words = [word for word in told if not word.startswith("-")]
    packages = tuple(p for w in words if (p := bare_package(w)) and p.lower() not in _NOT_PACKAGES)
    return PackageChange(packages, found["verb"] in _REMOVING)
