"""Strange values and the longest turns among the inputs: one clear result each, and the others are ingested."""

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest

from memorist.api.ingesting import _reading_seconds  # pyright: ignore[reportPrivateUsage]
from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests.inputs import error_of, ingested
from tests.inputs import turn as said
from tests.stores import test_settings

EVENT: dict[str, Any] = {"time": "2026-02-01T09:00:00Z", "body": "x"}


def nested(depth: int) -> list[Any]:
    inside: list[Any] = []
    for _ in range(depth):
        inside = [inside]
    return inside


@pytest.fixture
async def memory(embedded_url: str, scope: Scope, clock: VirtualClock, tmp_path: Path) -> AsyncGenerator[AsyncMemory]:
    store = await Store.open(embedded_url, settings=test_settings(inbox=str(tmp_path)), clock=clock)
    yield AsyncMemory(store, scope)
    await store.close()


STRANGE: list[tuple[Any, str | None]] = [
    (None, "input"),
    (5, "input"),
    ("We use Go", "input"),
    ([said("We use Go")], "input"),
    ({}, "kind"),
    ({1: 2}, "input.1.[key]"),
    (said("x", more=nested(5_000)), "more"),
    (said("We use SQLite", at="9999-01-01T00:00:00Z"), "at"),
    (said("We use SQLite", at="2026-02-03T09:00:00Z"), "at"),
    (said("We use SQLite", at="9999-12-31T23:59:59-23:59"), "at"),
    (said("We use SQLite", at="0001-01-01T00:00:00+23:59"), "at"),
    ({"kind": "observation", "events": [EVENT, {**EVENT, "time": "2300-01-01T00:00:00Z"}]}, "events[1].time"),
    ({"kind": "document", "path": 5, "title": "x"}, "path"),
    ({"kind": "document", "path": "/nowhere/at/all.md"}, "path"),
    ({"kind": "observation", "events": [{**EVENT, "attributes": {"a": {"intValue": "many"}}}]}, "events.0"),
    ({"kind": "observation", "events": [{**EVENT, "attributes": {"a": {"arrayValue": [1]}}}]}, "events.0"),
]


async def test_one_result_an_input_and_none_stops_the_others(memory: AsyncMemory, tmp_path: Path) -> None:
    told: list[IngestResult] = []
    inputs = [said("We use pnpm"), *(strange for strange, _ in STRANGE), said("We use Zig")]
    results = await memory.ingest(inputs, on_result=told.append)
    assert told == results
    assert [result.line for result in results] == list(range(1, len(inputs) + 1))
    first, *wrong, last = results
    assert [m.content for m in (*first.memories, *last.memories)] == ["Team uses pnpm", "Team uses Zig"]
    errors = [error_of(result) for result in wrong]
    assert [(error.field, error.retryable) for error in errors] == [(field, False) for _, field in STRANGE]
    assert max(len(error.message) for error in errors) < 500
    assert 'expected a mapping such as {"kind": "turn", ' in errors[0].message
    assert errors[0].message.endswith("got None")
    assert list(tmp_path.rglob("*.json")) == [], "nothing waits to be tried again"


@pytest.mark.parametrize("given", ["We use Go", 5, None, b"{}"])
async def test_what_is_neither_an_input_nor_a_list_is_refused(memory: AsyncMemory, given: Any) -> None:
    with pytest.raises(InvalidInput, match="ingest: field inputs: expected an input, which is a mapping such as"):
        await memory.ingest(given)


async def test_inputs_may_come_from_anything_that_gives_them_in_order(memory: AsyncMemory) -> None:
    results = await memory.ingest(said(f"We use {name}") for name in ("pnpm", "Zig"))  # pyright: ignore[reportArgumentType]
    assert [result.error for result in results] == [None, None]
    assert await memory.ingest([]) == []


async def test_a_turn_that_could_not_be_read_is_no_context_for_the_next(memory: AsyncMemory) -> None:
    unread = said("We looked at Sentry yesterday", colour="red", session_id="s")
    _, result = await memory.ingest([unread, said("We use it for crash reports", session_id="s")])
    assert "Sentry" not in result.entities


