"""A secret leaves no trace: not in the store, not in a checkpoint, not in a result, not in the turns kept in mind."""

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from memorist.api.memory import AsyncMemory
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

TOKEN = "glpat-" + "aB3dE5gH7jK9mN1pQ2rS"
SAID = {"kind": "turn", "role": "user", "content": f"We use GitLab for releases. The token is {TOKEN}, from CI only."}


async def everything_in(store: Store, group: str) -> str:
    rows = await store.database.read(group, "MATCH (n) RETURN properties(n) AS p", {"group": group})
    return json.dumps(rows, default=str)


async def test_a_secret_reaches_neither_store_nor_result(store: Store, scope: Scope, group: str) -> None:
    memory = AsyncMemory(store, scope)
    said = [{**SAID, "session_id": "s"}, {**SAID, "content": "We use it for releases, too", "session_id": "s"}]
    results = await memory.ingest(said)
    assert [one.kind for one in results[0].masked] == ["gitlab_token"]
    assert results[0].memories
    assert TOKEN not in str(results)
    stored = await everything_in(store, group)
    assert TOKEN not in stored
    assert "[masked gitlab token]" in stored


@pytest.mark.parametrize("kind", ["manual", "dialogue", "observation"])
async def test_every_kind_is_masked(store: Store, scope: Scope, group: str, kind: str) -> None:
    given: dict[str, Any] = {
        "manual": {"content": f"Deploy with {TOKEN}"},
        "dialogue": {"question": "Which token?", "answer": f"We use {TOKEN} for releases"},
        "observation": {"events": [{"time": "2026-02-01T10:00:00Z", "name": "task.done", "body": f"pushed {TOKEN}"}]},
    }[kind]
    (result,) = await AsyncMemory(store, scope).ingest({"kind": kind, **given})
    assert result.error is None
    assert [one.kind for one in result.masked] == ["gitlab_token"]
    assert TOKEN not in await everything_in(store, group)


async def test_the_graph_itself_masks_and_tells(store: Store, scope: Scope) -> None:
    graph = build_ingestion(store)
    answer = await graph.ainvoke(
        {"input": SAID, "context": [{"role": "assistant", "content": TOKEN}]}, context=scope.model_dump()
    )
    assert answer["result"]["masked"] == [{"kind": "gitlab_token", "field": "content", "count": 1}]
    assert TOKEN not in json.dumps(answer)


async def test_what_is_skipped_is_masked_and_told_as_well(store: Store, scope: Scope) -> None:
    (result,) = await AsyncMemory(store, scope).ingest({**SAID, "role": "assistant"})
    assert result.verdict is not None
    assert result.verdict.action == "skip"
    assert [one.kind for one in result.masked] == ["gitlab_token"]


async def test_a_checkpoint_of_an_ingestion_through_memory_holds_no_secret(store: Store, scope: Scope) -> None:
    saver = InMemorySaver()
    memory = AsyncMemory(store, scope)
    memory.graphs.ingestion = build_ingestion(store, checkpointer=saver).with_config(configurable={"thread_id": "1"})
    await memory.ingest(SAID)
    assert saver.storage
    assert TOKEN not in str(saver.storage) + str(saver.blobs) + str(saver.writes)
