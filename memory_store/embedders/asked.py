"""Embedders whose model runs elsewhere: the size of its vectors is known once it was asked for one."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.embedders.base import not_ready, spoken, unit_vectors

BATCH = 32
"""Texts in one request."""


class AskedEmbedder(ABC):
    """Embeds by asking for batches of texts; ``who`` names the model in errors."""

    def __init__(self, name: str, who: str) -> None:
        self.name = name
        self.who = who
        self._dimension: int | None = None

    @property
    def dimension(self) -> int:
        """Known from the first vector."""
        if self._dimension is None:
            raise not_ready(f"the dimension of {self.name}")
        return self._dimension

    async def ready(self) -> None:
        """Ask for one vector."""
        if self._dimension is None:
            await self.embed(["ready"])

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        vectors: list[Vector] = []
        for start in range(0, len(texts), BATCH):
            batch = [spoken(text) for text in texts[start : start + BATCH]]
            vectors += unit_vectors(await self._ask(batch), count=len(batch), dimension=self._dimension, of=self.who)
            self._dimension = len(vectors[0])
        return vectors

    @abstractmethod
    async def _ask(self, batch: list[str]) -> object:
        """Return the rows of numbers of the texts. Raises :class:`EmbedderUnavailable` with the fix."""
