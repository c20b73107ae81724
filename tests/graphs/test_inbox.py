"""Inputs that could not be committed wait: none is lost, none is doubled, and one bad input does not stop the
others."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.inbox import MAX_ATTEMPTS, Inbox
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests.inputs import error_of, ingested
from tests.inputs import turn as said
from tests.servers.falkordb_server import FalkorServer
from tests.stores import test_settings

pytestmark = pytest.mark.falkor_server


def files(folder: Path, suffix: str = ".json") -> list[Path]:
    return sorted(folder.rglob(f"*{suffix}"))


type Opened = Callable[[str], Awaitable[AsyncMemory]]


@pytest.fixture
async def opened(tmp_path: Path, clock: VirtualClock, scope: Scope) -> AsyncGenerator[Opened]:
    """Opens a memory with an inbox in the folder, over the store of a URL."""
    settings = test_settings(connect_timeout=0.5, statement_timeout=2, inbox=str(tmp_path / "inbox"))
    stores: list[Store] = []

    async def open_at(url: str) -> AsyncMemory:
        stores.append(await Store.open(url, settings=settings, clock=clock))
        return AsyncMemory(stores[-1], scope)

    yield open_at
    for store in stores:
        await store.close()


@pytest.fixture
async def memory(opened: Opened, embedded_url: str) -> AsyncMemory:
    return await opened(embedded_url)


def keeps(results: list[IngestResult]) -> list[bool]:
    """Return true for each input that waits."""
    return [one.error is not None and one.error.kept for one in results]


async def objects(memory: AsyncMemory) -> list[str]:
    """Return the things that are said to be in use."""
    held = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    return sorted(m.claim.object for m in held if m.claim)


async def test_an_input_that_came_while_the_store_was_away_is_there_when_it_is_back(opened: Opened, tmp_path: Path):
    token = "glpat-" + "aB3dE5gH7jK9mN1pQ2rS"
    with FalkorServer() as server:
        memory = await opened(server.url)
        await ingested(memory, "We use Clerk for auth")
        server.stop()
        (dry,) = await memory.ingest(said("We use GitLab for code"), dry_run=True)
        assert (error_of(dry).kept, files(tmp_path)) == (False, []), "a dry run keeps nothing"
        assert keeps(
            await memory.ingest([said(f"We use GitLab for code, token {token}"), said("We use Sentry for errors")])
        ) == [True, True]
        assert len(files(tmp_path)) == 2
        assert token not in "".join(file.read_text() for file in files(tmp_path))
        for _ in range(2):
            await memory.ingest(said("We use GitLab for code", at="2026-02-01T09:00:00Z", id="again"))
        assert len(files(tmp_path)) == 3, "the same input waits once"
    with FalkorServer() as server:
        # Another server: what matters is that the address the inbox is kept under is the same.
        memory = await opened(server.url)
        memory.ingestion._inbox = Inbox(files(tmp_path)[0].parent)
        await ingested(memory, "We use pnpm")
        assert files(tmp_path) == []
        facts = await objects(memory)
        assert {"GitLab", "Sentry", "pnpm"} <= set(facts)
        assert facts.count("Sentry") == 1


async def test_a_long_batch_does_not_wait_for_the_store_input_by_input(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FalkorServer() as server:
        memory = await opened(server.url)
        await ingested(memory, "We use Clerk for auth")
        server.stop()
        tried, attempt = list[object](), memory.ingestion._ingest_one

        async def noted(line: Any, before: Any, dry_run: bool, **more: Any) -> Any:
            tried.append(line)
            return await attempt(line, before, dry_run, **more)

        monkeypatch.setattr(memory.ingestion, "_ingest_one", noted)
        assert keeps(await memory.ingest([said(f"We use tool {number}") for number in range(20)])) == [True] * 20
        assert (len(tried), len(files(tmp_path))) == (3, 20)
        await memory.ingest(said("We use pnpm"))
        assert len(tried) == 4, "the next call tries again"


async def test_what_is_said_to_a_group_that_was_erased_is_not_kept(memory: AsyncMemory, tmp_path: Path) -> None:
    await ingested(memory, "We use Clerk for auth")
    await memory.store.forgetting.forget_group(memory.scope.group_id)
    error = error_of((await memory.ingest(said("We use GitLab for code")))[0])
    assert (error.kept, error.retryable, files(tmp_path)) == (False, False, [])


async def test_a_poisoned_input_does_not_stop_the_others_and_is_set_aside(
    memory: AsyncMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = memory.store.changes.apply

    async def poisoned(changes: Any) -> Any:
        if any("poison" in episode.content for episode in changes.episodes):
            raise RuntimeError("a defect that only this input meets")
        return await apply(changes)

    monkeypatch.setattr(memory.store.changes, "apply", poisoned)
    results = await memory.ingest([said("We use poison for pests"), said("We use GitLab for code")])
    assert [one.error is None for one in results] == [False, True]
    for _ in range(MAX_ATTEMPTS):
        await ingested(memory, "We use pnpm")
    assert files(tmp_path) == []
    assert len(files(tmp_path, ".failed")) == 1, "set aside, not lost"


async def test_an_input_whose_id_was_given_to_another_meanwhile_is_set_aside_not_lost(
    memory: AsyncMemory, tmp_path: Path
) -> None:
    inbox = memory.ingestion._inbox
    assert inbox is not None
    inbox.keep(said("We use GitLab for code", id="1"), [], "the store was away")
    inbox.keep(said("We use Sentry for errors", id="2"), [], "the store was away")
    without = AsyncMemory(memory.store, memory.scope)
    without.ingestion._inbox = None
    await without.ingest(said("We use pnpm", id="1"))
    await memory.ingest(said("We use Zig"))
    assert await objects(memory) == ["Sentry", "Zig", "pnpm"]
    assert files(tmp_path) == []
    assert "GitLab" in "".join(file.read_text() for file in files(tmp_path, ".failed"))
