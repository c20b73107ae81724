"""Graphiti's extraction as a function: texts in, facts between entities out; nothing is stored and nothing is ended."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphiti_core.graphiti_types import GraphitiClients
from graphiti_core.llm_client import LLMClient
from graphiti_core.llm_client.config import LLMConfig, ModelSize
from graphiti_core.nodes import EpisodeType, EpisodicNode
from graphiti_core.prompts.models import Message
from graphiti_core.tracer import NoOpTracer
from graphiti_core.utils.maintenance.edge_operations import extract_edges
from graphiti_core.utils.maintenance.node_operations import extract_nodes
from pydantic import BaseModel

Ask = Callable[[list[tuple[str, str]], type[BaseModel]], Awaitable[BaseModel]]
"""Messages and the form of the answer in, the answer out."""
GROUP = "extraction"


class CannotRead(Exception):
    """Graphiti could not make sense of what the model answered."""


@dataclass(frozen=True)
class GraphitiFact:
    """One edge as Graphiti extracts it."""

    subject: str
    name: str
    object: str
    fact: str


class _Asking(LLMClient):
    """Graphiti's way to a model, over ours."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(LLMConfig(), cache=False)
        self._ask = ask

    async def _generate_response(
        self,
        messages: list[Message],
        response_model: type[BaseModel] | None = None,
        max_tokens: int = 0,
        model_size: ModelSize = ModelSize.medium,
        **_: Any,
    ) -> dict[str, Any]:
        if response_model is None:
            raise CannotRead("Graphiti asked for an answer without a form")
        roles = {"system": "system", "user": "human", "assistant": "ai"}
        asked = [(roles.get(message.role, "human"), message.content) for message in messages]
        return (await self._ask(asked, response_model)).model_dump()


async def read_with_graphiti(
    ask: Ask, texts: Sequence[str], *, before: Sequence[str], at: datetime
) -> list[GraphitiFact]:
    """Entities, then facts: two calls. Raises what ``ask`` raises, and :class:`CannotRead`."""
    # No driver and no embedder: these two steps use neither.
    clients = GraphitiClients.model_construct(
        driver=None, llm_client=_Asking(ask), embedder=None, cross_encoder=None, tracer=NoOpTracer()
    )
    episode = _episode("\n".join(texts), at)
    earlier = [_episode(text, at) for text in before]
    try:
        nodes, _ = await extract_nodes(clients, episode, earlier)
        if not nodes:
            return []
        edges, added = await extract_edges(clients, episode, nodes, earlier, {}, group_id=GROUP)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CannotRead(f"its answer does not fit Graphiti ({type(error).__name__}: {error})") from error
    names = {node.uuid: node.name for node in (*nodes, *added)}
    return [
        GraphitiFact(names.get(edge.source_node_uuid, ""), edge.name, names.get(edge.target_node_uuid, ""), edge.fact)
        for edge in edges
    ]


def _episode(text: str, at: datetime) -> EpisodicNode:
    return EpisodicNode(
        name="turn",
        group_id=GROUP,
        source=EpisodeType.message,
        source_description="turn",
        content=text,
        created_at=at,
        valid_at=at,
    )
