"""Retraction takes back without erasing; deletion erases: it is the explicit forgetting."""

from collections.abc import Sequence

from memorist.memory_store.domain.change_set import ChangeSet, Hold, Update
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.primitives.changing import GraphChanges


class GraphLifecycle(GraphChanges):
    """Changes of status that a person asks for."""

    async def retract(self, node_id: str, *, reason: str) -> Memory:
        """Take a memory back: default reads leave it out, looks at what was believed before still see it.

        Its slot becomes free. Unlike forgetting it erases nothing. Returns the memory as it is now.

        Raises:
            NodeNotFound: there is no such node.
            InvalidTransition: it is retracted already.
        """

        async def retraction() -> ChangeSet:
            node = await self.get_node(node_id)
            now = self.store.connection.clock.now()
            update = Update(
                memory_id=node.id,
                revision=node.revision,
                before={"status": node.status, "expired_at": node.expired_at},
                after={"status": node.status.follow_with(Status.RETRACTED), "expired_at": now},
                reason=reason,
            )
            return self._set(reason, updates=(update,), holds=self._given_up(node))

        await self._decided_again(retraction)
        return await self.get_node(node_id)

    async def delete_node(self, node_id: str) -> None:
        """Erase a node with its connections, content and files, for ever; see :meth:`delete_nodes`."""
        await self.delete_nodes([node_id])

    async def delete_nodes(self, node_ids: Sequence[str]) -> None:
        """Erase nodes: this is forgetting, so what was derived only from them goes too, and nothing brings them back.

        Raises:
            NodeNotFound: one of them is not there; nothing is erased then.
            Conflict: others write without pause.
        """
        ids = list(dict.fromkeys(node_ids))
        await self.get_nodes(ids)
        await self.store.forgetting.forget(self.scope, ids=ids)

    def _given_up(self, node: Memory) -> tuple[Hold, ...]:
        """The slot that the memory holds: what is contested, or not live, holds none."""
        if node.claim is None or not node.status.live or node.status is Status.CONTESTED:
            return ()
        return (Hold(slot_id=self.ontology.slot_of(node, node.claim), expected=node.id, holder=None),)
