"""Reading: nodes and connections by id, by type, by property, by their neighbours, by words, by meaning."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.content_text import text_of
from memorist.memory_store.domain.edges import AnyEdge
from memorist.memory_store.domain.errors import ConnectionNotFound, ContentLost, InvalidInput, NodeNotFound
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.memory_store.graphiti.edges import edge_from
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.parts.admin import Admin
from memorist.memory_store.parts.changes import Changes
from memorist.memory_store.parts.files import Files
from memorist.memory_store.parts.forgetting import Forgetting
from memorist.memory_store.parts.memories import Memories
from memorist.memory_store.parts.search import Search
from memorist.memory_store.primitives.building import is_id
from memorist.memory_store.primitives.drafts import Content, FoundNode, Page
from memorist.memory_store.primitives.filters import OWN_OF_EDGES, conditions
from memorist.memory_store.reading import Moment, Query, memory_of
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.primitives import Anchor, Direction, PrimitiveStatements

PAGE = 1_000


class StoreParts(Protocol):
    """The parts of a store that records are read and written by."""

    connection: StoreConnection
    admin: Admin
    files: Files
    memories: Memories
    search: Search
    changes: Changes
    forgetting: Forgetting


class GraphReads:
    """Reads of a scope: what is shared in the group and what is the agent's own; live, and true now."""

    def __init__(self, store: StoreParts, scope: Scope) -> None:
        self.store = store
        self.scope = scope

    @property
    def ontology(self) -> Ontology:
        """Everything that may exist: the default ontology and those that were loaded with it."""
        return self.store.connection.ontology

    def get_ontology(self) -> Ontology:
        """The same, under the name that the other primitives have."""
        return self.store.connection.ontology

    def validate_connection(self, type: str, source_type: str, target_type: str) -> bool:  # noqa: A002 - the word of the domain
        """Return true if a connection of this type may go from the one type of node to the other.

        Raises:
            InvalidConnectionType, InvalidNodeType: no loaded ontology declares it.
        """
        return self.ontology.may_connect(type, source_type, target_type)

    async def get_node(self, node_id: str) -> Memory:
        """One node, dead or alive. Raises :class:`NodeNotFound`."""
        return (await self.get_nodes([node_id]))[0]

    async def get_nodes(self, node_ids: Sequence[str]) -> list[Memory]:
        """These nodes, in this order, in one statement. Raises :class:`NodeNotFound` naming all that are not there."""
        found = {
            m.id: m for m in await self.store.memories.get(self.scope, [i for i in dict.fromkeys(node_ids) if is_id(i)])
        }
        if missing := [i for i in dict.fromkeys(node_ids) if i not in found]:
            raise NodeNotFound(f"no node {', '.join(missing)} in group {self.scope.group_id}", ids=missing)
        return [found[i] for i in node_ids]

    async def get_connection(self, connection_id: str) -> AnyEdge:
        """One connection. Raises :class:`ConnectionNotFound`."""
        return (await self.get_connections([connection_id]))[0]

    async def get_connections(self, connection_ids: Sequence[str]) -> list[AnyEdge]:
        """These connections, in this order, in one statement. Raises :class:`ConnectionNotFound`."""
        found = await self._connections_there(connection_ids)
        if missing := [i for i in dict.fromkeys(connection_ids) if i not in found]:
            raise ConnectionNotFound(f"no connection {', '.join(missing)} in group {self.scope.group_id}", ids=missing)
        return [found[i] for i in connection_ids]

    async def get_content(self, node_id: str) -> Content:
        """The content of a node as it was given; a file is read now, not before.

        Raises:
            NodeNotFound: there is no such node.
            ContentLost: its file is gone, or was changed.
        """
        node = await self.get_node(node_id)
        media_type = node.media_type if isinstance(node, Node) else "text/plain"
        if not node.files:
            return Content(node.content.encode(), media_type, node.content)
        files = await self.store.files.existing(self.scope.group_id)
        if files is None:
            raise ContentLost(f"group {self.scope.group_id} has no content files", ids=[node_id])
        data = await files.get(node.files[0].digest)
        return Content(data, node.files[0].media_type, text_of(data, node.files[0].media_type))

    async def get_connection_content(self, connection_id: str) -> str | None:
        """The note on a connection, null when it has none. Raises :class:`ConnectionNotFound`."""
        return getattr(await self.get_connection(connection_id), "content", None)

    async def query_nodes(
        self,
        type: str | None = None,  # noqa: A002
        where: Mapping[str, Any] | None = None,
        *,
        limit: int = PAGE,
        after: int | str | None = None,
    ) -> Page[Memory]:
        """Nodes of a type with these properties: ``query_nodes("Action", {"status": "next", "context": "phone"})``.

        Null asks for those without the property. A page at a time: go on with ``after=page.next``.

        Raises:
            InvalidNodeType: no loaded ontology declares the type.
            InvalidInput: a filter is malformed.
        """
        if type is not None:
            self.ontology.node_type(type)
        own = frozenset[str]() if type and type not in MODEL_OF_TYPE else None
        rows = await self._ask(
            self._statements.nodes(type),
            type=type,
            where=conditions(where) if own is None else conditions(where, own=own),
            after=self._statements.page_start if after is None else after,
            limit=_checked(limit),
        )
        return Page(tuple(memory_of(r, self._now()) for r in rows), rows[-1]["cursor"] if len(rows) == limit else None)

    async def query_connections(
        self,
        type: str | None = None,  # noqa: A002
        where: Mapping[str, Any] | None = None,
        *,
        source: str | None = None,
        target: str | None = None,
        ended: bool = False,
        limit: int = PAGE,
        after: int | str | None = None,
    ) -> Page[AnyEdge]:
        """Connections of a type, between these nodes, with these properties; ``ended`` also gives those of the past.

        Raises:
            InvalidConnectionType: no loaded ontology declares the type.
            InvalidInput: a filter is malformed.
        """
        if type is not None:
            self.ontology.connection_type(type)
        if any(end is not None and not is_id(end) for end in (source, target)):
            return Page((), None)
        anchor: Anchor = "both" if source and target else "source" if source else "target" if target else "none"
        rows = await self._ask(
            self._statements.connections(type, anchor),
            source=source,
            target=target,
            where=conditions(where, own=OWN_OF_EDGES),
            ended=ended,
            after=self._statements.page_start if after is None else after,
            limit=_checked(limit),
        )
        edges = tuple(edge_from(r["r"], type_=r["type"], source=r["source"], target=r["target"]) for r in rows)
        return Page(edges, rows[-1]["cursor"] if len(rows) == limit else None)

    async def get_connected_nodes(
        self,
        node_id: str,
        type: str | None = None,  # noqa: A002
        direction: Direction = "out",
        *,
        limit: int = PAGE,
    ) -> list[Memory]:
        """Return the nodes connected with a node, each once: where its connections lead (out), where they come from
        (in).

        Raises:
            NodeNotFound: there is no such node.
            InvalidConnectionType: no loaded ontology declares the type.
            InvalidInput: the direction is none.
        """
        if type is not None:
            self.ontology.connection_type(type)
        if direction not in {"out", "in", "both"}:
            raise InvalidInput(f"field direction: {direction!r} is not one of out, in, both", field="direction")
        statement = self._statements.connected(type, direction)
        rows = await self._ask(statement, id=node_id, ended=False, limit=_checked(limit)) if is_id(node_id) else []
        if not rows:
            raise NodeNotFound(f"no node {node_id} in group {self.scope.group_id}", ids=[node_id])
        return [memory_of(row, self._now()) for row in rows if row["n"] is not None]

    async def search_content(self, text: str, type: str | None = None, *, limit: int = 20) -> list[FoundNode]:  # noqa: A002
        """Full text over names and contents, the best first; any text can be asked for.

        Raises :class:`InvalidNodeType` for a type that no loaded ontology declares.
        """
        if type is not None:
            self.ontology.node_type(type)
        wanted = self.store.connection.database.full_text_query(self.scope.group_id, text)
        if not wanted:
            return []
        rows = await self._ask(self._statements.search, text=wanted, type=type, limit=_checked(limit))
        return [FoundNode(memory_of(row, self._now()), float(row["score"])) for row in rows]

    async def recall(self, text: str, *, limit: int = 10) -> list[FoundNode]:
        """By meaning and by words, fused, the best first: the search that the retrieval graph is built on."""
        if not text.strip():
            return []
        query = Query("recall", text, (await self.store.connection.embed([text]))[0], _checked(limit))
        found, _ = await self.store.search.memories(self.scope, [query], self._now())
        ranked = sorted(found, key=lambda hit: -hit.similarity)[:limit]
        return [FoundNode(hit.memory, hit.similarity) for hit in ranked]

    async def _connections_there(self, ids: Sequence[str]) -> dict[str, AnyEdge]:
        wanted = [i for i in dict.fromkeys(ids) if is_id(i)]
        if not wanted or not await self._indexed():
            return {}
        statement = self._statements.connections_by_ids(frozenset(self.ontology.connection_types))
        rows = await self._ask(statement, ids=wanted)
        edges = [edge_from(r["r"], type_=r["type"], source=r["source"], target=r["target"]) for r in rows]
        return {edge.id: edge for edge in edges}

    async def _indexed(self) -> bool:
        """Make sure that connections are found by their ids: when the first is asked for. False: there is no group."""
        group = self.scope.group_id
        if group not in self.store.connection.connections_indexed:
            if not await self.store.admin.known(group):
                return False
            rows = await self._ask(self._statements.indexes)
            there = set(rows[0]["names"]) if rows else set[str]()
            wanted = self._statements.wanted_indexes(frozenset(self.ontology.connection_types))
            for name, statement in wanted.items():
                if name not in there:
                    await self.store.connection.create_index(group, statement)
            if self._statements.indexes_stand and not wanted.keys() <= there:
                await self._ask(self._statements.indexes_stand)
            self.store.connection.connections_indexed.add(group)
        return True

    async def _ask(self, statement: str, **parameters: Any) -> list[dict[str, Any]]:
        given = {"agent": self.scope.agent_id, **self._now().parameters(), **parameters}
        return await self.store.connection.read(self.scope.group_id, statement, **given)

    def _now(self) -> Moment:
        return Moment.of(self.store.connection.clock.now())

    @property
    def _statements(self) -> PrimitiveStatements:
        return dialects.PRIMITIVES[self.store.connection.database.dialect]


def _checked(limit: int) -> int:
    if limit < 1:
        raise InvalidInput(f"field limit: {limit} is less than 1", field="limit")
    return limit
