"""Sentence transformers exported to ONNX, from a folder: better vectors than the default, no PyTorch."""

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.base import not_ready, spoken, unit_vectors

MODEL_FILES = ("model.onnx", "onnx/model.onnx")
TOKENIZER_FILE = "tokenizer.json"
MAX_TOKENS = 512
"""Where the tokenizer names no limit of its own."""

SAMPLE_BYTES = 1_048_576


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
            await asyncio.to_thread(self._load)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        await self.ready()
        return await asyncio.to_thread(self._model.vectors, texts)

    def _load(self) -> None:
        with self._loading:
            if self._loaded is None:
                self._loaded = _Model(self._folder)


class _Model:
    """A loaded model; everything here blocks."""

    def __init__(self, folder: Path) -> None:
        onnxruntime, tokenizers = _packages()
        folder = folder.expanduser().resolve()
        weights = next((folder / name for name in MODEL_FILES if (folder / name).is_file()), None)
        if weights is None or not (folder / TOKENIZER_FILE).is_file():
            raise EmbedderUnavailable(f"{folder} holds no ONNX model: expected model.onnx and {TOKENIZER_FILE} in it")
        try:
            self._session: Any = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        except Exception as error:  # both libraries raise classes of their own that they do not export
            raise EmbedderUnavailable(f"the model in {folder} cannot be read: {error}") from error
        self._tokenizer.no_padding()
        if self._tokenizer.truncation is None:
            self._tokenizer.enable_truncation(MAX_TOKENS)
        self._inputs = tuple(str(node.name) for node in self._session.get_inputs())
        self.name = f"onnx:{folder.name}@{_fingerprint(weights)}"
        self.dimension = self._embed_one("size").size

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        # One text a run: a quantised model scales over the whole batch, so neighbours would change a text's vector.
        rows = [self._embed_one(text) for text in texts]
        return unit_vectors(rows, count=len(texts), dimension=self.dimension, of=self.name)

    def _embed_one(self, text: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
        encoding = self._tokenizer.encode(spoken(text))
        values = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        feed = {name: np.asarray([values[name]], dtype=np.int64) for name in self._inputs if name in values}
        try:
            output = np.asarray(self._session.run(None, feed)[0], dtype=np.float64)
        except Exception as error:  # see above
            raise EmbedderUnavailable(f"{self.name} is no text embedding model: {error}") from error
        return output[0] if output.ndim == 2 else mean_of_tokens(output[0], encoding.attention_mask)


def mean_of_tokens(
    tokens: "np.ndarray[Any, np.dtype[np.float64]]", mask: Sequence[int]
) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Pool token vectors (tokens × dimension) to one, leaving masked tokens out."""
    weights = np.asarray(mask, dtype=np.float64)[:, None]
    return (tokens * weights).sum(axis=0) / max(float(weights.sum()), 1.0)


def _packages() -> tuple[Any, Any]:
    try:
        import onnxruntime
        import tokenizers
    except ImportError as error:
        raise EmbedderUnavailable(
            f"an ONNX model needs the package {error.name}: `pip install memorist[onnx]`"
        ) from error
    return onnxruntime, tokenizers


def _fingerprint(weights: Path) -> str:
    """Eight hex digits from the size, the beginning and the end: enough to tell models apart, quick for large ones."""
    size = weights.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with weights.open("rb") as file:
        digest.update(file.read(SAMPLE_BYTES))
        file.seek(max(0, size - SAMPLE_BYTES))
        digest.update(file.read(SAMPLE_BYTES))
    return digest.hexdigest()[:8]
