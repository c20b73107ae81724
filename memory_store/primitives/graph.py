"""The core's primitives of one scope, reached as ``store.records(scope)``.

Each call that writes is one change set: all of it or nothing, one entry in the change log. What is repeated with the
same ``request_id`` is carried out once.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.edges import AnyEdge, Connection
from memorist.memory_store.domain.errors import ConnectionAlreadyExists, NodeAlreadyExists
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import ENTITY_TYPES, MODEL_OF_TYPE
from memorist.memory_store.primitives.building import chosen_id, connection_of, end_of, made_id, node_of
from memorist.memory_store.primitives.contents import StoredContent, keep
from memorist.memory_store.primitives.drafts import ConnectionDraft, NodeDraft, Written
from memorist.memory_store.primitives.lifecycle import GraphLifecycle

RUN = "primitives"


class Graph(GraphLifecycle):
    """Nodes and connections of any declared type: create, read, change, ask, delete."""

    async def create_node(
        self,
        type: str,  # noqa: A002 - the word of the domain
        content: str | bytes = "",
        media_type: str = "text/markdown",
        properties: Mapping[str, Any] | None = None,
        *,
        title: str | None = None,
        id: str | None = None,  # noqa: A002
        reason: str = "created",
        request_id: str | None = None,
    ) -> Memory:
        """Create one node; see :meth:`create`."""
        draft = NodeDraft(
            type=type, content=content, media_type=media_type, title=title, properties=dict(properties or {}), id=id
        )
        return (await self.create([draft], reason=reason, request_id=request_id)).nodes[0]

    async def create_connection(
        self,
        type: str,  # noqa: A002
        source: str,
        target: str,
        properties: Mapping[str, Any] | None = None,
        content: str | None = None,
        *,
        id: str | None = None,  # noqa: A002
        reason: str = "created",
        request_id: str | None = None,
    ) -> AnyEdge:
        """Create one connection between nodes that are there; see :meth:`create`."""
        draft = ConnectionDraft(
            type=type, source=source, target=target, properties=dict(properties or {}), content=content, id=id
        )
        return (await self.create(connections=[draft], reason=reason, request_id=request_id)).connections[0]

    async def create(
        self,
        nodes: Sequence[NodeDraft] = (),
        connections: Sequence[ConnectionDraft] = (),
        *,
        reason: str = "created",
        request_id: str | None = None,
    ) -> Written:
        """Create nodes and connections, all or none, as one entry of the change log.

        Args:
            nodes: what shall be; 10,000 at once are fine.
            connections: between them (``#0`` is the first of ``nodes``) and nodes that are there.
            reason: one sentence for the change log.
            request_id: the same for the same request: repeating it creates nothing twice.

        Raises:
            InvalidNodeType, InvalidConnectionType: no loaded ontology declares the type.
            InvalidTopology: a connection may not stand between nodes of these types.
            RequiredPropertyMissing: what the type requires is not there.
            DanglingReference: an end of a connection is not there.
            NodeAlreadyExists, ConnectionAlreadyExists: a chosen id is used, or once was.
            InvalidInput: a field is malformed.
        """
        change_id = request_id or uuid4().hex
        now = self.store.connection.clock.now()
        for draft in nodes:
            self.ontology.node_type(draft.type, ids=[draft.id] if draft.id else ())
        for draft in connections:
            self.ontology.connection_type(draft.type, ids=[draft.id] if draft.id else ())
        kept = [await self._kept(draft) for draft in nodes]
        made = [
            node_of(draft, content, self.scope, now, self._node_id(draft, change_id, place))
            for place, (draft, content) in enumerate(zip(nodes, kept, strict=True))
        ]
        edges = [self._connection(draft, made, change_id, place) for place, draft in enumerate(connections)]
        chosen = [d.id for d in (*nodes, *connections) if d.id]
        await self._are_unused([d.id for d in connections if d.id], made, edges)
        changes = ChangeSet(
            id=change_id,
            group_id=self.scope.group_id,
            at=now,
            run=RUN,
            reason=reason,
            by=Actor.of(self.scope),
            memories=tuple(made),
            edges=tuple(edges),
            fresh=tuple(node.id for node in made),
            chosen=tuple(chosen),
        )
        applied = await self.store.changes.apply(changes)
        return Written(tuple(made), tuple(edges), change_id, applied.sequence, applied.new)

    async def _kept(self, draft: NodeDraft) -> StoredContent:
        if draft.type in MODEL_OF_TYPE:
            text = draft.content.decode() if isinstance(draft.content, bytes) else draft.content
            return StoredContent(text, draft.title or "", (), draft.media_type)
        group = self.scope.group_id
        return await keep(self.store.files, group, draft.content, draft.media_type, draft.title, of=draft.type)

    def _node_id(self, draft: NodeDraft, change_id: str, place: int) -> str:
        """The id of a node: the chosen one, that of a named thing's name, or one that follows from the request."""
        if draft.id is not None:
            return chosen_id(draft.id, draft.type)
        if draft.type in ENTITY_TYPES and isinstance(draft.content, str):
            return entity_id(self.scope.group_id, draft.content)
        return made_id(self.scope, "node", change_id, place)

    def _connection(self, draft: ConnectionDraft, made: Sequence[Memory], change_id: str, place: int) -> Connection:
        ends = (end_of(draft.source, made, draft.type), end_of(draft.target, made, draft.type))
        id_ = chosen_id(draft.id, draft.type) if draft.id else made_id(self.scope, "connection", change_id, place)
        return connection_of(draft, ends, self.scope, self.store.connection.clock.now(), id_)

    async def _are_unused(self, chosen: Sequence[str], made: Sequence[Memory], edges: Sequence[Connection]) -> None:
        """Refuse ids that are chosen twice, and chosen ids of connections that another connection has."""
        ids = [node.id for node in made]
        if twice := sorted({i for i in ids if ids.count(i) > 1}) if len(set(ids)) < len(ids) else []:
            raise NodeAlreadyExists(f"{', '.join(twice)}: two nodes of the request have this id", ids=twice)
        ids = [edge.id for edge in edges]
        if len(set(ids)) < len(ids):
            twice = sorted({i for i in ids if ids.count(i) > 1})
            raise ConnectionAlreadyExists(f"{', '.join(twice)}: two connections of the request have this id", ids=twice)
        if taken := sorted(await self._connections_there(chosen)):
            raise ConnectionAlreadyExists(f"{', '.join(taken)}: the id is used; choose another, or none", ids=taken)
