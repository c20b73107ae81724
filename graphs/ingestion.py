"""The ingestion graph: from an input to one change set, with a reason for everything that is kept, skipped or ended."""

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import ON_STORE_FAILURE, BoundNode, compiled, resources_of
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.store import Store
from memorist.nodes.homeostasis.acts.unchecked import unchecked_among
from memorist.nodes.ingestion.ask import ask, wants_answer
from memorist.nodes.ingestion.commit import commit
from memorist.nodes.ingestion.erase import erase
from memorist.nodes.ingestion.forget import asks_to_forget, forget
from memorist.nodes.ingestion.gate import gate
from memorist.nodes.ingestion.match import match
from memorist.nodes.ingestion.read import read
from memorist.nodes.ingestion.receive import receive
from memorist.nodes.ingestion.reconcile import reconcile
from memorist.nodes.ingestion.report import report
from memorist.nodes.ingestion.state import IngestionAnswer, IngestionContext, IngestionRequest, IngestionState
from memorist.nodes.ingestion.update_models import update_models
from memorist.nodes.reading.reader import Reader
from memorist.nodes.resources import Resources

type Builder = StateGraph[IngestionState, IngestionContext, IngestionRequest, IngestionAnswer]


async def after_receive(state: IngestionState) -> Literal["gate", "report"]:
    """An input that cannot be read ends with its result."""
    return "report" if state.get("result") else "gate"


async def after_gate(state: IngestionState) -> Literal["read", "forget", "report"]:
    """Route the input: one that is not kept ends with its result; a request to forget is seen to first."""
    if asks_to_forget(state):
        return "forget"
    return "report" if state.get("result") else "read"


async def after_read(state: IngestionState) -> Literal["forget", "match"]:
    """See to a request to forget that a reader heard, unless the gate had heard one."""
    return "forget" if asks_to_forget(state) and state.get("forget") is None else "match"


async def after_forget(state: IngestionState) -> Literal["erase", "read", "match", "report"]:
    """Ask a person whether to erase; then read what an input says beside a request, or go on with what was read."""
    if state.get("erasing"):
        return "erase"
    if state.get("result"):
        return "report"
    return "match" if "extracted" in state and state.get("reading") else "read"


async def after_match(state: IngestionState) -> Literal["reconcile", "update_models", "report"]:
    """Report a result that ``match`` gave; update the models for an input committed before; reconcile any other."""
    if state.get("result"):
        return "report"
    return "update_models" if state.get("replayed") else "reconcile"


async def after_reconcile(state: IngestionState) -> Literal["ask", "commit"]:
    """A contested memory is shown to a person if one is there."""
    return "ask" if wants_answer(state) else "commit"


async def report_all(state: IngestionState) -> dict[str, Any]:
    """Report, and tell what of the rules laid down the guard cannot hold an act against."""
    told = unchecked_among(parse_memory(memory) for memory in state.get("committed") or ())
    return await report({**state, "notices": [*(state.get("notices") or ()), *told]})


async def after_commit(state: IngestionState) -> Literal["match", "update_models"]:
    """Match again if another writer changed what the commit relied on; else update the models."""
    return "match" if state.get("conflicts") else "update_models"


def ingestion_builder(resources: Resources) -> Builder:
    """Nodes and edges, not yet compiled: a node may be replaced, or more may be added."""
    builder: Builder = StateGraph(
        IngestionState, context_schema=IngestionContext, input_schema=IngestionRequest, output_schema=IngestionAnswer
    )
    builder.add_node("receive", BoundNode(receive, resources), input_schema=IngestionRequest)
    builder.add_node("gate", BoundNode(gate, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("forget", BoundNode(forget, resources))
    builder.add_node("erase", BoundNode(erase, resources))
    builder.add_node("read", BoundNode(read, resources))
    builder.add_node("match", BoundNode(match, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("reconcile", BoundNode(reconcile, resources))
    builder.add_node("ask", BoundNode(ask, resources))
    builder.add_node("commit", BoundNode(commit, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("update_models", BoundNode(update_models, resources), retry_policy=ON_STORE_FAILURE)
    builder.add_node("report", report_all)

    builder.add_edge(START, "receive")
    builder.add_conditional_edges("receive", after_receive)
    builder.add_conditional_edges("gate", after_gate)
    builder.add_conditional_edges("forget", after_forget)
    builder.add_conditional_edges("erase", after_forget)
    builder.add_conditional_edges("read", after_read)
    builder.add_conditional_edges("match", after_match)
    builder.add_conditional_edges("reconcile", after_reconcile)
    builder.add_conditional_edges("ask", after_reconcile)
    builder.add_conditional_edges("commit", after_commit)
    builder.add_edge("update_models", "report")
    builder.add_edge("report", END)
    return builder


def build_ingestion(
    store: Store | None = None, *, readers: Sequence[Reader] | None = None, checkpointer: Any = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph.

    Args:
        store: whose memory learns.
        readers: who reads inputs, in this order until one answers; default: those of the settings.
        checkpointer: with it, a run in a thread can be interrupted to ask (``on_conflict="ask"``).

    Raises :class:`InvalidInput` for what is no store or no reader, and for readers without a store.
    """
    return compiled(ingestion_builder(resources_of(store, readers)), "ingestion", checkpointer)


graph = build_ingestion()
