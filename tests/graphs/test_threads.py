"""One thread, several runs: each begins anew, whatever the run before left in the thread's state."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from memorist.graphs.check_action import build_check_action
from memorist.graphs.homeostasis import build_homeostasis
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.promotion import build_promotion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

THREAD: Any = {"configurable": {"thread_id": "one"}}


@pytest.fixture
def context(scope: Scope) -> dict[str, Any]:
    return {"group_id": scope.group_id}


def said(content: str, role: str = "user") -> dict[str, Any]:
    return {"kind": "turn", "role": role, "content": content}


async def test_each_input_of_a_thread_is_ingested(store: Store, context: Any) -> None:
    graph = build_ingestion(store, checkpointer=InMemorySaver())

    async def ingest(given: dict[str, Any]) -> dict[str, Any]:
        return (await graph.ainvoke({"input": given}, THREAD, context=context))["result"]

    first = await ingest(said("We use Kafka for events"))
    assert [m["content"] for m in first["memories"]] == ["Team uses Kafka for events"]
    assert (await ingest(said("nothing", role="nobody")))["error"]["field"] == "role"
    second = await ingest(said("We use Go for the CLI"))
    assert "Kafka" not in str(second)
    assert second["id"] != first["id"]
    assert second["error"] is None
    assert (await ingest(said("thanks!")))["verdict"]["category"] == "thanks"


async def test_each_task_of_a_thread_has_its_own_prompt(store: Store, context: Any) -> None:
    ingestion = build_ingestion(store)
    for content in ("We use Go for the command line tool", "We use pnpm for packages"):
        await ingestion.ainvoke({"input": said(content)}, context=context)
    graph: Any = build_retrieval(store, checkpointer=InMemorySaver())
    for task in ("Write the command line tool", "Which package manager do we use?", "Write the command line tool"):
        alone: Any = await build_retrieval(store).ainvoke({"task": task}, context=context)  # pyright: ignore[reportArgumentType]
        in_thread: Any = await graph.ainvoke({"task": task}, THREAD, context=context)
        assert in_thread["recall"]["prompt"] == alone["recall"]["prompt"]
        assert len(in_thread["recall"]["trace"]) == len(alone["recall"]["trace"])


async def test_maintenance_runs_twice_in_a_thread(store: Store, context: Any) -> None:
    graph = build_promotion(store, checkpointer=InMemorySaver())
    await build_ingestion(store).ainvoke({"input": said("We use Go")}, context=context)
    first = (await graph.ainvoke({"reason": "nightly"}, THREAD, context=context))["result"]
    second = (await graph.ainvoke({"reason": "nightly"}, THREAD, context=context))["result"]
    assert (first["busy"], second["busy"]) == (None, None)
    assert first["entries"] > second["entries"]


async def test_what_is_no_request_is_refused_by_its_field(store: Store, context: Any) -> None:
    graphs = {
        "ingestion: field input": (build_ingestion(store), {"input": "We use Go"}),
        "retrieval: field task": (build_retrieval(store), {"task": 7}),
        "act: field action": (build_check_action(store), {"action": 7}),
        "homeostasis: field agent_state": (build_homeostasis(store), {"agent_state": []}),
    }
    for told, (graph, given) in graphs.items():
        with pytest.raises(InvalidInput, match=told):
            await graph.ainvoke(given, context=context)  # pyright: ignore[reportArgumentType, reportUnknownMemberType, reportAttributeAccessIssue]
