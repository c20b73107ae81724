"""The promotion graph: one maintenance pass over a group, from what happened to what is known, and what fades."""

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import ON_STORE_FAILURE, BoundNode, compiled, resources_of
from memorist.memory_store.store import Store
from memorist.nodes.promotion.archive import archive
from memorist.nodes.promotion.ask import ask, wants_answer
from memorist.nodes.promotion.begin import begin
from memorist.nodes.promotion.cascade import cascade
from memorist.nodes.promotion.collect import collect
from memorist.nodes.promotion.create import create
from memorist.nodes.promotion.decay import decay
from memorist.nodes.promotion.judge import judge
from memorist.nodes.promotion.report import report
from memorist.nodes.promotion.share import share
from memorist.nodes.promotion.state import PromotionAnswer, PromotionContext, PromotionRequest, PromotionState
from memorist.nodes.resources import Resources

MAX_STEPS = 1_000_000
"""The recursion limit: a pass takes a few steps for each page of the change log, and ends when the log does."""

type Builder = StateGraph[PromotionState, PromotionContext, PromotionRequest, PromotionAnswer]


async def after_begin(state: PromotionState) -> Literal["collect", "report"]:
    """Collect changes; go straight to the report if another worker holds the lease."""
    return "report" if state.get("busy") else "collect"


async def after_collect(state: PromotionState) -> Literal["judge", "cascade"]:
    """Judge the page of changes that was read; go on to the cascade once the log is read to its end."""
    return "judge" if state.get("extract") is not None else "cascade"


async def after_judge(state: PromotionState) -> Literal["ask", "create"]:
    """A person is asked where one is there."""
    return "ask" if wants_answer(state) else "create"


async def after_archive(state: PromotionState) -> Literal["decay", "share"]:
    """Decay the next page of memories; go on to sharing once all pages are done."""
    return "decay" if state.get("decay_more") else "share"


async def after_share(state: PromotionState) -> Literal["share", "report"]:
    """Share the next page of the change log; go on to the report once the log is read to its end."""
    return "share" if state.get("share_more") else "report"


def promotion_builder(resources: Resources) -> Builder:
    """Nodes and edges, not yet compiled: a node may be replaced, or more may be added."""
    builder: Builder = StateGraph(
        PromotionState,
        context_schema=PromotionContext,
        input_schema=PromotionRequest,
        output_schema=PromotionAnswer,
    )
    builder.add_node("begin", BoundNode(begin, resources), input_schema=PromotionRequest)
    builder.add_node("collect", BoundNode(collect, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("judge", BoundNode(judge, resources))
    builder.add_node("ask", ask)
    builder.add_node("create", BoundNode(create, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("cascade", BoundNode(cascade, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("decay", BoundNode(decay, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("archive", BoundNode(archive, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("share", BoundNode(share, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("report", BoundNode(report, resources))

    builder.add_edge(START, "begin")
    builder.add_conditional_edges("begin", after_begin)
    builder.add_conditional_edges("collect", after_collect)
    builder.add_conditional_edges("judge", after_judge)
    builder.add_conditional_edges("ask", after_judge)
    builder.add_edge("create", "collect")
    builder.add_edge("cascade", "decay")
    builder.add_edge("decay", "archive")
    builder.add_conditional_edges("archive", after_archive)
    builder.add_conditional_edges("share", after_share)
    builder.add_edge("report", END)
    return builder


def build_promotion(store: Store | None = None, *, checkpointer: Any = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph.

    With a checkpointer, a run in a thread can be interrupted to ask (``on_question="ask"``), and goes on where it was
    stopped.
    """
    built = compiled(promotion_builder(resources_of(store)), "promotion", checkpointer)
    return built.with_config(recursion_limit=MAX_STEPS)


graph = build_promotion()
