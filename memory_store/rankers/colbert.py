"""Late interaction: every token of the query is compared with every token of a text (ColBERT's MaxSim)."""

import string
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from memorist.memory_store.domain.episode import TokenVectors
from memorist.memory_store.domain.errors import RankerUnavailable
from memorist.memory_store.embedders.base import spoken
from memorist.memory_store.fastembed_model import FastEmbedModel
from memorist.memory_store.loading import LoadedOnce, Model
from memorist.memory_store.onnx_folder import THREADS, OnnxFolder, is_path
from memorist.memory_store.rankers.base import RankCandidate
from memorist.memory_store.rankers.packing import Matrix, max_sims, packed, unit_rows
from memorist.memory_store.threads import in_thread

MAX_TOKENS = 256
"""Of a text; a turn of a conversation seldom has more."""
PUNCTUATION = frozenset(string.punctuation)


class TokenModel(Model, Protocol):
    """A model of tokens."""

    def query(self, text: str) -> Matrix:
        """One row a token."""
        ...

    def document(self, text: str) -> Matrix:
        """One row a token that says something, at least one."""
        ...


class ColbertRanker(LoadedOnce[TokenModel]):
    """Scores by stored vectors of tokens.

    Args:
        model: a folder with ``model.onnx`` and ``tokenizer.json``, or a model's name in fastembed.
    """

    def __init__(self, model: str) -> None:
        super().__init__(lambda: _load(model), _not_ready)

    async def scores(self, query: str, candidates: Sequence[RankCandidate]) -> list[float | None]:
        """By the vectors that are stored; a text whose vectors are missing, or another model's, gets none."""
        model = await self.model()
        own = [one.tokens if one.tokens is not None and one.tokens.ranker == model.name else None for one in candidates]
        return await in_thread(lambda: max_sims(model.query(query), own))

    async def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Encode and pack, one text after another."""
        model = await self.model()
        return await in_thread(lambda: [packed(model.name, model.document(text)) for text in texts])


class FolderTokens:
    """The hidden states of a model in a folder, one a token."""

    def __init__(self, folder: Path) -> None:
        self._model = OnnxFolder(folder, error=RankerUnavailable, threads=THREADS, max_tokens=MAX_TOKENS)
        self.name = f"colbert:{self._model.name}"
        self.dimension = self.query("size").shape[1]

    def query(self, text: str) -> Matrix:
        """All tokens."""
        return unit_rows(self._run(text)[1])

    def document(self, text: str) -> Matrix:
        """All tokens but punctuation."""
        words, rows = self._run(text)
        kept = [place for place, word in enumerate(words) if word not in PUNCTUATION]
        return unit_rows(rows[kept] if kept else rows)

    def _run(self, text: str) -> tuple[list[str], Matrix]:
        encoding, output = self._model.run(spoken(text))
        if output.ndim != 2:
            raise RankerUnavailable(
                f"{self.name} gives one vector a text: late interaction needs a model that gives one a token"
            )
        if not len(output):
            encoding, output = self._model.run(".")
        return encoding.tokens, output


class FastEmbedTokens:
    """A late-interaction model by its name in fastembed, with its markers and without punctuation."""

    def __init__(self, model: str) -> None:
        self._model = FastEmbedModel("LateInteractionTextEmbedding", model, RankerUnavailable)
        self.name = f"colbert:{model}"
        self.dimension = self.query("size").shape[1]

    def query(self, text: str) -> Matrix:
        """As fastembed encodes queries."""
        return unit_rows(self._model.run("query_embed", spoken(text)))

    def document(self, text: str) -> Matrix:
        """As fastembed encodes documents."""
        return unit_rows(self._model.run("embed", spoken(text)))


def _not_ready() -> RankerUnavailable:
    return RankerUnavailable("a ranker is not known before `await ranker.ready()`")


def _load(model: str) -> TokenModel:
    return FolderTokens(Path(model)) if is_path(model) else FastEmbedTokens(model)
