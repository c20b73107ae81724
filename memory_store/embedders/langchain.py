"""Any LangChain ``Embeddings``: somebody's object, or one opened by provider and model."""

import importlib
from typing import TYPE_CHECKING, Any

from memorist.memory_store.domain.errors import EmbedderUnavailable, InvalidInput
from memorist.memory_store.embedders.asked import AskedEmbedder
from memorist.memory_store.threads import in_thread

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


class LangChainEmbedder(AskedEmbedder):
    """Wraps LangChain's interface.

    Args:
        embeddings: the object.
        name: what to record in the database; take one that changes when the model does.
    """

    def __init__(self, embeddings: "Embeddings | None", *, name: str) -> None:
        super().__init__(name, name)
        self._embeddings = embeddings

    async def _ask(self, batch: list[str]) -> object:
        if self._embeddings is None:
            self._embeddings = await in_thread(_init_embeddings, self.name.removeprefix("langchain:"))
        try:
            return await self._embeddings.aembed_documents(batch)
        except Exception as error:  # each provider raises classes of its own
            raise EmbedderUnavailable(
                f"{self.name} failed with {type(error).__name__}: {str(error)[:300]}: look at the model's name, "
                "its key and the network"
            ) from error


def open_by_provider(model: str) -> LangChainEmbedder:
    """Return a model by ``PROVIDER:MODEL``, opened on first use: that takes ``langchain`` and its package."""
    if not all(model.partition(":")):
        raise InvalidInput(
            f"a LangChain embedder is named langchain:PROVIDER:MODEL, not langchain:{model}", field="embedder"
        )
    return LangChainEmbedder(None, name=f"langchain:{model}")


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
