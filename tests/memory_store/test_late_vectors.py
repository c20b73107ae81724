"""A large embedded store opens without its vector indexes, finds the same meanwhile, and has them built in use."""

import signal
from pathlib import Path

import pytest

from memorist.memory_store.backends import late_vectors
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.search.plan import SearchPlan
from memorist.memory_store.statements.vectors import VECTOR_FIELDS
from memorist.memory_store.store import Store
from tests.memory_store.clients import opened, servers_of
from tests.memory_store.crowd import QUESTIONS, fill, sentences
from tests.memory_store.test_embedded_server import nobody_left
from tests.stores import START

SCOPE = Scope(group_id="large")
ENOUGH = 800
"""Memories that the index is asked about rather than compared all."""


@pytest.fixture(autouse=True)
def any_store_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of a few hundred memories; and nobody's visit is short."""
    monkeypatch.setattr(late_vectors, "LARGE", 1)
    monkeypatch.setattr(late_vectors, "SHORT_VISIT", 3600.0)


async def filled(folder: Path) -> dict[str, list[str]]:
    """A store that was filled and left; return what it answered."""
    async with opened(f"embedded:{folder}") as store:
        await fill(store, SCOPE, list(sentences(ENOUGH)))
        found, plan = await answers(store)
        assert plan.kind == "index"
        return found


async def answers(store: Store) -> tuple[dict[str, list[str]], SearchPlan]:
    """The five nearest of each question by vector alone, and the plan of the last search."""
    queries = [Query("q", "", vector, 5) for vector in await store.embed(QUESTIONS)]
    searched = [await store.search.memories(SCOPE, [query], Moment.of(START)) for query in queries]
    found = [[hit.memory.id for hit in hits] for hits, _ in searched]
    return dict(zip(QUESTIONS, found, strict=True)), searched[-1][1]


async def indexed(store: Store) -> set[str]:
    """The labels whose vectors have an index that stands."""
    rows = await store.connection.read(SCOPE.group_id, late_vectors.INDEXES)
    return {label for label, _, kind in late_vectors.Indexes.of(rows).built if kind == late_vectors.VECTOR}


async def test_it_opens_without_them_and_finds_the_same_before_and_after_they_are_built(tmp_path: Path):
    before = await filled(tmp_path)
    async with opened(f"embedded:{tmp_path}") as store:
        assert await store.admin.known(SCOPE.group_id)
        assert await indexed(store) == set()
        found, plan = await answers(store)
        assert (plan.kind, found) == ("exact", before)
        assert "everything was compared" in plan.why
        assert await store.admin.check(SCOPE.group_id) == [], "it waits for them"
        assert await indexed(store) == set(VECTOR_FIELDS)
        found, plan = await answers(store)
        assert (plan.kind, found) == ("index", before)


async def test_they_are_built_in_the_background_when_somebody_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    await filled(tmp_path)
    monkeypatch.setattr(late_vectors, "SHORT_VISIT", 0.0)
    async with opened(f"embedded:{tmp_path}") as store, opened(f"embedded:{tmp_path}") as another:
        assert await store.admin.known(SCOPE.group_id)
        assert await another.admin.known(SCOPE.group_id)
        await fill(store, SCOPE, ["Everybody may write meanwhile"])
        await another.admin.indexed(SCOPE.group_id)
        assert await indexed(store) == set(VECTOR_FIELDS)


async def test_the_files_are_written_anew_once_and_not_for_a_visit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    await filled(tmp_path)
    base = (tmp_path / late_vectors.MARK).read_text(encoding="utf-8")
    assert (tmp_path / "data" / "appendonlydir" / base).is_file()
    monkeypatch.setattr(late_vectors, "LARGE", 1 << 16)  # more than a visit appends
    async with opened(f"embedded:{tmp_path}") as store:
        await answers(store)
    assert (tmp_path / late_vectors.MARK).read_text(encoding="utf-8") == base


@pytest.mark.parametrize("killed", ["before they are built", "afterwards"])
async def test_a_server_that_is_killed_comes_back_with_everything(tmp_path: Path, killed: str):
    before = await filled(tmp_path)
    async with opened(f"embedded:{tmp_path}") as store:
        assert await store.admin.known(SCOPE.group_id)
        if killed == "afterwards":
            await store.admin.indexed(SCOPE.group_id)
        await fill(store, SCOPE, ["Said just before the end"])
        [server] = servers_of(tmp_path)
        server.send_signal(signal.SIGKILL)
        server.wait(5)
    assert await nobody_left(tmp_path)
    async with opened(f"embedded:{tmp_path}") as store:
        assert (await store.admin.numbers(SCOPE.group_id))["memories semantic:fact"] == ENOUGH + 1
        assert await store.admin.check(SCOPE.group_id) == []
        assert (await answers(store))[0] == before


async def test_a_small_store_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    await filled(tmp_path)
    assert not (tmp_path / late_vectors.MARK).exists()
    async with opened(f"embedded:{tmp_path}") as store:
        rows = await store.connection.read(SCOPE.group_id, late_vectors.INDEXES)
        assert late_vectors.Indexes.of(rows).without_vectors == []
