"""What drafts are compared with, so arranged that each looks at what may concern it: a long input has thousands."""

from collections.abc import Hashable, Iterable, Sequence

from memorist.memory_store.domain.memory import Memory, Source
from memorist.nodes.draft import Draft

type Candidate = tuple[Memory, int | None, float]
"""A stored memory, the place of the draft that it is like, if it was found by likeness, and how like it is."""


class Numbers:
    """Numbers of things by what they are looked for by; they are found in order, each once."""

    def __init__(self) -> None:
        self._by: dict[Hashable, list[int]] = {}

    def add(self, number: int, keys: Iterable[Hashable]) -> None:
        """Have a number found by each of the keys."""
        for key in keys:
            self._by.setdefault(key, []).append(number)

    def at(self, keys: Iterable[Hashable]) -> list[int]:
        """The numbers that any of the keys finds."""
        return sorted({number for key in keys for number in self._by.get(key, ())})


class Candidates:
    """Stored memories, as the store found them for all drafts of an input."""

    def __init__(self, found: Sequence[Candidate]) -> None:
        self._found = found
        self._numbers = Numbers()
        for number, (memory, place, _) in enumerate(found):
            self._numbers.add(number, [place, *([memory.claim.identity()] if memory.claim is not None else ())])

    def of(self, draft: Draft, place: int) -> Sequence[Candidate]:
        """Those that may say what a draft says: any may say more than what events show."""
        if draft.source is Source.OBSERVATION:
            return self._found
        said = [draft.claim.identity()] if draft.claim is not None else []
        return [self._found[number] for number in self._numbers.at([place, *said])]
