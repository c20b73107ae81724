"""Reading a whole group out of a database, in pages whose number of bytes is bounded."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.database import Database, Row, paged
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.moving.record import (
    KINDS,
    LOG,
    NAME,
    Digest,
    EdgeEnd,
    EdgeRecord,
    NodeRecord,
    Record,
    edge_record,
    kind_of,
    node_record,
)
from memorist.memory_store.statements import dialects

MAX_NODES = 1_000
MAX_BYTES = 4_000_000
"""About how much a page may hold; the number of nodes follows from what the page before held."""
MAX_EDGES = 2_000
"""Edges a page; a node with more of them gets pages of its own."""

Cursor = dict[str, Any]
"""Place to continue from: ``{"part": "nodes" or "edges", "section", "after"}``. Plain JSON."""


@dataclass(frozen=True)
class RecordPage:
    """Some records, and the cursor behind them; null where reading can only be resumed from an earlier page."""

    records: tuple[Record, ...]
    cursor: Cursor | None


class GroupReader:
    """Reads one group. Nothing is kept in memory but a page."""

    def __init__(self, database: Database, group_id: str) -> None:
        self.database = database
        self.group_id = group_id
        self._statements = dialects.MOVING[database.dialect]

    async def log(self) -> dict[str, Any] | None:
        """Return the group's own note; null if there is none."""
        rows = await self._read(self._statements.log)
        return dict(rows[0]["log"]) if rows else None

    async def size(self) -> tuple[int, int]:
        """Return the number of nodes and edges, the note included."""
        rows = await self._read(self._statements.size)
        return (int(rows[0]["nodes"]), int(rows[0]["edges"])) if rows else (0, 0)

    async def sections(self) -> list[str]:
        """The sets of nodes that are paged through one after the other."""
        if not self._statements.strangers:
            return [""]
        rows = await self._read(self._statements.strangers)
        return [*KINDS, *sorted(_named(row["label"]) for row in rows)]

    async def pages(self, after: Cursor | None = None) -> AsyncGenerator[RecordPage]:
        """All nodes, then all edges, from a cursor on."""
        sections = await self.sections()
        plan = [(part, section) for part in ("nodes", "edges") for section in sections]
        start: Any = self._statements.start
        if after is not None:
            plan = plan[plan.index((after["part"], after["section"])) :]
            start = after["after"]
        for part, section in plan:
            pages = self._nodes(section, start) if part == "nodes" else self._edges(section, start)
            async for page in pages:
                yield page
            start = self._statements.start

    async def digest(self) -> Digest:
        """The digest of everything, read anew."""
        digest = Digest()
        async for page in self.pages():
            digest.add(page.records)
        return digest

    async def _nodes(self, section: str, after: Any) -> AsyncGenerator[RecordPage]:
        limit = 16
        while True:
            rows = await self._read(self._statements.nodes(section), after=after, limit=limit)
            if not rows:
                return
            after = rows[-1]["cursor"]
            records = tuple(node_record(row["labels"], row["props"]) for row in rows if LOG not in row["labels"])
            yield RecordPage(records, {"part": "nodes", "section": section, "after": after})
            if len(rows) < limit:
                return
            limit = max(1, min(MAX_NODES, limit * MAX_BYTES // max(_weight(records), 1), limit * 4))

    async def _edges(self, section: str, after: Any) -> AsyncGenerator[RecordPage]:
        while True:
            rows = await self._read(self._statements.degrees(section), after=after, limit=MAX_NODES)
            for first, last, edges in _spans(rows):
                cursor = {"part": "edges", "section": section, "after": last}
                if edges > MAX_EDGES:
                    async for records in self._hub(section, first):
                        yield RecordPage(records, None)
                    yield RecordPage((), cursor)
                else:
                    found = await self._read(self._statements.edges(section), first=first, last=last) if edges else []
                    yield RecordPage(tuple(_edge(row) for row in found), cursor)
            if len(rows) < MAX_NODES:
                return
            after = rows[-1]["cursor"]

    async def _hub(self, section: str, node: Any) -> AsyncGenerator[tuple[EdgeRecord, ...]]:
        async def read(after: Any, limit: int) -> list[Row]:
            return await self._read(self._statements.hub_edges(section), node=node, after=after, limit=limit)

        async for rows in paged(read, self._statements.start, MAX_EDGES):
            yield tuple(_edge(row) for row in rows)

    async def _read(self, statement: str, **parameters: Any) -> list[Row]:
        return await self.database.read(self.group_id, statement, {"group": self.group_id, **parameters})


def _spans(rows: Sequence[Row]) -> list[tuple[Any, Any, int]]:
    """The nodes cut into runs (first, last, edges) that have few edges together, or are one node with many."""
    spans: list[tuple[Any, Any, int]] = []
    for row in rows:
        cursor, degree = row["cursor"], int(row["degree"])
        if spans and spans[-1][2] + degree <= MAX_EDGES:
            first, _, edges = spans[-1]
            spans[-1] = (first, cursor, edges + degree)
        else:
            spans.append((cursor, cursor, degree))
    return spans


def _edge(row: Row) -> EdgeRecord:
    source, target = (EdgeEnd(kind_of(row[f"{end}_labels"]), str(row[end])) for end in ("source", "target"))
    return edge_record(row["type"], source, target, row["props"])


def _weight(records: Iterable[NodeRecord]) -> int:
    """About how many bytes the records take."""
    return sum(
        sum(len(v) for v in record.props.values() if isinstance(v, str)) + sum(map(len, record.vectors.values())) + 500
        for record in records
    )


def _named(label: str) -> str:
    if not NAME.fullmatch(label):
        raise InvalidInput(f"labels: the group holds a node labelled {label!r}: rename it", field="labels")
    return label
