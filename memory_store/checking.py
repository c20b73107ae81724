"""``check``: every broken invariant of a group, as ``fsck`` finds them."""

from typing import Any, cast

from memorist.memory_store.connection import Connection
from memorist.memory_store.domain.errors import GroupUnfinished
from memorist.memory_store.reading import Finding
from memorist.memory_store.statements import dialects

NEEDED_INDEXES = {
    ("Live", "name_embedding", "VECTOR"),
    ("Procedure", "name_embedding", "VECTOR"),
    ("NamedEntity", "name_embedding", "VECTOR"),
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
}
"""(label, property, kind): without one of these, something is not found or is found slowly."""
UNFINISHED = "unfinished"
"""The finding of a group that is being loaded or re-embedded."""
FULL_TEXT = ("Entity", "FULLTEXT")
"""Whatever its properties are."""


class Checking(Connection):
    """A fixed number of statements, none of which reads a vector."""

    async def check(self, group_id: str) -> list[Finding]:
        """Every broken invariant of a group, at most a hundred of a kind; an empty list is good news."""
        try:
            if not await self.known(group_id):
                return []
        except GroupUnfinished as unfinished:
            return [Finding(UNFINISHED, str(unfinished), (group_id,), severity="warning")]
        found: list[Finding] = []
        for statement in (*self.database.statements.findings, *dialects.CHECKING[self.database.dialect].findings):
            rows = await self._read(group_id, statement)
            found += [Finding(row["kind"], row["message"], tuple(row["ids"])) for row in rows]
        return [*found, *await self._missing_indexes(group_id)]

    async def _missing_indexes(self, group_id: str) -> list[Finding]:
        rows = await self._read(group_id, dialects.CHECKING[self.database.dialect].indexes)
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
