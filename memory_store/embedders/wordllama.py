"""Static word vectors that come inside a Python package: the quickest embedder. No network, no download."""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.base import spoken, unit_vectors
from memorist.memory_store.threads import in_thread

CONFIG = "l2_supercat"
DIMENSION = 256

CHARS_ON_THE_LOOP = 2_000
"""So much text takes about a millisecond; more goes to a thread."""

_loading = Lock()


class WordLlamaEmbedder:
    """`WordLlama <https://github.com/dleemiller/WordLlama>`_, 256 dimensions, about 0.03 ms a sentence."""

    name = f"wordllama:{CONFIG}_{DIMENSION}"
    dimension = DIMENSION

    async def ready(self) -> None:
        """Look if the vectors are installed. They are read with the first text: many commands embed none."""
        await in_thread(_files)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        if not _load.cache_info().currsize:
            await in_thread(load_wordllama)
        if sum(map(len, texts)) <= CHARS_ON_THE_LOOP:
            return self._vectors(texts)
        return await in_thread(self._vectors, texts)

    def _vectors(self, texts: Sequence[str]) -> list[Vector]:
        model = load_wordllama()
        rows = [model.mean_of(spoken(text)) for text in texts]
        return unit_vectors(rows, count=len(texts), dimension=DIMENSION, of=self.name)


class StaticVectors(NamedTuple):
    """A vector a token, and what cuts a text into tokens.

    Args:
        table: a row of half precision a token.
        tokenizer: of the ``tokenizers`` package.
    """

    table: NDArray[np.float16]
    tokenizer: Any

    def mean_of(self, text: str) -> NDArray[np.float32]:
        """Return the mean vector of a text's tokens, all zeros for none."""
        places = self.tokenizer.encode(text, add_special_tokens=False).ids
        rows = self.table[places].astype(np.float32)
        return rows.sum(axis=0) / np.float32(max(1, len(places)))


def load_wordllama() -> StaticVectors:
    """The vectors, read once a process; blocks. Raises :class:`EmbedderUnavailable` with the fix."""
    with _loading:
        return _load()


@cache
def _load() -> StaticVectors:
    weights, _ = _files()
    try:
        from safetensors import safe_open

        with cast(Any, safe_open)(weights, framework="np") as tensors:  # its types say nothing of what it opens
            return StaticVectors(tensors.get_tensor("embedding.weight"), open_tokenizer())
    except Exception as error:  # the errors of a damaged file have no class that its package documents
        raise _unavailable(error) from error


def _files() -> tuple[Path, Path]:
    """The files of the vectors and of the tokenizer: the package's import would bring a client of its downloads.

    Raises :class:`EmbedderUnavailable` where one is missing.
    """
    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise _unavailable("it is not installed")
    folder = Path(found.origin).parent
    files = (
        folder / "weights" / f"{CONFIG}_{DIMENSION}.safetensors",
        folder / "tokenizers" / f"{CONFIG}_tokenizer_config.json",
    )
    if missing := [file for file in files if not file.is_file()]:
        raise _unavailable(f"there is no {missing[0]}")
    return files


def _unavailable(why: object) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"the word vectors of the wordllama package cannot be loaded ({why}): "
        "reinstall it with `pip install --force-reinstall wordllama`"
    )


@cache
def open_tokenizer() -> Any:
    """The model's byte-pair tokenizer, without a limit of its own; blocks.

    Raises :class:`EmbedderUnavailable` with the fix.
    """
    try:
        from tokenizers import Tokenizer

        return Tokenizer.from_file(str(_files()[1]))
    except Exception as error:  # the tokenizer's own errors have no class that it exports
        raise EmbedderUnavailable(f"the tokenizer of the wordllama package cannot be read ({error})") from error
