"""Items in the database: every call here is one or two statements, and runs in the store's own loop."""

import json
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

import numpy as np
from langgraph.store.base import GetOp, Item, ListNamespacesOp, SearchItem, SearchOp

from memorist.app.base_store.filters import facets_wanted, matches
from memorist.app.base_store.items import Namespace, Put, fits, found_of, item_id, item_of, ns_of, ns_text, texts_of
from memorist.app.base_store.statements import STATEMENTS, StoreStatements
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.store import Store

PAGE = 500
MAX_AT_ONCE = 4_000
FIRST_RANKED = 100
MAX_RANKED = 10_000
"""So many of the items nearest to a query are ranked; those beyond come after them, the last changed first."""
NEVER_EXPIRED = -1.0

Row = dict[str, Any]


class ItemRows:
    """The items of one group.

    Args:
        store: the open store.
        group: the group that holds the items.
        fields: paths of what is embedded where an item does not say; ``$`` is all of it.
        omit_expired: leave out what has expired, also before it is swept.
    """

    def __init__(self, store: Store, group: str, fields: Sequence[str], *, omit_expired: bool) -> None:
        self._store = store
        self.group = group
        self._fields = fields
        self._omit_expired = omit_expired
        self._indexed = False
        self._statements: StoreStatements = STATEMENTS[store.database.dialect]

    def now(self) -> datetime:
        """The present, by the store's clock."""
        return self._store.clock.now()

    async def get(self, ops: Sequence[GetOp]) -> list[Item | None]:
        """The items of these keys, null where there is none; one statement."""
        ids = [item_id(self.group, op.namespace, str(op.key)) for op in ops]
        rows = {row["uuid"]: row for row in await self._by_id(dict.fromkeys(ids))}
        await self._refresh(rows[id_] for id_, op in zip(ids, ops, strict=True) if op.refresh_ttl and id_ in rows)
        return [item_of(rows[id_]) if id_ in rows else None for id_ in ids]

    async def search(self, op: SearchOp) -> list[SearchItem]:
        """The items below a namespace that match the filter: nearest to the query first, without one the newest."""
        wanted = dict(op.filter or {})
        if op.limit <= 0:
            return []
        found: list[tuple[Row, float | None]] = []
        skipped = 0
        async for row, score in self._candidates(op, wanted):
            if wanted and not matches(item_of(row).value, wanted):
                continue
            if skipped < op.offset:
                skipped += 1
                continue
            found.append((row, score))
            if len(found) == op.limit:
                break
        if op.refresh_ttl:
            await self._refresh(row for row, _ in found)
        return [found_of(row, score) for row, score in found]

    async def namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        """The namespaces that hold something, in order, cut to ``max_depth``."""
        if op.max_depth is not None and op.max_depth < 1:
            raise ValueError(f"max_depth: {op.max_depth} is less than 1")
        rows = await self._read(self._statements.namespaces, prefix="", now=self._present())
        conditions = op.match_conditions or ()
        found = [
            namespace for namespace in (ns_of(row["ns"]) for row in rows) if all(fits(namespace, c) for c in conditions)
        ]
        cut = sorted({namespace[: op.max_depth] for namespace in found})
        return cut[op.offset : op.offset + op.limit]

    async def write(self, puts: Sequence[Put]) -> None:
        """Put and delete, all or nothing, in one transaction."""
        await self._ready()
        vectors = await self._vectors(puts)
        rows = [put.row for put in puts if put.row is not None]
        gone = [put.uuid for put in puts if put.row is None]
        await self._write(puts=rows, vectors=vectors, gone=gone, stale=[put.uuid for put in puts])

    async def sweep(self) -> int:
        """Delete what has expired; returns how many items that were."""
        now, swept = self.now().timestamp(), 0
        while rows := await self._read(self._statements.expired, now=now, limit=PAGE):
            ids = [row["uuid"] for row in rows]
            await self._write(puts=[], vectors=[], gone=ids, stale=ids)
            swept += len(ids)
        return swept

    async def reindex(self) -> int:
        """Embed all items anew, by the embedder that is set now; returns how many items that were."""
        offset = 0
        while rows := await self._page("", [], offset, PAGE):
            puts = [
                Put(row["uuid"], None, {"ns": row["ns"]}, tuple(texts_of(item_of(row).value, index, self._fields)))
                for row, index in ((row, json.loads(row["indexed"])) for row in rows)
            ]
            vectors = await self._vectors(puts)
            await self._write(puts=[], vectors=vectors, gone=[], stale=[put.uuid for put in puts])
            offset += len(rows)
        return offset

    async def _candidates(self, op: SearchOp, wanted: Mapping[str, Any]) -> AsyncGenerator[tuple[Row, float | None]]:
        """Items below a namespace in the order of the answer, with scores; the caller has to apply the whole filter."""
        prefix, facets = ns_text(op.namespace_prefix), facets_wanted(wanted)
        given: set[str] = set()
        if op.query and op.query.strip():
            for most in (max(FIRST_RANKED, 2 * (op.offset + op.limit)), MAX_RANKED):
                ranked = await self._ranked(prefix, op.query, most)
                for row in await self._in_order([id_ for id_ in ranked if id_ not in given]):
                    yield row, ranked[row["uuid"]]
                given |= ranked.keys()
                if len(ranked) < most:  # that was all of them
                    break
        offset, limit = 0, PAGE if wanted or given else min(PAGE, op.offset + op.limit)
        while rows := await self._page(prefix, facets, offset, limit):
            for row in rows:
                if row["uuid"] not in given:
                    yield row, None
            offset, limit = offset + len(rows), min(2 * limit, MAX_AT_ONCE)

    async def _in_order(self, ids: Sequence[str]) -> list[Row]:
        rows: dict[str, Row] = {}
        for start in range(0, len(ids), PAGE):
            rows |= {row["uuid"]: row for row in await self._by_id(ids[start : start + PAGE])}
        return [rows[id_] for id_ in ids if id_ in rows]

    async def _ranked(self, prefix: str, query: str, most: int) -> dict[str, float]:
        [vector] = await self._store.embed([query])
        if not np.any(vector):
            return {}
        rows = await self._read(
            self._statements.nearest,
            prefix=prefix,
            vector=self._store.connection.checked(vector),
            embedder=self._store.embedder.name,
            most=most,
        )
        return {row["item"]: float(row["score"]) for row in rows}

    async def _vectors(self, puts: Sequence[Put]) -> list[Row]:
        texts = list(dict.fromkeys(text for put in puts for text in put.texts))
        if not texts:
            return []
        vectors = dict(zip(texts, await self._store.embed(texts), strict=True))
        return [
            {
                "uuid": stable_id(self.group, "store-vector", put.uuid, str(place)),
                "item": put.uuid,
                "ns": cast("Row", put.row)["ns"],
                "vector": self._store.connection.checked(vectors[text]),
            }
            for put in puts
            for place, text in enumerate(put.texts)
            if np.any(vectors[text])  # a text without a known word has no direction
        ]

    async def _by_id(self, ids: Iterable[str]) -> list[Row]:
        return await self._read(self._statements.get, ids=list(ids), now=self._present())

    async def _page(self, prefix: str, facets: Sequence[str], offset: int, limit: int) -> list[Row]:
        return await self._read(
            self._statements.listed,
            prefix=prefix,
            facets=list(facets),
            now=self._present(),
            offset=offset,
            limit=limit,
        )

    async def _refresh(self, rows: Iterable[Row]) -> None:
        ids = [row["uuid"] for row in rows if row["ttl"] is not None]
        if ids:
            given = {"group": self.group, "ids": ids, "now": self.now().timestamp()}
            await self._store.database.write(self.group, self._statements.refresh, given)

    def _present(self) -> float:
        return self.now().timestamp() if self._omit_expired else NEVER_EXPIRED

    async def _ready(self) -> None:
        """Make sure of the group and of the items' indexes, once."""
        if not self._indexed:
            await self._store.admin.ready(self.group)
            for statement in self._statements.indexes:
                await self._store.connection.create_index(self.group, statement)
            self._indexed = True

    async def _read(self, statement: str, **parameters: Any) -> list[Row]:
        return await self._store.connection.read(self.group, statement, **parameters)

    async def _write(self, **parameters: Any) -> None:
        given = {"group": self.group, "embedder": self._store.embedder.name, **parameters}
        await self._store.database.write(self.group, self._statements.write, given)
