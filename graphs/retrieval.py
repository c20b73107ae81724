"""The retrieval graph: from a task to a prompt that can be explained line by line."""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import bind, bind_first, resources_of
from memorist.memory_store.store import Store
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.assemble import assemble
from memorist.nodes.retrieval.assess import assess
from memorist.nodes.retrieval.budget import budget
from memorist.nodes.retrieval.channels.graph import graph as graph_channel
from memorist.nodes.retrieval.channels.hard_rules import hard_rules
from memorist.nodes.retrieval.channels.procedures import procedures
from memorist.nodes.retrieval.channels.raw_episodes import raw_episodes
from memorist.nodes.retrieval.channels.recent_episodes import recent_episodes
from memorist.nodes.retrieval.channels.self_model import self_model
from memorist.nodes.retrieval.channels.semantic import semantic
from memorist.nodes.retrieval.channels.user_model import user_model
from memorist.nodes.retrieval.formulate import formulate
from memorist.nodes.retrieval.rank import rank
from memorist.nodes.retrieval.record_access import record_access
from memorist.nodes.retrieval.state import RetrievalContext, RetrievalRequest, RetrievalState

CHANNELS = {
    "hard_rules": hard_rules,
    "semantic": semantic,
    "procedures": procedures,
    "self_model": self_model,
    "user_model": user_model,
    "recent_episodes": recent_episodes,
    "graph": graph_channel,
    "raw_episodes": raw_episodes,
}

type Builder = StateGraph[RetrievalState, RetrievalContext, RetrievalRequest, RetrievalState]


def topology(resources: Resources) -> Builder:
    """Nodes and edges."""
    builder: Builder = StateGraph(
        RetrievalState,
        context_schema=RetrievalContext,
        input_schema=RetrievalRequest,
    )
    builder.add_node(
        "formulate", bind_first(formulate, resources, RetrievalRequest, joined=("found", "failed", "timings_ms"))
    )
    for name, channel in CHANNELS.items():
        builder.add_node(name, bind(channel, resources))
    builder.add_node("rank", bind(rank, resources))
    builder.add_node("budget", bind(budget, resources))
    builder.add_node("assemble", bind(assemble, resources))
    builder.add_node("assess", bind(assess, resources))
    builder.add_node("record_access", bind(record_access, resources))

    builder.add_edge(START, "formulate")
    for name in CHANNELS:
        builder.add_edge("formulate", name)
    builder.add_edge(list(CHANNELS), "rank")
    builder.add_edge("rank", "budget")
    builder.add_edge("budget", "assemble")
    builder.add_edge("assemble", "assess")
    builder.add_edge("assess", "record_access")
    builder.add_edge("record_access", END)
    return builder


def build_retrieval(store: Store | None = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph."""
    return topology(resources_of(store)).compile(name="retrieval")


graph = build_retrieval()
