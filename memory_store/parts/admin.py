"""``store.admin``: what a group is, how much it holds, what is broken in it, and mending it."""

from typing import Any, cast

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.errors import GroupUnfinished
from memorist.memory_store.parts.changes import Changes
from memorist.memory_store.parts.comparing import compare
from memorist.memory_store.parts.files import Files
from memorist.memory_store.parts.forgetting import Forgetting
from memorist.memory_store.parts.repairing import Repair, repair
from memorist.memory_store.reading import Finding
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.vectors import VECTOR_FIELDS
from memorist.memory_store.token_vectors import token_findings

NEEDED_INDEXES = {
    *((label, field, "VECTOR") for label, field in VECTOR_FIELDS.items()),
    ("Entity", "uuid", "RANGE"),
    ("Episodic", "uuid", "RANGE"),
    ("Episodic", "said", "RANGE"),
    ("Episodic", "is_unread", "RANGE"),
    ("Slot", "uuid", "RANGE"),
    ("Change", "uuid", "RANGE"),
    ("ChangeLog", "uuid", "RANGE"),
    ("Memory", "slot_id", "RANGE"),
    ("Memory", "claim_id", "RANGE"),
    ("Memory", "subject_key", "RANGE"),
    ("Memory", "thing_id", "RANGE"),
    ("Memory", "standing", "RANGE"),
}
"""(label, property, kind): without one of these, something is not found or is found slowly."""
UNFINISHED = "unfinished"
"""The finding of a group that is being loaded or re-embedded."""
FULL_TEXT = ("Entity", "FULLTEXT")
"""Identity of the full-text index, regardless of its properties."""


class Admin:
    """For people, tests and the command line; no agent waits for it."""

    def __init__(self, connection: StoreConnection, changes: Changes, files: Files, forgetting: Forgetting) -> None:
        self._connection = connection
        self._changes = changes
        self._files = files
        self._forgetting = forgetting

    async def groups(self) -> list[str]:
        """The groups that hold anything."""
        return await self._connection.database.groups()

    async def known(self, group_id: str) -> bool:
        """Return true if a group holds anything; see :meth:`StoreConnection.known` for what it raises."""
        return await self._connection.known(group_id)

    async def ready(self, group_id: str) -> None:
        """Create a group with its indexes, if it is not there; errors as of :meth:`known`."""
        await self._connection.ready(group_id)

    async def indexed(self, group_id: str) -> None:
        """Wait for indexes that are built while the group is in use already; until then searches compare everything."""
        await self._connection.known(group_id)  # building begins when a group is opened
        await self._connection.database.indexes_built(group_id)

    async def numbers(self, group_id: str) -> dict[str, int]:
        """Return the counts of everything: ``memories semantic:fact``, ``edges SUPERSEDES``, ``episodes …``, ``changes
        …``."""
        rows = await self._connection.read(group_id, self._connection.database.statements.numbers)
        return {f"{row['what']} {row['kind']}": int(row["count"]) for row in rows}

    async def check(self, group_id: str) -> list[Finding]:
        """Every broken invariant of a group, at most a hundred of a kind, also between graph and content files.

        A fixed number of statements, none of which reads a vector.
        """
        try:
            if not await self._connection.known(group_id):
                return await self._lost_note(group_id)
        except GroupUnfinished as unfinished:
            return [Finding(UNFINISHED, str(unfinished), (group_id,), severity="warning")]
        database = self._connection.database
        found: list[Finding] = []
        for statement in (*database.statements.findings, *dialects.CHECKING[database.dialect].findings):
            rows = await self._connection.read(group_id, statement)
            found += [Finding(row["kind"], row["message"], tuple(row["ids"])) for row in rows]
        found += await self._missing_indexes(group_id)
        found += await token_findings(self._connection, group_id)
        return [*found, *await self._files.findings(group_id), *await self._forgetting.findings(group_id)]

    async def compare(self, group_id: str) -> list[Finding]:
        """Compare a group with its change log and return the differences; reads all of both, page by page.

        Raises :class:`Conflict` where others write without pause.
        """
        return await compare(self._connection, self._changes, group_id) if await self.known(group_id) else []

    async def repair(self, group_id: str) -> tuple[list[Repair], list[Finding]]:
        """Mend what can be mended; return the steps that were taken, and what is left.

        What is lost stays lost and is reported: entries of the log, and the episode of a memory when it is not there.
        """
        return await repair(self._connection, self._changes, self.check, group_id)

    async def _lost_note(self, group_id: str) -> list[Finding]:
        """A group whose own note is gone is taken for one that holds nothing; the entries of its log tell."""
        database = self._connection.database
        rows = await database.read(group_id, dialects.CHECKING[database.dialect].entries, {"group": group_id})
        if not rows or not rows[0]["entries"]:
            return []
        message = "the node ChangeLog of the group is gone, so that nothing of it is read: put a backup in its place"
        return [Finding("lost_note", message, (group_id,))]

    async def _missing_indexes(self, group_id: str) -> list[Finding]:
        await self.indexed(group_id)
        rows = await self._connection.read(group_id, dialects.CHECKING[self._connection.database.dialect].indexes)
        there = {index for row in rows for index in _indexes(row)}
        missing = [f"{kind} {label}.{name}" for label, name, kind in sorted(NEEDED_INDEXES - there)]
        if FULL_TEXT not in {(label, kind) for label, _, kind in there}:
            missing.append(f"{FULL_TEXT[1]} {FULL_TEXT[0]}")
        return [Finding("missing_index", "an index is missing, or could not be built", (name,)) for name in missing]


def _indexes(row: dict[str, Any]) -> set[tuple[str, str, str]]:
    """The (label, property, kind) of a row; Neo4j names the first property of an index that holds several, too."""
    if row["state"] == "FAILED":
        return set()
    if isinstance(row["properties"], dict):  # FalkorDB: the kinds by property
        kinds = cast("dict[str, list[str]]", row["properties"])
        return {(label, name, kind) for label in row["labels"] for name, some in kinds.items() for kind in some}
    return {(label, name, row["kind"]) for label in row["labels"] or () for name in row["properties"] or ()}
