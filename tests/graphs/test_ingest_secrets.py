"""A secret leaves no trace: not in the store, not in a checkpoint, not in a result, not in the turns kept in mind."""

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from memorist.api.memory import AsyncMemory
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.inputs import event, ingested, manual, observation, turn, verdict_of
from tests.stores import everything

TOKEN = "glpat-" + "aB3dE5gH7jK9mN1pQ2rS"
SAID = turn(f"We use GitLab for releases. The token is {TOKEN}, from CI only.")


async def test_a_secret_reaches_neither_store_nor_result(memory: AsyncMemory, store: Store, scope: Scope) -> None:
    said = [{**SAID, "session_id": "s"}, {**SAID, "content": "We use it for releases, too", "session_id": "s"}]
    results = await memory.ingest(said)
    assert [one.kind for one in results[0].masked] == ["gitlab_token"]
    assert results[0].memories
    assert TOKEN not in str(results)
    stored = await everything(store, scope)
    assert (TOKEN.lower() in stored, "[masked gitlab token]" in stored) == (False, True)


@pytest.mark.parametrize(
    "given",
    [
        manual(f"Deploy with {TOKEN}"),
        {"kind": "dialogue", "question": "Which token?", "answer": f"We use {TOKEN} for releases"},
        observation(event("task.done", f"pushed {TOKEN}")),
        turn(SAID["content"], role="assistant"),
    ],
    ids=["manual", "dialogue", "observation", "what is skipped"],
)
async def test_every_kind_is_masked(memory: AsyncMemory, store: Store, scope: Scope, given: dict[str, Any]) -> None:
    result = await ingested(memory, given)
    assert [one.kind for one in result.masked] == ["gitlab_token"]
    assert given.get("role") != "assistant" or verdict_of(result)[0] == "skip"
    assert TOKEN.lower() not in await everything(store, scope)


async def test_the_graph_itself_masks_and_tells(store: Store, scope: Scope) -> None:
    graph = build_ingestion(store)
    answer = await graph.ainvoke(
        {"input": SAID, "context": [{"role": "assistant", "content": TOKEN}]}, context=scope.model_dump()
    )
    assert answer["result"]["masked"] == [{"kind": "gitlab_token", "field": "content", "count": 1}]
    assert TOKEN not in json.dumps(answer)


async def test_a_checkpoint_of_an_ingestion_through_memory_holds_no_secret(memory: AsyncMemory, store: Store) -> None:
    saver = InMemorySaver()
    memory.graphs.ingestion = build_ingestion(store, checkpointer=saver).with_config(configurable={"thread_id": "1"})
    await memory.ingest(SAID)
    assert saver.storage
    assert TOKEN not in str(saver.storage) + str(saver.blobs) + str(saver.writes)
