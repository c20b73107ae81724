"""``store.changes``: the only way to write, the log of what was written, and the past rebuilt from it."""

import json
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Row, paged, sequence_of
from memorist.memory_store.domain.actor import present
from memorist.memory_store.domain.change_set import Applied, ChangeSet
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.errors import (
    Conflict,
    ConnectionAlreadyExists,
    DanglingReference,
    Forgotten,
    InvalidInput,
    NodeAlreadyExists,
    StoreError,
)
from memorist.memory_store.domain.log_chain import Head
from memorist.memory_store.domain.log_check import LogCheck, LogState
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.tombstone_lookup import Tombstones
from memorist.memory_store.graphiti.writing import write_of
from memorist.memory_store.log_ends import placed
from memorist.memory_store.ontology.validate import mistyped, validate
from memorist.memory_store.parts.rules import Rules
from memorist.memory_store.past import Past
from memorist.memory_store.reading import ChangeEntry
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.log import HEAD
from memorist.memory_store.token_vectors import tokens_of_episodes
from memorist.memory_store.uses import UseCounter

MANY = 500
"""A change set with more items than this may take longer than other statements."""
MAX_ATTEMPTS = 10
"""So many lost races in a row mean that something else is wrong."""
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL character as JSON writes it."""
PAGE = 500
REFUSALS = ("lost", "stale", "missing", "mistyped", "taken")
"""Columns of the answer that, if not empty, say why nothing was written."""
ENTRIES_AT_A_TIME = 100
"""Entries of one page while the past is rebuilt: each holds a whole change set."""


@dataclass(frozen=True)
class Decided[T]:
    """Result of a decision, its change set, and the receipt; no receipt if nothing was written."""

    result: T
    changes: ChangeSet
    applied: Applied | None


async def retry_on_conflict[T](attempt: Callable[[], Awaitable[T]], attempts: int = MAX_ATTEMPTS) -> T:
    """Call ``attempt``, again after each conflict with another writer; raise the last conflict after ``attempts``."""
    while True:
        attempts -= 1
        try:
            return await attempt()
        except (Conflict, Forgotten):
            if not attempts:
                raise


class Changes:
    """Applies change sets, and reads the log that they leave."""

    def __init__(self, connection: StoreConnection, rules: Rules) -> None:
        self._connection = connection
        self._rules = rules
        self._uses = UseCounter(self.apply)

    def builder(self, group_id: str, *, at: datetime, run: str) -> ChangeBuilder:
        """Return a builder of a change set for a group."""
        return ChangeBuilder(group_id, at, self._connection.ontology, run)

    async def decide[T](
        self,
        fn: Callable[[ChangeBuilder], Awaitable[T]],
        group_id: str,
        *,
        at: datetime,
        run: str,
        dry_run: bool = False,
        attempts: int = MAX_ATTEMPTS,
    ) -> Decided[T]:
        """Read and decide by ``fn``, and apply what it builds; where somebody else was faster, once more.

        Raises as :meth:`apply` does, :class:`Conflict` after the last of the ``attempts``.
        """

        async def attempt() -> Decided[T]:
            builder = self.builder(group_id, at=at, run=run)
            result = await fn(builder)
            changes = builder.build()
            written = not dry_run and not changes.empty
            return Decided(result, changes, await self.apply(changes) if written else None)

        return await retry_on_conflict(attempt, attempts)

    async def decide_each[T](
        self,
        items: Sequence[T],
        fn: Callable[[ChangeBuilder, Sequence[T]], None],
        group_id: str,
        *,
        at: datetime,
        run: str,
        dry_run: bool = False,
    ) -> tuple[list[ChangeSet], list[T]]:
        """Apply what ``fn`` builds for all ``items``; after a conflict, for each alone.

        Return the change set of a dry run, and the items to be left for later: others changed or erased them meanwhile.
        """
        if not items:
            return [], []
        builder = self.builder(group_id, at=at, run=run)
        fn(builder, items)
        changes = builder.build()
        if dry_run or changes.empty:
            return [] if changes.empty else [changes], []
        try:
            await self.apply(changes)
        except (Conflict, DanglingReference):
            if len(items) == 1:
                return [], list(items)
            each = [await self.decide_each([item], fn, group_id, at=at, run=run) for item in items]
            return [], [item for _, left in each for item in left]
        return [], []

    async def apply(self, changes: ChangeSet) -> Applied:
        """Apply a change set: all of it or nothing, and only once.

        Raises:
            WrongDimension: a vector does not have the embedder's size, or no direction.
            InvalidInput: a text holds a NUL character, which FalkorDB cannot keep.
            OntologyViolation: a type, a topology or a required property is not what the ontology says; found before
                anything is sent, or, for stored nodes that connections lead to, in the same transaction.
            NodeAlreadyExists, ConnectionAlreadyExists: an id that had to be new is not.
            Conflict: a slot has another holder, or a memory another revision, than the change set expects.
            DanglingReference: an edge, update or count names a memory that is not there; or a reading an episode whose
                words were erased.
            Forgotten: it brings back what was forgotten on request.
            EmbedderMismatch, GroupUnfinished: the group was given another embedder's vectors since it was opened, or
                just is.
            GroupErased: the whole group was.
        """
        connection, changes = self._connection, signed(changes)
        validate(changes, connection.ontology)
        changes = await self._embedded(changes)
        for id_, vector in changes.vectors.items():
            connection.checked(vector, ids=[id_])
        tokens = await tokens_of_episodes(connection, changes.episodes)
        write = write_of(changes, connection.ontology, tokens)
        if NUL.search(write.parameters["change"]["payload"]):
            raise InvalidInput("the change set holds text with a NUL character: remove it", field="text")
        await connection.ready(changes.group_id)
        statement = connection.database.statements.apply(write.labels, write.edge_types, write.parts)
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
            raise mistyped(changes, connection.ontology, {found["uuid"]: found["type"] for found in row["mistyped"]})
        if row["lost"] or row["stale"]:
            moved = [*row["lost"], *row["stale"]]
            raise Conflict(f"the memory changed since it was read ({', '.join(moved)}); nothing written", ids=moved)
        live = sum(1 for m in changes.memories if m.status.live and not m.is_entity)
        connection.count(changes.group_id, live=live, turns=len(changes.episodes))
        self._rules.note(changes)
        return Applied(change_id=changes.id, sequence=row["seq"], new=True)

    async def log(
        self, scope: Scope, since: datetime | None = None, *, after: int = 0, limit: int = PAGE
    ) -> list[ChangeEntry]:
        """The change log from ``since`` on, in order, at most a page; go on with ``after`` = the last sequence.

        The sequence has no gaps.
        """
        statement, begin = self._connection.database.statements.changes, time_text(since) if since is not None else ""
        rows = await self._connection.read(scope.group_id, statement, since=begin, after=after, limit=limit)
        return [ChangeEntry.of(row["c"]) for row in rows]

    async def verify(self, group_id: str, *, noted: Head | None = None) -> LogState:
        """Walk the log up to its present end: is every entry what was written, and where it was written?

        Reads the whole log, page by page. ``noted`` is an end that an earlier walk gave and that was kept elsewhere:
        the entry must be there still.
        """
        check = LogCheck(noted)
        head = await self._end(group_id)
        if head is None:
            return check.state(noted or Head())
        async for entry in self._every_entry(group_id):
            beyond = int(entry["seq"]) > head.sequence
            # If nobody has written since, it was put there by other means.
            if not beyond or await self._end(group_id) == head:
                check.take(entry)
            if beyond:
                break
        return check.state(head)

    async def _end(self, group_id: str) -> Head | None:
        """The end of the log as the group notes it; null: it has none."""
        rows = await self._connection.read(group_id, HEAD)
        return Head(int(rows[0]["seq"]), str(rows[0]["head"])) if rows else None

    async def _every_entry(self, group_id: str) -> AsyncGenerator[Row]:
        """All entries in order, page by page; also several that have one place."""
        statement, limit = self._connection.database.statements.changes, ENTRIES_AT_A_TIME
        last, told = -1, set[str]()
        while True:
            rows = await self._connection.read(group_id, statement, since="", after=last - 1, limit=limit)
            fresh = [row["c"] for row in rows if row["c"]["uuid"] not in told]
            for entry in fresh:
                yield entry
            if len(rows) < limit or not fresh:
                return
            last = int(fresh[-1]["seq"])
            told = {row["c"]["uuid"] for row in rows if int(row["c"]["seq"]) == last}

    async def rebuild(self, group_id: str, known_at: datetime) -> Past:
        """The group exactly as it was recorded at ``known_at``, from the change log alone, read page by page."""
        past, until = Past(known_at), time_text(known_at)
        statement = dialects.LOOKING_BACK[self._connection.database.dialect].log_until

        async def read(after: int, limit: int) -> list[Row]:
            return await self._connection.read(group_id, statement, agent=None, until=until, after=after, limit=limit)

        async for rows in paged(read, 0, ENTRIES_AT_A_TIME, sequence_of):
            for row in rows:
                past.take_in(sequence_of(row), json.loads(row["c"]["payload"]))
        return past

    def note_use(self, group_id: str, run: str, used: Sequence[str], at: datetime) -> None:
        """Count, in the background, that these memories stood in the prompt of a run; a run counts once."""
        work = self._uses.note(group_id, run, used, at, delay=self._connection.settings.access_delay)
        if work is not None:
            self._connection.background.start(work, what="uses of memories could not be counted")

    async def settled(self) -> None:
        """Count what was used, and wait until no background work is under way."""
        with self.uses_at_once():
            await self._connection.background.settled()

    def uses_at_once(self) -> AbstractContextManager[None]:
        """While it is entered, uses are counted without waiting for more of them."""
        return self._uses.at_once()

    async def _embedded(self, changes: ChangeSet) -> ChangeSet:
        """Return the change set with a vector for each added memory and raw episode, embedded in one call."""
        missing = [one for one in (*changes.memories, *changes.episodes) if one.id not in changes.vectors]
        if not missing:
            return changes
        vectors = await self._connection.embed([one.text_to_embed() for one in missing])
        by_id = {one.id: vector for one, vector in zip(missing, vectors, strict=True)}
        return changes.model_copy(update={"vectors": {**changes.vectors, **by_id}})

    async def _send(self, changes: ChangeSet, statement: str, parameters: dict[str, Any]) -> Row:
        """Send a change set that brings back nothing forgotten, as the last entry of the log.

        One statement, unless another process has written or forgotten something since this one last looked.
        """
        connection, group = self._connection, changes.group_id
        patience = max(0, changes.size - MANY) * connection.settings.write_patience
        entry = parameters.pop("change")
        async with connection.log_ends.lock(group):
            while True:
                await connection.known(group)
                version = (connection.tombstones.get(group) or Tombstones()).version
                connection.tombstones.check(changes, connection.embedder.name)
                chain = placed(entry, connection.log_ends.get(group))
                sent = {**parameters, **chain, "forgotten": version, "embedder": connection.embedder.name}
                row = (await connection.database.write(group, statement, sent, patience=patience))[0]
                connection.log_ends.note(group, int(row["seq"]), row["head"])
                if row["done"] is not None or row["head"] == chain["change"]["link"]:
                    return row
                if not row["open"]:
                    await connection.reopen(group)
                elif row["forgotten"] != version:
                    connection.tombstones.drop(group)  # somebody has forgotten something since: look again
                elif any(row[name] for name in REFUSALS):
                    return row


def signed(changes: ChangeSet) -> ChangeSet:
    """The set with who asked for it and the operation it is part of, where it does not say so itself."""
    now = present()
    told = {"by": changes.by or now.by, "operation": changes.operation or now.operation}
    return changes.model_copy(update=told)


def _taken(changes: ChangeSet, found: list[str]) -> StoreError:
    """The error for ids that are used, or once were."""
    ids = list(dict.fromkeys(found))
    said = f"{', '.join(ids)}: the id is used, or once was, and ids are never used again: choose another, or none"
    of_connections = {edge.id for edge in changes.edges if isinstance(edge, Connection)}
    return (ConnectionAlreadyExists if of_connections & set(ids) else NodeAlreadyExists)(said, ids=ids)
