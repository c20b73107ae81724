"""Maintenance and rereading as crons of the LangGraph server: made with its client, and seen to run."""

import asyncio
from collections.abc import Generator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from langgraph_sdk import get_client

from tests.servers.langgraph_dev import LangGraphDev

pytestmark = [pytest.mark.langgraph_server, pytest.mark.slow]


@pytest.fixture
def server(tmp_path: Path) -> Generator[LangGraphDev]:
    with LangGraphDev(f"embedded:{tmp_path / 'store'}", tmp_path / "server.log") as running:
        yield running


UNREAD = "The thing with the invoices went sideways after Tuesday, ask Piotr about the rest of it"


async def test_crons_maintain_and_reread_a_group(server: LangGraphDev) -> None:
    client: Any = get_client(url=server.url)
    group = f"crons_{uuid4().hex[:8]}"  # the server also keeps the threads of earlier starts
    for said in ("We use pnpm for packages", UNREAD):
        given = {"input": {"kind": "turn", "role": "user", "content": said}}
        await client.runs.wait(None, "ingestion", input=given, context={"group_id": group})
    every_minute = {
        "schedule": "* * * * *",
        "context": {"group_id": group},
        "on_run_completed": "keep",
    }
    crons = [
        (await client.crons.create("promotion", input={"reason": "every minute"}, **every_minute))["cron_id"],
        (await client.crons.create("reread", input={"reader": "patterns"}, **every_minute))["cron_id"],
    ]
    assert {one["cron_id"] for one in await client.crons.search()} >= set(crons)
    try:
        maintained, reread = await result_of(client, group, "reason"), await result_of(client, group, "reader")
    finally:
        for cron in crons:  # the server keeps them in the folder in which it was started
            await client.crons.delete(cron)
    assert maintained["reason"] == "every minute"
    assert (reread["episodes"], reread["failed"]) == (1, 0)


async def result_of(client: Any, group: str, field: str) -> dict[str, Any]:
    """Answer of the first run of a cron that did not wait for another, known by a field of its own.

    It begins with a new minute.
    """
    for _ in range(120):
        for thread in await client.threads.search(limit=100):
            result = (thread.get("values") or {}).get("result") or {}
            if result.get("group") == group and field in result and not (result.get("busy") or "skipped" in result):
                return result
        await asyncio.sleep(1.5)
    raise AssertionError(f"no cron has answered with {field}")
