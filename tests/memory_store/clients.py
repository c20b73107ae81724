"""Processes that use a store and may be killed: forked from one that has imported everything, so they start fast."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil

from memorist.memory_store.backends import embedded, falkordb, neo4j
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.embedders.wordllama import load_wordllama
from memorist.memory_store.store import Store
from tests.memory_store.builders import about, change_set, entity, episode, hold, learned, memory, supersession, uses
from tests.stores import test_settings

load_wordllama()  # and the imports above: what is loaded here, the processes are forked with
HEAVY = (falkordb, neo4j)
NEEDED = ("memorist.api.memory", "memorist.app.importing.importing", "memorist.evals.scenarios.asking")
"""Modules that operations import late; a process that is forked with them starts in a fraction of the time."""
STORY = 60
"""Change sets of the story that is told again after each kill."""


async def chapter(store: Store, scope: Scope, number: int) -> ChangeSet:
    """One change set of a story that is always the same: each tool takes the place of the one before."""

    def told(place: int) -> Memory:
        tool = f"tool {place}"
        return memory(scope, f"The team uses {tool} for auth", id=named(f"memory {place}"), claim=uses(tool))

    def named(what: str) -> str:
        return stable_id(scope.group_id, "story", what)

    said = episode(scope, f"We use tool {number} now", id=named(f"episode {number}"))
    new, tool = told(number), entity(scope, f"tool {number}")
    parts: dict[str, Any] = {**supersession(new, told(number - 1))} if number else {"holds": (hold(new),)}
    parts["edges"] = (*parts.get("edges", ()), about(new, tool))
    parts.pop("memories", None)
    return change_set(scope, id=named(f"change {number}"), **learned(said, [new, tool]), **parts)


async def tell(store: Store, scope: Scope, acknowledged: Callable[[int], None] = lambda number: None) -> None:
    """Apply the whole story in order."""
    for number in range(STORY):
        await store.changes.apply(await chapter(store, scope, number))
        acknowledged(number)


async def contend(store: Store, scope: Scope, name: str, writes: int, slots: int) -> int:
    """Take slots from whoever holds them, again and again; return how many races were lost."""
    lost = 0
    for number in range(writes):
        topic = f"topic {number % slots}"
        content = f"{name} says number {number} for {topic}"
        new = memory(scope, content, id=stable_id(scope.group_id, "contest", content), claim=uses(content, topic))
        while True:
            rivals = [m for m in await store.memories.all(scope) if m.claim and m.claim.topic == topic]
            parts: dict[str, Any] = {**supersession(new, rivals[0])} if rivals else {"holds": (hold(new),)}
            parts.pop("memories", None)
            try:
                await store.changes.apply(change_set(scope, [new], **parts))
                break
            except Conflict:
                lost += 1
    return lost


def storyteller(url: str, group: str, told: Connection) -> None:
    """Tell the story, and say which change sets were acknowledged."""

    async def main() -> None:
        store = await _opened(url)
        told.send("open")
        await tell(store, Scope(group_id=group), told.send)
        await store.close()

    _run(main(), told)


def contender(url: str, group: str, name: str, writes: int, slots: int, told: Connection) -> None:
    """Contend for slots; say at the end how many races were lost."""

    async def main() -> None:
        store = await _opened(url)
        told.send(await contend(store, Scope(group_id=group), name, writes, slots))
        await store.close()

    _run(main(), told)


def writer(url: str, group: str, name: str, writes: int, told: Connection) -> None:
    """Write memories one by one; say the id of each when it was acknowledged."""

    async def main() -> None:
        store, scope = await _opened(url), Scope(group_id=group)
        for number in range(writes):
            content = f"{name} says number {number}"
            new = memory(scope, content, id=stable_id(group, "written", content))
            await store.changes.apply(change_set(scope, [new], id=stable_id(group, "writing", content)))
            told.send(new.id)
        await store.close()

    _run(main(), told)


def visitor(url: str, group: str, stays: bool, told: Connection) -> None:
    """Open, read, say how many memories there are; close when told to. One that stays lives on after closing."""

    async def main() -> None:
        store = await _opened(url)
        told.send(len(await store.memories.all(Scope(group_id=group), statuses=list(Status))))
        await asyncio.to_thread(told.recv)
        await store.close()
        told.send("closed")
        if stays:
            await asyncio.to_thread(told.recv)

    _run(main(), told)


def starter_that_dies(url: str, told: Connection) -> None:
    """Killed after the server was started and before anybody was told where it listens."""
    embedded._wait = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # pyright: ignore[reportAttributeAccessIssue]
    _run(_opened(url), told)


@contextmanager
def process(target: Callable[..., None], *arguments: object) -> Generator[tuple[BaseProcess, Connection]]:
    """A process of its own and our end of the pipe to it; killed at the end."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, *NEEDED])
    ours, theirs = context.Pipe()
    child = context.Process(target=target, args=(*arguments, theirs), daemon=True)
    child.start()
    theirs.close()
    try:
        yield child, ours
    finally:
        child.kill()
        child.join()
        ours.close()


def servers_of(folder: Path) -> list[psutil.Process]:
    """The database servers whose data is in the folder."""
    found: list[psutil.Process] = []
    for running in psutil.process_iter(["name", "cwd", "status"]):
        ended = running.info["status"] == psutil.STATUS_ZOMBIE
        if running.info["name"] == "redis-server" and not ended and running.info["cwd"] == str(folder / "data"):
            found.append(running)
    return found


def everything_said(ours: Connection) -> list[Any]:
    """Output of a process until its end."""
    said: list[Any] = []
    with suppress(EOFError, OSError):
        while True:
            said.append(ours.recv())
    return said


async def _opened(url: str) -> Store:
    return await Store.open(url, settings=test_settings())


def _run(work: Any, told: Connection) -> None:
    try:
        asyncio.run(work)
    except Exception as error:  # noqa: BLE001 - told to the test, which knows what to expect
        with suppress(OSError):
            told.send(error)
    finally:
        told.close()
