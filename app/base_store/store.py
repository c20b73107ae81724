"""``MemoristStore``: LangGraph's store interface over memorist's database."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from langgraph.store.base import (
    BaseStore,
    GetOp,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchOp,
    TTLConfig,
)

from memorist.api.loop import LoopThread
from memorist.app.base_store.ingesting import Ingest, ingest_items
from memorist.app.base_store.items import put_of
from memorist.app.base_store.options import check_operation, paths_from, ttl_from, wrong
from memorist.app.base_store.rows import ItemRows
from memorist.app.open_memory import memory_over
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.settings import Settings, read_settings
from memorist.nodes.resources import StoreFromSettings

if TYPE_CHECKING:
    from memorist import Memory

_log = logging.getLogger(__name__)
SUFFIX = "_store"
"""Items of the group ``team`` are in the group ``team_store``: no recall of the team sees them."""


class MemoristStore(BaseStore):
    """Items by namespace and key, beside the memories, in any database that memorist runs on.

    The database is opened at first use, in a thread of its own: sync and async calls may come from any thread and any
    event loop. ``close`` it, or use it with ``with`` or ``async with``; what was put is safe without that.

    Args:
        url: the database, such as ``embedded:./memory`` or ``neo4j://…``; default: the settings'.
        group: the group that the items belong to; default: the settings'. They are kept in ``<group>_store``.
        fields: paths of what is embedded for search where ``put`` does not say; ``$`` is the whole value.
        ttl: LangGraph's TTL configuration. Unlike in LangGraph's own stores ``omit_expired`` is true by default.
        ingest: called with each item that was put; the inputs that it returns are ingested into ``group`` before
            ``put`` returns. What cannot be ingested is logged; the item stays.
        settings, embedder, clock: as in :func:`memorist.open`.

    Raises :class:`InvalidInput` for a wrong option, by its name.
    """

    supports_ttl = True

    def __init__(
        self,
        url: str | None = None,
        *,
        group: str | None = None,
        fields: Sequence[str] = ("$",),
        ttl: TTLConfig | None = None,
        ingest: Ingest | None = None,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
    ) -> None:
        if ingest is not None and not callable(ingest):
            raise wrong("ingest", "a function of an item, such as as_agent_notes()", ingest)
        self.ttl_config = ttl_from(ttl)
        self._url = url
        self._group = group
        self._fields = paths_from(fields, "fields")
        self._ingest = ingest
        self._settings = settings
        self._thread = LoopThread("the store")
        self._resources = StoreFromSettings(self._read_settings, reopen_after=0, embedder=embedder, clock=clock)
        self._rows: ItemRows | None = None
        self._memory: Memory | None = None
        self._sweeping: asyncio.Task[None] | None = None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations: reads see the state before the call, writes happen in one transaction. Results in order.

        Raises:
            InvalidNamespaceError, TypeError, ValueError: an operation is malformed; nothing was done.
            StoreUnavailable: the database cannot be reached; nothing was written.
        """
        return self._thread.wait_for(partial(self._batch, list(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """:meth:`batch` for callers with an event loop."""
        return await self._thread.run(partial(self._batch, list(ops)))

    def sweep_ttl(self) -> int:
        """Delete what has expired; returns how many items that were."""
        return self._thread.wait_for(partial(self._with_rows, ItemRows.sweep))

    async def asweep_ttl(self) -> int:
        """:meth:`sweep_ttl` for callers with an event loop."""
        return await self._thread.run(partial(self._with_rows, ItemRows.sweep))

    def reindex(self) -> int:
        """Embed every item anew, after another embedder was set; returns how many items that were."""
        return self._thread.wait_for(partial(self._with_rows, ItemRows.reindex))

    def close(self) -> None:
        """Close the database and stop the thread. A later call opens it again. In a fork, the parent closes it."""
        if self._thread.is_forked:
            return
        self._thread.wait_for(self._close)
        self._thread.stop()

    async def aclose(self) -> None:
        """:meth:`close` for callers with an event loop."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        self._thread.wait_for(self._opened)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        await self._thread.run(self._opened)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _batch(self, ops: list[Op]) -> list[Result]:
        rows = await self._opened()
        for op in ops:
            check_operation(op)
        now = rows.now()
        writes = [put_of(op, rows.group, now, self._fields) for op in ops if isinstance(op, PutOp)]
        puts = list({put.uuid: put for put in writes}.values())  # of several for one key the last one counts
        gets = [op for op in ops if isinstance(op, GetOp)]
        got = iter(await rows.get(gets) if gets else ())
        results: list[Result] = []
        for op in ops:
            if isinstance(op, GetOp):
                results.append(next(got))
            elif isinstance(op, SearchOp):
                results.append(await rows.search(op))
            elif isinstance(op, ListNamespacesOp):
                results.append(await rows.namespaces(op))
            else:
                results.append(None)
        if puts:
            await rows.write(puts)
            if self._ingest is not None and self._memory is not None:
                await ingest_items(self._memory, self._ingest, [put.item for put in puts if put.item is not None])
        return results

    async def _with_rows[T](self, work: Callable[[ItemRows], Coroutine[Any, Any, T]]) -> T:
        return await work(await self._opened())

    async def _opened(self) -> ItemRows:
        """The items of the open database; after a failure the next call tries again."""
        settings, store = await self._resources.settings(), await self._resources.store()
        if self._rows is None:
            ttl = self.ttl_config or {}
            omit_expired, every = ttl.get("omit_expired", True), ttl.get("sweep_interval_minutes")
            self._rows = ItemRows(store, f"{settings.group}{SUFFIX}", self._fields, omit_expired=omit_expired)
            self._memory = memory_over(store, settings) if self._ingest is not None else None
            self._sweeping = asyncio.create_task(_sweep_again_and_again(self._rows, every * 60)) if every else None
        return self._rows

    def _read_settings(self) -> Settings:
        changed = {"store": self._url, "group": self._group}
        settings = self._settings or read_settings()
        return settings.model_copy(update={name: value for name, value in changed.items() if value is not None})

    async def _close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        self._rows = self._memory = self._sweeping = None
        await self._resources.close()


async def _sweep_again_and_again(rows: ItemRows, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await rows.sweep()
        except MemoristError:
            _log.warning("expired items could not be swept; the next sweep makes up for it", exc_info=True)
