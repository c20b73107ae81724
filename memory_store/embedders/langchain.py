"""Any LangChain ``Embeddings``: somebody's object, or one opened by provider and model."""

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import EmbedderUnavailable, InvalidInput
from memorist.memory_store.embedders.base import not_ready, spoken, unit_vectors
from memorist.memory_store.threads import in_thread

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


class LangChainEmbedder:
    """Wraps LangChain's interface.

    Args:
        embeddings: the object.
        name: what to record in the database; take one that changes when the model does.
    """

    def __init__(self, embeddings: "Embeddings", *, name: str) -> None:
        self._embeddings = embeddings
        self._name = name
        self._dimension: int | None = None

    @property
    def name(self) -> str:
        """As given."""
        return self._name

    @property
    def dimension(self) -> int:
        """Known from the first vector."""
        if self._dimension is None:
            raise not_ready(f"the dimension of {self._name}")
        return self._dimension

    async def ready(self) -> None:
        """Ask for one vector."""
        if self._dimension is None:
            await self.embed(["ready"])

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        if not texts:
            return []
        try:
            rows = await self._embeddings.aembed_documents([spoken(text) for text in texts])
        except Exception as error:  # each provider raises classes of its own
            raise EmbedderUnavailable(
                f"{self._name} failed with {type(error).__name__}: {str(error)[:300]}: look at the model's name, "
                "its key and the network"
            ) from error
        vectors = unit_vectors(rows, count=len(texts), dimension=self._dimension, of=self._name)
        self._dimension = len(vectors[0])
        return vectors


class NamedLangChainEmbedder:
    """A model of LangChain's by ``PROVIDER:MODEL``, opened on first use: that takes ``langchain`` and its package."""

    def __init__(self, model: str) -> None:
        if not all(model.partition(":")):
            raise InvalidInput(
                f"a LangChain embedder is named langchain:PROVIDER:MODEL, not langchain:{model}", field="embedder"
            )
        self._model = model
        self._opened: LangChainEmbedder | None = None

    @property
    def name(self) -> str:
        """``langchain:PROVIDER:MODEL``."""
        return f"langchain:{self._model}"

    @property
    def dimension(self) -> int:
        """Known from the first vector."""
        if self._opened is None:
            raise not_ready(f"the dimension of {self.name}")
        return self._opened.dimension

    async def ready(self) -> None:
        """Open the model and ask for one vector."""
        await (await self._open()).ready()

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text."""
        return await (await self._open()).embed(texts)

    async def _open(self) -> LangChainEmbedder:
        if self._opened is None:
            embeddings = await in_thread(_init_embeddings, self._model)
            self._opened = LangChainEmbedder(embeddings, name=self.name)
        return self._opened


def _init_embeddings(model: str) -> Any:
    provider = model.partition(":")[0]
    try:
        return importlib.import_module("langchain.embeddings").init_embeddings(model)
    except ImportError as error:
        raise EmbedderUnavailable(
            f"the embedder langchain:{model} needs packages that are not installed ({error}): "
            f"`pip install langchain langchain-{provider.replace('_', '-')}`"
        ) from error
    except Exception as error:  # each provider raises classes of its own
        raise EmbedderUnavailable(
            f"LangChain cannot open the embedder {model}: {str(error)[:300]}: look at the provider, the model's name "
            "and its key"
        ) from error
