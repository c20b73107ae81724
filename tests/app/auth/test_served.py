"""Keys on a real LangGraph server, through the SDK: who may do what, and who sees whom."""

import asyncio
import os
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memorist.app.auth.caller import Role
from memorist.app.auth.keys import KeyFile
from tests.servers.langgraph_dev import LangGraphDev

pytestmark = pytest.mark.langgraph_server
NOW = datetime.now(UTC)


class Served:
    """A server with keys: ``client(name)`` is the SDK's with the key of that name."""

    def __init__(self, url: str, keys: dict[str, str]) -> None:
        self.url = url
        self.keys = keys

    def client(self, name: str | None) -> LangGraphClient:
        return get_client(url=self.url, api_key=self.keys[name] if name else None)

    def browser(self, name: str | None = None) -> httpx.AsyncClient:
        """A plain client, as patient as a busy machine needs it, with the key of that name."""
        return httpx.AsyncClient(base_url=self.url, timeout=60, headers={"x-api-key": self.keys[name]} if name else {})


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    folder = tmp_path_factory.mktemp("served")
    file = KeyFile(folder / "keys.json")
    holders: dict[str, dict[str, Any]] = {
        "ana": {"groups": ["alpha"], "user": "ana", "role": Role.WRITE},
        "ana-phone": {"groups": ["alpha"], "user": "ana", "role": Role.WRITE},
        "mira": {"groups": ["alpha"], "user": "mira", "role": Role.WRITE},
        "beta": {"groups": ["beta"], "role": Role.WRITE},
        "reader": {"groups": ["alpha"], "role": Role.READ},
        "admin": {"groups": ["alpha"], "role": Role.ADMIN},
    }
    keys = {name: file.add(name, now=NOW, **given)[1] for name, given in holders.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "MEMORIST_AUTH_KEYS", str(file.path))
        with LangGraphDev(f"embedded:{folder / 'store'}", Path(folder, "server.log")) as running:
            yield Served(running.url, keys)


def turn(content: str, **more: Any) -> dict[str, Any]:
    return {"input": {"kind": "turn", "role": "user", "content": content, "at": "2026-02-01T17:00:00Z", **more}}


async def refused(awaited: Any, *statuses: int) -> str:
    with pytest.raises(httpx.HTTPStatusError) as error:
        await awaited
    assert error.value.response.status_code in (statuses or (403,))
    return error.value.response.text


async def learn(client: LangGraphClient, content: str, **context: Any) -> Any:
    return await client.runs.wait(None, "ingestion", input=turn(content), context=context or None)


async def prompt(client: LangGraphClient, task: str, **context: Any) -> str:
    answer: Any = await client.runs.wait(None, "retrieval", input={"task": task}, context=context or None)
    return answer["recall"]["prompt"]


async def test_nobody_is_let_in_without_a_key(served: Served) -> None:
    client = get_client(url=served.url, api_key=None)
    await refused(client.threads.create(), 401)
    await refused(client.runs.wait(None, "retrieval", input={"task": "x"}), 401)
    await refused(client.assistants.search(), 401)
    wrong = get_client(url=served.url, api_key=served.keys["ana"] + "x")
    await refused(wrong.threads.search(), 401)
    async with served.browser() as plain:
        assert (await plain.post("/threads/search", json={}, headers={"x-auth-scheme": "langsmith"})).status_code == 401
        assert (await plain.get("/memory/")).status_code == 401
        assert (await plain.get("/memory")).headers["location"] == "/memory/"
        assert (await plain.post("/mcp/", json={})).status_code == 401
        assert "store" not in (await plain.get("/memorist/health")).json()


async def test_what_one_learns_is_in_his_group_although_he_names_none(served: Served) -> None:
    await learn(served.client("ana"), "We use pnpm for packages, never npm.")
    assert "pnpm" in await prompt(served.client("ana-phone"), "Which package manager?")
    assert "pnpm" not in await prompt(served.client("beta"), "Which package manager?")


