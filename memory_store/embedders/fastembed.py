"""Embedding models by their name in fastembed, which downloads them once."""

import importlib
from collections.abc import Sequence
from threading import Lock
from typing import Any

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.base import not_ready, spoken, unit_vectors
from memorist.memory_store.onnx_folder import THREADS
from memorist.memory_store.threads import in_thread


class FastEmbedEmbedder:
    """A model such as ``BAAI/bge-small-en-v1.5``, run in a thread. ``options`` go to fastembed."""

    def __init__(self, model: str, **options: Any) -> None:
        self._name = model
        self._options = options
        self._model: Any = None
        self._dimension: int | None = None
        self._loading = Lock()

    @property
    def name(self) -> str:
        """``fastembed:MODEL``."""
        return f"fastembed:{self._name}"

    @property
    def dimension(self) -> int:
        """As the model says."""
        if self._dimension is None:
            raise not_ready(f"the dimension of {self.name}")
        return self._dimension

    async def ready(self) -> None:
        """Load the model in a thread."""
        if self._dimension is None:
            await in_thread(self._load)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        await self.ready()
        rows = await in_thread(self._rows, texts)
        return unit_vectors(rows, count=len(texts), dimension=self.dimension, of=self.name)

    def _load(self) -> None:
        with self._loading:
            if self._dimension is not None:
                return
            try:
                make = importlib.import_module("fastembed").TextEmbedding
            except ImportError as error:
                raise EmbedderUnavailable(
                    f"the embedder {self.name} needs the package fastembed: `pip install memorist[rankers]`"
                ) from error
            try:
                self._model = make(self._name, threads=THREADS, **self._options)
            except Exception as error:  # fastembed lets through whatever downloading and onnxruntime raise
                raise EmbedderUnavailable(
                    f"fastembed cannot load {self._name} ({type(error).__name__}: {str(error)[:300]}): look at the "
                    "name and the network, or name a folder that holds model.onnx and tokenizer.json"
                ) from error
            self._dimension = len(self._rows(["size"])[0])

    def _rows(self, texts: Sequence[str]) -> list[Any]:
        # One text a run: a quantised model scales over the whole batch, so neighbours would change a text's vector.
        try:
            return [next(iter(self._model.embed([spoken(text)]))) for text in texts]
        except Exception as error:  # see above
            raise EmbedderUnavailable(f"{self.name} failed with {type(error).__name__}: {str(error)[:300]}") from error
