"""Runs of the graphs: one context for all, each run of a thread begins anew, and a run that asked is resumed."""

from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import is_invalid_resume
from langgraph.graph import START, StateGraph
from langgraph.types import Command

from memorist.app.reread_graph import build_reread
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
from memorist.nodes.resources import GivenStore
from memorist.nodes.retrieval.state import RetrievalContext
from tests.inputs import NO_REALM, REALM_INSTALLED, turn
from tests.stores import EMBEDDED

CONTEXTS = (IngestionContext, RetrievalContext, PromotionContext, HomeostasisContext, ActContext)
EVERYTHING = {"on_conflict": "queue", "budget": 500, "stages": "promote", "record": False, "audit": False}
THREAD: Any = {"configurable": {"thread_id": "one"}}


@pytest.fixture
def context(scope: Scope) -> Any:
    return {"group_id": scope.group_id}


# ------------------------------------------------------------------ contexts


def test_every_knob_of_every_graph_is_known_to_all():
    assert frozenset().union(*(kind.model_fields for kind in CONTEXTS)) - set(RunContext.model_fields) == KNOBS


@EMBEDDED
async def test_one_context_serves_every_graph(store: Store, context: Any):
    runs: list[tuple[Any, dict[str, Any]]] = [
        (build_ingestion(store), {"input": turn("We use Go")}),
        (build_retrieval(store), {"task": "Which language?"}),
        (build_promotion(store), {}),
        (build_homeostasis(store), {"agent_state": {}}),
        (build_check_action(store), {"action": {"command": "ls"}}),
    ]
    for graph, given in runs:
        assert await graph.ainvoke(given, context={**context, **EVERYTHING})


@EMBEDDED
@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"grop_id": "team"}, "grop_id", "not permitted"),
        ({"group_id": "my-team"}, "group_id", "such as my_team"),
        ({"user_id": ""}, "user_id", "is empty"),
        ({"as_of": "2026-02-01T09:00:00"}, "as_of", "no zone"),
        ({"group_id": "g", "as_of": "2026"}, "as_of", "expected a time with its zone"),
        ({"group_id": "g", "as_of": 2026}, "as_of", "expected a time with its zone"),
        ({"budget": 0}, "budget", "greater than or equal to 1"),
    ],
)
async def test_what_is_no_graphs_is_refused_by_its_field(store: Store, given: Any, field: str, says: str):
    with pytest.raises(InvalidInput) as refused:
        await build_retrieval(store).ainvoke({"task": "x"}, context=given)
    assert (refused.value.field, says in str(refused.value)) == (field, True)


def test_an_agents_own_context_gives_a_subgraph_what_it_has_a_name_for():
    read = context_as(RetrievalContext, {"group_id": "g", "budget": 7, "on_conflict": "ask", "plan": "mine"})
    assert (read.group_id, read.budget) == ("g", 7)
    assert context_as(RetrievalContext, {"user_id": "mira"}).group_id is None
    with pytest.raises(InvalidInput, match="such as my_team"):
        context_as(RetrievalContext, {"group_id": "my-team"})


@EMBEDDED
async def test_in_a_subgraph_a_slip_of_the_pen_is_no_default_group(store: Store):
    class Asking(TypedDict, total=False):
        task: str
        recall: dict[str, Any]

    builder = StateGraph(Asking)
    builder.add_node("remember", build_retrieval(store))
    builder.add_edge(START, "remember")
    slip: Any = {"grup": "y"}
    with pytest.raises(InvalidInput, match="field grup: .* no group_id is given"):
        await builder.compile().ainvoke({"task": "x"}, context=slip)


