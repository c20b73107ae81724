"""Models in ONNX files, and folders with one and its tokenizer, loaded and run."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
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


class OnnxModel:
    """A model in a file; everything here blocks.

    Args:
        file: where it is.
        error: the class of what is raised, with the fix, when the file is damaged.
        threads: of the runtime; null leaves it to the runtime.
    """

    def __init__(self, file: Path, *, error: Callable[[str], MemoristError], threads: int | None = None) -> None:
        try:
            onnxruntime: Any = import_module("onnxruntime")  # only where a model runs
            options = onnxruntime.SessionOptions()
            if threads is not None:
                options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
            self._session: Any = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as broken:  # the library raises classes of its own that it does not export
            raise error(f"the model in {file} cannot be read: {broken}") from broken
        self.inputs = tuple(str(node.name) for node in self._session.get_inputs())
        self._file, self._error = file, error

    def run(self, values: Mapping[str, Any], outputs: Sequence[str] | None = None) -> list[Any]:
        """Return outputs, all or those of some names, for the inputs that the model has among ``values``."""
        feed = {name: values[name] for name in self.inputs if name in values}
        try:
            found: list[Any] = self._session.run(outputs, feed)
        except Exception as broken:  # see above
            raise self._error(f"{self._file} is no model of this kind: {broken}") from broken
        return found


class OnnxFolder:
    """A folder's model with its tokenizer; everything here blocks.

    Args:
        folder: where ``model.onnx`` and ``tokenizer.json`` are.
        error: the class of what is raised, with the fix, when something is missing or damaged.
        threads: of the runtime; null leaves it to the runtime.
        max_tokens: of a text; what is beyond is not read. Null: the tokenizer's own limit, else :data:`MAX_TOKENS`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        error: Callable[[str], MemoristError],
        threads: int | None = None,
        max_tokens: int | None = None,
    ) -> None:
        folder = folder.expanduser().resolve()
        weights = next((folder / name for name in MODEL_FILES if (folder / name).is_file()), None)
        if weights is None or not (folder / TOKENIZER_FILE).is_file():
            raise error(f"{folder} holds no ONNX model: expected model.onnx and {TOKENIZER_FILE} in it")
        self._model = OnnxModel(weights, error=error, threads=threads)
        self.tokenizer: Any = tokenizer_of(folder / TOKENIZER_FILE, error=error)
        if max_tokens is not None or self.tokenizer.truncation is None:
            self.tokenizer.enable_truncation(max_tokens or MAX_TOKENS)
        self.name = f"{folder.name}@{_fingerprint(weights)}"

    def run(self, text: str) -> tuple[Any, Output]:
        """The encoding of a text, and what the model makes of it, without the batch's axis."""
        encoding = self.tokenizer.encode(text)
        values = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        [output, *_] = self._model.run({name: np.asarray([ids], dtype=np.int64) for name, ids in values.items()})
        return encoding, np.asarray(output)[0]


def tokenizer_of(file: Path, *, error: Callable[[str], MemoristError]) -> Any:
    """Return the tokenizer of a file of the ``tokenizers`` package, without padding."""
    try:
        from tokenizers import Tokenizer

        tokenizer: Any = Tokenizer.from_file(str(file))
    except Exception as broken:  # see above
        raise error(f"the tokenizer in {file} cannot be read: {broken}") from broken
    tokenizer.no_padding()
    return tokenizer


def is_path(model: str) -> bool:
    """Return true if a model is named by a folder, rather than by a name such as ``BAAI/bge-small-en-v1.5``."""
    return model.startswith(("/", ".", "~", "\\")) or model.count("/") != 1 or Path(model).is_dir()


def _fingerprint(weights: Path) -> str:
    """Eight hex digits from the size, the beginning and the end: enough to tell models apart, quick for large ones."""
    size = weights.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with weights.open("rb") as file:
        digest.update(file.read(SAMPLE_BYTES))
        file.seek(max(0, size - SAMPLE_BYTES))
        digest.update(file.read(SAMPLE_BYTES))
    return digest.hexdigest()[:8]
