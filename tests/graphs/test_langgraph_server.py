"""The graphs on the LangGraph server, by name, through its client: what Studio does."""

import asyncio
from collections.abc import Generator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph.pregel.remote import RemoteGraph
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from tests.inputs import NO_REALM, after, event, observation
from tests.inputs import turn as said
from tests.servers.langgraph_dev import LangGraphDev
from tests.stores import START

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
    return {"input": said(content, at=after(hours=8))}


async def run(client: LangGraphClient, graph: str, given: dict[str, Any], **context: Any) -> dict[str, Any]:
    result: Any = await client.runs.wait(None, graph, input=given, context=context)
    return result


async def written(client: LangGraphClient, graph: str, given: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Writes of each node, in their order. ``updates`` would show the keys of the output alone."""
    seen: dict[str, Any] = {}
    async for part in client.runs.stream(None, graph, input=given, context=context, stream_mode="tasks"):
        if part.event == "tasks" and part.data.get("result") is not None:
            seen[part.data["name"]] = dict(part.data["result"])
    return seen


async def test_a_stream_shows_every_node_with_readable_state(client: LangGraphClient) -> None:
    given = turn("We use GitLab for version control")
    seen = await written(client, "ingestion", given, group_id="studio_stream")
    assert list(seen) == ["receive", "gate", "read", "match", "reconcile", "commit", "update_models", "report"]
    assert seen["reconcile"]["decisions"][0]["reason"]
    given = {"agent_state": {"task": "Add push notifications", "confidence": 0.3}}
    context = {"group_id": "studio_homeostasis", "agent_id": "dev-1", "now": "2026-02-10T09:00:00Z"}
    seen = await written(client, "homeostasis", given, **context)
    assert {"observe", "recall", "certainty_alignment", "balance", "guardrails", "advise", "record"} <= seen.keys()
    assert seen["certainty_alignment"]["dimensions"]["certainty_alignment"]["state"] == "LOW"
    assert seen["record"]["assessment"]["recorded"]


async def test_a_context_with_a_field_that_no_graph_has_is_refused_by_name(client: LangGraphClient) -> None:
    for graph, given in (("retrieval", {"task": "x"}), ("ingestion", turn("We use Go"))):
        with pytest.raises(httpx.HTTPStatusError) as error:
            await run(client, graph, given, grup="y")
        assert (error.value.response.status_code, "field grup" in error.value.response.text) == (422, True)
    remote = RemoteGraph("retrieval", client=client)
    with pytest.raises(httpx.HTTPStatusError):
        await remote.ainvoke({"task": "x"}, context={"grup": "y"})
    assert (await remote.ainvoke({"task": "x"}, context={"group_id": "remote"}))["recall"]["prompt"]


async def test_a_slip_in_the_context_of_an_assistant_or_a_cron_never_leads_to_the_default_group(client: Any) -> None:
    slips: list[dict[str, Any]] = [{"grp_id": "y"}, {"group": "y"}, {"userid": "mira", "group_id": "y"}]
    good = await client.assistants.create("retrieval", context={"group_id": "y"})
    cron = await client.crons.create("promotion", schedule="0 3 1 1 *", input={}, context={"group_id": "y"})
    thread = (await client.threads.create())["thread_id"]
    made, planned, nightly = good["assistant_id"], cron["cron_id"], {"schedule": "0 3 1 1 *", "input": {}}
    for slip in slips:
        for attempt in (
            lambda slip=slip: client.assistants.create("retrieval", context=slip),
            lambda slip=slip: client.assistants.create("retrieval", config={"configurable": slip}),
            lambda slip=slip: client.assistants.update(made, context=slip),
            lambda slip=slip: client.assistants.update(made, graph_id="retrieval", context=slip),
            lambda slip=slip: client.runs.wait(None, made, input={"task": "x"}, context=slip),
            lambda slip=slip: client.crons.create("promotion", context=slip, **nightly),
            lambda slip=slip: client.crons.create(made, context=slip, **nightly),
            lambda slip=slip: client.crons.create("promotion", config={"configurable": slip}, **nightly),
            lambda slip=slip: client.crons.create_for_thread(thread, "promotion", context=slip, **nightly),
            lambda slip=slip: client.crons.update(planned, context=slip),
        ):
            with pytest.raises(httpx.HTTPStatusError) as error:
                await attempt()
            (wrong,) = slip.keys() - {"group_id"}
            assert (error.value.response.status_code, f"field {wrong}" in error.value.response.text) == (422, True)
    assert (await client.runs.wait(None, made, input={"task": "x"}))["recall"]["prompt"]
    await client.crons.update(planned, context={"group_id": "z"})
    await client.crons.delete(planned)
    await client.assistants.delete(made)


async def test_each_graph_is_called_over_the_wire_as_the_example_does(
    server: LangGraphDev, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run learns, another recalls it, and an intended act is refused."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    example = import_module("team_agent.remote")
    served = {one["graph_id"] for one in await get_client(url=server.url).assistants.search(limit=100)}
    assert set(example.INPUTS) == served
    results = {graph: await example.call(server.url, graph, "remote_each") for graph in example.INPUTS}
    learned = results["ingestion"]["result"]
    assert [one["content"] for one in learned["memories"]] == ["Team uses pnpm for packages"]
    assert learned["verdict"]["action"] == "keep"
    assert "pnpm" in results["retrieval"]["recall"]["prompt"]
    assert results["check_action"]["verdict"]["action"] == "deny"
    assert results["homeostasis"]["assessment"]["dimensions"]
    assert results["promotion"]["result"]
    assert results["reread"]["result"]


async def test_forms_show_what_goes_in_and_only_the_result_comes_out(client: LangGraphClient) -> None:
    out = {"ingestion": "result", "retrieval": "recall", "promotion": "result", "homeostasis": "assessment"}
    for graph, key in {**out, "check_action": "verdict"}.items():
        (assistant,) = await client.assistants.search(graph_id=graph)
        assert assistant["description"]
        schemas: Any = await client.assistants.get_schemas(assistant["assistant_id"])
        assert all(field["description"] for field in schemas["input_schema"]["properties"].values())
        assert any(field.get("examples") for field in schemas["input_schema"]["properties"].values())
        assert set(schemas["output_schema"]["properties"]) <= {key, "error"}


async def answered(client: LangGraphClient, graph: str, given: Any, answer: Any, context: Any) -> tuple[Any, Any]:
    """Run a graph in a thread, and again with an answer: the state in between, and the result."""
    thread = (await client.threads.create())["thread_id"]
    await client.runs.wait(thread, graph, input=given, context=context)
    state = await client.threads.get_state(thread)
    return state, await client.runs.wait(thread, graph, command={"resume": answer}, context=context)


async def test_an_interrupt_is_answered_there(client: LangGraphClient) -> None:
    context = {"group_id": "studio_ask", "on_conflict": "ask"}
    await run(client, "ingestion", {"input": {**NO_REALM, "reason": "sync issues"}}, group_id="studio_ask")
    later = START + timedelta(days=1)
    events = (
        event("package.install", "installed realm", at=later, package_name="realm"),
        event("task.done", "Realm works well as the database", at=later),
    )
    answer = {"choice": "keep_stored", "reason": "the rule stands"}
    praise = {"input": observation(*events, at=later.isoformat())}
    state, final = await answered(client, "ingestion", praise, answer, context)
    assert state["next"] == ["ask"]
    assert state["tasks"][0]["interrupts"][0]["value"]["stored"]["content"] == "Never use Realm"
    assert "rejected" in {memory["effect"] for memory in final["result"]["memories"]}


async def test_a_doubt_interrupts_there_and_the_answer_is_learned(client: LangGraphClient) -> None:
    meanings = [("We use Clerk for mobile auth", 0.6), ("Clerk was only tried out", 0.2)]
    doubt = {
        "about": "Mira switched from JWT to Clerk", "confidence": 0.45,
        "interpretations": [{"meaning": meaning, "likelihood": likelihood} for meaning, likelihood in meanings],
    }  # fmt: skip
    context = {"group_id": "studio_doubt", "on_question": "ask"}
    given = {"agent_state": {"learning": doubt}}
    state, final = await answered(client, "homeostasis", given, {"choice": 1}, context)
    assert state["next"] == ["clarify"]
    assert final["assessment"]["question"]["learned"] == ["Team uses Clerk for mobile auth"]


async def test_a_wrong_input_ends_with_its_error_in_the_result(client: LangGraphClient) -> None:
    answer = await run(client, "ingestion", {"input": {"kind": "trun", "content": "hello"}})
    assert answer["result"]["error"]["field"] == "kind"
    wrong = await run(client, "check_action", {"action": {"kind": "dance"}}, group_id="studio_acts")
    assert wrong["error"]["field"] == "kind"


async def test_a_hundred_megabytes_are_refused_by_their_field_and_the_server_goes_on(client: LangGraphClient) -> None:
    result = await run(client, "ingestion", turn("x " * 50_000_000))
    assert "content: 100,000,000 characters" in result["result"]["error"]["message"]
    assert (await run(client, "ingestion", turn("We use Redis")))["result"]["error"] is None


def test_health_names_the_store(server: LangGraphDev) -> None:
    answer = httpx.get(f"{server.url}/memorist/health", timeout=60).json()
    assert (answer["status"], Path(answer["store"].removeprefix("embedded:")).name) == ("ok", "store")


async def test_a_maintenance_pass_runs_there_for_each_group_by_several_workers(client: LangGraphClient) -> None:
    """The server fans a pass out over groups: a run each, and one group is never maintained by two at once."""
    groups = ["nightly_a", "nightly_b", "nightly_c"]
    for group in groups:
        for at in (START, START + timedelta(hours=3)):
            command = event("terminal.command", "runs pnpm", at=at, process_command_line="pnpm install")
            done = event("task.done", "set up with pnpm", at=at + timedelta(minutes=30))
            await run(client, "ingestion", {"input": observation(command, done, at=at.isoformat())}, group_id=group)
    reports = await asyncio.gather(*(run(client, "promotion", {}, group_id=group) for group in groups * 2))
    maintained = {r["result"]["group"] for r in reports if r["result"]["counts"].get("episode_to_observation")}
    assert maintained == set(groups)
    assert sum(r["result"]["counts"].get("episode_to_observation", 0) for r in reports) == len(groups)


async def test_without_a_model_a_reread_says_that_there_is_nothing_to_read_with(client: Any) -> None:
    answer = await client.runs.wait(None, "reread", input={}, context={"group_id": "team"})
    assert "MEMORIST_READERS" in answer["result"]["skipped"]
    wrong = await client.runs.wait(
        None, "reread", input={"reader": "patterns", "since": "x"}, context={"group_id": "team"}, raise_error=False
    )
    assert "since" in str(wrong)


async def test_the_server_keeps_items_in_our_store(server: LangGraphDev, client: LangGraphClient) -> None:
    store = client.store
    await store.put_item(["users", "mira"], key="food", value={"text": "allergic to peanuts", "level": 3})
    assert (await store.get_item(["users", "mira"], "food"))["value"]["level"] == 3
    found = await store.search_items(["users"], query="allergies", filter={"level": {"$gte": 2}})
    assert [item["key"] for item in found["items"]] == ["food"]
    assert (await store.list_namespaces(prefix=["users"]))["namespaces"] == [["users", "mira"]]
    await store.delete_item(["users", "mira"], "food")
    assert (await store.search_items(["users"]))["items"] == []
    assert "MemoristStore" in server.log.read_text()
