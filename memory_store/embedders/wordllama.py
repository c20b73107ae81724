"""The default: static word vectors that come inside a Python package. No network, no download."""

import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

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

    def __init__(self) -> None:
        self._model: Any = None

    async def ready(self) -> None:
        """Load the weights in a thread, once per process."""
        if self._model is None:
            self._model = await in_thread(load_wordllama)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        await self.ready()
        if sum(map(len, texts)) <= CHARS_ON_THE_LOOP:
            return self._vectors(texts)
        return await in_thread(self._vectors, texts)

    def _vectors(self, texts: Sequence[str]) -> list[Vector]:
        # One text a call: in a batch every text is padded to the longest, which a single document makes gigabytes.
        rows = [self._model.embed([spoken(text)])[0] for text in texts]
        return unit_vectors(rows, count=len(texts), dimension=DIMENSION, of=self.name)


def load_wordllama() -> Any:
    """The model, read once a process; blocks."""
    with _loading:
        return _load()


@cache
def _load() -> Any:
    try:
        wordllama = _imported()
        # Its own default folder lacks the tokenizer, which it would then download.
        installed = Path(wordllama.__file__).parent
        return wordllama.WordLlama.load(CONFIG, cache_dir=installed, dim=DIMENSION, disable_download=True)
    except (ImportError, OSError) as error:
        raise EmbedderUnavailable(
            f"the word vectors of the wordllama package cannot be loaded ({error}): "
            "reinstall it with `pip install --force-reinstall wordllama`"
        ) from error


def _imported() -> Any:
    """The package. Its import configures the root logger, which is the program's own: that is taken back."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    import wordllama

    root.handlers[:] = handlers
    root.setLevel(level)
    return wordllama


def open_tokenizer() -> Any:
    """The model's byte-pair tokenizer alone, without a limit of its own; blocks.

    Raises :class:`EmbedderUnavailable` with the fix.
    """
    try:
        from tokenizers import Tokenizer

        wordllama = _imported()
        return Tokenizer.from_file(
            str(Path(wordllama.__file__).parent / "tokenizers" / f"{CONFIG}_tokenizer_config.json")
        )
    except Exception as error:  # the tokenizer's own errors have no class that it exports
        raise EmbedderUnavailable(f"the tokenizer of the wordllama package cannot be read ({error})") from error
