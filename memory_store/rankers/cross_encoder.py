"""Cross-encoders: the model reads query and text together. Precise, and slow: a few candidates a recall."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from memorist.memory_store.domain.errors import RankerUnavailable
from memorist.memory_store.embedders.base import spoken
from memorist.memory_store.onnx_folder import THREADS, OnnxFolder, is_path
from memorist.memory_store.rankers.base import RankCandidate
from memorist.memory_store.rankers.fastembed import FastEmbedPairs
from memorist.memory_store.rankers.loading import LoadedOnce
from memorist.memory_store.threads import in_thread

MAX_TOKENS = 256
"""Of query and text together."""


class PairModel(Protocol):
    """A loaded model; everything it does blocks."""

    @property
    def name(self) -> str:
        """With a fingerprint where it comes from a folder."""
        ...

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        ...


class CrossEncoderRanker:
    """Scores each text together with the query.

    Args:
        model: a folder with ``model.onnx`` and ``tokenizer.json``, or a model's name in fastembed.
    """

    most = 20

    def __init__(self, model: str) -> None:
        self._model: LoadedOnce[PairModel] = LoadedOnce(lambda: _load(model))

    @property
    def name(self) -> str:
        """``cross-encoder:MODEL``."""
        return self._model.there.name

    async def ready(self) -> None:
        """Load the model."""
        await self._model.get()

    async def scores(self, query: str, candidates: Sequence[RankCandidate]) -> list[float | None]:
        """Read each with the query."""
        model = await self._model.get()
        texts = [one.text for one in candidates]
        return [*await in_thread(model.scores, query, texts)]


class FolderPairs:
    """A model in a folder that gives one number for a pair of texts."""

    def __init__(self, folder: Path) -> None:
        self._model = OnnxFolder(
            folder, error=RankerUnavailable, threads=THREADS, max_tokens=MAX_TOKENS, extra="rankers"
        )
        self.name = f"cross-encoder:{self._model.name}"

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One pair a run: a quantised model scales over the whole batch, so that neighbours would change a score."""
        return [self._score(query, text) for text in texts]

    def _score(self, query: str, text: str) -> float:
        _, output = self._model.run(spoken(query), spoken(text))
        if output.size != 1:
            raise RankerUnavailable(f"{self.name} gives {output.size} numbers for a pair of texts: it is no reranker")
        return float(output.reshape(-1)[0])


def _load(model: str) -> PairModel:
    return FolderPairs(Path(model)) if is_path(model) else FastEmbedPairs(model)
