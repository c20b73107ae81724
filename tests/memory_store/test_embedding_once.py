"""A text that was embedded a moment ago is not embedded again."""

from collections.abc import Sequence

import pytest

from memorist.memory_store.connection import REMEMBERED
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.embedders import Embedder
from memorist.memory_store.store import Store


class Listening:
    """Notes what it is asked, and has the real one answer."""

    def __init__(self, real: Embedder) -> None:
        self.real, self.name, self.dimension = real, real.name, real.dimension
        self.asked: list[str] = []

    async def ready(self) -> None: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return await self.real.embed(texts)


@pytest.fixture
def listening(store: Store, monkeypatch: pytest.MonkeyPatch) -> Listening:
    listening = Listening(store.embedder)
    monkeypatch.setattr(store.connection, "embedder", listening)
    return listening


async def test_each_text_is_embedded_once_and_answered_in_its_place(store: Store, listening: Listening):
    texts = ["We use Bun", "We use Deno", "We use Bun", "Lena left"]
    assert await store.embed(texts[:3]) == await listening.real.embed(texts[:3])
    assert await store.embed(texts) == await listening.real.embed(texts)
    assert await store.embed([]) == []
    assert listening.asked == ["We use Bun", "We use Deno", "Lena left"]


async def test_only_the_last_texts_are_kept_at_hand(store: Store, listening: Listening):
    texts = [f"We use tool number {number}" for number in range(REMEMBERED + 1)]
    vectors = await store.embed(texts)
    assert await store.embed([texts[-1], texts[0]]) == [vectors[-1], vectors[0]]
    assert listening.asked == [*texts, texts[0]]
