"""Vectors of tokens: written with the turn, moved and forgotten with it, checked, and given to what has none."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import logging
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.rankers import TokenRanker, open_ranker
from memorist.memory_store.reembedding import re_rank
from memorist.memory_store.store import Store
from memorist.memory_store.token_vectors import MISSING
from tests.memory_store.builders import episode, learn, memory, write
from tests.memory_store.clients import opened_database
from tests.memory_store.tiny_onnx import write_model
from tests.stores import test_settings

SAID = "never firebase: clerk auth"


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    return f"colbert:{write_model(tmp_path / 'tiny')}"


Opened = Callable[..., Any]


@pytest.fixture
async def opened(store_url: str, clock: VirtualClock) -> AsyncGenerator[Opened]:
    """Opens the store with a ranker."""
    stores: list[Store] = []

    async def open_with(ranker: str, url: str = store_url, **changed: Any) -> Store:
        stores.append(
            await Store.open(url, settings=test_settings(ranker=ranker, ranker_timeout=60.0, **changed), clock=clock)
        )
        return stores[-1]

    yield open_with
    for store in stores:
        await store.close()


async def kinds(store: Store, scope: Scope) -> list[str]:
    return [finding.kind for finding in await store.admin.check(scope.group_id)]


async def test_they_are_written_with_the_turn_by_the_ranker_that_is_set(opened: Opened, scope: Scope, tiny: str):
    store = await opened(tiny)
    said, memories = episode(scope, SAID), [memory(scope, "Clerk is used")]
    await learn(store, scope, said, memories)
    stored = (await store.search.tokens(scope, [said.id, memories[0].id, "nobody"]))[said.id]
    await store.ranker.ready()
    assert (stored.ranker, stored.dimension) == (store.ranker.name, 8)
    assert await kinds(store, scope) == []
    [read] = await store.episodes.between(scope)
    assert read.episode == said


async def test_without_a_ranker_there_are_none(store: Store, scope: Scope):
    said = episode(scope, SAID)
    await learn(store, scope, said, [memory(scope, "Clerk is used")])
    assert await store.search.tokens(scope, [said.id]) == {}
    assert await kinds(store, scope) == []


async def test_a_turn_is_written_without_them_when_the_ranker_fails(
    opened: Opened, scope: Scope, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    store = await opened(f"colbert:{tmp_path}/nowhere")
    said = episode(scope, SAID)
    with caplog.at_level(logging.WARNING):
        await learn(store, scope, said, [memory(scope, "Clerk is used")])
    assert "memorist re-embed" in caplog.text
    assert [read.episode.id for read in await store.episodes.between(scope)] == [said.id]
    assert "ranker_unavailable" in await kinds(store, scope)


async def test_check_compares_model_and_size_and_re_embedding_mends_both(
    opened: Opened, store: Store, store_url: str, scope: Scope, tiny: str, tmp_path: Path
):
    bare, own, foreign = (episode(scope, SAID, id=f"{name}-{scope.group_id}") for name in ("bare", "own", "foreign"))
    await write(store, scope, [], episodes=(bare,), vectors=await vectors(store, bare))
    with_tiny = await opened(tiny)
    await write(with_tiny, scope, [], episodes=(own,), vectors=await vectors(store, own))
    other = await opened(f"colbert:{write_model(tmp_path / 'other', dimension=6, seed=3)}")
    await write(other, scope, [], episodes=(foreign,), vectors=await vectors(store, foreign))
    found = {f.kind: (f.ids, f.severity) for f in await with_tiny.admin.check(scope.group_id)}
    assert found == {MISSING: ((bare.id,), "warning"), "foreign_token_vectors": ((foreign.id,), "error")}
    ranker = open_ranker(tiny)
    assert isinstance(ranker, TokenRanker)
    async with opened_database(store_url) as database:
        for missing in (2, 0):
            assert await re_rank(database, [scope.group_id], ranker) == {scope.group_id: missing}
    assert await kinds(with_tiny, scope) == []
    stored = await with_tiny.search.tokens(scope, [bare.id, own.id, foreign.id])
    assert {tokens.data for tokens in stored.values()} == {stored[own.id].data}


async def test_they_are_copied_with_the_group(opened: Opened, scope: Scope, store_url: str, tiny: str, tmp_path: Path):
    store = await opened(tiny)
    said = episode(scope, SAID)
    await learn(store, scope, said, [memory(scope, "Clerk is used")])
    async with opened_database(store_url) as source, opened_database(f"embedded:{tmp_path}/copy") as target:
        await copy_group(source, target, scope.group_id, settings=test_settings())
    copied = await opened(tiny, f"embedded:{tmp_path}/copy")
    assert await copied.search.tokens(scope, [said.id]) == await store.search.tokens(scope, [said.id])


@pytest.mark.slow_on("neo4j")
@pytest.mark.parametrize("forgotten", [1, 2])
async def test_what_is_forgotten_has_none(opened: Opened, scope: Scope, tiny: str, forgotten: int):
    store = await opened(tiny)
    said, memories = episode(scope, SAID), [memory(scope, "Clerk is used"), memory(scope, "Firebase is never used")]
    await learn(store, scope, said, memories)
    assert await holding_vectors(store, scope) == [said.id]
    await store.forgetting.forget(scope, ids=[one.id for one in memories[:forgotten]])
    assert await holding_vectors(store, scope) == []
    assert await re_rank(store.database, [scope.group_id], store.ranker) == {scope.group_id: 0}


async def holding_vectors(store: Store, scope: Scope) -> list[str]:
    """Every node of the group that has token vectors, read as a dump reads it."""
    pages = GroupReader(store.database, scope.group_id).pages()
    return [r.props["uuid"] async for page in pages for r in page.records if "token_vectors" in r.props]


async def vectors(store: Store, said: Any) -> dict[str, Any]:
    [vector] = await store.embed([said.text_to_embed()])
    return {said.id: vector}
