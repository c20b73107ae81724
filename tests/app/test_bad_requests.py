"""Large bodies, slow clients and a database that is away, at the surfaces that the server mounts: each says so."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from memorist.app.auth import guarded
from memorist.app.auth.caller import Role
from memorist.app.auth.gate import Gate
from memorist.app.auth.guarded import Guarded, OfTheCaller
from memorist.app.auth.settings import AuthSettings
from memorist.app.mcp.http import McpOverHttp
from memorist.app.otlp.receiver import LogsReceiver
from memorist.app.panel import guard
from memorist.app.panel.app import build_panel
from memorist.nodes.resources import StoreFromSettings
from tests.stores import test_settings

JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
POSTS = {"/mcp/": JSON, "/otlp/v1/logs": JSON, "/memory/review": FORM}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recall", "arguments": {"task": "x"}}}
RECORD = {"timeUnixNano": "1770000000000000000", "body": {"stringValue": "installed pnpm"}}
LOGS = {"resourceLogs": [{"scopeLogs": [{"logRecords": [RECORD]}]}]}


@pytest.fixture(autouse=True)
def without_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memorist.app.auth.settings.data_folder", lambda: tmp_path)


@asynccontextmanager
async def served() -> AsyncGenerator[httpx.AsyncClient]:
    """The panel, MCP and OTLP as the server mounts them, over a database that is away."""
    away = StoreFromSettings(lambda: test_settings(store="falkor://127.0.0.1:1", connect_timeout=0.3))
    gate = Gate(AuthSettings())
    mcp = McpOverHttp(OfTheCaller(away), hosts=None)
    logs = Starlette(routes=[LogsReceiver(OfTheCaller(away)).route])
    routes = [
        Mount("/memory", build_panel(away.store, gate)),
        Mount("/mcp", Guarded(mcp.app, gate, Role.READ)),
        Mount("/otlp", Guarded(logs, gate, Role.WRITE)),
    ]
    transport = httpx.ASGITransport(Starlette(routes=routes), client=("127.0.0.1", 1))
    async with mcp.running(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as asking:
        yield asking


async def slowly() -> AsyncIterator[bytes]:
    yield b"{"
    await asyncio.sleep(3600)


async def hundred_megabytes() -> AsyncIterator[bytes]:
    for _ in range(100):
        yield b"x" * 1_000_000


@pytest.mark.parametrize("path", POSTS)
async def test_a_body_that_does_not_come_is_given_up(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if path == "/memory/review":  # a form is read after the store was opened
        monkeypatch.setattr("memorist.app.panel.app.Panel.reads", lambda *_: asyncio.sleep(0))
    for module in (guarded, guard):
        monkeypatch.setattr(module, "READING_SECONDS", 0.3)
    async with asyncio.timeout(20), served() as client:
        answer = await client.post(path, content=slowly(), headers=POSTS[path])
    assert answer.status_code == 408
    assert "did not come within" in answer.text


@pytest.mark.parametrize("path", POSTS)
async def test_a_hundred_megabytes_are_refused(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if path == "/memory/review":
        monkeypatch.setattr("memorist.app.panel.app.Panel.reads", lambda *_: asyncio.sleep(0))
    async with served() as client:
        answer = await client.post(path, content=hundred_megabytes(), headers=POSTS[path])
    assert answer.status_code == 413


@pytest.mark.parametrize("page", ["/", "/review", "/context?task=x", "/ladder", "/uses", "/health", "/m/x"])
async def test_while_the_database_is_away_every_page_says_so(page: str) -> None:
    async with served() as client:
        answer = await client.get(f"/memory{page}")
    assert answer.status_code == 503
    assert "The memory is not available" in answer.text


async def test_while_the_database_is_away_a_tool_and_an_exporter_are_told_in_their_own_form() -> None:
    async with served() as client:
        called: Any = (await client.post("/mcp/", json=CALL, headers=JSON)).json()
        exported = await client.post("/otlp/v1/logs", content=json.dumps(LOGS), headers=JSON)
    assert called["result"]["isError"]
    assert "127.0.0.1:1" in called["result"]["content"][0]["text"]
    assert exported.status_code == 503
    assert exported.headers["retry-after"]
    assert exported.json()["message"]
