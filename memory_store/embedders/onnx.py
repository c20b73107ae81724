"""Sentence transformers exported to ONNX, from a folder, without PyTorch."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.base import spoken
from memorist.memory_store.embedders.loaded import LoadedEmbedder
from memorist.memory_store.onnx_folder import OnnxFolder


class OnnxEmbedder(LoadedEmbedder):
    """A model folder with ``model.onnx`` and ``tokenizer.json``, such as MiniLM.

    Its name, ``onnx:FOLDER@FINGERPRINT``, holds a fingerprint of the weights: another model in a folder of the same
    name is another embedder.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(lambda: _OnnxVectors(folder), f"the model in {folder}")


class _OnnxVectors:
    def __init__(self, folder: Path) -> None:
        self._model = OnnxFolder(folder, error=EmbedderUnavailable)
        self.name = f"onnx:{self._model.name}"
        self.dimension = self.embed_one("size").size

    def embed_one(self, text: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
        encoding, output = self._model.run(spoken(text))
        values = output.astype(np.float64)
        return values if values.ndim == 1 else mean_of_tokens(values, encoding.attention_mask)


def mean_of_tokens(
    tokens: "np.ndarray[Any, np.dtype[np.float64]]", mask: Sequence[int]
) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Pool token vectors (tokens × dimension) to one, leaving masked tokens out."""
    weights = np.asarray(mask, dtype=np.float64)[:, None]
    return (tokens * weights).sum(axis=0) / max(float(weights.sum()), 1.0)
