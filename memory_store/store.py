"""The store: what nodes call. One door for writes (:meth:`Store.apply`), reads in the words of the domain."""

import re

from hypomnema.memory_store.backends.opening import open_database
from hypomnema.memory_store.comparing import Comparing
from hypomnema.memory_store.domain.change_set import Applied, ChangeSet
from hypomnema.memory_store.domain.clock import Clock, SystemClock
from hypomnema.memory_store.domain.errors import Conflict, DanglingReference, InvalidInput
from hypomnema.memory_store.embedders.base import Embedder
from hypomnema.memory_store.graphiti.writing import write_of
from hypomnema.memory_store.looking import Looking
from hypomnema.memory_store.ontology.ontology import load_ontology
from hypomnema.memory_store.recalling import Recalling
from hypomnema.memory_store.settings import Settings

NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL character as JSON writes it."""


class Store(Comparing, Recalling, Looking):
    """One database with one embedder. Open it with :meth:`open`, close it with :meth:`close`.

    Every method may raise :class:`StoreUnavailable`; reads never change anything.
    """

    @classmethod
    async def open(
        cls,
        url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        ontology: str = "galatea",
        clock: Clock | None = None,
    ) -> "Store":
        """Open the store at ``url`` (default: the settings' store).

        Raises:
            InvalidInput: the URL or the embedder's name is not known.
            StoreUnavailable: not reachable, timed out, or the password is wrong.
            EmbedderUnavailable: the embedding model cannot be loaded.
        """
        settings = settings or Settings()
        if embedder is None:
            from hypomnema.memory_store.embedders.named import open_embedder  # heavy, and often passed in

            embedder = open_embedder(settings.embedder, settings)
        await embedder.ready()
        database = await open_database(url or settings.store, settings)
        return cls(database, embedder, load_ontology(ontology), settings, clock or SystemClock())

    async def close(self) -> None:
        """Give the connections back; stop an embedded server that nobody else uses."""
        await self.database.close()

    async def apply(self, changes: ChangeSet) -> Applied:
        """Apply a change set: all of it or nothing, and only once.

        Raises:
            WrongDimension: a vector does not have the embedder's size, or no direction.
            InvalidInput: a text holds a NUL character, which FalkorDB cannot keep.
            Conflict: a slot has another holder, or a memory another revision, than the change set expects.
            DanglingReference: an edge, update or count names a memory that is not there.
        """
        for memory_id, vector in changes.vectors.items():
            self.checked(vector, ids=[memory_id])
        write = write_of(changes, self.ontology)
        if NUL.search(write.parameters["change"]["payload"]):
            raise InvalidInput("the change set holds text with a NUL character: remove it", field="text")
        await self.ready(changes.group_id)
        statement = self.database.statements.apply(write.labels, write.edge_types)
        row = (await self.database.write(changes.group_id, statement, write.parameters))[0]
        if row["done"] is not None:
            return Applied(change_id=changes.id, sequence=row["done"], new=False)
        if row["missing"]:
            raise DanglingReference("the change set names memories that are not stored", ids=row["missing"])
        if row["lost"] or row["stale"]:
            moved = [*row["lost"], *row["stale"]]
            raise Conflict(f"the memory changed since it was read ({', '.join(moved)}); nothing written", ids=moved)
        self._live[changes.group_id] += sum(1 for m in changes.memories if m.status.live and not m.is_entity)
        return Applied(change_id=changes.id, sequence=row["seq"], new=True)
