"""Embedders by name, as ``--embedder`` and ``MEMORIST_EMBEDDER`` give them; only the chosen one is imported."""

from pathlib import Path
from typing import Protocol

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.embedders.minilm import MiniLmEmbedder
from memorist.memory_store.embedders.wordllama import WordLlamaEmbedder
from memorist.memory_store.onnx_folder import is_path

SHIPPED = {embedder.name.partition(":")[0]: embedder for embedder in (MiniLmEmbedder, WordLlamaEmbedder)}
"""Embedders that need nothing else, by what their names begin with; the first is the default."""
CHOICES = (*SHIPPED, "ollama:MODEL", "onnx:FOLDER", "fastembed:NAME_OR_FOLDER", "langchain:PROVIDER:MODEL")


class EmbedderSettings(Protocol):
    """Settings of embedders."""

    @property
    def ollama_url(self) -> str:
        """Address of Ollama."""
        ...


def open_embedder(name: str, settings: EmbedderSettings) -> Embedder:
    """Return the embedder of that name. Nothing is loaded or reached yet: :meth:`Embedder.ready` does that.

    Args:
        name: one of ``minilm``, ``wordllama``, ``ollama:MODEL`` (or ``ollama`` for its default), ``onnx:FOLDER``,
            ``fastembed:NAME_OR_FOLDER`` (a folder is what ``onnx`` takes) and ``langchain:PROVIDER:MODEL``.
        settings: where servers are.

    Raises:
        InvalidInput: for any other name, listing the choices.
    """
    kind, _, rest = name.strip().partition(":")
    match kind, rest:
        case known, weights if known in SHIPPED and weights in ("", SHIPPED[known].name.partition(":")[2]):
            return SHIPPED[known]()  # also by the name that a store tells
        case "ollama", model:
            from memorist.memory_store.embedders.ollama import OllamaEmbedder

            return OllamaEmbedder(model, base_url=settings.ollama_url)
        case "onnx", folder if folder:
            return _onnx(folder)
        case "fastembed", model if model:
            from memorist.memory_store.embedders.fastembed import FastEmbedEmbedder

            return _onnx(model) if is_path(model) else FastEmbedEmbedder(model)
        case "langchain", model if model:
            from memorist.memory_store.embedders.langchain import open_by_provider

            return open_by_provider(model)
        case _:
            raise InvalidInput(f"embedder: expected one of {', '.join(CHOICES)}, got {name!r}", field="embedder")


def _onnx(folder: str) -> Embedder:
    from memorist.memory_store.embedders.onnx import OnnxEmbedder

    return OnnxEmbedder(Path(folder))
