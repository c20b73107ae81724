"""Writing a whole group into a database that does not hold it yet.

The group's note (its ``ChangeLog`` node) says ``schema: 0`` until everything is there: nobody reads or writes a group
that is being loaded. How far the loading is stands in the note, too, written in one transaction with each page.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from memorist.memory_store.database import Database, done_once
from memorist.memory_store.domain.errors import Conflict, EmbedderMismatch, InvalidInput, SchemaTooNew
from memorist.memory_store.migrations import MIGRATIONS
from memorist.memory_store.migrations.migrate import make_room
from memorist.memory_store.moving.files import HOME, home_for
from memorist.memory_store.moving.hints import adopting_command
from memorist.memory_store.moving.reader import MAX_BYTES, GroupReader
from memorist.memory_store.moving.record import NATIVE_TIMES, EdgeRecord, NodeRecord, Record, numbers_of
from memorist.memory_store.schema import LAST_DEVELOPMENT, SCHEMA_VERSION, UNFINISHED, is_unchained, schema_of
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.moving import KINDS, EdgeShape, NodeShape

ERASED_AT_A_TIME = 1_000


class GroupWriter:
    """Writes one group. Every call may be made again: what is there already is not doubled."""

    def __init__(self, database: Database, group_id: str, load: str) -> None:
        self.database = database
        self.group_id = group_id
        self.load = load
        """Id of the loading: the same for the same source, so that it can be resumed."""
        self._statements = dialects.MOVING[database.dialect]
        self._native = database.dialect == "neo4j"
        self._known: set[str] = set(KINDS)
        self._noted: str | None = None

    async def begin(self, log: Mapping[str, Any]) -> dict[str, Any] | None:
        """Claim the group for this loading; return what :meth:`write` noted last, if it was begun before.

        Args:
            log: what the group notes about itself where it comes from.

        Raises:
            Conflict: the group holds something, or somebody else loads it.
            EmbedderMismatch: the database holds vectors of another embedder and cannot hold both.
            SchemaTooNew: it was written by a newer version of this package, or long before the first release.
        """
        self._check_schema(log)
        there = await GroupReader(self.database, self.group_id).log()
        if there is None:
            await self._check_empty(str(log["embedder"]))
            await make_room(self.database, self.group_id, schema=schema_of(log), migrations=MIGRATIONS)
            await self.database.prepare(
                self.group_id, embedder=str(log["embedder"]), dimension=int(log["dimension"]), schema=UNFINISHED
            )
        await self.database.state(self.group_id)  # a server that was just started builds its indexes: wait for them
        rows = await self._write(self._statements.begin, load=self.load)
        if not rows:
            raise Conflict(
                f"group {self.group_id} in {self.database.url} holds memories already: two histories cannot be made "
                "one by copying. Load into an empty group, or erase this one first",
                ids=[self.group_id],
            )
        if rows[0]["load"] != self.load:
            raise Conflict(
                f"group {self.group_id} in {self.database.url} is being loaded from somewhere else: finish that, or "
                "give it up by loading with --restart",
                ids=[self.group_id],
            )
        self._noted = rows[0]["loading"]
        return json.loads(self._noted) if self._noted else None

    async def write(self, records: Iterable[Record], progress: Mapping[str, Any]) -> None:
        """Write records, and with the last of them how far the loading is. Nodes go before their edges.

        Raises :class:`Conflict` when somebody else has taken or erased the group meanwhile.
        """
        parts = in_parts(records, _size, MAX_BYTES) or [[]]
        for part in parts:
            nodes: dict[NodeShape, list[NodeRecord]] = defaultdict(list)
            edges: dict[EdgeShape, list[EdgeRecord]] = defaultdict(list)
            for record in part:
                self._check_group(record)
                if isinstance(record, NodeRecord):
                    nodes[NodeShape(record.kind, record.labels, tuple(sorted(record.vectors)))].append(record)
                else:
                    ends = record.source.kind, record.target.kind
                    edges[EdgeShape(record.type, *ends, tuple(sorted(record.vectors)))].append(record)
            await self._make_findable({shape.kind for shape in nodes})
            statement = self._statements.write(list(nodes), list(edges))
            parameters = {f"n{place}": [self._node(n) for n in some] for place, some in enumerate(nodes.values())}
            parameters |= {f"e{place}": [self._edge(e) for e in some] for place, some in enumerate(edges.values())}
            noted = json.dumps(progress) if part is parts[-1] else self._noted
            await self._advance(statement, progress=noted, **parameters)
            self._noted = noted

    async def finish(self, log: Mapping[str, Any]) -> None:
        """Make the group whole: from here on it is read and written as any other."""
        props = {name: value for name, value in log.items() if name not in {"load", "loading"}}
        props["schema"] = schema_of(log)
        if props.get(HOME):
            props[HOME] = home_for(self.group_id, self.load)
        await self._advance(self._statements.finish, props=props)

    async def give_up(self) -> None:
        """Erase what an unfinished loading left; a group that is whole stays as it is."""
        for section in await GroupReader(self.database, self.group_id).sections():
            while True:
                rows = await self._write(self._statements.erase(section), limit=ERASED_AT_A_TIME)
                if not rows or rows[0]["gone"] < ERASED_AT_A_TIME:
                    break
        await self._write(self._statements.forget)

    def _check_schema(self, log: Mapping[str, Any]) -> None:
        if schema_of(log) > SCHEMA_VERSION or is_unchained(int(log.get("seq") or 0), log.get("head")):
            raise SchemaTooNew(
                f"group {self.group_id} was written with schema {log['schema']}, this version knows {SCHEMA_VERSION}: "
                "if a newer version of memorist wrote it, upgrade memorist; if a development version from before "
                f"0.1.0 did, open it with the last of them (schema {LAST_DEVELOPMENT}) and dump it again",
                ids=[self.group_id],
            )

    async def _check_empty(self, embedder: str) -> None:
        nodes, _ = await GroupReader(self.database, self.group_id).size()
        if nodes:
            raise Conflict(
                f"group {self.group_id} in {self.database.url} holds a graph that is not memorist's: load into an "
                f"empty group, or take over what Graphiti wrote: {adopting_command(self.database.url, self.group_id)}",
                ids=[self.group_id],
            )
        if self._statements.foreign:
            rows = await self.database.read(
                self.group_id, self._statements.foreign, {"group": self.group_id, "embedder": embedder}
            )
            if rows:
                raise EmbedderMismatch(
                    f"{self.database.url} is filled by the embedder {rows[0]['embedder']}, this group by {embedder}: "
                    f"run memorist re-embed --embedder {rows[0]['embedder']} where it is now, then move it",
                    ids=[self.group_id],
                )

    def _check_group(self, record: Record) -> None:
        group = record.props.get("group_id", self.group_id)
        if group != self.group_id:
            raise InvalidInput(
                f"group_id: {record.props['uuid']} belongs to {group}, not to {self.group_id}", field="group_id"
            )

    async def _make_findable(self, kinds: set[str]) -> None:
        """Create an index for each kind of node unknown to this version: without one, lookups scan all nodes."""
        for kind in sorted(kinds - self._known):
            await done_once(self._write(self._statements.index(kind)), "already")  # indexed, or there
            self._known.add(kind)

    def _node(self, record: NodeRecord) -> dict[str, Any]:
        return {"props": self._props(record.kind, record), "vectors": _numbers(record.vectors)}

    def _edge(self, record: EdgeRecord) -> dict[str, Any]:
        ends = {"source": record.source.uuid, "target": record.target.uuid}
        return {**ends, "props": self._props(record.type, record), "vectors": _numbers(record.vectors)}

    def _props(self, of: str, record: Record) -> dict[str, Any]:
        if not self._native:
            return dict(record.props)
        times = NATIVE_TIMES.get(of, frozenset[str]())
        return {name: _native(value) if name in times else value for name, value in record.props.items()}

    async def _advance(self, statement: str, **parameters: Any) -> None:
        if not await self._write(statement, load=self.load, **parameters):
            raise Conflict(f"group {self.group_id} was removed while it was being loaded", ids=[self.group_id])

    async def _write(self, statement: str, **parameters: Any) -> list[dict[str, Any]]:
        return await self.database.write(self.group_id, statement, {"group": self.group_id, **parameters})


def in_parts[T](items: Iterable[T], size_of: Callable[[T], int], most: int) -> list[list[T]]:
    """The items in runs of at most this size together, or of one item that is larger."""
    parts: list[list[T]] = []
    size = 0
    for item in items:
        size += size_of(item)
        if not parts or size > most:
            parts.append([])
            size = size_of(item)
        parts[-1].append(item)
    return parts


def _size(record: Record) -> int:
    texts = sum(len(v) for v in record.props.values() if isinstance(v, str))
    return texts + 4 * sum(map(len, record.vectors.values()))


def _numbers(vectors: Mapping[str, bytes]) -> dict[str, list[float]]:
    return {name: numbers_of(vector) for name, vector in vectors.items()}


def _native(value: Any) -> Any:
    """A time as Neo4j's driver takes it; what is none stays as it is."""
    try:
        return datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return value
