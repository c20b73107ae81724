"""Interface of rankers, which score candidates for a query."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from memorist.memory_store.domain.episode import TokenVectors


class RankCandidate(NamedTuple):
    """A text that may answer, with its time and speaker, and the vectors of its tokens where they are stored."""

    text: str
    tokens: TokenVectors | None = None


class Ranker(Protocol):
    """A query and candidates in, one score a candidate out. Nothing is loaded before it is asked for something.

    Args:
        name: which model scores; with a fingerprint of its weights where it comes from a folder. May be read once
            :meth:`ready` has returned.
    """

    @property
    def name(self) -> str:
        """The identity recorded beside what is stored."""
        ...

    async def ready(self) -> None:
        """Load the model in a thread, once. Raises :class:`RankerUnavailable` with the fix."""
        ...

    async def scores(self, query: str, candidates: Sequence[RankCandidate]) -> list[float | None]:
        """Return one score a candidate, in order, the higher the better; null for one that cannot be scored.

        Scores of different queries are not comparable. Raises :class:`RankerUnavailable` with the fix.
        """
        ...


@runtime_checkable
class TokenRanker(Ranker, Protocol):
    """A ranker by late interaction: it scores by vectors of tokens, which are stored when a text is written."""

    @property
    def dimension(self) -> int:
        """Length of a token's vector. May be read once :meth:`ready` has returned."""
        ...

    async def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the vectors of each text, to be stored. Raises :class:`RankerUnavailable` with the fix."""
        ...
