"""The context of a run: one for all graphs, and what is no graph's is refused by its field."""

from typing import Any, TypedDict

import pytest
from langgraph.graph import START, StateGraph

from memorist.graphs.check_action import build_check_action
from memorist.graphs.homeostasis import build_homeostasis
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.promotion import build_promotion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.contexts import KNOBS, RunContext, context_as
from memorist.nodes.homeostasis.acts.state import ActContext
from memorist.nodes.homeostasis.state import HomeostasisContext
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.promotion.state import PromotionContext
from memorist.nodes.retrieval.state import RetrievalContext

CONTEXTS = (IngestionContext, RetrievalContext, PromotionContext, HomeostasisContext, ActContext)
EVERYTHING = {"on_conflict": "queue", "budget": 500, "stages": "promote", "record": False, "audit": False}


@pytest.fixture
def store_url(embedded_url: str) -> str:
    return embedded_url


def test_every_knob_of_every_graph_is_known_to_all():
    assert frozenset().union(*(kind.model_fields for kind in CONTEXTS)) - set(RunContext.model_fields) == KNOBS


async def test_one_context_serves_every_graph(store: Store, scope: Scope) -> None:
    context: Any = {"group_id": scope.group_id, **EVERYTHING}
    said = {"kind": "turn", "role": "user", "content": "We use Go"}
    runs: list[tuple[Any, dict[str, Any]]] = [
        (build_ingestion(store), {"input": said}),
        (build_retrieval(store), {"task": "Which language?"}),
        (build_promotion(store), {}),
        (build_homeostasis(store), {"agent_state": {}}),
        (build_check_action(store), {"action": {"command": "ls"}}),
    ]
    for graph, given in runs:
        assert await graph.ainvoke(given, context=context)


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"grop_id": "team"}, "grop_id", "not permitted"),
        ({"group_id": "my-team"}, "group_id", "such as my_team"),
        ({"user_id": ""}, "user_id", "is empty"),
        ({"as_of": "2026-02-01T09:00:00"}, "as_of", "no zone"),
        ({"budget": 0}, "budget", "greater than or equal to 1"),
    ],
)
async def test_what_is_no_graphs_is_refused_by_its_field(
    store: Store, given: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await build_retrieval(store).ainvoke({"task": "x"}, context=given)  # pyright: ignore[reportArgumentType]
    assert (refused.value.field, says in str(refused.value)) == (field, True)


def test_an_agents_own_context_gives_a_subgraph_what_it_has_a_name_for():
    read = context_as(RetrievalContext, {"group_id": "g", "budget": 7, "on_conflict": "ask", "plan": "mine"})
    assert (read.group_id, read.budget) == ("g", 7)
    assert context_as(RetrievalContext, {"user_id": "mira"}).group_id is None
    with pytest.raises(InvalidInput, match="such as my_team"):
        context_as(RetrievalContext, {"group_id": "my-team"})


async def test_in_a_subgraph_a_slip_of_the_pen_is_no_default_group(store: Store) -> None:
    class Asking(TypedDict, total=False):
        task: str
        recall: dict[str, Any]

    builder = StateGraph(Asking)
    builder.add_node("remember", build_retrieval(store))
    builder.add_edge(START, "remember")
    context: Any = {"grup": "y"}
    with pytest.raises(InvalidInput, match="field grup: .* no group_id is given"):
        await builder.compile().ainvoke({"task": "x"}, context=context)


async def test_who_speaks_is_not_lost_in_the_configurable(store: Store) -> None:
    """The middleware reads ids there, the graphs do not: what would be nobody's is refused."""
    given: Any = {"input": {"kind": "turn", "role": "user", "content": "I prefer Joe for notes"}}
    with pytest.raises(InvalidInput, match=r"configurable: field user_id: .* context=\{'user_id': 'jo'\}"):
        await build_ingestion(store).ainvoke(given, {"configurable": {"user_id": "jo"}})


@pytest.mark.parametrize("year", ["2026", 2026])
async def test_a_year_is_no_time(store: Store, year: object) -> None:
    context: Any = {"group_id": "g", "as_of": year}
    with pytest.raises(InvalidInput, match="expected a time with its zone"):
        await build_retrieval(store).ainvoke({"task": "x"}, context=context)


async def test_where_nothing_keeps_a_run_what_would_be_asked_waits_for_review(store: Store, scope: Scope) -> None:
    context: Any = {"group_id": scope.group_id, "on_conflict": "ask"}
    graph = build_ingestion(store)
    await graph.ainvoke({"input": {"kind": "manual", "content": "Never use Realm"}}, context=context)
    event = {"time": "2026-02-01T09:00:00Z", "name": "package.install", "attributes": {"package.name": "realm"}}
    done = await graph.ainvoke({"input": {"kind": "observation", "events": [event]}}, context=context)
    assert "__interrupt__" not in done
    assert "contested" in {m.status.value for m in await store.memories.all(scope)}
