"""The homeostasis graph: from an agent's state to how it is doing, in six dimensions, and what to do about it."""

from functools import partial
from typing import Any, Literal

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from memorist.graphs.binding import BoundNode, as_begun, compiled, resources_of
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.advise import advise
from memorist.nodes.homeostasis.balance import balance
from memorist.nodes.homeostasis.clarify import clarify, wants_answer
from memorist.nodes.homeostasis.dimensions import (
    certainty_alignment,
    communication_health,
    knowledge_application,
    productive_engagement,
    progress_momentum,
)
from memorist.nodes.homeostasis.dimensions.dimension import node_of
from memorist.nodes.homeostasis.dimensions.knowledge_sufficiency import knowledge_sufficiency
from memorist.nodes.homeostasis.guardrails import guardrails
from memorist.nodes.homeostasis.learn import learn
from memorist.nodes.homeostasis.observe import observe
from memorist.nodes.homeostasis.recall import recall
from memorist.nodes.homeostasis.record import record
from memorist.nodes.homeostasis.refine import refine
from memorist.nodes.homeostasis.state import HomeostasisAnswer, HomeostasisContext, HomeostasisRequest, HomeostasisState
from memorist.nodes.resources import Resources

DIMENSION_NODES = {
    "knowledge_sufficiency": knowledge_sufficiency,
    "certainty_alignment": node_of("certainty_alignment", certainty_alignment.judge),
    "progress_momentum": node_of("progress_momentum", progress_momentum.judge),
    "communication_health": node_of("communication_health", communication_health.judge),
    "productive_engagement": node_of("productive_engagement", productive_engagement.judge),
    "knowledge_application": node_of("knowledge_application", knowledge_application.judge),
}

type Graph = CompiledStateGraph[Any, Any, Any, Any]
type Builder = StateGraph[HomeostasisState, HomeostasisContext, HomeostasisRequest, HomeostasisAnswer]


async def after_observe(
    state: HomeostasisState, runtime: Runtime[HomeostasisContext]
) -> Literal["clarify", "recall", "__end__"]:
    """End on a state that could not be read; clarify if questions are wanted and one is due now; else recall."""
    if state.get("error"):
        return "__end__"
    asks = context_as(HomeostasisContext, runtime.context).on_question == "ask"
    return "clarify" if asks and wants_answer(state) else "recall"


def homeostasis_builder(
    resources: Resources, retrieval: Graph, ingestion: Graph, model: BaseChatModel | None = None
) -> Builder:
    """Nodes and edges, not yet compiled. Two of the nodes call the graphs ``retrieval`` and ``ingestion``."""
    builder: Builder = StateGraph(
        HomeostasisState,
        context_schema=HomeostasisContext,
        input_schema=HomeostasisRequest,
        output_schema=HomeostasisAnswer,
    )

    async def learn_answer(state: HomeostasisState, runtime: Runtime[HomeostasisContext]) -> dict[str, Any]:
        return await learn(state, as_begun(state, runtime), ingestion)

    async def recall_task(state: HomeostasisState, runtime: Runtime[HomeostasisContext]) -> dict[str, Any]:
        return await recall(state, as_begun(state, runtime), retrieval)

    builder.add_node("observe", BoundNode(observe, resources), input_schema=HomeostasisRequest)
    builder.add_node("clarify", clarify)
    builder.add_node("learn", learn_answer)
    builder.add_node("recall", recall_task)
    for name, dimension in DIMENSION_NODES.items():
        builder.add_node(name, dimension)
    builder.add_node("refine", BoundNode(partial(refine, model=model), resources))
    builder.add_node("balance", BoundNode(balance, resources))
    builder.add_node("guardrails", BoundNode(guardrails, resources))
    builder.add_node("advise", BoundNode(advise, resources))
    builder.add_node("record", BoundNode(record, resources))

    builder.add_edge(START, "observe")
    builder.add_conditional_edges("observe", after_observe)
    builder.add_edge("clarify", "learn")
    builder.add_edge("learn", "recall")
    for name in DIMENSION_NODES:
        builder.add_edge("recall", name)
    builder.add_edge(list(DIMENSION_NODES), "refine")
    builder.add_edge("refine", "balance")
    builder.add_edge("balance", "guardrails")
    builder.add_edge("guardrails", "advise")
    builder.add_edge("advise", "record")
    builder.add_edge("record", END)
    return builder


def build_homeostasis(
    store: Store | None = None, *, model: BaseChatModel | None = None, checkpointer: Any = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph.

    Args:
        store: whose memory is asked, and keeps what changed.
        model: may refine the two judgement dimensions; default: the one that the settings name, if any.
        checkpointer: with it, a run in a thread can be interrupted to ask (``on_question="ask"``).
    """
    built = homeostasis_builder(resources_of(store), build_retrieval(store), build_ingestion(store), model)
    return compiled(built, "homeostasis", checkpointer)


graph = build_homeostasis()
