"""Models by their name in fastembed, which downloads them once (``FASTEMBED_CACHE_PATH``)."""

import importlib
from collections.abc import Callable
from typing import Any

from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.onnx_folder import THREADS


class FastEmbedModel:
    """A loaded model; everything here blocks.

    Args:
        kind: class of fastembed.
        model: name of the model there.
        error: the class of what is raised, with the fix, when the package is missing or fails.
    """

    def __init__(self, kind: str, model: str, error: Callable[[str], MemoristError]) -> None:
        try:
            make = getattr(importlib.import_module("fastembed"), kind)
        except ImportError as missing:
            raise error(f"the model {model} needs the package fastembed: `pip install memorist[rankers]`") from missing
        try:
            self._model = make(model, threads=THREADS)
        except Exception as broken:  # fastembed lets through whatever downloading and onnxruntime raise
            raise error(
                f"fastembed cannot load {model} ({type(broken).__name__}: {str(broken)[:300]}): look at the name and "
                "the network, or name a folder that holds model.onnx and tokenizer.json"
            ) from broken
        self._name, self._error = model, error

    def run(self, method: str, text: str) -> Any:
        """Return what a method of the model makes of one text, which must not be empty.

        In a batch, neighbours would change the vectors of a quantised model.
        """
        try:
            return next(iter(getattr(self._model, method)([text])))
        except Exception as broken:  # see above
            raise self._error(f"{self._name} failed with {type(broken).__name__}: {str(broken)[:300]}") from broken
