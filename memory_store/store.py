"""The store: what nodes call. One door for writes (:meth:`Store.apply`), reads in the words of the domain."""

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from hypomnema.memory_store.backends.database import Database, Row
from hypomnema.memory_store.backends.opening import open_database
from hypomnema.memory_store.domain.change_set import Applied, ChangeSet, Vector
from hypomnema.memory_store.domain.clock import Clock, SystemClock, parse_time, time_text
from hypomnema.memory_store.domain.errors import (
    Conflict,
    DanglingReference,
    EmbedderMismatch,
    SchemaTooNew,
    WrongDimension,
)
from hypomnema.memory_store.domain.identity import entity_id
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.domain.types import MODEL_TYPES
from hypomnema.memory_store.embedders.base import Embedder
from hypomnema.memory_store.graphiti.mapping import from_properties
from hypomnema.memory_store.graphiti.writing import write_of
from hypomnema.memory_store.ontology.ontology import Ontology, load_ontology
from hypomnema.memory_store.reading import (
    ChangeEntry,
    Comparable,
    Finding,
    HistoryEntry,
    Link,
    Moment,
    Neighbour,
    Query,
    Standing,
)
from hypomnema.memory_store.search.fuse import Fused, Hit, fuse
from hypomnema.memory_store.search.plan import Plan, choose
from hypomnema.memory_store.settings import Settings

SCHEMA_VERSION = 1
PAGE = 500


