"""Embedders whose model runs in this process."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.embedders.base import not_ready, unit_vectors
from memorist.memory_store.loading import LoadedOnce, Model
from memorist.memory_store.threads import in_thread


class EmbeddingModel(Model, Protocol):
    """A model of texts."""

    def embed_one(self, text: str) -> Any:
        """The vector of a text. A quantised model scales over a whole batch: neighbours would change it."""
        ...


class LoadedEmbedder(LoadedOnce[EmbeddingModel]):
    """Embeds by a model that is loaded when it is first needed, and run in a thread; ``what`` names it until then."""

    def __init__(self, load: Callable[[], EmbeddingModel], what: str) -> None:
        super().__init__(load, lambda: not_ready(what))

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        return await in_thread(_vectors, await self.model(), texts)


def _vectors(model: EmbeddingModel, texts: Sequence[str]) -> list[Vector]:
    rows = [model.embed_one(text) for text in texts]
    return unit_vectors(rows, count=len(texts), dimension=model.dimension, of=model.name)
