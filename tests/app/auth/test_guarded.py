"""Apps behind the gate: whose memory a caller gets, and what his role lets him do."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from memorist.app.auth.caller import Role
from memorist.app.auth.gate import Gate
from memorist.app.auth.guarded import Guarded, OfTheCaller
from memorist.app.auth.keys import KeyFile
from memorist.app.auth.settings import AuthSettings
from memorist.app.mcp.http import McpOverHttp
from memorist.app.otlp.receiver import LogsReceiver
from memorist.memory_store.domain.clock import SystemClock
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.resources import StoreFromSettings
from tests.app.mcp.conftest import in_a_task
from tests.stores import test_settings as settings_of_test

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPTED = {"Accept": "application/json, text/event-stream"}


def call(tool: str, **arguments: str) -> dict:
    """A call of a tool."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


LOG = {
    "resourceLogs": [
        {"scopeLogs": [{"logRecords": [{"timeUnixNano": "1767000000000000000", "body": {"stringValue": "deployed"}}]}]}
    ]
}


@pytest.fixture
async def resources(embedded_url: str, group: str) -> AsyncGenerator[StoreFromSettings]:
    opened = StoreFromSettings(lambda: settings_of_test(store=embedded_url, group=group))
    yield opened
    await opened.close()


@pytest.fixture
async def served(resources: StoreFromSettings, tmp_path: Path) -> AsyncGenerator[tuple[httpx.AsyncClient, dict]]:
    async with in_a_task(serving(resources, tmp_path)) as found:
        yield found


@asynccontextmanager
async def serving(resources: StoreFromSettings, tmp_path: Path) -> AsyncGenerator[tuple[httpx.AsyncClient, dict]]:
    """A client of both apps behind a gate, and a key a role."""
    keys = KeyFile(tmp_path / "keys.json")
    now = SystemClock().now()
    made = {role: keys.add(role, groups=("team_a",), role=role, now=now)[1] for role in (Role.READ, Role.WRITE)}
    gate = Gate(AuthSettings(keys=keys.path))
    memory_for = OfTheCaller(resources)
    reading, writing = (McpOverHttp(memory_for, hosts=None, read_only=only) for only in (True, False))
    receiver = Starlette(routes=[LogsReceiver(memory_for).route])
    app = Starlette(
        routes=[
            Mount("/mcp", Guarded(reading.app, gate, Role.READ, writing=writing.app)),
            Mount("/otlp", Guarded(receiver, gate, Role.WRITE)),
        ]
    )
    async with reading.running(), writing.running():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://memory.example", headers=ACCEPTED) as client:
            yield client, made


@pytest.mark.parametrize(
    "shown", [{}, {"x-api-key": "mk_wrong"}, {"x-api-key": ""}, {"authorization": "Bearer mk_wrong"}], ids=str
)
@pytest.mark.parametrize(("path", "body"), [("/mcp/", LIST), ("/otlp/v1/logs", LOG)])
async def test_nobody_without_a_key_or_with_a_wrong_one(served, path: str, body: dict, shown: dict) -> None:
    client, _ = served
    answer = await client.post(path, json=body, headers=shown)
    assert answer.status_code == 401
    assert "key" in answer.text


async def test_a_reader_sees_only_tools_that_change_nothing(served) -> None:
    client, keys = served
    tools = {}
    for role, key in keys.items():
        answer = await client.post("/mcp/", json=LIST, headers={"x-api-key": key})
        tools[role] = {tool["name"] for tool in answer.json()["result"]["tools"]}
    assert "remember" in tools[Role.WRITE]
    assert "remember" not in tools[Role.READ]
    assert "recall" in tools[Role.READ]
    assert (await client.post("/otlp/v1/logs", json=LOG, headers={"x-api-key": keys[Role.READ]})).status_code == 403


async def test_what_a_caller_tells_goes_to_his_own_group(served, resources: StoreFromSettings, group: str) -> None:
    client, keys = served
    key = {"x-api-key": keys[Role.WRITE]}
    told = await client.post("/mcp/", json=call("remember", text="The staging database is Postgres 16"), headers=key)
    assert not told.json()["result"].get("isError")
    assert (await client.post("/otlp/v1/logs", json=LOG, headers=key)).status_code == 200
    recalled = await client.post("/mcp/", json=call("recall", task="Which database is staging?"), headers=key)
    assert "Postgres 16" in recalled.text
    store = await resources.store()
    assert await store.admin.known("team_a")
    assert not await store.admin.known(Scope(group_id=group).group_id)