async def test_the_receipt_of_a_run_tells_in_which_role_it_was_asked_for(served: Served) -> None:
    await learn(served.client("ana"), "We use Grafana for dashboards.")
    async with served.browser("admin") as browser:
        listed = (await browser.get("/memory/changes?run=ingestion")).text
    assert "Grafana" in listed
    assert "ana (write)" in listed


async def test_another_group_or_user_cannot_be_named(served: Served) -> None:
    beta, ana = served.client("beta"), served.client("ana")
    said = await refused(beta.runs.wait(None, "retrieval", input={"task": "x"}, context={"group_id": "alpha"}))
    assert "alpha" in said
    config: Any = {"configurable": {"group_id": "alpha"}}
    await refused(beta.runs.wait(None, "retrieval", input={"task": "x"}, config=config))
    await refused(ana.runs.wait(None, "retrieval", input={"task": "x"}, context={"user_id": "mira"}))
    await refused(ana.runs.wait(None, "ingestion", input=turn("I like tea", user_id="mira")))


async def test_documents_are_not_read_by_path(served: Served) -> None:
    given = {"input": {"kind": "document", "title": "x", "path": "/etc/hostname"}}
    assert "operator" in await refused(served.client("admin").runs.wait(None, "ingestion", input=given))


async def test_a_reader_recalls_and_leaves_no_trace_but_learns_nothing(served: Served) -> None:
    reader = served.client("reader")
    await prompt(reader, "Which package manager?")
    assert "write" in await refused(reader.runs.wait(None, "ingestion", input=turn("We use npm")))


async def test_threads_belong_to_the_user_whichever_key_he_uses(served: Served) -> None:
    ana, phone, mira, beta = (served.client(name) for name in ("ana", "ana-phone", "mira", "beta"))
    thread = await ana.threads.create(metadata={"memorist_owner": "forged"})
    await ana.runs.wait(thread["thread_id"], "ingestion", input=turn("My locker code is 7261, please keep it."))
    assert (await phone.threads.get(thread["thread_id"]))["thread_id"] == thread["thread_id"]
    for other in (mira, beta, served.client("admin")):
        await refused(other.threads.get(thread["thread_id"]), 403, 404)
        await refused(other.threads.get_state(thread["thread_id"]), 403, 404)
        await refused(other.threads.delete(thread["thread_id"]), 403, 404)
        await refused(other.runs.wait(thread["thread_id"], "retrieval", input={"task": "x"}), 403, 404)
        assert thread["thread_id"] not in {one["thread_id"] for one in await other.threads.search(limit=100)}
    await mira.threads.update((await mira.threads.create())["thread_id"], metadata={"memorist_owner": "alpha/user:ana"})
    assert all(
        (one["metadata"] or {})["memorist_owner"] == "alpha/user:ana" for one in await ana.threads.search(limit=100)
    )


async def test_a_state_cannot_be_edited_to_write_into_another_group(served: Served) -> None:
    beta = served.client("beta")
    thread = await beta.threads.create()
    await beta.runs.wait(thread["thread_id"], "ingestion", input=turn("We use Bazel"))
    scope = {"scope": {"group_id": "alpha"}}
    await refused(beta.threads.update_state(thread["thread_id"], scope, as_node="receive"))
    await refused(beta.runs.wait(thread["thread_id"], "ingestion", command={"update": scope}))
    updates = [{"values": scope, "as_node": "receive"}]
    made: Any = await beta.threads.create(supersteps=[{"updates": updates}], graph_id="ingestion")
    assert "state of a thread" in str(made)  # the server says so with a thread that it made without a state


