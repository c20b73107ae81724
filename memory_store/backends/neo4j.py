"""Neo4j 5.26 and newer by URL: one database, a group is a property."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from memorist.memory_store.backends.falkordb import MAX_QUERY_WORDS, beginning
from memorist.memory_store.backends.neo4j_bolt import Bolt
from memorist.memory_store.backends.neo4j_indexes import PRESENT, UNIQUE, indexes_for_memories, missing
from memorist.memory_store.backends.neo4j_parameters import as_one_parameter, as_one_record, planned_for, rows_of
from memorist.memory_store.database import ExactLimits, GroupState, Row
from memorist.memory_store.domain.errors import StoreError, StoreUnavailable
from memorist.memory_store.settings import Settings
from memorist.memory_store.statements.dialects import Dialect
from memorist.memory_store.statements.memories import neo4j as memories
from memorist.memory_store.statements.turns import neo4j as turns
from memorist.memory_store.statements.uniqueness import PLAIN_UUID_INDEXES

if TYPE_CHECKING:
    from graphiti_core.driver.neo4j_driver import Neo4jDriver

KERNEL_VERSION = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version"
PLANNING_PATIENCE = 30.0
"""Seconds that a cold server may take to plan one statement."""
FILTERS_IN_INDEX_SINCE = (2026, 1)
"""From this version on a vector index takes predicates; before, only what comes out of it can be filtered."""
EXACT = ExactLimits(memories=100, turns=250)
"""Neo4j takes 20 µs to read and compare one vector, for each query anew."""
EXACT_WITHOUT_FILTERS = ExactLimits(memories=500, turns=2_000)
"""Limits without filters: an index over all groups has to be asked for more."""
OVER_FETCH = 3
"""An index that filters by group and by what lives gives little that is not visible; looking at what it gives, property
by property, is most of what a search takes. Twice what is wanted is compared anew, since its vectors are rounded."""
OVER_FETCH_WITHOUT_FILTERS = 8

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

    def __init__(self, bolt: Bolt, version: tuple[int, int]) -> None:
        self.url = bolt.url
        self.filters_in_index = version >= FILTERS_IN_INDEX_SINCE
        self.statements = memories.FILTERED_STATEMENTS if self.filters_in_index else memories.STATEMENTS
        self.turns = turns.FILTERED if self.filters_in_index else turns.STATEMENTS
        self.exact_limits = EXACT if self.filters_in_index else EXACT_WITHOUT_FILTERS
        wanted = self.statements
        self._planned_ahead = (
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
            self.turns.attended,
            self.turns.overheard,
        )
        self._as_one_record = frozenset((*self._planned_ahead, wanted.search_index))
        self.over_fetch = OVER_FETCH if self.filters_in_index else OVER_FETCH_WITHOUT_FILTERS
        self._bolt = bolt
        self._prepared = self._planned = False
        self._written: set[object] = set()

    @classmethod
    async def open(cls, url: str, settings: Settings) -> "Neo4jDatabase":
        """Open ``neo4j://[user:password@]host:port[/database]``, also ``bolt://`` and the encrypted forms."""
        bolt = Bolt(url, settings)
        try:
            [found] = await bolt.once(KERNEL_VERSION)
        except StoreError:
            await bolt.close()
            raise
        major, minor, *_ = (int(part) for part in re.findall(r"\d+", found["version"]))
        return cls(bolt, (major, minor))

    @property
    def statements_sent(self) -> int:
        """Number of statements sent so far."""
        return self._bolt.statements_sent

    async def state(self, group_id: str) -> GroupState | None:
        """Return the state noted for the group, if it was made ready."""
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
        return replace(state, indexed=state.live) if self.filters_in_index else state

    async def _create_indexes(self, dimension: int) -> None:
        present = {row["name"] for row in await self._read(PRESENT, {})}
        # Uniqueness first: Graphiti's own plain index on uuid would be in the way afterwards.
        for label in UNIQUE:
            if f"{label.lower()}_unique" not in present:
                await self._make_unique(label)
        wanted = indexes_for_memories(dimension, filtered=self.filters_in_index) + self.turns.indexes(dimension)
        for statement in missing(wanted, present):
            await self._bolt.once(statement)
        await self._bolt.once("CALL db.awaitIndexes(60)")

    async def _make_unique(self, label: str) -> None:
        """Keep the uuids of a label unique, also where Graphiti has put its plain index on them before."""
        constraint = f"CREATE CONSTRAINT {label.lower()}_unique IF NOT EXISTS FOR (n:{label}) REQUIRE n.uuid IS UNIQUE"
        try:
            await self._bolt.once(constraint)
            return
        except StoreError:
            plain = await self._read(PLAIN_UUID_INDEXES, {"labels": [label]})
            if not plain:
                raise
        for row in plain:
            await self._bolt.once(f"DROP INDEX `{row['name']}` IF EXISTS")
        try:
            await self._bolt.once(constraint)
        except StoreError:  # a uuid is there twice
            for row in plain:
                await self._bolt.once(f"CREATE INDEX `{row['name']}` IF NOT EXISTS FOR (n:{label}) ON (n.uuid)")
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
            "ids": [], "vector": [1.0] * dimension, "anchors": 1, "topics": [], "memories": [],
            "newest": 1, "latest": 1,
            "subjects": [], "claims": [], "conditions": [], "vectors": [], "text": "", "chars": 1, "unsaid": "",
            "slots": [], "things": [], "fields": [], "user": "", "most": 1, "ahead": "",
            "rules_valid": "", "rules_known": "1970-01-01T00:00:00.000000Z", "widest": 1, "standing": [],
            "sessions": [], "withheld": "", "within": 0,
        }  # fmt: skip
        for statement in self._planned_ahead:
            try:
                await self._read(statement, nothing, patience=PLANNING_PATIENCE)
            except StoreUnavailable:  # whoever asks next is told
                return
            except StoreError:  # an index is missing: searches do without it, and `check` names it
                continue

    async def indexes_built(self, group_id: str) -> None:
        """No-op: Neo4j persists its indexes."""

    async def read(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement."""
        return await self._read(statement, parameters)

    async def write(
        self, group_id: str, statement: str, parameters: Mapping[str, Any], *, patience: float = 0.0
    ) -> list[Row]:
        """Run one writing statement in a managed transaction: transient errors (deadlocks) are tried again."""
        # A cold or busy server may take longer to plan a statement than to carry it out, and plans it again for more.
        seen = statement, planned_for(parameters)
        planning = 0.0 if seen in self._written else PLANNING_PATIENCE
        # Its parameters stay apart: where the planner knows nothing of how many edges are given, it may read all.
        rows = await self._bolt.write(statement, parameters, patience=self._bolt.allowed + patience + planning)
        self._written.add(seen)
        return rows

    async def _read(self, statement: str, parameters: Mapping[str, Any], *, patience: float | None = None) -> list[Row]:
        if statement not in self._as_one_record:
            return await self._bolt.read(*as_one_parameter(statement, parameters), patience=patience)
        sent, given = as_one_parameter(as_one_record(statement), parameters)
        [found] = await self._bolt.read(sent, given, patience=patience)
        return rows_of(statement, found["rows"])

    def full_text_query(self, group_id: str, text: str, *, begins: bool = False) -> str:
        """Any of the words of ``text`` in the name or the summary, of this group, in Lucene's language.

        The group counts nothing (``^0``): the more groups there are, the more its rare name would outweigh the words.
        """
        words = dict.fromkeys(re.findall(r"\w+", text.lower()))
        any_of = " OR ".join(beginning(word) if begins else word for word in list(words)[:MAX_QUERY_WORDS])
        return f'+group_id:"{group_id}"^0 +(name:({any_of}) summary:({any_of}))' if words else ""

    async def graphiti_driver(self, group_id: str) -> "Neo4jDriver":
        """Graphiti's own driver on the same database; its statements filter by group themselves."""
        bolt = self._bolt
        from graphiti_core.driver.neo4j_driver import Neo4jDriver

        return Neo4jDriver(bolt.address, bolt.user, bolt.password, database=bolt.database)

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
        await self._bolt.close()
