"""Both graphs on the LangGraph server, by name, through its client: what Studio does."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from tests.servers.langgraph_dev import LangGraphDev

pytestmark = pytest.mark.langgraph_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[LangGraphDev]:
    folder = tmp_path_factory.mktemp("server")
    with LangGraphDev(f"embedded:{folder / 'store'}", folder / "server.log") as running:
        yield running


@pytest.fixture
def client(server: LangGraphDev) -> LangGraphClient:
    return get_client(url=server.url)


def turn(content: str) -> dict[str, Any]:
    return {"input": {"kind": "turn", "role": "user", "content": content, "at": "2026-02-01T17:00:00Z"}}


async def run(client: LangGraphClient, graph: str, given: dict[str, Any], **context: Any) -> dict[str, Any]:
    result: Any = await client.runs.wait(None, graph, input=given, context=context)
    return result


async def test_what_one_run_learns_another_recalls(client: LangGraphClient) -> None:
    group = {"group_id": "studio_recall"}
    learned = await run(client, "ingestion", turn("I prefer Clerk for mobile auth going forward"), **group)
    assert learned["result"]["verdict"]["action"] == "keep"
    answer = await run(client, "retrieval", {"task": "Add auth to the new mobile app"}, **group)
    assert "Clerk" in answer["recall"]["prompt"]


async def test_a_stream_shows_every_node_with_readable_state(client: LangGraphClient) -> None:
    seen: dict[str, Any] = {}
    given = turn("We use GitLab for version control")
    async for part in client.runs.stream(
        None, "ingestion", input=given, context={"group_id": "studio_stream"}, stream_mode="updates"
    ):
        if part.event == "updates":
            seen.update(part.data)
    assert list(seen) == [
        "gatekeep",
        "route",
        "extract",
        "resolve",
        "deduplicate",
        "reconcile",
        "commit",
        "update_models",
    ]
    assert seen["reconcile"]["decisions"][0]["reason"]


async def test_an_interrupt_is_answered_there(client: LangGraphClient) -> None:
    context = {"group_id": "studio_ask", "on_conflict": "ask"}
    thread = await client.threads.create()
    rule = {"kind": "manual", "content": "Never use Realm", "reason": "sync issues"}
    await run(client, "ingestion", {"input": {**rule, "at": "2026-02-01T09:00:00Z"}}, group_id="studio_ask")
    praise: dict[str, Any] = {
        "kind": "observation",
        "at": "2026-02-02T09:00:00Z",
        "events": [
            {"time": "2026-02-02T09:00:00Z", "name": "package.install", "attributes": {"package.name": "realm"},
             "body": "installed realm"},
            {"time": "2026-02-02T09:10:00Z", "name": "task.done", "body": "Realm works well as the database"},
        ],
    }  # fmt: skip
    await client.runs.wait(thread["thread_id"], "ingestion", input={"input": praise}, context=context)
    state = await client.threads.get_state(thread["thread_id"])
    assert state["next"] == ["ask"]
    question: Any = state["tasks"][0]["interrupts"][0]
    assert question["value"]["stored"]["content"] == "Never use Realm"

    final: Any = await client.runs.wait(
        thread["thread_id"],
        "ingestion",
        command={"resume": {"choice": "keep_stored", "reason": "the rule stands"}},
        context=context,
    )
    effects = {memory["effect"] for memory in final["result"]["memories"]}
    assert "rejected" in effects


async def test_a_wrong_input_ends_with_its_error_in_the_result(client: LangGraphClient) -> None:
    answer = await run(client, "ingestion", {"input": {"kind": "trun", "content": "hello"}})
    assert answer["result"]["error"]["field"] == "kind"


def test_health_names_the_store(server: LangGraphDev) -> None:
    answer = httpx.get(f"{server.url}/hypomnema/health").json()
    assert answer["status"] == "ok"
    assert str(Path(answer["store"].removeprefix("embedded:")).name) == "store"
