"""Embedding models by their name in fastembed, which downloads them once."""

from typing import Any

from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.base import spoken
from memorist.memory_store.embedders.loaded import LoadedEmbedder
from memorist.memory_store.fastembed_model import FastEmbedModel


class FastEmbedEmbedder(LoadedEmbedder):
    """A model such as ``BAAI/bge-small-en-v1.5``; its name is ``fastembed:MODEL``."""

    def __init__(self, model: str) -> None:
        super().__init__(lambda: _FastEmbedVectors(model), f"the model {model}")


class _FastEmbedVectors:
    def __init__(self, model: str) -> None:
        self._model = FastEmbedModel("TextEmbedding", model, EmbedderUnavailable)
        self.name = f"fastembed:{model}"
        self.dimension = len(self.embed_one("size"))

    def embed_one(self, text: str) -> Any:
        return self._model.run("embed", spoken(text))
