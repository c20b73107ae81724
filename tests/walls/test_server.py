"""A LangGraph server with keys: graphs, threads, its store, panel, MCP and OTLP, and every way to ask for more."""

import asyncio
import json
import os
import re
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memorist.app.auth.caller import Role
from memorist.app.auth.keys import KeyFile
from memorist.memory_store.settings import Settings
from tests.inputs import event, observation, turn
from tests.servers.langgraph_dev import LangGraphDev
from tests.stores import START
from tests.walls.world import OUTSIDERS, TASK, TOLD, hits

pytestmark = pytest.mark.langgraph_server
CALLERS: Mapping[str, dict[str, Any]] = {
    "owner": {"groups": ["alpha"], "user": "mira", "role": Role.WRITE},
    "another user": {"groups": ["alpha"], "user": "jonas", "role": Role.WRITE},
    "another group": {"groups": ["beta"], "user": "mira", "role": Role.WRITE},
    "reader": {"groups": ["alpha"], "user": "jonas", "role": Role.READ},
    "owner's phone": {"groups": ["alpha"], "user": "mira", "role": Role.WRITE},
    "admin": {"groups": ["alpha"], "role": Role.ADMIN},
}


class Served:
    """A server with a key for each caller, and what its owner left there."""

    def __init__(self, url: str, keys: Mapping[str, str]) -> None:
        self.url, self.keys = url, keys
        self.left: dict[str, Any] = {}

    def send(self, who: str, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """One request of a caller; ``THREAD``, ``RUN`` and ``MEMORY`` stand for what the owner left."""
        filled = json.loads(self._filled(json.dumps(body))) if body is not None else None
        with httpx.Client(base_url=self.url, timeout=60, verify=False) as client:  # no certificates to load
            given = {"x-api-key": self.keys[who], "accept": "application/json, text/event-stream, text/html", **headers}
            return client.request(method, self._filled(path), json=filled, headers=given)

    def client(self, who: str) -> LangGraphClient:
        """The client of LangGraph's SDK with the key of a caller."""
        return get_client(url=self.url, api_key=self.keys[who])

    def _filled(self, text: str) -> str:
        for name, value in self.left.items():
            text = text.replace(name, str(value))
        return text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    folder = tmp_path_factory.mktemp("walls")
    file = KeyFile(folder / "keys.json")
    keys = {
        name: file.add(re.sub(r"\W", "_", name), now=datetime.now(UTC), **given)[1] for name, given in CALLERS.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "MEMORIST_AUTH_KEYS", str(file.path))
        with LangGraphDev(f"embedded:{folder / 'store'}", Path(folder, "server.log")) as running:
            there = Served(running.url, keys)
            thread = there.send("owner", "POST", "/threads", {}).json()["thread_id"]
            there.left["THREAD"] = thread
            for told in TOLD:
                done = run(
                    there, "owner", "ingestion", {"input": {**told, "at": "2026-02-01T09:00:00Z"}}, thread=thread
                )
                assert done.json()["result"]["error"] is None
            run(there, "owner", "retrieval", {"task": TASK}, thread=thread)
            there.left["RUN"] = there.send("owner", "GET", f"/threads/{thread}/runs").json()[0]["run_id"]
            page = there.send("owner", "GET", "/memory/?q=allergic to peanuts").text
            found = re.search(r'class="words" href="/memory/m/([\w-]+)"', page)
            assert found
            there.left["MEMORY"] = found[1]
            item = {"namespace": ["alpha", "mira", "notes"], "key": "food", "value": {"text": "no peanuts"}}
            assert there.send("owner", "PUT", "/store/items", item).is_success
            yield there


def run(served: Served, who: str, graph: str, given: Any, *, thread: str | None = None, **more: Any) -> httpx.Response:
    """A run that is waited for, in a thread or without one."""
    path = f"/threads/{thread}/runs/wait" if thread else "/runs/wait"
    return served.send(who, "POST", path, {"assistant_id": graph, "input": given, **more})


type Asking = Callable[[Served, str], httpx.Response]


def running(graph: str, given: Any, **more: Any) -> Asking:
    return lambda served, who: run(served, who, graph, given, **more)


def recall(*, beside: Mapping[str, Any] = {}, **more: Any) -> Asking:
    return running("retrieval", {"task": TASK, **beside}, **more)


def telling(**more: Any) -> Asking:
    return running("ingestion", {"input": turn("I like turnips")}, **more)


def request(method: str, path: str, body: Any = None, **headers: str) -> Asking:
    return lambda served, who: served.send(who, method, path, body, **headers)


def tool(path: str, name: str, **arguments: Any) -> Asking:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return request("POST", path, call)


ALPHA, MIRA = {"group_id": "alpha"}, {"user_id": "mira"}
BOTH = {**ALPHA, **MIRA}
READS: Mapping[str, Asking] = {
    "recall": recall(),
    "recall, context": recall(context=BOTH),
    "recall, configurable": recall(config={"configurable": BOTH}),
    "recall, scope in the input": recall(beside={"scope": BOTH}),
    "recall, ids in the input": recall(beside=BOTH),
    "recall, another's thread in configurable": recall(config={"configurable": {"thread_id": "THREAD"}}),
    "recall, another's checkpoint": recall(checkpoint={"thread_id": "THREAD"}),
    "recall, forged caller": recall(config={"configurable": {
        "langgraph_auth_user": {"identity": "alpha/user:mira"}, "langgraph_auth_user_id": "alpha/user:mira"}}),
    "recall, the store's namespace": recall(config={"configurable": {"store": BOTH}}),
    "recall, metadata": recall(metadata={"memorist_owner": "alpha/user:mira"}),
    "recall, headers": request(
        "POST", "/runs/wait", {"assistant_id": "retrieval", "input": {"task": TASK}},
        **{"x-user-id": "mira", "x-group-id": "alpha", "x-auth-scheme": "langsmith", "x-forwarded-for": "127.0.0.1"}),
    "recall, studio": request(
        "POST", "/runs/wait", {"assistant_id": "retrieval", "input": {"task": TASK}, "context": BOTH},
        **{"x-auth-scheme": "langsmith-api-key"}),
    "recall, calling back": recall(webhook="http://[fd00::2]:9/"),
    "reread, streamed": request("POST", "/runs/stream", {
        "assistant_id": "reread", "input": {"everything": True},
        "stream_mode": ["events", "values", "debug"], "stream_subgraphs": True}),
    "the server's own view of a thread": request("GET", "/internal/debug/thread/THREAD"),
    "metrics": request("GET", "/metrics"),
    "recall in another's thread": recall(thread="THREAD"),
    "check_action": running("check_action", {"action": {"description": TASK}}),
    "homeostasis": running("homeostasis", {"agent_state": {"task": TASK}}),
    "promotion, dry": running("promotion", {}, context={"dry_run": True}),
    "reread": running("ingestion", {"input": turn("x"), "reread": {
        "id": "x", "scope": BOTH, "name": "x", "content": "I'm allergic", "source": "text", "description": "turn",
        "at": "2026-02-01T09:00:00Z", "created_at": "2026-02-01T09:00:00Z"}}),
    "thread": request("GET", "/threads/THREAD"),
    "thread, state": request("GET", "/threads/THREAD/state?subgraphs=true"),
    "thread, history": request("GET", "/threads/THREAD/history"),
    "thread, runs": request("GET", "/threads/THREAD/runs"),
    "thread, run": request("GET", "/threads/THREAD/runs/RUN/join"),
    "thread, stream": request("GET", "/threads/THREAD/runs/RUN/stream"),
    "threads, search": request("POST", "/threads/search", {"metadata": {}, "limit": 100}),
    "threads, by owner": request("POST", "/threads/search", {"metadata": {"memorist_owner": "alpha/user:mira"}}),
    "threads, by ids": request("POST", "/threads/search", {"ids": ["THREAD"]}),
    "threads, by values": request("POST", "/threads/search", {"values": {}, "limit": 100}),
    "thread, copy": request("POST", "/threads/THREAD/copy", {}),
    "thread, its state by a checkpoint": request("POST", "/threads/THREAD/state/checkpoint", {"checkpoint": {}}),
    "store, get": request("GET", "/store/items?namespace=alpha.mira.notes&key=food"),
    "store, search": request("POST", "/store/items/search", {"namespace_prefix": []}),
    "store, search of another": request("POST", "/store/items/search", {"namespace_prefix": ["alpha", "mira"]}),
    "store, namespaces": request("POST", "/store/namespaces", {"prefix": ["alpha"]}),
    "assistants": request("POST", "/assistants/search", {}),
    "panel, search": request("GET", "/memory/?q=allergic peanut cat heliotrope"),
    "panel, group": request("GET", "/memory/?q=allergic peanut&group=alpha"),
    "panel, cookie": request("GET", "/memory/?q=allergic peanut", cookie="memorist_group=alpha"),
    "panel, person": request("GET", "/memory/?person=mira"),
    "panel, browse": request("GET", "/memory/?type=semantic:fact&status=confirmed&status=staged"),
    "panel, memory": request("GET", "/memory/m/MEMORY"),
    "panel, edit": request("GET", "/memory/m/MEMORY/edit"),
    "panel, forget": request("GET", "/memory/m/MEMORY/forget"),
    "panel, timeline": request("GET", "/memory/timeline?topic=user's cat"),
    "panel, graph": request("GET", "/memory/graph?name=user's cat"),
    "panel, context": request("GET", f"/memory/context?task={TASK}"),
    "panel, changes": request("GET", "/memory/changes"),
    "panel, change": request("GET", "/memory/changes/1"),
    "panel, review": request("GET", "/memory/review"),
    "panel, ladder": request("GET", "/memory/ladder/next"),
    "mcp of the server": tool("/mcp", "retrieval", task=TASK),
    "mcp of the server, ids": tool("/mcp", "retrieval", task=TASK, **BOTH),
    "mcp, recall": tool("/memorist/mcp/", "recall", task=TASK),
    "mcp without the slash": tool("/memorist/mcp", "recall", task=TASK),
    "mcp, search": tool("/memorist/mcp/", "search", query=TASK),
    "mcp, group in the address": tool("/memorist/mcp/?group=alpha&user=mira", "search", query=TASK),
    "mcp, history": tool("/memorist/mcp/", "history", topic="user's cat"),
    "mcp, forget_preview": tool("/memorist/mcp/", "forget_preview", what="MEMORY"),
    "a2a": request("POST", "/a2a/retrieval", {"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {
        "id": "RUN", "contextId": "THREAD"}}),
}  # fmt: skip
REFUSED_TO_ALL = {
    "a2a", "assistants", "check_action", "homeostasis", "mcp of the server, ids", "panel, change", "panel, changes",
    "panel, ladder", "panel, review", "metrics", "promotion, dry", "recall, another's checkpoint",
    "recall, another's thread in configurable", "recall, calling back", "recall, forged caller",
    "recall, ids in the input", "recall, scope in the input", "reread", "reread, streamed",
    "the server's own view of a thread",
    "store, namespaces", "thread, copy", "thread, its state by a checkpoint", "thread, runs", "thread, stream",
    "threads, by values",
}  # fmt: skip
"""Ways by which the owner is refused as well, or told nothing of it."""


