"""Over stdio as a client starts it, and over HTTP mounted in another app."""

import io
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext

import httpx
import pytest
from mcp import Client, StdioServerParameters
from starlette.applications import Starlette
from starlette.routing import Mount

from memorist.app.auth.guarded import OfTheCaller
from memorist.app.mcp import stdio
from memorist.app.mcp.http import McpOverHttp
from memorist.app.mcp.server import build_server
from memorist.app.open_memory import OpenedOnce
from memorist.nodes.resources import StoreFromSettings
from tests.app.mcp.conftest import in_a_task
from tests.app.otlp.conftest import listening
from tests.stores import test_settings as settings_of_test


async def test_over_stdio(over_stdio: StdioServerParameters) -> None:
    async with Client(over_stdio) as client:
        assert client.server_info is not None
        assert client.server_info.name == "memorist"
        await client.call_tool("remember", {"text": "The staging database runs Postgres 16"})
        answer = await client.call_tool("recall", {"task": "Which database runs on staging?"})
    assert "Postgres 16" in getattr(answer.content[0], "text", "")


async def test_over_stdio_a_request_that_cannot_be_read_is_answered(
    memory_for: OpenedOnce, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call = (
        '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"recall","arguments":{"task":"half \\ud83d"}}}'
    )
    lines = [call, '{"jsonrpc":"2.0","id":"x","method":5}', "no JSON", '{"jsonrpc":"2.0","id":8,"method":"ping"}']
    given = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), encoding="utf-8")
    monkeypatch.setattr(stdio, "_standard_input", lambda: nullcontext(given))
    await stdio.serve(build_server(memory_for))
    answers = {answer.get("id"): answer for answer in map(json.loads, capsys.readouterr().out.splitlines())}
    assert "cannot be read" in answers[7]["error"]["message"]
    assert "cannot be read" in answers["x"]["error"]["message"]
    assert 8 in answers, "what follows is answered, too"


@asynccontextmanager
async def mounting(memory_for: OpenedOnce) -> AsyncGenerator[str]:
    """The server, mounted in an app that listens on a port; its URL."""
    served = McpOverHttp(memory_for)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with served.running():
            yield

    async with listening(Starlette(routes=[Mount("/memorist/mcp", served.app)], lifespan=lifespan)) as url:
        yield f"{url}/memorist/mcp/"


@pytest.fixture
async def mounted(memory_for: OpenedOnce) -> AsyncGenerator[str]:
    """The URL of the server."""
    async with in_a_task(mounting(memory_for)) as url:
        yield url


async def test_over_http(mounted: str) -> None:
    async with Client(mounted) as client:
        await client.call_tool("remember", {"text": "The staging database runs Postgres 16"})
        answer = await client.call_tool("recall", {"task": "Which database runs on staging?"})
    assert "Postgres 16" in getattr(answer.content[0], "text", "")


CALL = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
ACCEPTED = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"host": "evil.example"}, CALL, {421}),
        ({"origin": "https://evil.example"}, CALL, {403}),
        ({"content-type": "text/plain"}, CALL, {400, 415}),
        ({}, b"{", {400}),
        ({}, b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * 5_000_000 + b'"}', {413}),
    ],
    ids=["host", "origin", "media type", "no JSON", "size"],
)
async def test_what_does_not_belong_there_is_refused(
    mounted: str, headers: dict[str, str], body: bytes, status: set[int]
) -> None:
    async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
        response = await client.post(mounted, headers={**ACCEPTED, **headers}, content=body)
        assert response.status_code in status
        assert (await client.post(mounted, headers=ACCEPTED, content=CALL)).status_code == 200


async def test_the_store_of_the_server_is_shared(embedded_url: str, group: str) -> None:
    resources = StoreFromSettings(lambda: settings_of_test(store=embedded_url, group=group))
    memory_for = OfTheCaller(resources)
    async with Client(build_server(memory_for)) as client:
        assert not (await client.call_tool("remember", {"text": "The canteen closes at two"})).is_error
    assert (await memory_for()).store is await resources.store()
    await resources.close()


def test_the_logging_of_the_program_stays_as_it_is(memory_for: OpenedOnce) -> None:
    before = list(logging.getLogger().handlers), logging.getLogger().level
    build_server(memory_for)
    assert (list(logging.getLogger().handlers), logging.getLogger().level) == before