@EMBEDDED
@pytest.mark.parametrize(
    ("build", "given", "told"),
    [
        (build_retrieval, {"task": "x", "budget": 500}, "field budget: .* it takes task: budget goes into the context"),
        (build_retrieval, {"task": "x", "tsak": "y"}, "field tsak: the input has none of that name; it takes task$"),
        (build_retrieval, {"task": "x", "group_id": "y"}, "field group_id: .*: group_id goes into the context"),
        (build_ingestion, {"input": turn("We use Go"), "dry_run": True}, "field dry_run: .*it takes input, context"),
        (build_promotion, {"reson": "nightly"}, "field reson: .* it takes reason$"),
        (build_homeostasis, {"agent_state": {}, "agent": "x"}, "field agent: .* it takes agent_state$"),
        (build_check_action, {"action": "ls", "state": {}}, "field state: .* it takes action, agent_state$"),
        (lambda store: build_reread(GivenStore(store)), {"x": 1}, "field x: .* it takes since, until"),
    ],
)
@pytest.mark.parametrize("checkpointer", [False, True])
async def test_an_input_with_a_key_that_the_graph_does_not_take_is_refused(
    store: Store, context: Any, build: Any, given: Any, told: str, checkpointer: bool
):
    graph = build(store) if not checkpointer else build(store).copy({"checkpointer": InMemorySaver()})
    with pytest.raises(InvalidInput, match=told):
        await graph.ainvoke(given, THREAD, context=context)
    known = {name: value for name, value in given.items() if name in graph.builder.input_schema.model_fields}
    assert await graph.ainvoke(known, THREAD, context=context)


@EMBEDDED
async def test_a_subgraph_takes_of_a_state_what_it_has_a_name_for(store: Store, context: Any):
    class Asking(TypedDict, total=False):
        task: str
        budget: int
        recall: dict[str, Any]

    builder = StateGraph(Asking)
    builder.add_node("remember", build_retrieval(store))
    builder.add_edge(START, "remember")
    answer = await builder.compile().ainvoke({"task": "x", "budget": 500}, context=context)
    assert answer["recall"]["prompt"]


@EMBEDDED
async def test_who_speaks_is_not_lost_in_the_configurable(store: Store):
    """The middleware reads ids there, the graphs do not: what would be nobody's is refused."""
    given: Any = {"input": turn("I prefer Joe for notes")}
    with pytest.raises(InvalidInput, match=r"configurable: field user_id: .* context=\{'user_id': 'jo'\}"):
        await build_ingestion(store).ainvoke(given, {"configurable": {"user_id": "jo"}})


# ------------------------------------------------------------------ threads


async def test_each_input_of_a_thread_is_ingested(store: Store, context: Any):
    graph = build_ingestion(store, checkpointer=InMemorySaver())

    async def ingest(given: dict[str, Any]) -> dict[str, Any]:
        return (await graph.ainvoke({"input": given}, THREAD, context=context))["result"]

    first = await ingest(turn("We use Kafka for events"))
    assert [m["content"] for m in first["memories"]] == ["Team uses Kafka for events"]
    assert (await ingest(turn("nothing", role="nobody")))["error"]["field"] == "role"
    second = await ingest(turn("We use Go for the CLI"))
    assert ("Kafka" in str(second), second["id"] != first["id"], second["error"]) == (False, True, None)
    assert (await ingest(turn("thanks!")))["verdict"]["category"] == "thanks"


async def test_each_task_of_a_thread_has_its_own_prompt(store: Store, context: Any):
    for content in ("We use Go for the command line tool", "We use pnpm for packages"):
        await build_ingestion(store).ainvoke({"input": turn(content)}, context=context)
    graph: Any = build_retrieval(store, checkpointer=InMemorySaver())
    for task in ("Write the command line tool", "Which package manager do we use?", "Write the command line tool"):
        alone: Any = (await build_retrieval(store).ainvoke({"task": task}, context=context))["recall"]  # pyright: ignore[reportArgumentType]
        in_thread: Any = (await graph.ainvoke({"task": task}, THREAD, context=context))["recall"]
        assert in_thread["prompt"] == alone["prompt"]
        assert len(in_thread["trace"]) == len(alone["trace"])


