"""Graphiti's own search on our store, with its own driver: what ours is compared with."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.driver.driver import GraphDriver
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.llm_client.client import LLMClient
from graphiti_core.llm_client.config import LLMConfig

from memorist.memory_store.embedders.base import Embedder

__all__ = ["NoModel", "NoRanking", "OurEmbedder", "vanilla_search"]

Search = Callable[[str, int], Awaitable[list[str]]]
"""A question and a number in, facts out."""


class NoModel(LLMClient):
    """Reading and searching need none."""

    def __init__(self) -> None:
        super().__init__(LLMConfig(api_key="none"))

    async def _generate_response(self, *_: Any, **__: Any) -> dict[str, Any]:
        raise NotImplementedError("no model is asked")


class NoRanking(CrossEncoderClient):
    """Nor a second opinion on the order."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        return [(passage, 1.0) for passage in passages]


class OurEmbedder(EmbedderClient):
    """An embedder of ours in Graphiti's form."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
        text = input_data if isinstance(input_data, str) else str(next(iter(input_data)))
        return list((await self._embedder.embed([text]))[0])


@asynccontextmanager
async def vanilla_search(driver: GraphDriver, embedder: Embedder, group_id: str) -> AsyncGenerator[Search]:
    """``graphiti.search`` in one group, with the same embedder as ours."""
    graphiti = Graphiti(
        graph_driver=driver, llm_client=NoModel(), embedder=OurEmbedder(embedder), cross_encoder=NoRanking()
    )

    async def search(question: str, k: int) -> list[str]:
        found = await graphiti.search(question, group_ids=[group_id], num_results=k)
        return [edge.fact for edge in found]

    try:
        yield search
    finally:
        await graphiti.close()
