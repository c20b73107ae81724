"""Text to vectors: one interface, one file a kind of model."""

from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.embedders.named import open_embedder

__all__ = ["Embedder", "open_embedder"]
