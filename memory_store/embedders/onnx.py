"""Sentence transformers exported to ONNX, from a folder: better vectors than the default, no PyTorch."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.base import not_ready, spoken, unit_vectors
from memorist.memory_store.onnx_folder import OnnxFolder
from memorist.memory_store.threads import in_thread


class OnnxEmbedder:
    """A model folder with ``model.onnx`` and ``tokenizer.json``, such as MiniLM; run in a thread.

    The name holds a fingerprint of the weights: another model in a folder of the same name is another embedder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded: _Model | None = None
        self._loading = Lock()

    @property
    def name(self) -> str:
        """``onnx:FOLDER@FINGERPRINT``."""
        return self._model.name

    @property
    def dimension(self) -> int:
        """As the model says."""
        return self._model.dimension

    @property
    def _model(self) -> "_Model":
        if self._loaded is None:
            raise not_ready(f"the model in {self._folder}")
        return self._loaded

    async def ready(self) -> None:
        """Load the model in a thread."""
        if self._loaded is None:
            await in_thread(self._load)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        await self.ready()
        return await in_thread(self._model.vectors, texts)

    def _load(self) -> None:
        with self._loading:
            if self._loaded is None:
                self._loaded = _Model(self._folder)


class _Model:
    """A loaded model; everything here blocks."""

    def __init__(self, folder: Path) -> None:
        self._model = OnnxFolder(folder, error=EmbedderUnavailable)
        self.name = f"onnx:{self._model.name}"
        self.dimension = self._embed_one("size").size

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        # One text a run: a quantised model scales over the whole batch, so neighbours would change a text's vector.
        rows = [self._embed_one(text) for text in texts]
        return unit_vectors(rows, count=len(texts), dimension=self.dimension, of=self.name)

    def _embed_one(self, text: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
        encoding, output = self._model.run(spoken(text))
        values = output.astype(np.float64)
        return values if values.ndim == 1 else mean_of_tokens(values, encoding.attention_mask)


def mean_of_tokens(
    tokens: "np.ndarray[Any, np.dtype[np.float64]]", mask: Sequence[int]
) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Pool token vectors (tokens × dimension) to one, leaving masked tokens out."""
    weights = np.asarray(mask, dtype=np.float64)[:, None]
    return (tokens * weights).sum(axis=0) / max(float(weights.sum()), 1.0)
