"""MCP and OTLP: each caller gets what is his, whatever he sends."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx
import pytest
from mcp import Client

from memorist.api.memory import AsyncMemory
from memorist.app.mcp.server import build_server
from memorist.app.otlp.receiver import LogsReceiver
from memorist.memory_store.domain.clock import VirtualClock
from tests.app.mcp.conftest import in_a_task
from tests.app.otlp.conftest import listening
from tests.stores import START
from tests.walls.world import EACH_OUTSIDER, OUTSIDERS, TASK, Outsider, World, hits

pytestmark = pytest.mark.asyncio(loop_scope="module")


# ------------------------------------------------------------------ MCP

type Asking = Callable[[Client, World], Awaitable[object]]


async def over_mcp(memory: AsyncMemory, ask: Asking, world: World) -> object:
    """Return a tool's answer to the caller whose memory the server was given."""

    async def memory_for() -> AsyncMemory:
        return memory

    async with in_a_task(Client(build_server(memory_for))) as client:
        try:
            return await ask(client, world)
        except Exception as error:  # noqa: BLE001 - a refusal of whatever layer, as the caller reads it
            return repr(error)


def call(name: str, **arguments: Any) -> Asking:
    return lambda client, world: client.call_tool(name, json.loads(json.dumps(arguments).replace("GROUP", world.group)))


ASKED: Mapping[str, Asking] = {
    "recall": call("recall", task=TASK),
    "search": call("search", query=TASK, limit=50, also=["superseded", "retracted"]),
    "history of a topic": call("history", topic="user's cat"),
    "history of a name": call("history", topic="CockroachDB"),
    "forget_preview of words": call("forget_preview", what="my allergy"),
    "person mira": lambda client, _: client.read_resource("memorist://person/user%27s%20cat"),
    "rules": lambda client, _: client.read_resource("memorist://rules"),
    "review_list": call("review_list"),
    "recall with ids beside": call("recall", task=TASK, user_id="mira", group_id="GROUP"),
    "search with a scope beside": call("search", query=TASK, scope={"group_id": "GROUP", "user_id": "mira"}),
    "check_action in another's name": call("check_action", action={"kind": "other", "description": TASK, "user": "x"}),
}  # fmt: skip
NOTHING_THERE = {
    "rules", "review_list", "recall with ids beside", "search with a scope beside", "check_action in another's name",
}  # fmt: skip
"""Ways by which not even the owner is told it: there is none, or arguments that a tool does not have are refused."""


@pytest.mark.parametrize("way", ASKED)
async def test_a_tool_of_the_mcp_server_tells_no_outsider(world: World, way: str) -> None:
    if way not in NOTHING_THERE:
        assert hits(await over_mcp(world.mira, ASKED[way], world), None), "the owner finds it"
    for who in OUTSIDERS:
        assert hits(await over_mcp(world.outsider(who), ASKED[way], world), who) == [], who


@EACH_OUTSIDER
async def test_a_tool_of_the_mcp_server_changes_nothing_of_another_s(world: World, who: Outsider) -> None:
    own, waiting = await world.own_memory(), await world.own_memory(flagged="is that so?")
    fingerprint = (await world.mira.preview_forget([own])).fingerprint
    outsider = world.outsider(who)
    for ask in (call("forget", what=own, fingerprint=fingerprint), call("review_settle", id=waiting, choice="ok")):
        answer: Any = await over_mcp(outsider, ask, world)
        assert answer.is_error
    assert await world.exists(own)
    assert waiting in {each.id for each in await world.mira.review.waiting()}
    answer = await over_mcp(world.mira, call("forget", what=own, fingerprint=fingerprint), world)
    assert not answer.is_error
    assert not await world.exists(own)


# ------------------------------------------------------------------ OTLP


@EACH_OUTSIDER
@pytest.mark.parametrize("place", ["attributes", "resource", "header", "url"])
async def test_logs_are_the_caller_s_whomever_they_name(world: World, place: str, who: Outsider) -> None:
    outsider, word = world.outsider(who), f"{place}{who.replace(' ', '')}"

    async def memory_for() -> AsyncMemory:
        return outsider

    named = [{"key": k, "value": {"stringValue": v}} for k, v in (("user.id", "mira"), ("group_id", world.group))]
    record = {"timeUnixNano": "1769932800000000000", "body": {"stringValue": f"The build {word} failed with error 7"},
              "attributes": named if place == "attributes" else []}  # fmt: skip
    body = {"resourceLogs": [{"resource": {"attributes": named if place == "resource" else []},
                              "scopeLogs": [{"logRecords": [record]}]}]}  # fmt: skip
    headers = {"x-user": "mira", "x-group": world.group, "x-scope-orgid": world.group} if place == "header" else {}
    query = f"?group={world.group}&user=mira" if place == "url" else ""
    receiver = LogsReceiver(memory_for, clock=VirtualClock(START)).app()
    async with in_a_task(listening(receiver)) as url, httpx.AsyncClient(trust_env=False, timeout=60) as client:
        answer = await client.post(f"{url}/v1/logs{query}", json=body, headers=headers)
    assert answer.status_code == 200
    for memory, there in ((outsider, 1), (world.mira, 0)):
        kept = [each.episode for each in await world.store.episodes.between(memory.scope)]
        own = [one for one in kept if word in one.content and one.scope.user_id == memory.scope.user_id]
        assert len(own) == there
