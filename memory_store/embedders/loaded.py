"""Embedders whose model runs in this process."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.embedders.base import not_ready, unit_vectors
from memorist.memory_store.loading import LoadedOnce
from memorist.memory_store.threads import in_thread


class EmbeddingModel(Protocol):
    """A loaded model; everything it does blocks."""

    @property
    def name(self) -> str:
        """With a fingerprint where it comes from a folder."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    def embed_one(self, text: str) -> Any:
        """The vector of a text. A quantised model scales over a whole batch: neighbours would change it."""
        ...


class LoadedEmbedder:
    """Embeds by a model that is loaded when it is first needed, and run in a thread; ``what`` names it until then."""

    def __init__(self, load: Callable[[], EmbeddingModel], what: str) -> None:
        self._model = LoadedOnce(load, lambda: not_ready(what))

    @property
    def name(self) -> str:
        """As the model says."""
        return self._model.there.name

    @property
    def dimension(self) -> int:
        """As the model says."""
        return self._model.there.dimension

    async def ready(self) -> None:
        """Load the model in a thread."""
        await self._model.get()

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        return await in_thread(_vectors, await self._model.get(), texts)


def _vectors(model: EmbeddingModel, texts: Sequence[str]) -> list[Vector]:
    rows = [model.embed_one(text) for text in texts]
    return unit_vectors(rows, count=len(texts), dimension=model.dimension, of=model.name)
