"""The table of names, arranged for looking up: the shipped ``gazetteer.yaml``, and which table a run goes by."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.tokens import tokens_of


@dataclass(frozen=True, slots=True)
class KnownName:
    """A known name. ``exact`` is the spelling that must be met when the name is a common word too."""

    canonical: str
    kind: str
    field: str | None
    platforms: tuple[str, ...]
    exact: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A canonical topic: how it reads after "for", and whether one thing at a time serves it."""

    name: str
    label: str
    exclusive: bool


type PhraseTable[T] = Mapping[str, Sequence[tuple[tuple[str, ...], T]]]
"""First word → (all words, meaning), longest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Gazetteer:
    """The loaded data, arranged for looking up. Compared by identity, so that it can be a cache key."""

    names: PhraseTable[KnownName]
    topics: PhraseTable[str]
    platforms: PhraseTable[str]
    packages: Mapping[str, KnownName]
    scopes: Mapping[str, KnownName]
    fields: Mapping[str, Field]
    environments: frozenset[str]


_IN_USE: ContextVar[Gazetteer | None] = ContextVar("gazetteer", default=None)
_LONG_WORD = 9
"""A package name longer than this is no word of everyday English."""


def load_gazetteer() -> Gazetteer:
    """The names that this run goes by: the shipped ones unless :func:`using` says otherwise."""
    return _IN_USE.get() or shipped_gazetteer()


@contextmanager
def using(gazetteer: Gazetteer) -> Generator[None]:
    """Go by other names inside the block, in this task and those it starts."""
    before = _IN_USE.set(gazetteer)
    try:
        yield
    finally:
        _IN_USE.reset(before)


@cache
def shipped_gazetteer() -> Gazetteer:
    """The names that come with the package."""
    return arranged(shipped_names())


def shipped_names() -> dict[str, Any]:
    """The data of the shipped names as they stand in the file."""
    return shipped(__name__, "gazetteer.yaml")


def arranged(data: Mapping[str, Any]) -> Gazetteer:
    """Names in the form of ``gazetteer.yaml`` as a table; of two that say the same, the first counts."""
    fields = {name: Field(name, f["label"], f["exclusive"]) for name, f in data["fields"].items()}
    topics = [(word, name) for name, f in data["fields"].items() for word in f["words"]]
    platforms = [(word, name) for name, words in data["platforms"].items() for word in words]
    names: list[tuple[str, KnownName]] = []
    packages: dict[str, KnownName] = {}
    scopes: dict[str, KnownName] = {}
    for item in data["entities"]:
        entry = KnownName(
            item["name"],
            f"entity:{item.get('kind', 'technology')}",
            item["field"],
            tuple(item.get("platforms", ())),
        )
        loose = KnownName(entry.canonical, entry.kind, entry.field, entry.platforms, exact=item["name"])
        names.append((item["name"], loose if item.get("ambiguous") else entry))
        names.extend((alias, entry) for alias in item.get("aliases", ()))
        names.extend(
            (alias, KnownName(entry.canonical, entry.kind, entry.field, entry.platforms, exact=alias))
            for alias in item.get("ambiguous_aliases", ())
        )
        packages = dict.fromkeys(item.get("packages", ()), entry) | packages
        names.extend((p, entry) for p in item.get("packages", ()) if "/" not in p and ("-" in p or len(p) > _LONG_WORD))
        scopes = dict.fromkeys(item.get("scopes", ()), entry) | scopes
    return Gazetteer(
        names=_table(names),
        topics=_table(topics),
        platforms=_table(platforms),
        packages=packages,
        scopes=scopes,
        fields=fields,
        environments=frozenset(data["environments"]),
    )


def _table[T](phrases: Iterable[tuple[str, T]]) -> dict[str, list[tuple[tuple[str, ...], T]]]:
    table: dict[str, list[tuple[tuple[str, ...], T]]] = {}
    for phrase, meaning in phrases:
        words = tuple(t.folded for t in tokens_of(phrase))
        table.setdefault(words[0], []).append((words, meaning))
    for rows in table.values():
        rows.sort(key=lambda row: -len(row[0]))
    return table
