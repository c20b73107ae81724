"""Another embedder: searchable on the old vectors until the new ones are there, and resumable."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import Conflict, EmbedderMismatch, EmbedderUnavailable, GroupUnfinished
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.embedders.langchain import LangChainEmbedder
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import numbers_of
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.reembedding import ReEmbedded, re_embed
from memorist.memory_store.statements import dialects
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, assert_sound, memory, procedure, write
from tests.memory_store.clients import in_a_process, kill_one, opened, opened_database, tell
from tests.memory_store.conftest import _LARGE
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")

SIZE = 12


def other(size: int = SIZE) -> LangChainEmbedder:
    """An embedder of another size; the same text always gets the same vector."""
    return LangChainEmbedder(DeterministicFakeEmbedding(size=size), name=f"langchain:fake:{size}")


REOPEN = "MATCH (log:ChangeLog {uuid: $group}) SET log.schema = log.schema_after, log.schema_after = null"
"""As if the exchange had never begun."""


async def groups_of(store: Store, scope: Scope) -> list[str]:
    """Groups that have to be re-embedded together."""
    return await store.database.groups() if store.database.url.startswith(("neo4j", "bolt")) else [scope.group_id]


async def everything(store: Store, scope: Scope) -> None:
    await store.admin.ready(scope.group_id)
    await tell(store, scope)
    await write(store, scope, [procedure(scope, "auth fails", "log in again"), memory(scope, "We use pnpm")])


async def best(store: Store, scope: Scope, text: str) -> str:
    """Return the first find of the vector index or the exact scan."""
    [vector] = await store.embed([text])
    found, _ = await store.search.memories(scope, [Query("a", "", vector)], Moment.of(START + 90 * DAY))
    return found[0].memory.content


@pytest.fixture(autouse=True)
async def alone(store: Store) -> AsyncGenerator[None]:
    """On Neo4j all groups go together: start without any, and leave none that has other vectors."""
    if store.database.url.startswith(("neo4j", "bolt")):
        await clear(store)
        yield
        await clear(store)
    else:
        yield


async def clear(store: Store) -> None:
    """Erase a whole Neo4j database and its vector indexes."""
    _LARGE.pop(store.database.url, None)
    gone = 1
    while gone:
        [row] = await store.database.write(
            "", "MATCH (n) WITH n LIMIT 2000 DETACH DELETE n RETURN count(n) AS gone", {}
        )
        gone = row["gone"]
    for name in ("live_vector", "procedure_vector", "named_entity_vector"):
        await store.database.write("", f"DROP INDEX {name} IF EXISTS", {})


async def re_embedded(url: str, store: Store, scope: Scope, embedder: Embedder) -> list[ReEmbedded]:
    """Re-embed by a connection of its own, beside the store."""
    async with opened_database(url) as database:
        return await re_embed(database, await groups_of(store, scope), embedder, at=START + DAY)


async def test_after_it_the_new_embedder_finds_and_the_old_one_is_refused(store: Store, store_url: str, scope: Scope):
    await everything(store, scope)
    before = await store.admin.numbers(scope.group_id)
    embedder = other()
    done = await re_embedded(store_url, store, scope, embedder)
    assert next(d for d in done if d.group == scope.group_id).nodes == before_nodes(before)
    assert await re_embedded(store_url, store, scope, embedder) == []
    async with opened(store_url, store.clock, embedder=embedder, exact_scan_limit=0) as new:
        for text in ("We use pnpm", "The team uses tool 59 for auth"):
            assert await best(new, scope, text) == text
        [vector] = await new.embed(["auth fails"])
        [(found, score), *_] = await new.search.procedures(scope, [Query("a", "", vector)], Moment.of(START + DAY))
        assert (found.content.startswith("When auth fails"), score > 0.99) == (True, True)
        await assert_sound(new, scope.group_id)
        assert (await new.changes.log(scope, START))[-1].payload["re_embedded"]["embedder"] == embedder.name
        assert (await write(new, scope, [memory(scope, "later")])).new
        assert await best(new, scope, "later") == "later"
    async with opened(store_url, store.clock) as again:
        with pytest.raises(EmbedderMismatch, match="re-embed"):
            await again.admin.numbers(scope.group_id)


async def test_whoever_holds_the_group_open_writes_no_vector_of_the_old_embedder_into_it(
    store: Store, store_url: str, scope: Scope
):
    await everything(store, scope)
    close = dialects.RE_EMBEDDING[store.database.dialect].close
    await store.database.write(scope.group_id, close, {"group": scope.group_id})
    with pytest.raises(GroupUnfinished, match="re-embed"):
        await write(store, scope, [memory(scope, "while the vectors are exchanged")])
    await store.database.write(scope.group_id, REOPEN, {"group": scope.group_id})
    await write(store, scope, [memory(scope, "before")])
    await re_embedded(store_url, store, scope, other())
    with pytest.raises(EmbedderMismatch, match="re-embed"):
        await write(store, scope, [memory(scope, "after")])
    async with opened(store_url, store.clock, embedder=other()) as new:
        kept = {m.content for m in await new.memories.all(scope)}
        assert "before" in kept
        assert not kept & {"while the vectors are exchanged", "after"}
        await assert_sound(new, scope.group_id)


def before_nodes(numbers: dict[str, int]) -> int:
    return sum(count for what, count in numbers.items() if what.startswith(("memories ", "episodes ")))


async def test_while_it_computes_the_old_vectors_are_searched_and_what_is_written_is_taken_along(
    store: Store, store_url: str, scope: Scope
):
    await everything(store, scope)
    seen: list[str] = []

    class Watched:
        """Looks into the store whenever it is asked for vectors."""

        name, dimension = "langchain:watched", SIZE

        async def ready(self) -> None: ...

        async def embed(self, texts: Sequence[str]) -> list[Vector]:
            if not seen:
                seen.append(await best(store, scope, "We use pnpm"))
                await write(store, scope, [memory(scope, "written meanwhile")])
            return await other().embed(texts)

    await re_embedded(store_url, store, scope, Watched())
    assert seen == ["We use pnpm"]
    sizes = {
        len(numbers_of(vector))
        async for page in GroupReader(store.database, scope.group_id).pages()
        for record in page.records
        for vector in record.vectors.values()
    }
    assert sizes == {SIZE}


class Breaking:
    """Fails after so many calls."""

    def __init__(self, calls: int, size: int = SIZE) -> None:
        self.name, self.dimension = f"langchain:fake:{size}", size
        self.calls = calls

    async def ready(self) -> None: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.calls -= 1
        if self.calls < 0:
            raise EmbedderUnavailable("the model went away: start it again")
        return await other(self.dimension).embed(texts)


async def test_a_model_that_goes_away_leaves_the_group_as_it_was_and_what_is_computed_is_kept(
    store: Store, store_url: str, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("memorist.memory_store.reembedding.AT_A_TIME", 32)
    await everything(store, scope)
    with pytest.raises(EmbedderUnavailable):
        await re_embedded(store_url, store, scope, Breaking(2))
    assert await best(store, scope, "We use pnpm") == "We use pnpm"
    await assert_sound(store, scope.group_id)
    asked = Breaking(1_000)
    await re_embedded(store_url, store, scope, asked)
    async with opened(store_url, embedder=other()) as new:
        numbers = await new.admin.numbers(scope.group_id)
    assert 1_000 - asked.calls == -(-before_nodes(numbers) // 32) - 2


@in_a_process
async def worker(url: str, groups: list[str], told: Connection) -> None:
    """Re-embed in a process of its own, telling each step."""
    async with opened_database(url) as database:
        await re_embed(
            database, groups, other(), at=START + DAY, on_progress=lambda what, done, total: told.send((what, done))
        )


@pytest.mark.parametrize("kills", [3, pytest.param(40, marks=pytest.mark.slow)])
async def test_killed_at_any_moment_it_goes_on(store: Store, store_url: str, scope: Scope, kills: int):
    await everything(store, scope)
    chance = random.Random(kills)
    for _ in range(kills):
        kill_one(chance, (0, 3), worker, store_url, await groups_of(store, scope))
        async with opened(store_url, store.clock) as fresh:
            with suppress(GroupUnfinished, EmbedderMismatch):
                assert await best(fresh, scope, "We use pnpm") == "We use pnpm"
                await assert_sound(fresh, scope.group_id)
    await re_embedded(store_url, store, scope, other())
    async with opened(store_url, store.clock, embedder=other()) as new:
        assert await best(new, scope, "We use pnpm") == "We use pnpm"
        await assert_sound(new, scope.group_id)


async def test_an_interrupted_exchange_is_closed_to_all_but_the_same_embedder(
    store: Store, store_url: str, scope: Scope, tmp_path: Any
):
    await everything(store, scope)
    groups = await groups_of(store, scope)
    for group in groups:
        begin = "SET log.schema_after = log.schema, log.schema = -1, log.next_embedder = 'langchain:fake:12'"
        await store.database.write(group, f"MATCH (log:ChangeLog {{uuid: $group}}) {begin}", {"group": group})
    async with opened(store_url) as fresh:
        with pytest.raises(GroupUnfinished, match="re-embed"):
            await fresh.admin.numbers(scope.group_id)
    async with opened_database(store_url) as database, opened_database(f"embedded:{tmp_path / 'target'}") as target:
        with pytest.raises(Conflict, match="langchain:fake:12"):
            await re_embed(database, groups, other(7), at=START)
        with pytest.raises(Conflict, match="not whole"):
            await copy_group(database, target, scope.group_id)
        await re_embed(database, groups, other(), at=START)
    async with opened(store_url, store.clock, embedder=other()) as new:
        assert await best(new, scope, "We use pnpm") == "We use pnpm"
