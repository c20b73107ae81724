"""Processes that use a store and may be killed: forked from one that has imported everything, so they start fast."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import wraps
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any

import psutil

from memorist.memory_store.backends import embedded, falkordb, neo4j
from memorist.memory_store.backends.opening import open_database
from memorist.memory_store.database import Database
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.embedders.base import Embedder
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


@asynccontextmanager
async def opened(
    url: str,
    clock: Clock | None = None,
    *,
    kind: type[Store] = Store,
    embedder: Embedder | None = None,
    **settings: object,
) -> AsyncGenerator[Store]:
    """The store at ``url``; closed at the end."""
    store = await kind.open(url, settings=test_settings(**settings), embedder=embedder, clock=clock)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def opened_database(url: str) -> AsyncGenerator[Database]:
    """A database without an embedder; closed at the end."""
    database = await open_database(url, test_settings())
    yield database
    await database.close()


def in_a_process[**P](work: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Make a target of :func:`process` of a coroutine; its last argument is the pipe, which takes its error, too."""

    @wraps(work)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        told: Any = arguments[-1]
        try:
            asyncio.run(work(*arguments, **named))
        except Exception as error:  # noqa: BLE001 - told to the test, which knows what to expect
            with suppress(OSError):
                told.send(error)
        finally:
            told.close()

    return run


@in_a_process
async def storyteller(url: str, group: str, told: Connection) -> None:
    """Tell the story, and say which change sets were acknowledged."""
    async with opened(url) as store:
        told.send("open")
        await tell(store, Scope(group_id=group), told.send)


@in_a_process
async def visitor(url: str, group: str, stays: bool, told: Connection) -> None:
    """Open, read, say how many memories there are; close when told to. One that stays lives on after closing."""
    async with opened(url) as store:
        told.send(len(await store.memories.all(Scope(group_id=group), statuses=list(Status))))
        await asyncio.to_thread(told.recv)
    told.send("closed")
    if stays:
        await asyncio.to_thread(told.recv)


@in_a_process
async def starter_that_dies(url: str, told: Connection) -> None:
    """Killed after the server was started and before anybody was told where it listens."""
    embedded._wait = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # pyright: ignore[reportAttributeAccessIssue]
    await Store.open(url, settings=test_settings())


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


def kill_one(chance: Random, steps: tuple[int, int], target: Callable[..., None], *arguments: object) -> None:
    """Start a process and kill it after some of the steps that it tells, or a moment later."""
    with process(target, *arguments) as (child, ours):
        with suppress(EOFError):
            for _ in range(chance.randint(*steps)):
                ours.recv()
            time.sleep(chance.uniform(0, 0.05))
        child.kill()
        child.join()


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