@pytest.mark.parametrize("ahead", ["2026-02-01T23:30:00Z", "2026-02-02T10:00:00+14:00"])
async def test_what_a_clock_ahead_of_ours_dated_can_be_superseded_at_once(memory: AsyncMemory, ahead: str) -> None:
    clerk = said("We use Clerk for auth", at=ahead)
    first, again, then = await memory.ingest([clerk, clerk, said("We use Auth0 for auth")])
    assert (again.id, again.replayed) == (first.id, True)
    assert [memory.effect for memory in then.memories] == ["superseded"]


async def test_without_a_store_each_is_answered_too() -> None:
    nowhere, hasty = "falkor://127.0.0.1:9", test_settings(connect_timeout=0.5)
    async with open_memory(nowhere, group="g", settings=hasty, degraded=True) as memory:
        assert len(await memory.ingest([said("We use Go"), None])) == 2  # pyright: ignore[reportArgumentType]
        with pytest.raises(InvalidInput, match="field inputs"):
            await memory.ingest("We use Go")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("context", [[{"role": "nobody", "content": "x"}], [{"role": "user", "content": 5}]])
async def test_turns_before_that_are_none_are_named_by_the_graph(memory: AsyncMemory, context: list[Any]) -> None:
    request: Any = {"input": said("We use Go"), "context": context}
    scope: Any = {"group_id": memory.scope.group_id}
    answer: Mapping[str, Any] = await build_ingestion(memory.store).ainvoke(request, context=scope)
    assert answer["result"]["error"]["field"].startswith("context.0.")


# ------------------------------------------------------------------ the longest turns that are taken


@pytest.mark.parametrize("chars", [4_000, pytest.param(250_000, marks=pytest.mark.slow)])
async def test_what_is_said_again_and_again_is_one_memory(memory: AsyncMemory, chars: int) -> None:
    result = await ingested(memory, "We use Rust. " * (chars // 13))
    assert [(m.content, m.effect) for m in result.memories] == [("Team uses Rust", "added")]
    (fact,) = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    assert (fact.content, fact.evidence_count) == ("Team uses Rust", 1)
    (episode,) = await memory.store.episodes.get(memory.scope, fact.source_episode_ids)
    assert len(episode["content"]) > chars - 13, "the turn is kept as it came"


async def test_a_sentence_without_an_end_stays_in_its_episode(memory: AsyncMemory) -> None:
    result = await ingested(memory, "We use Rust and " * 15_000, session_id="s")
    assert (result.memories, bool(result.unread)) == ((), True)
    await ingested(memory, "It is fast, ask her about them there.", session_id="s")


@pytest.mark.parametrize("count", [100, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_many_things_said_in_one_turn_are_compared_each_with_what_may_concern_it(memory: AsyncMemory, count: int):
    result = await ingested(memory, "".join(f"We use Tool{n}x for thing{n}. " for n in range(count)))
    assert [m.content for m in result.memories] == [f"Team uses Tool{n}x for thing{n}" for n in range(count)]
    again = await ingested(memory, "We use Tool7x for thing7. We use Tool8x for thing9.")
    assert [m.effect for m in again.memories] == ["merged", "superseded"]


async def test_several_things_said_in_turn_are_a_memory_each_in_their_order(memory: AsyncMemory) -> None:
    result = await ingested(memory, "We use Rust. We use pnpm for packages. Never use Realm. " * 40)
    assert [m.content for m in result.memories] == ["Team uses Rust", "Team uses pnpm for packages", "Never use Realm"]


@pytest.mark.parametrize(("length", "least", "most"), [(100, 0, 1), (1_200, 1, 3), (20_000, 30, 60), (200_000, 60, 60)])
def test_a_long_turn_has_time_to_be_read(length: int, least: float, most: float) -> None:
    """Reading it must not look like a store that hangs."""
    assert least <= _reading_seconds([said("x" * length)], test_settings()) <= most
