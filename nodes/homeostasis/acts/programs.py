"""Programs and the tools of agents: tables of what they are and do; see ``programs.yaml``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped


@cache
def programs() -> Mapping[str, Any]:
    """The tables, by their headings."""
    return shipped(__name__, "programs.yaml")


@cache
def names_under(*headings: str) -> frozenset[str]:
    """The names under a heading, or under a heading within one."""
    found: Any = programs()
    for heading in headings:
        found = found[heading]
    return frozenset(found)


@cache
def kinds_of_programs() -> Mapping[str, str]:
    """Kind of effect of each program, or of a program with its subcommand, on its files."""
    return {name: kind for kind, names in programs()["files"].items() for name in names}