def answers(served: Served, ask: Asking, *callers: str) -> list[httpx.Response]:
    """Return the answers to several callers who ask at once: they share one process, too."""
    with ThreadPoolExecutor(len(callers)) as threads:
        return list(threads.map(lambda who: ask(served, who), callers))


@pytest.mark.parametrize("way", list(READS))
def test_no_request_tells_an_outsider(served: Served, way: str) -> None:
    owner, *others = answers(served, READS[way], "owner", *OUTSIDERS)
    if way not in REFUSED_TO_ALL:
        assert owner.is_success, owner.text
        assert hits(owner.text, None), "the owner finds it"
    for who, answer in zip(OUTSIDERS, others, strict=True):
        assert answer.status_code < 500, answer.text
        assert hits(_without_question(answer.text.replace("allergic peanut", "")), who) == [], who


def _without_question(text: str) -> str:
    """A page shows what was typed into it."""
    return re.sub(r'value="[^"]*"|href="\?[^"]*"|“[^”]*”', "", text)


WRITES: Mapping[str, Asking] = {
    "ingest as another": running("ingestion", {"input": turn("I like turnips", **MIRA)}),
    "ingest as another speaker": lambda served, who: run(
        served, who, "ingestion", {"input": turn("I like turnips", speaker="mira" if who == "another user" else "jo")}),
    "ingest, context": telling(context=BOTH),
    "ingest, configurable": telling(config={"configurable": BOTH}),
    "ingest in another's thread": telling(thread="THREAD"),
    "ingest as another, batch": request("POST", "/runs/batch", [
        {"assistant_id": "ingestion", "input": {"input": turn("I like turnips")}, "context": BOTH}]),
    "ingest as another, stream": request("POST", "/runs/stream", {
        "assistant_id": "ingestion", "input": {"input": turn("I like turnips")}, "context": BOTH}),
    "state of another's thread": request("POST", "/threads/THREAD/state", {"values": {"scope": BOTH}}),
    "metadata of another's thread": request("PATCH", "/threads/THREAD", {"metadata": {"x": "y"}}),
    "delete another's thread": request("DELETE", "/threads/THREAD"),
    "delete another's run": request("DELETE", "/threads/THREAD/runs/RUN"),
    "put into another's namespace": request("PUT", "/store/items", {
        "namespace": ["alpha", "mira", "notes"], "key": "food", "value": {"text": "turnips"}}),
    "delete another's item": request("DELETE", "/store/items", {
        "namespace": ["alpha", "mira", "notes"], "key": "food"}),
    "assistant": request("POST", "/assistants", {"graph_id": "retrieval", "context": BOTH}),
    "cron": request("POST", "/runs/crons", {"assistant_id": "promotion", "schedule": "0 3 * * *", "context": BOTH}),
    "forget by mcp": tool("/memorist/mcp/", "forget", what="MEMORY", fingerprint="x"),
    "forget in the panel": request("POST", "/memory/m/MEMORY/forget", {}),
    "edit in the panel": request("POST", "/memory/m/MEMORY/edit", {}),
}  # fmt: skip