async def test_assistants_crons_and_the_store_are_closed_or_pinned(served: Served) -> None:
    ana, admin, beta = served.client("ana"), served.client("admin"), served.client("beta")
    assert {one["graph_id"] for one in await ana.assistants.search(limit=50)} >= {"ingestion", "retrieval"}
    await refused(admin.assistants.create("retrieval", context={"group_id": "beta"}))
    await refused(ana.crons.create("promotion", schedule="0 3 * * *", input={}))
    await refused(admin.crons.create("promotion", schedule="0 3 * * *", input={}, context={"group_id": "beta"}))
    cron: Any = await admin.crons.create("promotion", schedule="0 3 * * *", input={})
    assert cron["cron_id"] in {one["cron_id"] for one in await admin.crons.search()}
    await refused(beta.crons.delete(cron["cron_id"]), 403, 404)
    await admin.crons.delete(cron["cron_id"])
    await ana.store.put_item(["alpha", "ana", "notes"], "one", {"text": "mine"})
    await refused(served.client("mira").store.get_item(["alpha", "ana", "notes"], "one"))
    await refused(beta.store.put_item(["alpha"], "one", {"text": "x"}))
    assert [item["key"] for item in (await ana.store.search_items([]))["items"]] == ["one"]
    assert (await beta.store.search_items([]))["items"] == []


async def test_the_panel_shows_each_his_own(served: Served) -> None:
    await learn(served.client("ana"), "I'm allergic to peanuts")
    await learn(served.client("ana"), "We use GitLab for version control")
    pages: dict[str, str] = {}
    for name in ("ana", "mira", "beta", "reader"):
        async with served.browser(name) as browser:
            pages[name] = (await browser.get("/memory/?q=peanuts allergy")).text + (await browser.get("/memory/")).text
    assert "allergic to peanuts" in pages["ana"]
    assert "GitLab" in pages["ana"]
    assert "allergic to peanuts" not in pages["mira"]
    assert "GitLab" in pages["mira"]
    assert "GitLab" not in pages["beta"]
    async with served.browser("beta") as browser:
        assert "GitLab" not in (await browser.get("/memory/?group=alpha")).text


async def test_a_key_that_is_revoked_ends_while_the_server_runs(served: Served) -> None:
    file = KeyFile(Path(os.environ["MEMORIST_AUTH_KEYS"]))
    key, text = file.add("short", groups=["alpha"], now=NOW)
    client = get_client(url=served.url, api_key=text)
    await client.threads.search()
    file.revoke(key.id, NOW)
    await refused(client.threads.search(), 401)


async def test_tools_called_over_mcp_are_pinned_like_runs(served: Served) -> None:
    await learn(served.client("ana"), "We use Sentry for error tracking")
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "retrieval", "arguments": {"task": "Which error tracking do we use?"}},
    }
    answers: dict[str, httpx.Response] = {}
    async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
        for name in ("ana", "beta"):
            headers = {"accept": "application/json, text/event-stream", "x-api-key": served.keys[name]}
            answers[name] = await client.post("/mcp", json=call, headers=headers)
    assert {answer.status_code for answer in answers.values()} == {200}
    assert "Sentry" in answers["ana"].text
    assert "Sentry" not in answers["beta"].text


@pytest.mark.slow
async def test_a_cron_promotes_the_group_of_who_made_it(served: Served) -> None:
    admin = served.client("admin")
    for hour in ("09", "12"):
        events = [
            {"time": f"2026-02-01T{hour}:00:00Z", "name": "terminal.command", "body": "runs pnpm",
             "attributes": {"process.command_line": "pnpm install"}},
            {"time": f"2026-02-01T{hour}:30:00Z", "name": "task.done", "body": "set up with pnpm"},
        ]  # fmt: skip
        batch: Any = {"input": {"kind": "observation", "at": f"2026-02-01T{hour}:00:00Z", "events": events}}
        await admin.runs.wait(None, "ingestion", input=batch)
    cron: Any = await admin.crons.create("promotion", schedule="* * * * *", input={"reason": "every minute"})
    try:
        async with served.browser("admin") as browser:
            for _ in range(50):
                if "promotion</span>" in (await browser.get("/memory/changes?run=promotion")).text:
                    return
                await asyncio.sleep(2)
        pytest.fail("the cron has promoted nothing")
    finally:
        await admin.crons.delete(cron["cron_id"])
