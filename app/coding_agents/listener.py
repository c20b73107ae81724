"""The listener of hooks: a process that keeps the memory open, answers events, and ends when none comes any more."""

import asyncio
import fcntl
import json
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from memorist.app.cli.options import Call
from memorist.app.cli.quick_hook import CALL_OPTIONS, idle_seconds
from memorist.app.coding_agents.answering import LARGEST, HookCall, answer_hook
from memorist.app.coding_agents.sessions import KnownInSessions

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory

MAX_MEMORIES = 4
"""Memories that are open at a time, one for each store, group, agent and user."""
LOOK_SECONDS = 1.0
READING_SECONDS = 10.0


class Listener:
    """Answers events with memories that stay open between them."""

    def __init__(self) -> None:
        self.last = time.monotonic()
        self.busy = 0
        self._sessions = KnownInSessions()
        self._open: OrderedDict[str, tuple[AsyncMemory, AsyncExitStack]] = OrderedDict()
        self._opening = asyncio.Lock()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection: a line of JSON with the options, behind it the event."""
        self.busy += 1
        try:
            with suppress(OSError, ValueError):  # whoever asked is gone, or is none of ours
                async with asyncio.timeout(READING_SECONDS):
                    head = json.loads(await reader.readline())
                    event = await reader.read(-1)
                call = Call(**{name: head[name] for name in CALL_OPTIONS})
                given = {name: head[name] for name in ("event", "asks", "closed", "root")}
                asked = HookCall(given=event[: LARGEST + 1], **given)
                opening = partial(self._memory, call, degraded=asked.event != "stop")
                reply = await answer_hook(asked, opening, self._sessions)
                out = "" if reply.answer is None else json.dumps(reply.answer, ensure_ascii=False) + "\n"
                err = "".join(f"error: {line}\n" for line in reply.said)
                writer.write(json.dumps({"out": out, "err": err, "code": reply.code}).encode())
                await writer.drain()
        finally:
            self.busy -= 1
            self.last = time.monotonic()
            writer.close()

    @asynccontextmanager
    async def _memory(self, call: Call, *, degraded: bool) -> AsyncGenerator["AsyncMemory"]:
        """The memory that the options name: opened at its first event, and again after a failure."""
        key = call.settings().model_dump_json()
        async with self._opening:
            if key not in self._open:
                stack = AsyncExitStack()
                memory = await stack.enter_async_context(call.memory(degraded=degraded))
                from memorist.api.degraded import MemoryWithoutStore

                if isinstance(memory, MemoryWithoutStore):  # opening it is tried again with the next event
                    async with stack:
                        yield memory
                    return
                self._open[key] = (memory, stack)
            self._open.move_to_end(key)
            memory, _ = self._open[key]
        yield memory
        async with self._opening:
            while len(self._open) > MAX_MEMORIES and self.busy == 1:
                _, (_, stack) = self._open.popitem(last=False)
                await stack.aclose()

    async def close(self) -> None:
        """Close every memory."""
        while self._open:
            _, (_, stack) = self._open.popitem()
            await stack.aclose()


async def listen(place: Path) -> None:
    """Listen at a socket until no event came for a while, the socket is gone, or the process is told to end."""
    idle = idle_seconds()
    listener, ended = Listener(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    _free(place)
    server = await asyncio.start_unix_server(listener.take, place)
    mine = _inode(place)
    try:
        while _inode(place) == mine and (listener.busy or time.monotonic() - listener.last < idle):
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), min(LOOK_SECONDS, idle))
                break
    finally:
        if _inode(place) == mine:
            _free(place)
        server.close()
        await listener.close()


def _free(place: Path) -> None:
    place.unlink(missing_ok=True)


def _inode(place: Path) -> int | None:
    try:
        return place.stat().st_ino
    except OSError:
        return None


def main(place: Path) -> None:
    """Listen, unless another process does so at this place."""
    with place.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return
        asyncio.run(listen(place))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
