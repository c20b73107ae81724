"""Stored memories that drafts are compared with, indexed so that a draft looks only at those that may concern it."""

from collections.abc import Hashable, Iterable, Sequence

from memorist.memory_store.domain.memory import Memory, Source
from memorist.nodes.draft import Draft

type Candidate = tuple[Memory, int | None, float]
"""A stored memory, the place of the draft that it is like, if it was found by likeness, and how like it is."""


class Numbers:
    """An index from keys to numbers, such as the places of things in a list."""

    def __init__(self) -> None:
        self._by: dict[Hashable, list[int]] = {}

    def add(self, number: int, keys: Iterable[Hashable]) -> None:
        """Register a number under each of the keys."""
        for key in keys:
            self._by.setdefault(key, []).append(number)

    def at(self, keys: Iterable[Hashable]) -> list[int]:
        """The numbers registered under any of the keys, in ascending order, each once."""
        return sorted({number for key in keys for number in self._by.get(key, ())})


class Candidates:
    """Stored memories, as the store found them for all drafts of an input."""

    def __init__(self, found: Sequence[Candidate]) -> None:
        self._found = found
        self._numbers = Numbers()
        for number, (memory, place, _) in enumerate(found):
            said = [memory.claim.identity()] if memory.claim is not None else []
            self._numbers.add(number, [place, memory.id, *said])

    def of(self, draft: Draft, place: int) -> Sequence[Candidate]:
        """The candidates that are like a draft, make its claim or are its targets; for an observed draft, all."""
        if draft.source is Source.OBSERVATION:
            return self._found
        said = [draft.claim.identity()] if draft.claim is not None else []
        return [self._found[number] for number in self._numbers.at([place, *draft.targets, *said])]
