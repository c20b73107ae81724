"""Models by their name in fastembed, which downloads them once (``FASTEMBED_CACHE_PATH``)."""

import importlib
from collections.abc import Sequence
from typing import Any

from memorist.memory_store.domain.errors import RankerUnavailable
from memorist.memory_store.onnx_folder import THREADS
from memorist.memory_store.rankers.packing import Matrix, unit_rows

EXTRA = "`pip install memorist[rankers]`"


class FastEmbedTokens:
    """A late-interaction model. ``options`` go to fastembed."""

    def __init__(self, model: str, **options: Any) -> None:
        self._model = opened("fastembed", "LateInteractionTextEmbedding", model, **options)
        self.name = f"colbert:{model}"

    def query(self, text: str) -> Matrix:
        """As fastembed encodes queries, with its markers."""
        return unit_rows(next(iter(_asked(self.name, lambda: [*self._model.query_embed(text or " ")]))))

    def document(self, text: str) -> Matrix:
        """As fastembed encodes documents, without punctuation."""
        return unit_rows(next(iter(_asked(self.name, lambda: [*self._model.embed([text or " "])]))))


class FastEmbedPairs:
    """A cross-encoder. ``options`` go to fastembed."""

    def __init__(self, model: str, **options: Any) -> None:
        self._model = opened("fastembed.rerank.cross_encoder", "TextCrossEncoder", model, **options)
        self.name = f"cross-encoder:{model}"

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        found = _asked(self.name, lambda: [*self._model.rerank(query or " ", [text or " " for text in texts])])
        return [float(score) for score in found]


def opened(module: str, kind: str, model: str, **options: Any) -> Any:
    """Load a model; blocks. Raises :class:`RankerUnavailable` with the fix."""
    try:
        make = getattr(importlib.import_module(module), kind)
    except ImportError as error:
        raise RankerUnavailable(f"the model {model} needs the package fastembed: {EXTRA}") from error
    try:
        return make(model, threads=THREADS, **options)
    except Exception as error:  # fastembed lets through whatever downloading and onnxruntime raise
        raise RankerUnavailable(
            f"fastembed cannot load {model} ({type(error).__name__}: {str(error)[:300]}): look at the name and the "
            "network, or name a folder that holds model.onnx and tokenizer.json"
        ) from error


def _asked[T](name: str, ask: Any) -> Any:
    try:
        return ask()
    except Exception as error:  # see above
        raise RankerUnavailable(f"{name} failed with {type(error).__name__}: {str(error)[:300]}") from error
