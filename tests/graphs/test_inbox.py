"""Inputs that could not be committed wait: none is lost, none is doubled, and one bad input does not stop the
others."""

from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.inbox import MAX_ATTEMPTS, Inbox
from memorist.memory_store.store import Store
from tests.servers.falkordb_server import FalkorServer
from tests.stores import test_settings

pytestmark = pytest.mark.falkor_server


def said(content: str, **more: Any) -> dict[str, Any]:
    return {"kind": "turn", "role": "user", "content": content, **more}


def files(folder: Path, suffix: str = ".json") -> list[Path]:
    return sorted(folder.rglob(f"*{suffix}"))


async def test_an_input_that_came_while_the_store_was_away_is_there_when_it_is_back(
    tmp_path: Path, clock: VirtualClock, scope: Scope
) -> None:
    settings = test_settings(connect_timeout=0.5, statement_timeout=2, inbox=str(tmp_path / "inbox"))
    token = "glpat-" + "aB3dE5gH7jK9mN1pQ2rS"
    with FalkorServer() as server:
        store = await Store.open(server.url, settings=settings, clock=clock)
        memory = AsyncMemory(store, scope)
        await memory.ingest(said("We use Clerk for auth"))
        server.stop()
        failed = await memory.ingest([said(f"We use GitLab for code, token {token}"), said("We use Sentry for errors")])
        assert [one.error is not None and one.error.kept for one in failed] == [True, True]
        assert len(files(tmp_path)) == 2
        assert token not in "".join(file.read_text() for file in files(tmp_path))
        await memory.ingest(said("We use GitLab for code", at="2026-02-01T09:00:00Z", id="again"))
        await memory.ingest(said("We use GitLab for code", at="2026-02-01T09:00:00Z", id="again"))
        assert len(files(tmp_path)) == 3, "the same input waits once"
        await store.close()
    with FalkorServer() as server:
        # Another server: what matters is that the address the inbox is kept under is the same.
        store = await Store.open(server.url, settings=settings, clock=clock)
        memory = AsyncMemory(store, scope)
        memory.ingestion._inbox = Inbox(files(tmp_path)[0].parent)
        (fresh,) = await memory.ingest(said("We use pnpm"))
        assert fresh.error is None
        assert files(tmp_path) == []
        facts = [m.claim.object for m in await store.memories.all(scope, types=["semantic:fact"]) if m.claim]
        assert {"GitLab", "Sentry", "pnpm"} <= set(facts)
        assert facts.count("Sentry") == 1
        await store.close()


async def test_a_long_batch_does_not_wait_for_the_store_input_by_input(
    tmp_path: Path, clock: VirtualClock, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = test_settings(connect_timeout=0.5, statement_timeout=2, inbox=str(tmp_path / "inbox"))
    with FalkorServer() as server:
        store = await Store.open(server.url, settings=settings, clock=clock)
        memory = AsyncMemory(store, scope)
        await memory.ingest(said("We use Clerk for auth"))
        server.stop()
        tried, attempt = list[object](), memory.ingestion._ingest_one

        async def noted(line: Any, before: Any, dry_run: bool, **more: Any) -> Any:
            tried.append(line)
            return await attempt(line, before, dry_run, **more)

        monkeypatch.setattr(memory.ingestion, "_ingest_one", noted)
        failed = await memory.ingest([said(f"We use tool {number}") for number in range(20)])
        assert [one.error is not None and one.error.kept for one in failed] == [True] * 20
        assert (len(tried), len(files(tmp_path))) == (3, 20)
        await memory.ingest(said("We use pnpm"))
        assert len(tried) == 4, "the next call tries again"
        await store.close()


async def test_what_is_said_to_a_group_that_was_erased_is_not_kept(
    tmp_path: Path, clock: VirtualClock, scope: Scope, embedded_url: str
) -> None:
    settings = test_settings(inbox=str(tmp_path / "inbox"))
    store = await Store.open(embedded_url, settings=settings, clock=clock)
    memory = AsyncMemory(store, scope)
    await memory.ingest(said("We use Clerk for auth"))
    await store.forgetting.forget_group(scope.group_id)
    (failed,) = await memory.ingest(said("We use GitLab for code"))
    assert failed.error is not None
    assert (failed.error.kept, failed.error.retryable, files(tmp_path)) == (False, False, [])
    await store.close()


async def test_a_poisoned_input_does_not_stop_the_others_and_is_set_aside(
    tmp_path: Path, clock: VirtualClock, scope: Scope, embedded_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(embedded_url, settings=test_settings(inbox=str(tmp_path)), clock=clock)
    apply = store.changes.apply

    async def poisoned(changes: Any) -> Any:
        if any("poison" in episode.content for episode in changes.episodes):
            raise RuntimeError("a defect that only this input meets")
        return await apply(changes)

    monkeypatch.setattr(store.changes, "apply", poisoned)
    memory = AsyncMemory(store, scope)
    results = await memory.ingest([said("We use poison for pests"), said("We use GitLab for code")])
    assert [one.error is None for one in results] == [False, True]
    for _ in range(MAX_ATTEMPTS):
        (fresh,) = await memory.ingest(said("We use pnpm"))
        assert fresh.error is None
    assert files(tmp_path) == []
    assert len(files(tmp_path, ".failed")) == 1, "set aside, not lost"
    await store.close()


async def test_an_input_whose_id_was_given_to_another_meanwhile_is_set_aside_not_lost(
    tmp_path: Path, clock: VirtualClock, scope: Scope, embedded_url: str
) -> None:
    store = await Store.open(embedded_url, settings=test_settings(inbox=str(tmp_path)), clock=clock)
    inbox = Inbox.of(store.settings, store.database.url, scope)
    assert inbox is not None
    inbox.keep(said("We use GitLab for code", id="1"), [], "the store was away")
    inbox.keep(said("We use Sentry for errors", id="2"), [], "the store was away")
    without = AsyncMemory(store, scope)
    without.ingestion._inbox = None
    await without.ingest(said("We use pnpm", id="1"))
    await AsyncMemory(store, scope).ingest(said("We use Zig"))
    facts = {m.claim.object for m in await store.memories.all(scope, types=["semantic:fact"]) if m.claim}
    assert facts == {"pnpm", "Zig", "Sentry"}
    assert files(tmp_path) == []
    assert "GitLab" in "".join(file.read_text() for file in files(tmp_path, ".failed"))
    await store.close()


async def test_a_dry_run_keeps_nothing(tmp_path: Path, clock: VirtualClock, scope: Scope) -> None:
    with FalkorServer() as server:
        settings = test_settings(connect_timeout=0.5, inbox=str(tmp_path))
        store = await Store.open(server.url, settings=settings, clock=clock)
        memory = AsyncMemory(store, scope)
        await memory.ingest(said("We use Clerk"))
        server.stop()
        (result,) = await memory.ingest(said("We use GitLab for code"), dry_run=True)
        assert result.error is not None
        assert not result.error.kept
        assert files(tmp_path) == []
        await store.close()
