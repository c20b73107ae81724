"""The graph that checks an intended act: rules and guardrails against it, a verdict, an entry in the change log."""

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.binding import BoundNode, compiled, resources_of
from memorist.memory_store.store import Store
from memorist.nodes.homeostasis.acts.audit import audit
from memorist.nodes.homeostasis.acts.consult import consult
from memorist.nodes.homeostasis.acts.judge import judge
from memorist.nodes.homeostasis.acts.state import ActAnswer, ActContext, ActRequest, ActState
from memorist.nodes.resources import Resources

type Builder = StateGraph[ActState, ActContext, ActRequest, ActAnswer]


async def after_consult(state: ActState) -> Literal["judge", "__end__"]:
    """An act that cannot be read ends here with its error."""
    return "__end__" if state.get("error") else "judge"


def check_action_builder(resources: Resources) -> Builder:
    """Nodes and edges, not yet compiled: a node may be replaced, or more may be added."""
    builder: Builder = StateGraph(ActState, context_schema=ActContext, input_schema=ActRequest, output_schema=ActAnswer)
    builder.add_node("consult", BoundNode(consult, resources), input_schema=ActRequest)
    builder.add_node("judge", BoundNode(judge, resources))
    builder.add_node("audit", BoundNode(audit, resources))

    builder.add_edge(START, "consult")
    builder.add_conditional_edges("consult", after_consult)
    builder.add_edge("judge", "audit")
    builder.add_edge("audit", END)
    return builder


def build_check_action(
    store: Store | None = None, *, checkpointer: Any = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over ``store``, or over the one that the settings name; it may be used as a subgraph."""
    return compiled(check_action_builder(resources_of(store)), "check_action", checkpointer)


graph = build_check_action()
