"""The retrieval graph: from a task to a prompt that can be explained line by line."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import BoundNode, compiled, resources_of
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.store import Store
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.answer import answer
from memorist.nodes.retrieval.channels import graph as graph_channel
from memorist.nodes.retrieval.channels import procedures, raw_episodes, semantic
from memorist.nodes.retrieval.channels.channel import Runs, Search, channel_node
from memorist.nodes.retrieval.channels.standing import standing
from memorist.nodes.retrieval.formulate import formulate
from memorist.nodes.retrieval.state import RetrievalAnswer, RetrievalContext, RetrievalRequest, RetrievalState

CHANNELS: Mapping[str, Search] = {
    "semantic": semantic.search,
    "procedures": procedures.search,
    "graph": graph_channel.search,
    "raw_episodes": raw_episodes.search,
}

type Builder = StateGraph[RetrievalState, RetrievalContext, RetrievalRequest, RetrievalAnswer]


def retrieval_builder(resources: Resources, channels: Mapping[str, Search] = CHANNELS) -> Builder:
    """Nodes and edges, not yet compiled. The channels run in parallel, each with a statement of its own.

    The node ``standing``, which reads the hard rules, always runs beside the given channels.
    """
    builder: Builder = StateGraph(
        RetrievalState,
        context_schema=RetrievalContext,
        input_schema=RetrievalRequest,
        output_schema=RetrievalAnswer,
    )
    runs = Runs()
    nodes = {name: channel_node(name, search, runs) for name, search in channels.items()}
    nodes = {"standing": partial(standing, runs=runs), **nodes}
    builder.add_node("formulate", BoundNode(formulate, resources), input_schema=RetrievalRequest)
    for name, node in nodes.items():
        builder.add_node(name, BoundNode(node, resources))
    builder.add_node("answer", BoundNode(partial(answer, runs=runs, channels=tuple(nodes.values())), resources))

    builder.add_edge(START, "formulate")
    for name in nodes:
        builder.add_edge("formulate", name)
    builder.add_edge(list(nodes), "answer")
    builder.add_edge("answer", END)
    return builder


def build_retrieval(
    store: Store | None = None, *, channels: Mapping[str, Search] = CHANNELS, checkpointer: Any = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph.

    ``channels`` by name: what is added or replaced takes part in the ranking like the others. A failing channel is
    named in the answer and not tried again: the agent waits for the prompt. Raises :class:`InvalidInput` for a store or
    a channel that is none.
    """
    if not isinstance(channels, Mapping) or not all(map(callable, channels.values())):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput("channels: expected async functions by name: {**CHANNELS, 'mine': search}", field="channels")
    return compiled(retrieval_builder(resources_of(store), channels), "retrieval", checkpointer)


graph = build_retrieval()
