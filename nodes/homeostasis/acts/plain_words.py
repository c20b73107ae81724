"""Plain words: tells an act that is described ("ship the crate to Ottilie's gallery") from a command line."""

import re
from functools import cache
from typing import Any

from memorist.nodes.homeostasis.acts.effects import table
from memorist.nodes.homeostasis.acts.programs import kinds_of_programs, names_under

_NOT_SAID = re.compile(r"[\n;|&<>`\\=*~{}\[\]/]|\$(?!\d)|(?:^|\s)[-(]")
"""Characters of a shell, options and paths: a text with any of them is a command line."""


def as_act(given: Any) -> Any:
    """Return a text as the act that it describes in plain words, or as a command; anything else as it is."""
    if not isinstance(given, str):
        return given
    return {"description": given} if is_said(given) else {"command": given}


def is_said(text: str) -> bool:
    """Return true if a text describes an act in a sentence, so that no shell would be given it.

    It has an article or a preposition; one that begins with the name of a program ("copy the report to Ana's folder")
    has both, and the article right behind the name.
    """
    words = re.findall(r"[\w'’]+", text.casefold())
    if len(words) < 3 or _NOT_SAID.search(text.strip()):
        return False
    articles, prepositions = (frozenset(table()["said"][heading]) for heading in ("articles", "prepositions"))
    links = bool(prepositions & {*words[1:-1]})
    first = text.split(maxsplit=1)[0]
    if first in names_under("shells") | names_under("wrappers"):
        return False
    if first in programs_known():
        return words[1] in articles and links
    return links or bool(articles & {*words[1:]})


@cache
def programs_known() -> frozenset[str]:
    """The names of programs in the tables."""
    named = (*table()["programs"], *kinds_of_programs(), *table()["clients"])
    return frozenset(name.split(maxsplit=1)[0] for name in named)
