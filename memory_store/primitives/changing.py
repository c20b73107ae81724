"""Changing in place and deleting: properties and content of nodes, fields of connections."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.edge_change import EdgeRemoval, EdgeUpdate
from memorist.memory_store.domain.edges import AnyEdge, Connection
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import validated
from memorist.memory_store.domain.memory import Memory, memory_id
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.parts.changes import MAX_ATTEMPTS
from memorist.memory_store.primitives.building import OF_EDGES
from memorist.memory_store.primitives.contents import keep
from memorist.memory_store.primitives.drafts import Change
from memorist.memory_store.primitives.judging import expect_revision, memory_update, merged, read_change
from memorist.memory_store.primitives.reads import GraphReads

RUN = "primitives"


class GraphChanges(GraphReads):
    """Each call reads what is there, then applies one change set; two statements, however many items."""

    async def update_node(
        self,
        node_id: str,
        properties: Mapping[str, Any] | None = None,
        content: str | bytes | None = None,
        media_type: str | None = None,
        *,
        revision: int | None = None,
        reason: str = "updated",
    ) -> Memory:
        """Change some properties of a node, or its content; null takes a property away. Returns the node as it is now.

        Raises as :meth:`update` does.
        """
        change = read_change(node_id, properties, content, media_type, revision)
        await self.update(nodes=[change], reason=reason)
        return await self.get_node(node_id)

    async def update_connection(
        self,
        connection_id: str,
        properties: Mapping[str, Any] | None = None,
        content: str | None = None,
        *,
        revision: int | None = None,
        reason: str = "updated",
    ) -> AnyEdge:
        """Change some properties of a connection, or its note; returns it as it is now.

        Raises as :meth:`update` does.
        """
        change = read_change(connection_id, properties, content, None, revision)
        await self.update(connections=[change], reason=reason)
        return await self.get_connection(connection_id)

    async def update(
        self,
        nodes: Sequence[Change] = (),
        connections: Sequence[Change] = (),
        *,
        reason: str = "updated",
    ) -> None:
        """Change nodes and connections, all or none, as one entry of the change log.

        A change that somebody else makes meanwhile is kept where it concerns other properties: what is there is read
        again, and the change applied to that.

        Raises:
            NodeNotFound, ConnectionNotFound: one of them is not there.
            RequiredPropertyMissing: a property that its type requires would be gone.
            InvalidInput: a field is malformed, or one of a memory that does not change in place.
            Conflict: it has another revision than the change was made for.
        """
        once = any(change.revision for change in (*nodes, *connections))

        async def change(changes: ChangeBuilder) -> None:
            await self._change(changes, nodes, connections)

        await self._decide(change, reason, attempts=1 if once else MAX_ATTEMPTS)

    async def set_content(self, node_id: str, content: str | bytes, media_type: str | None = None) -> Memory:
        """Give a node new content. Returns the node that holds it.

        A node of an ontology's own type keeps its id. The content of a memory never changes: a new one supersedes it.

        Raises:
            NodeNotFound: there is no such node.
            InvalidInput: the memory is not live, or states a claim, which only ingestion reconciles.
        """
        node = await self.get_node(node_id)
        if isinstance(node, Node):
            return await self.update_node(node_id, content=content, media_type=media_type, reason="new content")
        return await self._superseded(node, content.decode() if isinstance(content, bytes) else content)

    async def set_connection_content(self, connection_id: str, content: str) -> AnyEdge:
        """Give a connection another note. Raises :class:`ConnectionNotFound`."""
        return await self.update_connection(connection_id, content=content)

    async def delete_connection(self, connection_id: str, *, reason: str = "deleted") -> None:
        """Remove a connection; see :meth:`delete_connections`."""
        await self.delete_connections([connection_id], reason=reason)

    async def delete_connections(self, connection_ids: Sequence[str], *, reason: str = "deleted") -> None:
        """Remove connections, all or none. Their ids are never used again; the change log keeps that they were.

        Raises :class:`ConnectionNotFound`.
        """

        async def remove(changes: ChangeBuilder) -> None:
            there = await self.get_connections(list(dict.fromkeys(connection_ids)))
            changes.more["edge_removals"] = tuple(
                EdgeRemoval.of(edge, reason, was=edge.model_dump(mode="json")) for edge in there
            )

        await self._decide(remove, reason)

    async def _decide(
        self, fn: Callable[[ChangeBuilder], Awaitable[None]], reason: str, attempts: int = MAX_ATTEMPTS
    ) -> None:
        """Apply what ``fn`` builds, as a new request of this scope; after a conflict, decide again."""

        async def decide(changes: ChangeBuilder) -> None:
            changes.id, changes.reason, changes.more["by"] = uuid4().hex, reason, Actor.of(self.scope)
            await fn(changes)

        now = self.store.connection.clock.now()
        await self.store.changes.decide(decide, self.scope.group_id, at=now, run=RUN, attempts=attempts)

    async def _change(self, changes: ChangeBuilder, nodes: Sequence[Change], connections: Sequence[Change]) -> None:
        for change, node in zip(nodes, await self.get_nodes([c.id for c in nodes]) if nodes else [], strict=True):
            expect_revision(change.revision, node.revision, node.id)
            if isinstance(node, Node):
                await self._change_node(changes, change, node)
            else:
                changes.include(memory_update(change, node, changes.reason))
        there = await self.get_connections([c.id for c in connections]) if connections else []
        for change, edge in zip(connections, there, strict=True):
            expect_revision(change.revision, edge.revision, edge.id)
        changes.more["edge_updates"] = tuple(
            self._edge_update(change, edge, changes.reason) for change, edge in zip(connections, there, strict=True)
        )

    async def _change_node(self, changes: ChangeBuilder, change: Change, node: Node) -> None:
        after: dict[str, Any] = {"modified_at": changes.at}
        if change.properties:
            after["properties"] = merged(node.properties, change.properties)
        if change.content is not None:
            media_type = change.media_type or node.media_type
            kept = await keep(self.store.files, self.scope.group_id, change.content, media_type, None, of=node.type)
            after |= {"content": kept.text, "summary": kept.title, "media_type": media_type, "files": kept.files}
        changed = validated(Node, {**dict(node), **after}, of=node.type)
        if change.content is not None:
            [vector] = await self.store.connection.embed([changed.text_to_embed()])
            changes.more.setdefault("vectors", {})[node.id] = vector
        valid = {key: getattr(changed, key) for key in after}
        changes.include(Update.of(node, valid, changes.reason, node_type=node.type))

    def _edge_update(self, change: Change, edge: AnyEdge, reason: str) -> EdgeUpdate:
        after: dict[str, Any] = dict(change.properties)
        if isinstance(edge, Connection):
            if edge.type not in set(EdgeType):
                after = {"properties": merged(edge.properties, change.properties)} if change.properties else {}
            if change.content is not None:
                after["content"] = change.content
            after["modified_at"] = self.store.connection.clock.now()
        elif change.content is not None:
            raise InvalidInput(
                f"{edge.type}: {edge.id} was not created as a connection and has no note: give it a reason instead",
                field="content",
                ids=[edge.id],
            )
        if unknown := sorted(after.keys() - OF_EDGES - {"properties", "content", "modified_at"}):
            raise InvalidInput(
                f"{edge.type}: field {unknown[0]}: there is none of that name; it has {', '.join(sorted(OF_EDGES))}",
                field=unknown[0],
                ids=[edge.id],
            )
        changed = validated(type(edge), {**dict(edge), **after}, of=str(edge.type))
        return EdgeUpdate.of(
            edge,
            reason,
            before={key: getattr(edge, key) for key in after},
            after={key: getattr(changed, key) for key in after},
        )

    async def _superseded(self, old: Memory, content: str) -> Memory:
        if not old.status.live:
            raise InvalidInput(
                f"{old.id} is {old.status}: only what is live can be superseded", field="id", ids=[old.id]
            )
        if old.claim is not None or old.is_entity:
            raise InvalidInput(
                f"{old.id} {'states a claim' if old.claim else 'names a thing'}, which new words alone do not change: "
                "ingest the correction",
                field="content",
                ids=[old.id],
            )
        now, change_id = self.store.connection.clock.now(), uuid4().hex
        since = max(now, old.valid_from)
        new = parse_memory(
            {
                **old.model_dump(),
                "id": memory_id(self.scope.group_id, old.type, content, [change_id]),
                "content": content,
                "created_at": now,
                "valid_from": since,
                "revision": 1,
                "access_count": 0,
                "last_accessed": None,
            }
        )
        changes = self.store.changes.builder(self.scope.group_id, at=now, run=RUN)
        changes.id, changes.reason, changes.more["by"] = change_id, "new content", Actor.of(self.scope)
        changes.supersede(old, new, changes.reason)
        changes.add(new)
        await self.store.changes.apply(changes.build())
        return new
