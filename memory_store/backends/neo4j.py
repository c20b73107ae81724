"""Neo4j 5.26 and newer by URL: one database, a group is a property."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, LiteralString, cast
from urllib.parse import unquote, urlsplit

import neo4j
from graphiti_core.driver.neo4j_driver import Neo4jDriver
from neo4j.exceptions import DriverError, Neo4jError

from memorist.memory_store.backends.falkordb import MAX_QUERY_WORDS, without_password
from memorist.memory_store.backends.neo4j_errors import translated
from memorist.memory_store.backends.neo4j_indexes import PRESENT, UNIQUE, indexes_for_memories, missing
from memorist.memory_store.backends.neo4j_parameters import as_one_parameter, planned_for
from memorist.memory_store.database import ExactLimits, GroupState, Row
from memorist.memory_store.domain.errors import StoreError, StoreUnavailable
from memorist.memory_store.settings import Settings
from memorist.memory_store.statements.dialects import Dialect
from memorist.memory_store.statements.memories import neo4j as memories
from memorist.memory_store.statements.turns import neo4j as turns
from memorist.memory_store.statements.uniqueness import PLAIN_UUID_INDEXES

KERNEL_VERSION = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version"
SILENCE = 1.0
"""Seconds beyond its time-out in which a server must have said that a statement is over."""
PLANNING_PATIENCE = 30.0
"""Seconds that a cold server may take to plan one statement."""
FILTERS_IN_INDEX_SINCE = (2026, 1)
"""From this version on a vector index takes predicates; before, only what comes out of it can be filtered."""
EXACT = ExactLimits(memories=100, turns=250)
"""Neo4j takes 20 µs to read and compare one vector, for each query anew."""
EXACT_WITHOUT_FILTERS = ExactLimits(memories=500, turns=2_000)
"""Where an index answers with what is of all groups, it has to be asked for more."""

REMAINS = (
    "Neo4j's transaction logs hold it until they rotate and are pruned: set db.tx_log.rotation.retention_policy to "
    "keep_none (by default logs are kept two days), then CALL db.checkpoint()",
    "Neo4j frees the space of what is deleted without overwriting it, and its indexes drop it when they merge: where "
    "the disk itself may be read, `memorist copy` the group into a new database and destroy the old one's files",
    "backups of the database made before now hold it",
)


class Neo4jDatabase:
    """One driver, which is a connection pool."""

    dialect: Dialect = "neo4j"

    def __init__(
        self,
        driver: neo4j.AsyncDriver,
        url: str,
        settings: Settings,
        version: tuple[int, int],
        login: tuple[str, str | None, str | None],
    ) -> None:
        self.url = url
        self.statements_sent = 0
        self.filters_in_index = version >= FILTERS_IN_INDEX_SINCE
        self.statements = memories.FILTERED_STATEMENTS if self.filters_in_index else memories.STATEMENTS
        self.turns = turns.FILTERED if self.filters_in_index else turns.STATEMENTS
        self.exact_limits = EXACT if self.filters_in_index else EXACT_WITHOUT_FILTERS
        self._driver = driver
        self._login = login
        self._settings = settings
        self._prepared = self._planned = False
        self._written: set[object] = set()

    @classmethod
    async def open(cls, url: str, settings: Settings) -> "Neo4jDatabase":
        """Open ``neo4j://[user:password@]host:port``, also ``bolt://`` and the encrypted forms."""
        parts = urlsplit(url)
        user = unquote(parts.username) if parts.username else settings.neo4j_user
        password = unquote(parts.password) if parts.password else settings.neo4j_password.get_secret_value()
        host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
        bare = f"{parts.scheme}://{host}:{parts.port or 7687}"
        driver = neo4j.AsyncGraphDatabase.driver(
            bare,
            auth=(user, password) if password else None,
            max_connection_pool_size=settings.max_connections,
            connection_timeout=settings.connect_timeout,
            connection_acquisition_timeout=settings.statement_timeout,
            max_transaction_retry_time=settings.statement_timeout,
            notifications_min_severity="OFF",
        )
        try:
            # In auto-commit: a managed transaction would try again for as long as a statement may take.
            async with driver.session(database=settings.neo4j_database) as session:
                found = await session.run(KERNEL_VERSION)
                version = str((await found.single(strict=True))["version"])
        except (Neo4jError, DriverError, OSError, ValueError) as error:  # ValueError: a name that is no address
            await driver.close()
            raise translated(error, without_password(url)) from error
        major, minor, *_ = (int(part) for part in re.findall(r"\d+", version))
        return cls(driver, without_password(url), settings, (major, minor), (bare, user, password))

    async def state(self, group_id: str) -> GroupState | None:
        """What the database remembers of the group, if it was made ready."""
        rows = await self.read(group_id, self.statements.group_state, {"group": group_id})
        if not rows or rows[0]["schema"] is None:
            return None
        await self._plan_ahead(rows[0]["dimension"])
        return self._state(rows[0])

    async def prepare(self, group_id: str, *, embedder: str, dimension: int, schema: int) -> GroupState:
        """Create constraints and indexes where missing, then note who fills the group first."""
        if not self._prepared:
            await self._create_indexes(dimension)
            self._prepared = True
        mark = {"group": group_id, "embedder": embedder, "dimension": dimension, "schema": schema}
        state = self._state((await self.write(group_id, self.statements.mark_group, mark))[0])
        if state.embedder == embedder:
            await self._plan_ahead(dimension)
        return state

    def _state(self, row: Row) -> GroupState:
        state = GroupState(**row)
        return replace(state, crowd=state.live) if self.filters_in_index else state

    async def _create_indexes(self, dimension: int) -> None:
        present = {row["name"] for row in await self._run(PRESENT, {}, mode=neo4j.READ_ACCESS)}
        # Uniqueness first: Graphiti's own plain index on uuid would be in the way afterwards.
        for label in UNIQUE:
            if f"{label.lower()}_unique" not in present:
                await self._make_unique(label)
        wanted = indexes_for_memories(dimension, filtered=self.filters_in_index) + self.turns.indexes(dimension)
        for statement in missing(wanted, present):
            await self._auto_commit(statement)
        await self._auto_commit("CALL db.awaitIndexes(60)")

    async def _make_unique(self, label: str) -> None:
        """Keep the uuids of a label unique, also where Graphiti has put its plain index on them before."""
        constraint = f"CREATE CONSTRAINT {label.lower()}_unique IF NOT EXISTS FOR (n:{label}) REQUIRE n.uuid IS UNIQUE"
        try:
            await self._auto_commit(constraint)
            return
        except StoreError:
            plain = await self._run(PLAIN_UUID_INDEXES, {"labels": [label]}, mode=neo4j.READ_ACCESS)
            if not plain:
                raise
        for row in plain:
            await self._auto_commit(f"DROP INDEX `{row['name']}` IF EXISTS")
        try:
            await self._auto_commit(constraint)
        except StoreError:  # a uuid is there twice
            for row in plain:
                await self._auto_commit(f"CREATE INDEX `{row['name']}` IF NOT EXISTS FOR (n:{label}) ON (n.uuid)")
            raise

    async def _plan_ahead(self, dimension: int) -> None:
        """Run each statement of retrieval once, in a group that holds nothing.

        A server plans a statement when it first sees it, which takes up to seconds on a cold one: longer than a
        retrieval channel may.
        """
        if self._planned:
            return
        self._planned = True
        nothing: dict[str, Any] = {
            "group": "", "agent": None, "valid_at": "", "known_at": "1970-01-01T00:00:00.000000Z", "historic": False,
            "models": [], "since": "", "recent": 0, "queries": [], "k": 1, "fetch": 1, "text_fetch": 1, "limit": 1,
            "ids": [], "vector": [1.0] * dimension, "anchors": 1, "topics": [], "newest": 1, "latest": 1,
            "subjects": [], "claims": [], "conditions": [], "vectors": [], "text": "", "chars": 1, "unsaid": "",
            "slots": [], "things": [], "fields": [], "user": "", "most": 1, "ahead": "",
        }  # fmt: skip
        wanted = self.statements
        for statement in (
            wanted.standing,
            wanted.search_exact,
            wanted.glance_exact,
            wanted.glance_index,
            wanted.procedures_exact,
            wanted.procedures_index,
            wanted.neighbourhood_exact,
            wanted.neighbourhood_index,
            wanted.comparable_exact,
            wanted.comparable_index,
            wanted.history,
            self.turns.search_exact,
            self.turns.search_index,
        ):
            try:
                await self._run(statement, nothing, mode=neo4j.READ_ACCESS, patience=PLANNING_PATIENCE)
            except StoreUnavailable:  # whoever asks next is told
                return
            except StoreError:  # an index is missing: searches do without it, and `check` names it
                continue

    async def _auto_commit(self, statement: str) -> None:
        try:
            async with self._driver.session(database=self._settings.neo4j_database) as session:
                await (await session.run(cast("LiteralString", statement))).consume()
        except (Neo4jError, DriverError, OSError) as error:
            raise translated(error, self.url) from error

    async def read(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement."""
        return await self._run(statement, parameters, mode=neo4j.READ_ACCESS)

    async def write(
        self, group_id: str, statement: str, parameters: Mapping[str, Any], *, patience: float = 0.0
    ) -> list[Row]:
        """Run one writing statement in a managed transaction: transient errors (deadlocks) are tried again."""
        # A cold or busy server may take longer to plan a statement than to carry it out, and plans it again for more.
        seen = statement, planned_for(parameters)
        planning = 0.0 if seen in self._written else PLANNING_PATIENCE
        allowed = self._settings.statement_timeout + patience + planning
        rows = await self._run(statement, parameters, mode=neo4j.WRITE_ACCESS, patience=allowed)
        self._written.add(seen)
        return rows

    async def _run(
        self, statement: str, parameters: Mapping[str, Any], *, mode: str, patience: float | None = None
    ) -> list[Row]:
        self.statements_sent += 1
        sent, given = statement, dict(parameters)
        if mode == neo4j.READ_ACCESS:
            # Not of what is written: where the planner knows nothing of how many edges are given, it may read all.
            sent, given = as_one_parameter(statement, parameters)
        query = cast("LiteralString", sent)
        allowed = patience or self._settings.statement_timeout

        async def work(transaction: neo4j.AsyncManagedTransaction) -> list[Row]:
            result = await transaction.run(query, given)
            return [dict(record) async for record in result]

        bounded = neo4j.unit_of_work(timeout=allowed)(work)
        try:
            # The server ends what takes too long, and the driver tries again for as long; a server that has fallen
            # silent must be given up from here.
            async with (
                asyncio.timeout(2 * allowed + SILENCE),
                self._driver.session(database=self._settings.neo4j_database, default_access_mode=mode) as session,
            ):
                execute = session.execute_read if mode == neo4j.READ_ACCESS else session.execute_write
                return await execute(bounded)
        except (Neo4jError, DriverError, OSError) as error:
            raise translated(error, self.url) from error

    def full_text_query(self, group_id: str, text: str) -> str:
        """Any of the words of ``text`` in the name or the summary, of this group, in Lucene's language.

        The group counts nothing (``^0``): the more groups there are, the more its rare name would outweigh the words.
        """
        words = dict.fromkeys(re.findall(r"\w+", text.lower()))
        any_of = " OR ".join(list(words)[:MAX_QUERY_WORDS])
        return f'+group_id:"{group_id}"^0 +(name:({any_of}) summary:({any_of}))' if words else ""

    async def graphiti_driver(self, group_id: str) -> Neo4jDriver:
        """Graphiti's own driver on the same database; its statements filter by group themselves."""
        bare, user, password = self._login
        return Neo4jDriver(bare, user, password, database=self._settings.neo4j_database)

    def turn_text_query(self, group_id: str, words: Sequence[str]) -> str:
        """Any of the words in a raw episode of this group, in Lucene's language."""
        return f'+group_id:"{group_id}"^0 +content:({" OR ".join(words[:MAX_QUERY_WORDS])})' if words else ""

    async def groups(self) -> list[str]:
        """The groups that have a change log."""
        rows = await self.read("", "MATCH (g:ChangeLog) RETURN g.uuid AS name ORDER BY name", {})
        return [str(row["name"]) for row in rows]

    async def purge(self, group_id: str) -> tuple[str, ...]:
        """Nothing can be rewritten from here; what the server keeps, and for how long, is said."""
        return REMAINS

    async def close(self) -> None:
        """Close the driver."""
        await self._driver.close()