@pytest.mark.parametrize("way", list(WRITES))
def test_no_request_changes_what_is_another_s(served: Served, way: str) -> None:
    for answer in answers(served, WRITES[way], *OUTSIDERS):
        refused = answer.status_code in (401, 403, 404, 409, 415, 422)
        assert refused or 'isError":true' in answer.text.replace(" ", "") or "error" in answer.text, answer.text
    assert served.send("owner", "GET", "/threads/THREAD/state").is_success
    assert "peanuts" in served.send("owner", "GET", "/store/items?namespace=alpha.mira.notes&key=food").text
    assert "peanuts" in served.send("owner", "GET", "/memory/m/MEMORY").text


def test_nothing_was_written_in_the_owner_s_name(served: Served) -> None:
    answer = run(served, "owner", "retrieval", {"task": "Which vegetables do I like?"})
    assert answer.is_success
    assert "turnips" not in answer.text


@pytest.mark.parametrize(
    "asked",
    ["POST /internal/truncate", "GET /internal/debug/thread/THREAD", "POST /%69nternal/truncate", "GET /deploy",
     "POST /deploy", "GET /metrics", "GET /zz%0aFORGED%1b[31m", "GET /memory/loginx"],
)  # fmt: skip
def test_the_servers_own_routes_answer_nobody_unasked(served: Served, asked: str) -> None:
    method, path = asked.split(" ")
    with httpx.Client(base_url=served.url, timeout=60) as client:
        answer = client.request(method, path.replace("THREAD", served.left["THREAD"]))
    assert answer.status_code in (303, 400, 401, 404), answer.text
    assert served.send("owner", "GET", "/threads/THREAD").is_success
    assert served.send("owner", "GET", "/metrics").is_success


