"""Operations of a process until it is killed: each can be done again, and ends the same however often."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from memorist.memory_store.domain.clock import VirtualClock, time_text
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.migrations import MIGRATIONS, Migration
from memorist.memory_store.migrations.migration import newest_version
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.dumping import load_group
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, about, entity, episode, learn, memory
from tests.memory_store.carried import fill_with_everything
from tests.memory_store.clients import chapter, in_a_process, opened_database, tell
from tests.memory_store.test_migrations import SCHEMA_1, shout
from tests.stores import START, everything, test_settings

SECRETS = 5
READ_AGAIN = 8
LEASE = 0.5
"""Seconds."""
NEXT = newest_version(MIGRATIONS) + 1
Say = Callable[[object], None]


class LaterStore(Store):
    """The store of a version to come, whose steps change data."""

    migrations = (
        *MIGRATIONS,
        Migration(NEXT, "domains are written in capitals", data=shout),
        Migration(NEXT + 1, "and still are", data=shout),
    )


@dataclass(frozen=True)
class Done:
    """Said at the end."""

    seconds: float
    """Since the store was open."""


@dataclass(frozen=True)
class Operation:
    """Contents of the group that a round begins with, and the operations on it.

    ``act`` takes an open store, the URL of a store that holds the group as it was filled, and whom to tell each part
    that is done for good.
    """

    act: Callable[[Store, Scope, str, Say], Awaitable[None]]
    fill: Callable[[Store, Scope], Awaitable[None]] | None = None
    is_done: Callable[[Store, Scope, Any], Awaitable[bool]] | None = None
    """Return true if a part that was told to be done is."""
    group: str = "victim"
    kind: type[Store] = Store

    @property
    def scope(self) -> Scope:
        """The group's scope, shared by all agents."""
        return Scope(group_id=self.group)

    async def opened(self, url: str, files: str = "") -> Store:
        """A store at the time of the operation, which is always the same; without ``files`` they lie beside it."""
        settings = test_settings(content_grace=0, content=files, lease_seconds=LEASE)
        return await self.kind.open(url, settings=settings, clock=VirtualClock(START + 60 * DAY))


async def _ingest(store: Store, scope: Scope, source: str, say: Say) -> None:
    # Here, because the other operations need not wait for these imports.
    from memorist.api.memory import AsyncMemory
    from memorist.evals.scenarios.asking import inputs_of
    from memorist.evals.scenarios.load import load_scenario

    lines = [line for event in load_scenario("master_week").events for line in inputs_of(event)]
    results = await AsyncMemory(store, scope).ingest(lines, on_result=lambda result: say(result.line))
    for result in results:
        if result.error is not None:
            raise RuntimeError(result.error.message)


def _turns() -> list[dict[str, Any]]:
    return [
        {"kind": "turn", "role": "user", "content": f"We use tool{number} for topic{number}.", "id": f"turn {number}"}
        | {"at": time_text(START + number * DAY)}
        for number in range(READ_AGAIN)
    ]


async def _keep_unread(store: Store, scope: Scope) -> None:
    from memorist.api.memory import AsyncMemory

    usual = store.settings
    store.connection.settings = usual.model_copy(update={"readers": "none"})
    results = await AsyncMemory(store, scope).ingest(_turns())
    store.connection.settings = usual
    assert not any(result.error for result in results)


async def _reread(store: Store, scope: Scope, source: str, say: Say) -> None:
    from memorist.api.memory import AsyncMemory

    # A killed one holds the lease until it runs out.
    while (await AsyncMemory(store, scope).reread(on_progress=lambda step: say(step["done"]))).busy is not None:
        await asyncio.sleep(LEASE / 3)


def journal_folder(group: str, url: str) -> Path:
    """Place of an import's journal."""
    return Path(gettempdir()) / f"memorist-import-{stable_id(group, url)}"


async def _import(store: Store, scope: Scope, source: str, say: Say) -> None:
    from memorist.api.memory import AsyncMemory
    from memorist.app.importing.importing import import_source
    from memorist.app.importing.journal import Journal

    folder = journal_folder(scope.group_id, store.database.url)
    folder.mkdir(exist_ok=True)
    transcript = folder / "talk.jsonl"
    lines = [{"role": "user", "content": turn["content"], "timestamp": turn["at"]} for turn in _turns()]
    transcript.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    journal = Journal(folder, {"import": store.database.url}, resume=True)
    report = await import_source(
        "transcript",
        transcript,
        AsyncMemory(store, scope),
        journal=journal,
        on_progress=lambda what, done, total: say(done) if what == "importing" else None,
    )
    assert not report.failed, report.problems
    assert not report.waiting


