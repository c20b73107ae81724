"""The longest turns that are taken, through the whole graph: one memory for what is said again and again."""

from typing import Any

import pytest

from memorist.api.memory import AsyncMemory


@pytest.fixture
def store_url(embedded_url: str) -> str:
    return embedded_url


def said(content: str) -> dict[str, Any]:
    return {"kind": "turn", "role": "user", "content": content, "session_id": "s"}


@pytest.mark.parametrize("chars", [4_000, pytest.param(250_000, marks=pytest.mark.slow)])
async def test_what_is_said_again_and_again_is_one_memory(memory: AsyncMemory, chars: int) -> None:
    (result,) = await memory.ingest(said("We use Rust. " * (chars // 13)))
    assert result.error is None
    assert [(m.content, m.effect) for m in result.memories] == [("Team uses Rust", "added")]
    (fact,) = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    assert (fact.content, fact.evidence_count) == ("Team uses Rust", 1)
    (episode,) = await memory.store.episodes.get(memory.scope, fact.source_episode_ids)
    assert len(episode["content"]) > chars - 13, "the turn is kept as it came"


async def test_a_sentence_without_an_end_stays_in_its_episode(memory: AsyncMemory) -> None:
    (result,) = await memory.ingest(said("We use Rust and " * 15_000))
    assert result.error is None
    assert (result.memories, bool(result.unread)) == ((), True)
    (after,) = await memory.ingest(said("It is fast, ask her about them there."))
    assert after.error is None


@pytest.mark.parametrize("count", [100, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_many_things_said_in_one_turn_are_compared_each_with_what_may_concern_it(
    memory: AsyncMemory, count: int
) -> None:
    (result,) = await memory.ingest(said("".join(f"We use Tool{n}x for thing{n}. " for n in range(count))))
    assert result.error is None
    assert [m.content for m in result.memories] == [f"Team uses Tool{n}x for thing{n}" for n in range(count)]
    (again,) = await memory.ingest(said("We use Tool7x for thing7. We use Tool8x for thing9."))
    assert [m.effect for m in again.memories] == ["merged", "superseded"]


async def test_several_things_said_in_turn_are_a_memory_each_in_their_order(memory: AsyncMemory) -> None:
    (result,) = await memory.ingest(said("We use Rust. We use pnpm for packages. Never use Realm. " * 40))
    assert [m.content for m in result.memories] == ["Team uses Rust", "Team uses pnpm for packages", "Never use Realm"]
