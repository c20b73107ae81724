"""The store: what nodes call. One door for writes (:meth:`Store.apply`), reads in the words of the domain."""

import asyncio
import re
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memorist.memory_store.assessing import Assessing
from memorist.memory_store.backends.database import Database, Row
from memorist.memory_store.backends.opening import open_database
from memorist.memory_store.checking import UNFINISHED, Checking
from memorist.memory_store.comparing import Comparing
from memorist.memory_store.domain.change_set import Applied, ChangeSet
from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.errors import (
    Conflict,
    ConnectionAlreadyExists,
    DanglingReference,
    InvalidInput,
    NodeAlreadyExists,
    StoreError,
)
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.episodes import Episodes
from memorist.memory_store.forgetting.forgetting import Forgetting
from memorist.memory_store.graphiti.writing import write_of
from memorist.memory_store.linking import Linking
from memorist.memory_store.looking import Looking
from memorist.memory_store.looking_back import LookingBack
from memorist.memory_store.ontology.loading import Source, load_ontologies
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.ontology.validate import mistyped, validate
from memorist.memory_store.promoting import Promoting
from memorist.memory_store.reading import Finding
from memorist.memory_store.recalling import Recalling
from memorist.memory_store.rules import Rules
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.spans import Spans
from memorist.memory_store.turns import Turns
from memorist.memory_store.uses import Uses

if TYPE_CHECKING:
    from memorist.memory_store.primitives.graph import Graph

