"""Inputs of one batch are read ahead; what is decided about them is as if each had waited for the one before."""

import asyncio

import pytest

from hypomnema.graphs.in_turn import begin, my_turn
from hypomnema.graphs.memory import Memory
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.store import Store
from hypomnema.nodes.ingestion.result import IngestResult

embedded = pytest.mark.parametrize("store_url", ["embedded"], indirect=True)


async def test_whoever_is_begun_later_comes_later_however_the_one_before_ends():
    order: list[str] = []

    async def work(name: str, pause: float, *, fails: bool = False) -> None:
        await asyncio.sleep(pause)
        await my_turn()
        order.append(name)
        if fails:
            raise ValueError(name)

    first = begin(work("slow", 0.05, fails=True), after=None)
    second = begin(work("quick", 0), after=first)
    await asyncio.gather(first, second, return_exceptions=True)
    assert order == ["slow", "quick"]


@embedded
async def test_the_last_of_many_sessions_has_the_last_word(store: Store, scope: Scope):
    tools = ["Jest", "Vitest", "Mocha", "Jasmine"] * 3
    said = [f"Correction: we use {tool} for unit tests" for tool in tools]
    turns = [{"kind": "turn", "role": "user", "content": text, "session_id": f"s{n}"} for n, text in enumerate(said)]
    told: list[IngestResult] = []
    results = await Memory(store, scope).ingest(turns, on_result=told.append)
    assert told == results
    assert [result.line for result in results] == list(range(1, len(turns) + 1))
    live = await store.memories(scope, types=["semantic:fact"], statuses=[Status.STAGED, Status.CONFIRMED])
    assert [m.claim.object for m in live if m.claim and m.claim.predicate == "uses"] == [tools[-1]]


@embedded
async def test_nothing_goes_on_after_the_caller_broke_off(store: Store, scope: Scope):
    def break_off(_: IngestResult) -> None:
        raise KeyError("enough")

    turns = [{"kind": "turn", "role": "user", "content": f"We use Redis for cache {n}"} for n in range(6)]
    with pytest.raises(KeyError, match="enough"):
        await Memory(store, scope).ingest(turns, on_result=break_off)
    written = (await store.numbers(scope.group_id)).get("changes ingestion", 0)
    await asyncio.sleep(0.1)
    assert (await store.numbers(scope.group_id)).get("changes ingestion", 0) == written < len(turns)
