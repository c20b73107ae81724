"""The retrieval graph: from a task to a prompt that can be explained line by line."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import bind, bind_first, resources_of
from memorist.memory_store.store import Store
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.answer import answer
from memorist.nodes.retrieval.channels.graph import graph as graph_channel
from memorist.nodes.retrieval.channels.procedures import procedures
from memorist.nodes.retrieval.channels.raw_episodes import raw_episodes
from memorist.nodes.retrieval.channels.semantic import semantic
from memorist.nodes.retrieval.channels.standing import standing
from memorist.nodes.retrieval.formulate import formulate
from memorist.nodes.retrieval.state import RetrievalAnswer, RetrievalContext, RetrievalRequest, RetrievalState

type Channel = Callable[..., Awaitable[dict[str, Any]]]
"""A node that adds to ``found``, ``failed`` and ``timings_ms``, as ``run_channel`` of the shipped ones does."""

CHANNELS: Mapping[str, Channel] = {
    "standing": standing,
    "semantic": semantic,
    "procedures": procedures,
    "graph": graph_channel,
    "raw_episodes": raw_episodes,
}

type Builder = StateGraph[RetrievalState, RetrievalContext, RetrievalRequest, RetrievalAnswer]


def topology(resources: Resources, channels: Mapping[str, Channel] = CHANNELS) -> Builder:
    """Nodes and edges: the channels run side by side, each with a statement of its own."""
    builder: Builder = StateGraph(
        RetrievalState,
        context_schema=RetrievalContext,
        input_schema=RetrievalRequest,
        output_schema=RetrievalAnswer,
    )
    builder.add_node(
        "formulate", bind_first(formulate, resources, RetrievalRequest, joined=("found", "failed", "timings_ms"))
    )
    for name, channel in channels.items():
        builder.add_node(name, bind(channel, resources))
    builder.add_node("answer", bind(answer, resources))

    builder.add_edge(START, "formulate")
    for name in channels:
        builder.add_edge("formulate", name)
    builder.add_edge(list(channels), "answer")
    builder.add_edge("answer", END)
    return builder


def build_retrieval(
    store: Store | None = None, *, channels: Mapping[str, Channel] = CHANNELS
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph.

    ``channels`` by name: what is added or replaced takes part in the ranking like the others.
    """
    return topology(resources_of(store), channels).compile(name="retrieval")


graph = build_retrieval()
