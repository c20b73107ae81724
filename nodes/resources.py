"""Resources of nodes besides their state: a store, settings and the time. Opened elsewhere, never kept in a state."""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.store import Store
from memorist.memory_store.threads import in_thread

if TYPE_CHECKING:
    from memorist.nodes.reading.reader import Reader
    from memorist.nodes.reading.readers import Readers


class Resources(Protocol):
    """Source of settings, time and store for nodes."""

    async def settings(self) -> Settings:
        """The settings; reading them needs no database."""
        ...

    async def clock(self) -> Clock:
        """Return the clock."""
        ...

    async def store(self) -> Store:
        """The store of the running event loop."""
        ...

    async def url(self) -> str:
        """Return the store's address, also while it cannot be opened."""
        ...

    async def readers(self, names: str | None = None) -> "Readers":
        """The readers of these names, by default those of the settings, with what is known of their health."""
        ...


REOPEN_AFTER = 1.0
"""Seconds: the channels of one run ask together."""


class ReadersByName:
    """Readers that were opened once, by their names: what is known of a model's health is kept."""

    def __init__(self) -> None:
        self._opened: dict[str, Readers] = {}

    async def of(self, settings: Settings, names: str | None) -> "Readers":
        """The readers of these names, else those of the settings."""
        wanted = settings.readers if names is None else names
        if wanted not in self._opened:
            from memorist.nodes.reading.readers import open_readers  # a graph that reads no input does without

            chosen = settings.model_copy(update={"readers": wanted})
            self._opened[wanted] = await in_thread(open_readers, chosen)
        return self._opened[wanted]


class GivenStore:
    """One store, opened by whoever builds the graph; ``readers`` take the place of those of its settings."""

    def __init__(self, store: Store, *, readers: "Sequence[Reader] | None" = None) -> None:
        self._store = store
        self._readers = ReadersByName()
        self._given: Readers | None = None
        if readers is not None:
            from memorist.nodes.reading.readers import given_readers

            self._given = given_readers(readers, store.settings)

    async def settings(self) -> Settings:
        """The store's. Raises :class:`StoreMisused` where it was closed or belongs to another event loop."""
        self._store.connection.check_usable()
        return self._store.settings

    async def clock(self) -> Clock:
        """The store's."""
        return self._store.clock

    async def store(self) -> Store:
        """The given store."""
        return self._store

    async def url(self) -> str:
        """The store's."""
        return self._store.database.url

    async def readers(self, names: str | None = None) -> "Readers":
        """Return the readers of these names; by default the ones that were given, else those of the store's
        settings."""
        if names is None and self._given is not None:
            return self._given
        return await self._readers.of(self._store.settings, names)


class StoreFromSettings:
    """A store a running event loop, opened at first use: database connections belong to the loop they were made in.

    One that could not be opened is tried again by whoever asks ``reopen_after`` seconds later.
    """

    def __init__(
        self, settings: Callable[[], Settings] = read_settings, *, reopen_after: float = REOPEN_AFTER, **opening: Any
    ) -> None:
        self._read = settings
        self._given = opening
        self._reopen_after = reopen_after
        self._failed_at = 0.0
        self._settings: Settings | None = None
        self._clock: Clock = opening.get("clock") or SystemClock()
        self._readers = ReadersByName()
        self._opening: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[Store]] = WeakKeyDictionary()

    async def settings(self) -> Settings:
        """Read once; in a thread, because they may stand in files."""
        if self._settings is None:
            self._settings = await in_thread(self._read)
        return self._settings

    async def clock(self) -> Clock:
        """The machine's."""
        return self._clock

    async def store(self) -> Store:
        """Open the settings' store, or return the one that is open in this loop."""
        loop = asyncio.get_running_loop()
        if self._try_again(loop):
            settings = await self.settings()
            if self._try_again(loop):  # nobody was faster meanwhile
                opening = self._opening[loop] = asyncio.ensure_future(self._open(settings))
                # Whoever asked may have run out of time before it failed.
                opening.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._opening[loop])

    def _try_again(self, loop: asyncio.AbstractEventLoop) -> bool:
        opening = self._opening.get(loop)
        return opening is None or (_failed(opening) and monotonic() - self._failed_at >= self._reopen_after)

    async def _open(self, settings: Settings) -> Store:
        try:
            return await Store.open(settings=settings, **self._given)
        except BaseException:
            self._failed_at = monotonic()
            raise

    async def url(self) -> str:
        """The settings' store."""
        return (await self.settings()).store

    async def readers(self, names: str | None = None) -> "Readers":
        """The same for all loops: the clients of models keep no connection."""
        return await self._readers.of(await self.settings(), names)

    async def close(self) -> None:
        """Close the store of the running loop, if one was opened."""
        opening = self._opening.pop(asyncio.get_running_loop(), None)
        if opening is None:
            return
        await asyncio.wait([opening])
        if not _failed(opening):
            await opening.result().close()


def _failed(opening: asyncio.Task[Store]) -> bool:
    """Return true if it ended without a store."""
    return opening.done() and (opening.cancelled() or opening.exception() is not None)


SHARED = StoreFromSettings()
"""The store of graphs that nobody gave one: ``langgraph dev`` and Studio."""