MANY = 500
"""A change set with more items than this may take longer than other statements."""
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL character as JSON writes it."""


class Store(
    Forgetting,
    Comparing,
    Recalling,
    Looking,
    Promoting,
    Assessing,
    Linking,
    Checking,
    Turns,
    Spans,
    LookingBack,
    Rules,
    Episodes,
):
    """One database with one embedder. Open it with :meth:`open`, close it with :meth:`close`.

    Every method may raise :class:`StoreUnavailable`; reads never change anything.
    """

    def __init__(
        self, database: Database, embedder: Embedder, ontology: Ontology, settings: Settings, clock: Clock
    ) -> None:
        super().__init__(database, embedder, ontology, settings, clock)
        self._uses = Uses(self.apply)

    @classmethod
    async def open(
        cls,
        url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        ontologies: Sequence[Source] = (),
        clock: Clock | None = None,
    ) -> "Store":
        """Open the store at ``url`` (default: the settings' store).

        ``ontologies`` are added to the default one: names of shipped ones (``gtd``, ``jacq``) or paths of YAML files;
        without any, the settings' are.

        Raises:
            InvalidInput: the URL, the embedder's name or an ontology is not known, or an ontology is malformed.
            OntologyClash: two ontologies declare one name differently.
            StoreUnavailable: not reachable, timed out, or the password is wrong.
            EmbedderUnavailable: the embedding model cannot be loaded.
        """
        settings = settings or read_settings()
        if embedder is None:
            from memorist.memory_store.embedders.named import open_embedder  # heavy, and often passed in

            embedder = open_embedder(settings.embedder, settings)
        await embedder.ready()
        ontology = await asyncio.to_thread(load_ontologies, ontologies or settings.ontologies)
        database = await open_database(settings.store if url is None else url, settings)
        return cls(database, embedder, ontology, settings, clock or SystemClock())

    def graph(self, scope: Scope) -> "Graph":
        """The core's primitives for a scope: nodes and connections of any declared type."""
        from memorist.memory_store.primitives.graph import Graph  # it builds on the store

        return Graph(self, scope)

    def note_use(self, group_id: str, run: str, used: Sequence[str], at: datetime) -> None:
        """Have it counted, in the background, that these memories stood in the prompt of a run; a run counts once."""
        work = self._uses.note(group_id, run, used, at, delay=self.settings.access_delay)
        if work is not None:
            self.do_later(work, what="uses of memories could not be counted")

    async def settled(self) -> None:
        """Count what was used, and wait until nothing is under way."""
        with self._uses.at_once():
            await super().settled()

    async def close(self) -> None:
        """Finish what is under way, give the connections back; stop an embedded server that nobody else uses."""
        await self.settled()
        await self.database.close()

    async def check(self, group_id: str) -> list[Finding]:
        """Every broken invariant of a group, also between graph and content files; an empty list is good news."""
        found = await super().check(group_id)
        if any(finding.kind == UNFINISHED for finding in found):
            return found
        return [*found, *await self.content_findings(group_id), *await self.forgetting_findings(group_id)]

    async def apply(self, changes: ChangeSet) -> Applied:
        """Apply a change set: all of it or nothing, and only once.

        Raises:
            WrongDimension: a vector does not have the embedder's size, or no direction.
            InvalidInput: a text holds a NUL character, which FalkorDB cannot keep.
            OntologyViolation: a type, a topology or a required property is not what the ontology says; found before
                anything is sent, or, for stored nodes that connections lead to, in the same transaction.
            NodeAlreadyExists, ConnectionAlreadyExists: an id that had to be new is not.
            Conflict: a slot has another holder, or a memory another revision, than the change set expects.
            DanglingReference: an edge, update or count names a memory that is not there.
            Forgotten: it brings back what was forgotten on request.
            EmbedderMismatch, GroupUnfinished: the group was given another embedder's vectors since it was opened, or
                just is.
            GroupErased: the whole group was.
        """
        for id_, vector in changes.vectors.items():
            self.checked(vector, ids=[id_])
        validate(changes, self.ontology)
        write = write_of(changes, self.ontology)
        if NUL.search(write.parameters["change"]["payload"]):
            raise InvalidInput("the change set holds text with a NUL character: remove it", field="text")
        await self.ready(changes.group_id)
        statement = self.database.statements.apply(write.labels, write.edge_types, write.parts)
        row = await self._send(changes, statement, write.parameters)
        if row["done"] is not None:
            return Applied(change_id=changes.id, sequence=row["done"], new=False)
        if row["taken"]:
            raise _taken(changes, row["taken"])
        if row["missing"]:
            raise DanglingReference(
                "the change set names memories that are not stored, or that belong to another group", ids=row["missing"]
            )
        if row["mistyped"]:
            raise mistyped(changes, self.ontology, {found["uuid"]: found["type"] for found in row["mistyped"]})
        if row["lost"] or row["stale"]:
            moved = [*row["lost"], *row["stale"]]
            raise Conflict(f"the memory changed since it was read ({', '.join(moved)}); nothing written", ids=moved)
        self._live[changes.group_id] += sum(1 for m in changes.memories if m.status.live and not m.is_entity)
        self.count_turns(changes.group_id, len(changes.episodes))
        self.note_rules(changes)
        return Applied(change_id=changes.id, sequence=row["seq"], new=True)

    async def _send(self, changes: ChangeSet, statement: str, parameters: dict[str, Any]) -> Row:
        """Send a change set that brings back nothing forgotten, as the database knows it at that moment."""
        patience = max(0, changes.size - MANY) * self.settings.write_patience
        while True:
            version = (await self.graves(changes.group_id)).version
            self.check_graves(changes)
            sent = {**parameters, "forgotten": version, "embedder": self.embedder.name}
            row = (await self.database.write(changes.group_id, statement, sent, patience=patience))[0]
            if row["done"] is None and not row["open"]:
                await self.reopen(changes.group_id)
            elif row["done"] is not None or row["forgotten"] == version:
                return row
            else:
                self._graves.pop(changes.group_id, None)  # somebody has forgotten something since: look again


def _taken(changes: ChangeSet, found: list[str]) -> StoreError:
    """The error for ids that are used, or once were."""
    ids = list(dict.fromkeys(found))
    said = f"{', '.join(ids)}: the id is used, or once was, and ids are never used again: choose another, or none"
    of_connections = {edge.id for edge in changes.edges if isinstance(edge, Connection)}
    return (ConnectionAlreadyExists if of_connections & set(ids) else NodeAlreadyExists)(said, ids=ids)
