"""The templates of the families, and the regular expressions that they become.

A template is words in small letters and

* ``{name}`` or ``{name:type}``: a slot, see :mod:`memorist.nodes.reading.patterns.slots`;
* ``[one|another one]``: alternatives;
* ``(words)``: may be missing;
* ``<macro>``: a part from ``words.yaml``;
* ``,`` ``:`` ``-``: a comma, a colon, a dash as a word of its own.

Every part is followed by one space, as in :class:`~memorist.nodes.reading.patterns.line.PatternLine`, so that parts
can be concatenated directly.
"""

import re
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.patterns.slots import adverb_after, slot_types

_TOKEN = re.compile(r"\{[a-z_0-9]+(?::[a-z_]+)?\}|<[a-z_ ]+>|[\[\]()|]|[^\s\[\](){}<>|]+")
_SLOT = re.compile(r"\{(?P<name>[a-z_]+)(?P<number>\d*)(?::(?P<type>[a-z_]+))?\}")


class BadTemplate(ValueError):
    """A template that cannot be read."""


@dataclass(frozen=True)
class Template:
    """A template that has been read. Its regular expression is compiled when a sentence first has the words it needs.

    Args:
        source: the regular expression.
        slots: the type of each slot by its name.
        needs: sets of words of each of which a sentence must hold one; what lacks them is not tried.
    """

    source: str
    slots: dict[str, str]
    needs: tuple[frozenset[str], ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled regular expression."""
        return re.compile(self.source, re.IGNORECASE)

    def match(self, norm: str, words: Set[str]) -> re.Match[str] | None:
        """The match of a whole line, if it is one. ``words`` are its words in small letters."""
        if any(words.isdisjoint(need) for need in self.needs):
            return None
        return self.pattern.fullmatch(norm)


@lru_cache(maxsize=2048)
def compiled(text: str) -> Template:
    """Read a template. Raises :class:`BadTemplate`."""
    parser = _Parser(_expanded(text))
    source, needs = parser.alternatives()
    if parser.tokens:
        raise BadTemplate(f"{text!r}: what is {parser.tokens[0]!r} for?")
    return Template(source, parser.slots, tuple(needs))


def _expanded(text: str) -> str:
    """The template without its macros."""
    macros: dict[str, str] = shipped(__name__, "words.yaml")["macros"]

    def macro(found: re.Match[str]) -> str:
        name = found.group()[1:-1]
        if name not in macros:
            raise BadTemplate(f"{text!r}: there is no macro {name!r}")
        return macros[name]

    return re.sub(r"<[a-z_ ]+>", macro, text)


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self.slots: dict[str, str] = {}
        if "".join(self.tokens) != "".join(text.split()):
            raise BadTemplate(f"{text!r} holds characters that stand for nothing")

    def alternatives(self) -> tuple[str, list[frozenset[str]]]:
        """The regular expression of what may stand here, and the words that it needs."""
        parts = [self._sequence()]
        while self.tokens and self.tokens[0] == "|":
            self.tokens.pop(0)
            parts.append(self._sequence())
        if len(parts) == 1:
            return parts[0]
        source = "|".join(part for part, _ in parts)
        firsts = [needs[0] if needs else frozenset[str]() for _, needs in parts]
        return f"(?:{source})", [frozenset[str]().union(*firsts)] if all(firsts) else []

    def _sequence(self) -> tuple[str, list[frozenset[str]]]:
        made: list[str] = []
        needs: list[frozenset[str]] = []
        while self.tokens and self.tokens[0] not in {"|", "]", ")"}:
            token = self.tokens.pop(0)
            if token == "[":
                inner, more = self.alternatives()
                self._close("]")
                made.append(f"(?:{inner})")
                needs += more
            elif token == "(":
                inner, _ = self.alternatives()
                self._close(")")
                made.append(f"(?:{inner})?")
            elif token[0] == "{":
                made.append(self._slot(token))
            else:
                made.append(re.escape(token) + " ")
                needs.append(frozenset({token.casefold()}))
        return "".join(made), needs

    def _close(self, bracket: str) -> None:
        if not self.tokens or self.tokens.pop(0) != bracket:
            raise BadTemplate(f"a {bracket!r} is missing")

    def _slot(self, token: str) -> str:
        found = _SLOT.fullmatch(token)
        if not found:
            raise BadTemplate(f"{token} is no slot")
        kind = found["type"] or found["name"]
        if kind not in slot_types():
            raise BadTemplate(f"{token}: there is no type of slot called {kind!r}")
        group = found["name"] + found["number"]
        self.slots[group] = kind
        return f"(?P<{group}>{slot_types()[kind]}){adverb_after(kind)}"
