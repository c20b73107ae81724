"""A folder with ``model.onnx`` and ``tokenizer.json``, loaded and run."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from memorist.memory_store.domain.errors import MemoristError

MODEL_FILES = ("model.onnx", "onnx/model.onnx")
TOKENIZER_FILE = "tokenizer.json"
MAX_TOKENS = 512
"""Token limit if the tokenizer names none of its own."""
SAMPLE_BYTES = 1_048_576
THREADS = 2
"""Of a model in a recall: more take the cores that the database needs."""

Output = np.ndarray[Any, np.dtype[np.float32]]


class OnnxFolder:
    """A loaded model; everything here blocks.

    Args:
        folder: where the files are.
        error: the class of what is raised, with the fix, when the folder or a package is missing.
        threads: of the runtime; null leaves it to the runtime.
        max_tokens: of a text; what is beyond is not read. Null: the tokenizer's own limit, else :data:`MAX_TOKENS`.
        extra: whose packages run it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        error: Callable[[str], MemoristError],
        threads: int | None = None,
        max_tokens: int | None = None,
        extra: str = "onnx",
    ) -> None:
        onnxruntime, tokenizers = _packages(error, extra)
        folder = folder.expanduser().resolve()
        weights = next((folder / name for name in MODEL_FILES if (folder / name).is_file()), None)
        if weights is None or not (folder / TOKENIZER_FILE).is_file():
            raise error(f"{folder} holds no ONNX model: expected model.onnx and {TOKENIZER_FILE} in it")
        try:
            options = onnxruntime.SessionOptions()
            if threads is not None:
                options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
            self._session: Any = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
            self.tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        except Exception as broken:  # both libraries raise classes of their own that they do not export
            raise error(f"the model in {folder} cannot be read: {broken}") from broken
        self.tokenizer.no_padding()
        if max_tokens is not None or self.tokenizer.truncation is None:
            self.tokenizer.enable_truncation(max_tokens or MAX_TOKENS)
        self._inputs = tuple(str(node.name) for node in self._session.get_inputs())
        self._error = error
        self.name = f"{folder.name}@{_fingerprint(weights)}"

    def run(self, text: str) -> tuple[Any, Output]:
        """The encoding of a text, and what the model makes of it, without the batch's axis."""
        encoding = self.tokenizer.encode(text)
        values = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        feed = {name: np.asarray([values[name]], dtype=np.int64) for name in self._inputs if name in values}
        try:
            output = np.asarray(self._session.run(None, feed)[0])
        except Exception as broken:  # see above
            raise self._error(f"{self.name} is no model of this kind: {broken}") from broken
        return encoding, output[0]


def is_path(model: str) -> bool:
    """Return true if a model is named by a folder, rather than by a name such as ``BAAI/bge-small-en-v1.5``."""
    return model.startswith(("/", ".", "~", "\\")) or model.count("/") != 1 or Path(model).is_dir()


def _packages(error: Callable[[str], MemoristError], extra: str) -> tuple[Any, Any]:
    try:
        import onnxruntime
        import tokenizers
    except ImportError as missing:
        raise error(f"an ONNX model needs the package {missing.name}: `pip install memorist[{extra}]`") from missing
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