async def _is_imported(store: Store, scope: Scope, number: int) -> bool:
    found = await store.memories.all(scope, types=["semantic:fact"])
    return {f"tool{place}" for place in range(number)} <= {m.claim.object for m in found if m.claim}


async def _is_told(store: Store, scope: Scope, number: int) -> bool:
    wanted = (await chapter(store, scope, number)).id
    return any(entry.id == wanted for entry in await store.changes.log(scope, START - DAY))


async def _supersede(store: Store, scope: Scope, source: str, say: Say) -> None:
    await tell(store, scope, say)


def secret(number: int) -> str:
    """Content to forget; no word of it but the last two is anywhere else."""
    return f"Ann keeps vault code number{number}"


async def _hide(store: Store, scope: Scope) -> None:
    """Each secret is a memory with an input, a name and a document; a little else stays."""
    content = await store.files.of(scope.group_id)
    for number in range(SECRETS):
        what = f"secret {number}"
        file = await content.put(f"{secret(number)} in the drawer".encode(), "text/plain")
        said = episode(scope, secret(number), id=stable_id(scope.group_id, "said", what), files=(file,))
        told = memory(scope, secret(number), id=stable_id(scope.group_id, "told", what))
        ann, office = entity(scope, "Ann", "entity:person"), entity(scope, f"office {number}")
        kept = memory(scope, f"Office {number} is in Berlin", id=stable_id(scope.group_id, "kept", what))
        await learn(store, scope, said, [told, ann], edges=(about(told, ann),), id=stable_id("learn", what))
        other = episode(scope, kept.content, id=stable_id(scope.group_id, "other", what))
        await learn(store, scope, other, [kept, office], edges=(about(kept, office),), id=stable_id("keep", what))
    await store.forgetting.forget(
        scope, text=secret(0)
    )  # from now on the key of what was forgotten is the same in every round


async def _forget(store: Store, scope: Scope, source: str, say: Say) -> None:
    for number in range(1, SECRETS):
        await store.forgetting.forget(scope, text=secret(number))
        say(number)


async def _is_forgotten(store: Store, scope: Scope, number: int) -> bool:
    words = secret(number).lower()
    return words not in await everything(store, scope)


async def _load_old(store: Store, scope: Scope) -> None:
    await load_group(store.database, SCHEMA_1)


async def _migrate(store: Store, scope: Scope, source: str, say: Say) -> None:
    await store.memories.all(scope, statuses=list(Status))


async def _fill_with_everything(store: Store, scope: Scope) -> None:
    await fill_with_everything(store, scope)
    content = await store.files.of(scope.group_id)
    files = tuple([await content.put(f"document {number}".encode(), "text/plain") for number in range(4)])
    await learn(store, scope, episode(scope, "Four documents", files=files), [])


async def _copy(store: Store, scope: Scope, source: str, say: Say) -> None:
    async with opened_database(source) as original:
        await copy_group(original, store.database, scope.group_id, settings=store.settings)


OPERATIONS = {
    "ingest": Operation(_ingest),
    "reread": Operation(_reread, _keep_unread, _is_imported),
    "import": Operation(_import, is_done=_is_imported),
    "supersede": Operation(_supersede, is_done=_is_told),
    "forget": Operation(_forget, _hide, _is_forgotten),
    "migrate": Operation(_migrate, _load_old, group="old", kind=LaterStore),
    "copy": Operation(_copy, _fill_with_everything),
}


@in_a_process
async def victim(name: str, url: str, files: str, source: str, told: Connection) -> None:
    """Open the store, say ``ready``, then each part that is done, at the end :class:`Done`."""

    def say(what: object) -> None:
        with suppress(OSError):
            told.send(what)

    operation = OPERATIONS[name]
    store = await operation.opened(url, files)
    say("ready")
    begun = time.monotonic()
    await operation.act(store, operation.scope, source, say)
    say(Done(time.monotonic() - begun))
    await store.close()