async def test_maintenance_runs_twice_in_a_thread(store: Store, context: Any):
    graph = build_promotion(store, checkpointer=InMemorySaver())
    await build_ingestion(store).ainvoke({"input": turn("We use Go")}, context=context)
    first, second = [(await graph.ainvoke({"reason": "nightly"}, THREAD, context=context))["result"] for _ in range(2)]
    assert (first["busy"], second["busy"]) == (None, None)
    assert first["entries"] > second["entries"]


async def test_what_is_no_request_is_refused_by_its_field(store: Store, context: Any):
    graphs: dict[str, tuple[Any, dict[str, Any]]] = {
        "ingestion: field input": (build_ingestion(store), {"input": "We use Go"}),
        "retrieval: field task": (build_retrieval(store), {"task": 7}),
        "act: field action": (build_check_action(store), {"action": 7}),
        "homeostasis: field agent_state": (build_homeostasis(store), {"agent_state": []}),
    }
    for told, (graph, given) in graphs.items():
        with pytest.raises(InvalidInput, match=told):
            await graph.ainvoke(given, context=context)


# ------------------------------------------------------------------ answers


async def refused(graph: Any, answer: object, context: Any) -> InvalidInput:
    """Return the refusal of what is no answer; the question is still open."""
    with pytest.raises(InvalidInput) as error:
        await graph.ainvoke(Command(resume=answer), THREAD, context=context)
    assert is_invalid_resume(error.value)
    return error.value


@EMBEDDED
async def test_a_contradiction_is_decided_after_what_was_no_answer(store: Store, scope: Scope, context: Any):
    graph = build_ingestion(store, checkpointer=InMemorySaver())
    context |= {"on_conflict": "ask"}
    await build_ingestion(store).ainvoke({"input": NO_REALM}, context=context)
    asked = await graph.ainvoke({"input": REALM_INSTALLED}, THREAD, context=context)
    assert asked["__interrupt__"][0].value["choices"] == ["keep_stored", "take_new", "keep_both", "later"]
    text = await refused(graph, "take_new", context)
    assert (text.field, 'answer with {"choice": "keep_stored"} (and reason, if you like)' in str(text)) == (
        "answer",
        True,
    )
    wrong = await refused(graph, {"choice": "new"}, context)
    assert (wrong.field, "'keep_stored', 'take_new'" in str(wrong)) == ("choice", True)
    assert (await refused(graph, {"choice": "take_new", "why": "so"}, context)).field == "why"
    final = await graph.ainvoke(Command(resume={"choice": "take_new"}), THREAD)  # with the context that it began with
    assert "superseded" in {m["effect"] for m in final["result"]["memories"]}
    assert await store.memories.all(scope, types=["semantic:hard_rule"]) == []


@EMBEDDED
async def test_a_question_is_answered_after_a_number_that_no_choice_has(store: Store, context: Any):
    graph = build_homeostasis(store, checkpointer=InMemorySaver())
    context |= {"on_question": "ask"}
    meanings = [{"meaning": "JWT fails on mobile", "likelihood": 0.5}, {"meaning": "2", "likelihood": 0.4}]
    learning = {"about": "JWT gave way to Clerk", "confidence": 0.4, "interpretations": meanings}
    await graph.ainvoke({"agent_state": {"at_break": True, "learning": learning}}, THREAD, context=context)
    for wrong, says in ((None, "a valid integer or a valid string"), (3, "3 is none of 1 to 2"), (" ", "is empty")):
        error = await refused(graph, {"choice": wrong}, context)
        assert (error.field, says in str(error)) == ("choice", True)
    final = await graph.ainvoke(Command(resume={"choice": 2}), THREAD)
    assert final["assessment"]["question"]["answer"] == "2"


@EMBEDDED
async def test_where_nothing_keeps_a_run_what_would_be_asked_waits_for_review(store: Store, scope: Scope, context: Any):
    context |= {"on_conflict": "ask"}
    graph = build_ingestion(store)
    await graph.ainvoke({"input": NO_REALM}, context=context)
    done = await graph.ainvoke({"input": REALM_INSTALLED}, context=context)
    assert "__interrupt__" not in done
    assert "contested" in {m.status.value for m in await store.memories.all(scope)}