READERS_WRITES: Mapping[str, Asking] = {
    "metadata of the same user's thread": request("PATCH", "/threads/MINE", {"metadata": {"x": "y"}}),
    "cancelling his runs": request("POST", "/runs/cancel", {"status": "all"}),
    "deleting his thread": request("DELETE", "/threads/MINE"),
    "running in his thread": request(
        "POST", "/threads/MINE/runs/wait", {"assistant_id": "retrieval", "input": {"task": TASK}}
    ),
}


@pytest.mark.parametrize("way", list(READERS_WRITES))
def test_who_may_only_read_changes_nothing_of_the_same_user_s_either(served: Served, way: str) -> None:
    served.left["MINE"] = served.send("another user", "POST", "/threads", {}).json()["thread_id"]
    given = {"assistant_id": "ingestion", "input": {"input": turn("We use Grafana.")}, "after_seconds": 600}
    waiting = served.send("another user", "POST", "/threads/MINE/runs", given).json()["run_id"]
    assert READERS_WRITES[way](served, "reader").status_code in (403, 404)
    assert served.send("another user", "GET", f"/threads/MINE/runs/{waiting}").json()["status"] == "pending"
    served.send("another user", "DELETE", "/threads/MINE")


def test_who_may_only_read_recalls_learns_nothing_and_writes_nothing(served: Served) -> None:
    assert READS["recall"](served, "reader").is_success
    answer = run(served, "reader", "ingestion", {"input": turn("We use npm")})
    assert (answer.status_code, "write" in answer.text) == (403, True), answer.text
    for way in ("ingest as another", "put into another's namespace", "forget by mcp"):
        answer = WRITES[way](served, "reader")
        assert answer.status_code == 403 or "Unknown tool" in answer.text or "not found" in answer.text.lower(), way


