"""Retraction takes back without erasing; deletion erases: it is the explicit forgetting."""

from collections.abc import Sequence

from memorist.memory_store.change_builder import ChangeBuilder
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

        async def end(changes: ChangeBuilder) -> None:
            changes.end(await self.get_node(node_id), Status.RETRACTED, reason)

        await self._decide(end, reason)
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