class Store:
    """One database with one embedder. Open it with :meth:`open`, close it with :meth:`close`.

    Every method may raise :class:`StoreUnavailable`; reads never change anything.
    """

    def __init__(
        self, database: Database, embedder: Embedder, ontology: Ontology, settings: Settings, clock: Clock
    ) -> None:
        self.database = database
        self.embedder = embedder
        self.ontology = ontology
        self.settings = settings
        self.clock = clock
        self._live: dict[str, int] = {}
        self._preparing = asyncio.Lock()

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

    async def ready(self, group_id: str) -> None:
        """Make sure of a group: its indexes stand, and this embedder filled it. Asked once; every call does it too.

        Raises:
            EmbedderMismatch: another embedder filled it.
            SchemaTooNew: a newer version of this package did.
        """
        if group_id in self._live:
            return
        async with self._preparing:
            if group_id not in self._live:
                self._live[group_id] = await self._prepare(group_id)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Turn texts into vectors of the database's size."""
        return await self.embedder.embed(texts)

    # --- writing

    async def apply(self, changes: ChangeSet) -> Applied:
        """Apply a change set: all of it or nothing, and only once.

        Raises:
            WrongDimension: a vector does not have the embedder's size.
            Conflict: a slot has another holder, or a memory another revision, than the change set expects.
            DanglingReference: an edge, update or count names a memory that is not there.
        """
        wrong = [key for key, vector in changes.vectors.items() if len(vector) != self.embedder.dimension]
        if wrong:
            raise WrongDimension(
                f"{len(wrong)} vectors do not have the {self.embedder.dimension} numbers of {self.embedder.name}",
                ids=wrong,
            )
        await self.ready(changes.group_id)
        write = write_of(changes, self.ontology)
        statement = self.database.statements.apply(write.labels, write.edge_types)
        row = (await self.database.write(changes.group_id, statement, write.parameters))[0]
        if row["done"]:
            return Applied(change_id=changes.id, sequence=row["seq"], new=False)
        if row["missing"]:
            raise DanglingReference("the change set names memories that are not stored", ids=row["missing"])
        if row["lost"] or row["stale"]:
            moved = [*row["lost"], *row["stale"]]
            raise Conflict(f"the memory changed since it was read ({', '.join(moved)}); nothing written", ids=moved)
        self._live[changes.group_id] += sum(1 for m in changes.memories if m.status.live and not m.is_entity)
        return Applied(change_id=changes.id, sequence=row["seq"], new=True)

    # --- reading for ingestion

    async def known_entities(
        self, scope: Scope, names: Sequence[str], change_id: str
    ) -> tuple[list[Memory], dict[str, Any] | None]:
        """The stored entities of these names, and what the change set wrote if it was applied before."""
        ids = [entity_id(scope.group_id, name) for name in names]
        rows = await self._read(scope.group_id, self.database.statements.known_entities, ids=ids, change=change_id)
        payload = rows[0]["payload"] if rows else None
        return [from_properties(row["n"]) for row in rows if row["n"]], json.loads(payload) if payload else None

    async def comparable(
        self,
        scope: Scope,
        *,
        subjects: Sequence[str],
        claims: Sequence[str],
        conditions: Sequence[str],
        vectors: dict[str, Vector],
        k: int = 5,
    ) -> list[Comparable]:
        """Live memories that drafts must be compared with: same subject, same claim, waiting for it, or similar."""
        rows = await self._read(
            scope.group_id,
            self.database.statements.comparable,
            subjects=list(subjects),
            claims=list(claims),
            conditions=list(conditions),
            vectors=[{"id": key, "vector": _short(vector)} for key, vector in vectors.items()],
            k=k,
            fetch=k * self.settings.over_fetch,
        )
        return [Comparable(from_properties(r["n"]), r["draft"], float(r["similarity"])) for r in rows]

    # --- reading for retrieval

    async def standing(self, scope: Scope, moment: Moment) -> Standing:
        """Every live hard rule, the models, and what happened recently: one statement, no similarity."""
        since = moment.valid_at.timestamp() - self.settings.recent_days * 86_400
        rows = await self._read(
            scope.group_id,
            self.database.statements.standing,
            agent=scope.agent_id,
            models=list(MODEL_TYPES),
            since=time_text(datetime.fromtimestamp(since, tz=moment.valid_at.tzinfo)),
            recent=self.settings.recent_episodes,
            **moment.parameters(),
        )
        found: dict[str, list[tuple[str, Memory]]] = {}
        for row in rows:
            found.setdefault(row["kind"], []).append((row["edge"], _memory_of(row, moment)))

        def of_kind(kind: str) -> tuple[Memory, ...]:
            return tuple(memory for _, memory in found.get(kind, ()))

        return Standing(of_kind("rule"), of_kind("model"), tuple(found.get("linked", ())), of_kind("episode"))

    async def search(
        self, scope: Scope, queries: Sequence[Query], moment: Moment, *, k: int = 20
    ) -> tuple[list[Fused], Plan]:
        """Hybrid search over what is visible at the moment: vector and full text in one statement, fused."""
        plan = self._plan(scope, moment, k)
        statements = self.database.statements
        statement = statements.search_exact if plan.kind == "exact" else statements.search_index
        rows = await self._read(
            scope.group_id,
            statement,
            agent=scope.agent_id,
            queries=self._queries(scope, queries),
            k=k,
            fetch=plan.fetch,
            text_fetch=k * self.settings.over_fetch,
            **moment.parameters(),
        )
        return fuse(Hit(_memory_of(r, moment), r["role"], r["how"], float(r["score"])) for r in rows), plan

    async def procedures(
        self, scope: Scope, queries: Sequence[Query], moment: Moment, *, k: int = 10
    ) -> list[tuple[Memory, float]]:
        """Procedures with the best similarity of their trigger to any of the queries."""
        plan = self._plan(scope, moment, k)
        statements = self.database.statements
        statement = statements.procedures_exact if plan.kind == "exact" else statements.procedures_index
        rows = await self._read(
            scope.group_id,
            statement,
            agent=scope.agent_id,
            queries=self._queries(scope, queries),
            k=k,
            fetch=plan.fetch,
            **moment.parameters(),
        )
        best: dict[str, tuple[Memory, float]] = {}
        for row in rows:
            memory, score = _memory_of(row, moment), float(row["score"])
            if memory.id not in best or best[memory.id][1] < score:
                best[memory.id] = (memory, score)
        return sorted(best.values(), key=lambda pair: -pair[1])

    async def neighbourhood(
        self, scope: Scope, names: Sequence[str], vector: Vector, moment: Moment, *, anchors: int = 3, limit: int = 20
    ) -> list[Neighbour]:
        """What the named and the nearest entities are connected with, at most two steps away."""
        rows = await self._read(
            scope.group_id,
            self.database.statements.neighbourhood,
            agent=scope.agent_id,
            ids=[entity_id(scope.group_id, name) for name in names],
            vector=_short(vector),
            anchors=anchors,
            fetch=anchors * self.settings.over_fetch,
            limit=limit,
            **moment.parameters(),
        )
        return [Neighbour(_memory_of(r, moment), r["anchor"], float(r["nearness"]), int(r["hop"])) for r in rows]

    # --- looking into the memory

    async def get(self, scope: Scope, ids: Sequence[str]) -> list[Memory]:
        """The memories of these ids that the scope may see, in the order asked for."""
        rows = await self._read(scope.group_id, self.database.statements.by_ids, ids=list(ids))
        found = {m.id: m for m in (from_properties(row["n"]) for row in rows) if scope.sees(m.scope)}
        return [found[i] for i in ids if i in found]

    async def memories(
        self,
        scope: Scope,
        *,
        types: Sequence[str] = (),
        statuses: Sequence[Status] = (),
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Memory]:
        """All memories of a scope, read page by page: for small groups, dumps and tests.

        With ``statuses`` nothing is filtered by time; without, only what is visible at the moment.
        """
        moment = Moment.of(self.clock.now(), as_of=as_of, known_at=known_at)
        found: list[Memory] = []
        after: Any = self.database.statements.page_start
        while True:
            rows = await self._read(
                scope.group_id,
                self.database.statements.page,
                agent=scope.agent_id,
                types=list(types),
                after=after,
                everything=bool(statuses),
                limit=PAGE,
                **moment.parameters(),
            )
            page = [_memory_of(row, moment) for row in rows]
            found += [m for m in page if (not statuses or m.status in statuses) and scope.sees(m.scope)]
            if len(page) < PAGE:
                return found
            after = rows[-1]["cursor"]

    async def history(
        self, scope: Scope, *, names: Sequence[str] = (), topics: Sequence[str] = (), known_at: datetime | None = None
    ) -> list[HistoryEntry]:
        """Everything ever held about entities or topics, oldest first, with what superseded it and why."""
        rows = await self._read(
            scope.group_id,
            self.database.statements.history,
            agent=scope.agent_id,
            ids=[entity_id(scope.group_id, name) for name in names],
            topics=list(topics),
            known_at=time_text(known_at or self.clock.now()),
            limit=PAGE,
        )
        entries = [HistoryEntry(from_properties(r["n"]), r["new"], r["reason"]) for r in rows]
        return sorted(entries, key=lambda e: (e.memory.valid_from, e.memory.created_at, e.memory.id))

    async def changes(self, scope: Scope, since: datetime, *, after: int = 0) -> list[ChangeEntry]:
        """The change log from ``since`` on, in order, at most a page; go on with ``after`` = the last sequence."""
        rows = await self._read(
            scope.group_id, self.database.statements.changes, since=time_text(since), after=after, limit=PAGE
        )
        return [
            ChangeEntry(c["seq"], c["uuid"], parse_time(c["at"]), c["run"], c["reason"], json.loads(c["payload"]))
            for c in (row["c"] for row in rows)
        ]

    async def links(self, scope: Scope, ids: Sequence[str]) -> list[Link]:
        """The typed edges at these memories."""
        rows = await self._read(scope.group_id, self.database.statements.links, ids=list(ids))
        return [Link(**row) for row in rows]

    async def episodes(self, scope: Scope, ids: Sequence[str]) -> list[dict[str, Any]]:
        """The raw episodes of these ids, as Graphiti keeps them."""
        rows = await self._read(scope.group_id, self.database.statements.episodes, ids=list(ids))
        return [row["e"] for row in rows]

    async def numbers(self, group_id: str) -> dict[str, int]:
        """How many of everything: ``memories semantic:fact``, ``edges SUPERSEDES``, ``episodes …``, ``changes …``."""
        rows = await self._read(group_id, self.database.statements.numbers)
        return {f"{row['what']} {row['kind']}": int(row["count"]) for row in rows}

    async def check(self, group_id: str) -> list[Finding]:
        """Every broken invariant of a group; an empty list is good news."""
        found: list[Finding] = []
        for statement in self.database.statements.findings:
            rows = await self._read(group_id, statement)
            found += [Finding(row["kind"], row["message"], tuple(row["ids"])) for row in rows]
        return found

    def live_estimate(self, group_id: str) -> int:
        """About how many live memories a group has, without asking: as it was opened, plus what was added since."""
        return self._live.get(group_id, 0)

    # --- inside

    async def _read(self, group_id: str, statement: str, **parameters: Any) -> list[Row]:
        await self.ready(group_id)
        return await self.database.read(group_id, statement, {"group": group_id, **parameters})

    async def _prepare(self, group_id: str) -> int:
        state = await self.database.prepare(
            group_id, embedder=self.embedder.name, dimension=self.embedder.dimension, schema=SCHEMA_VERSION
        )
        if state.embedder != self.embedder.name:
            raise EmbedderMismatch(
                f"group {group_id} in {self.database.url} was filled by the embedder {state.embedder}, but "
                f"{self.embedder.name} is set: set HYPOMNEMA_EMBEDDER={state.embedder}, or use another group or store",
                ids=[group_id],
            )
        if (state.schema or 0) > SCHEMA_VERSION:
            raise SchemaTooNew(
                f"group {group_id} in {self.database.url} has schema {state.schema}, this version knows "
                f"{SCHEMA_VERSION}: upgrade hypomnema",
                ids=[group_id],
            )
        return state.live

    def _plan(self, scope: Scope, moment: Moment, k: int) -> Plan:
        return choose(
            live=self.live_estimate(scope.group_id),
            k=k,
            historic=moment.historic,
            exact_scan_limit=self.settings.exact_scan_limit,
            over_fetch=self.settings.over_fetch,
        )

    def _queries(self, scope: Scope, queries: Sequence[Query]) -> list[dict[str, Any]]:
        return [
            {
                "role": q.role,
                "vector": _short(q.vector),
                "text": self.database.full_text_query(scope.group_id, q.text),
            }
            for q in queries
        ]


def _short(vector: Vector) -> list[float]:
    """The vector in single precision, as the databases keep it, so that it is not sent twice as long."""
    return [round(x, 7) for x in vector]


def _memory_of(row: Row, moment: Moment) -> Memory:
    """The memory of a row, as it was held to be at the moment."""
    return from_properties(row["n"], known_at=time_text(moment.known_at) if moment.historic else None)