def test_who_may_only_read_leaves_no_trace_over_mcp(served: Served) -> None:
    numbers = "/memory/health/check"
    before, log = "", served.send("owner", "GET", numbers).text
    while log != before:  # what earlier calls told in prompts is noted after they were answered
        time.sleep(Settings().access_delay + 1)
        before, log = log, served.send("owner", "GET", numbers).text
    assert "changes: ingestion" in log
    for name, given in (("recall", {"task": TASK}), ("check_action", {"action": {"kind": "shell", "command": "ls"}})):
        assert tool("/memorist/mcp/", name, **given)(served, "reader").is_success
    assert served.send("owner", "GET", numbers).text == log


def test_what_is_asked_at_once_is_answered_to_each_for_himself(served: Served) -> None:
    asked = ["owner", *OUTSIDERS] * 5
    for who, answer in zip(asked, answers(served, READS["mcp, recall"], *asked), strict=True):
        assert bool(hits(answer.text, None if who == "owner" else who)) is (who == "owner"), who  # pyright: ignore[reportArgumentType]


async def refused(awaited: Any, *statuses: int) -> str:
    with pytest.raises(httpx.HTTPStatusError) as error:
        await awaited
    assert error.value.response.status_code in (statuses or (403,))
    return error.value.response.text


async def test_nobody_is_let_in_without_a_key(served: Served) -> None:
    client, wrong = (get_client(url=served.url, api_key=key) for key in (None, served.keys["owner"] + "x"))
    given = {"task": "x"}
    for ask in (client.threads.create(), client.runs.wait(None, "retrieval", input=given), client.assistants.search()):
        await refused(ask, 401)
    await refused(wrong.threads.search(), 401)
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as plain:
        assert (await plain.post("/threads/search", json={}, headers={"x-auth-scheme": "langsmith"})).status_code == 401
        assert (await plain.get("/memory/")).status_code == 401
        assert (await plain.get("/memory")).headers["location"] == "/memory/"
        assert (await plain.post("/mcp/", json={})).status_code == 401
        assert "store" not in (await plain.get("/memorist/health")).json()


def test_what_one_learns_reaches_ones_other_key_and_ones_group(served: Served) -> None:
    assert hits(READS["recall"](served, "owner's phone").text, "another user"), "what is the owner's own"
    for ask in (READS["recall"], request("GET", "/memory/?q=What does Apollo run on?")):
        *team, other = answers(served, ask, "owner's phone", "another user", "reader", "admin", "another group")
        assert ["CockroachDB" in answer.text for answer in team] == [True] * 4
        assert "CockroachDB" not in other.text


def test_the_receipt_of_a_run_tells_in_which_role_it_was_asked_for(served: Served) -> None:
    assert run(served, "another user", "ingestion", {"input": turn("We use Kibana for dashboards.")}).is_success
    listed = served.send("admin", "GET", "/memory/changes?run=ingestion").text
    assert "Kibana" in listed
    assert "jonas (write)" in listed


async def test_another_group_or_user_cannot_be_named(served: Served) -> None:
    beta, jonas = served.client("another group"), served.client("another user")
    said = await refused(beta.runs.wait(None, "retrieval", input={"task": "x"}, context={"group_id": "alpha"}))
    assert "alpha" in said
    config: Any = {"configurable": {"group_id": "alpha"}}
    await refused(beta.runs.wait(None, "retrieval", input={"task": "x"}, config=config))
    await refused(jonas.runs.wait(None, "retrieval", input={"task": "x"}, context={"user_id": "mira"}))
    await refused(jonas.runs.wait(None, "ingestion", input={"input": turn("I like turnips", user_id="mira")}))


