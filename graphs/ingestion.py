"""The ingestion graph: from an input to one change set, with a reason for everything that is kept, skipped or ended."""

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import Bound, Router, bind, bind_first, ends_of, naming_next, resources_of
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.ask import ask, wants_answer
from memorist.nodes.ingestion.commit import commit
from memorist.nodes.ingestion.consult import consult
from memorist.nodes.ingestion.deduplicate import deduplicate
from memorist.nodes.ingestion.extract.extract import extract
from memorist.nodes.ingestion.forget import asks_to_forget, forget
from memorist.nodes.ingestion.gatekeep import gatekeep
from memorist.nodes.ingestion.look_up import look_up, looks_up
from memorist.nodes.ingestion.receive import receive
from memorist.nodes.ingestion.reconcile import reconcile
from memorist.nodes.ingestion.report import has_more_to_tell, report
from memorist.nodes.ingestion.resolve import resolve
from memorist.nodes.ingestion.route import route
from memorist.nodes.ingestion.state import IngestionContext, IngestionRequest, IngestionState
from memorist.nodes.ingestion.update_models import update_models
from memorist.nodes.resources import Resources

type Builder = StateGraph[IngestionState, IngestionContext, IngestionRequest, IngestionState]


async def after_receive(state: IngestionState) -> Literal["gatekeep", "__end__"]:
    """A file that cannot be read ends here with its result."""
    return "__end__" if state.get("result") else "gatekeep"


async def after_gatekeep(state: IngestionState) -> Literal["route", "forget", "report", "__end__"]:
    """What is skipped, or cannot be read, ends here with its result; a request to forget goes its own way."""
    if asks_to_forget(state):
        return "forget"
    if not state.get("result"):
        return "route"
    return await after_all(state)


async def after_all(state: IngestionState) -> Literal["report", "__end__"]:
    """The result is complete, unless something happened on the way that the caller must know."""
    return "report" if has_more_to_tell(state) else "__end__"


async def after_extract(state: IngestionState) -> Literal["consult", "resolve"]:
    """What no pattern read is for a model, if there is one."""
    return "consult" if state.get("unread") else "resolve"


async def after_resolve(
    state: IngestionState,
) -> Literal["gatekeep", "look_up", "deduplicate", "update_models", "report", "__end__"]:
    """An input that was ingested before is not judged again; only what follows the commit is made sure of.

    Another one under its id ends here. One in which the memory knows a name is read again with it.
    """
    if state.get("result"):
        return await after_all(state)
    if state.get("replayed"):
        return "update_models"
    if state.get("read_again"):
        return "gatekeep"
    return "look_up" if looks_up(state) else "deduplicate"


async def after_look_up(state: IngestionState) -> Literal["deduplicate", "report", "__end__"]:
    """There may be nothing to do, or no way to do it."""
    return await after_all(state) if state.get("result") else "deduplicate"


async def after_reconcile(state: IngestionState) -> Literal["ask", "commit"]:
    """A contested memory is shown to a person if one is there."""
    return "ask" if wants_answer(state) else "commit"


async def after_commit(state: IngestionState) -> Literal["resolve", "update_models"]:
    """A lost race means that the memory changed meanwhile: compare and decide again."""
    return "resolve" if state.get("conflicts") else "update_models"


def topology(resources: Resources) -> Builder:
    """Nodes and edges."""
    builder: Builder = StateGraph(
        IngestionState,
        context_schema=IngestionContext,
        input_schema=IngestionRequest,
    )

    def add(name: str, bound: Bound, then: Router) -> None:
        builder.add_node(name, naming_next(bound, then), destinations=ends_of(then))

    add("receive", bind_first(receive, resources, IngestionRequest), after_receive)
    add("gatekeep", bind(gatekeep, resources), after_gatekeep)
    add("forget", bind(forget, resources), after_all)
    builder.add_node("route", bind(route, resources))
    add("extract", bind(extract, resources), after_extract)
    builder.add_node("consult", bind(consult, resources))
    add("resolve", bind(resolve, resources), after_resolve)
    add("look_up", bind(look_up, resources), after_look_up)
    builder.add_node("deduplicate", bind(deduplicate, resources))
    add("reconcile", bind(reconcile, resources), after_reconcile)
    add("ask", bind(ask, resources), after_reconcile)
    add("commit", bind(commit, resources), after_commit)
    add("update_models", bind(update_models, resources), after_all)
    builder.add_node("report", bind(report, resources))

    builder.add_edge(START, "receive")
    builder.add_edge("route", "extract")
    builder.add_edge("consult", "resolve")
    builder.add_edge("deduplicate", "reconcile")
    builder.add_edge("report", END)
    return builder


def build_ingestion(store: Store | None = None, *, checkpointer: Any = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph.

    With a checkpointer, a run in a thread can be interrupted to ask (``on_conflict="ask"``).
    """
    return topology(resources_of(store)).compile(name="ingestion", checkpointer=checkpointer)


graph = build_ingestion()