async def test_documents_are_not_read_by_path(served: Served) -> None:
    given = {"input": {"kind": "document", "title": "x", "path": "/etc/hostname"}}
    assert "operator" in await refused(served.client("admin").runs.wait(None, "ingestion", input=given))


async def test_threads_belong_to_the_user_whichever_key_he_uses(served: Served) -> None:
    owner, admin, jonas = (served.client(name) for name in ("owner", "admin", "another user"))
    thread, request = served.left["THREAD"], {"task": "x"}
    assert (await served.client("owner's phone").threads.get(thread))["thread_id"] == thread
    for ask in (admin.threads.get, admin.threads.get_state, admin.threads.delete):
        await refused(ask(thread), 403, 404)
    await refused(admin.runs.wait(thread, "retrieval", input=request), 403, 404)
    assert thread not in {one["thread_id"] for one in await admin.threads.search(limit=100)}
    forged = await owner.threads.create(metadata={"memorist_owner": "forged"})
    await jonas.threads.update(
        (await jonas.threads.create())["thread_id"], metadata={"memorist_owner": "alpha/user:mira"}
    )
    found = await owner.threads.search(limit=100)
    owners = {one["thread_id"]: (one["metadata"] or {})["memorist_owner"] for one in found}
    assert forged["thread_id"] in owners
    assert {*owners.values()} == {"alpha/user:mira"}


async def test_a_state_cannot_be_edited_to_write_into_another_group(served: Served) -> None:
    beta = served.client("another group")
    thread = await beta.threads.create()
    await beta.runs.wait(thread["thread_id"], "ingestion", input={"input": turn("We use Bazel")})
    scope = {"scope": {"group_id": "alpha"}}
    await refused(beta.threads.update_state(thread["thread_id"], scope, as_node="receive"))
    await refused(beta.runs.wait(thread["thread_id"], "ingestion", command={"update": scope}))
    updates = [{"values": scope, "as_node": "receive"}]
    made: Any = await beta.threads.create(supersteps=[{"updates": updates}], graph_id="ingestion")
    assert "state of a thread" in str(made)  # the server says so with a thread that it made without a state


async def test_assistants_and_crons_are_closed_or_pinned(served: Served) -> None:
    owner, admin, beta = served.client("owner"), served.client("admin"), served.client("another group")
    assert {one["graph_id"] for one in await owner.assistants.search(limit=50)} >= {"ingestion", "retrieval"}
    await refused(admin.assistants.create("retrieval", context={"group_id": "beta"}))
    await refused(owner.crons.create("promotion", schedule="0 3 * * *", input={}))
    await refused(admin.crons.create("promotion", schedule="0 3 * * *", input={}, context={"group_id": "beta"}))
    cron: Any = await admin.crons.create("promotion", schedule="0 3 * * *", input={})
    assert cron["cron_id"] in {one["cron_id"] for one in await admin.crons.search()}
    await refused(beta.crons.delete(cron["cron_id"]), 403, 404)
    await admin.crons.delete(cron["cron_id"])


async def test_a_key_that_is_revoked_ends_while_the_server_runs(served: Served) -> None:
    file = KeyFile(Path(os.environ["MEMORIST_AUTH_KEYS"]))
    key, text = file.add("short", groups=["alpha"], now=datetime.now(UTC))
    client = get_client(url=served.url, api_key=text)
    await client.threads.search()
    file.revoke(key.id, datetime.now(UTC))
    await refused(client.threads.search(), 401)


@pytest.mark.slow
async def test_a_cron_promotes_the_group_of_who_made_it(served: Served) -> None:
    admin = served.client("admin")
    for hour in (0, 3):
        at = START + timedelta(hours=hour)
        command = event("terminal.command", "runs pnpm", at=at, process_command_line="pnpm install")
        done = event("task.done", "set up with pnpm", at=at + timedelta(minutes=30))
        batch: Any = {"input": observation(command, done, at=at.isoformat())}
        await admin.runs.wait(None, "ingestion", input=batch)
    cron: Any = await admin.crons.create("promotion", schedule="* * * * *", input={"reason": "every minute"})
    try:
        for _ in range(50):
            if "promotion</span>" in served.send("admin", "GET", "/memory/changes?run=promotion").text:
                return
            await asyncio.sleep(2)
        pytest.fail("the cron has promoted nothing")
    finally:
        await admin.crons.delete(cron["cron_id"])
