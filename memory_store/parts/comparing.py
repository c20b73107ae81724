"""``check --whole``: what stands in a group, held against what its change log says was written."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.clock import LAST
from memorist.memory_store.domain.errors import Conflict, InvalidInput, MemoryDamaged
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.stub import cold_ref
from memorist.memory_store.graphiti.mapping import from_properties, labels_of
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import EdgeRecord, NodeRecord, Record, stable
from memorist.memory_store.parts.changes import Changes
from memorist.memory_store.past import Past
from memorist.memory_store.reading import Finding

ROUNDS = 5
"""Number of rounds in which a group that is written to meanwhile is read again."""
MAX_IDS = 100
LOWERED = frozenset({"mention_count"})
"""Fields that a forgetting changes in other memories without an entry in the log."""
OF_THE_STUB = frozenset({"content", "summary"})
"""Fields that an archived long text has in its file, not in the graph."""


@dataclass
class _ComparedMemory:
    """Contents of the database, read without the log."""

    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    unreadable: list[str] = field(default_factory=list[str])
    unlabelled: list[str] = field(default_factory=list[str])
    words: dict[str, str] = field(default_factory=dict[str, str])
    """Words of each raw episode."""
    edges: set[str] = field(default_factory=set[str])

    def take_in(self, records: Iterable[Record]) -> None:
        for record in records:
            if isinstance(record, EdgeRecord):
                self.edges.add(record.props["uuid"])
            elif record.kind == "Episodic":
                self.words[record.props["uuid"]] = str(record.props.get("content") or "")
            elif record.kind == "Entity" and record.props.get("details") is not None:
                self._remember(record.props["uuid"], record)

    def _remember(self, id_: str, record: NodeRecord) -> None:
        try:
            self.memories[id_] = memory = from_properties(record.props)
        except MemoryDamaged:
            self.unreadable.append(id_)
            return
        if not set(labels_of(memory)) <= set(record.labels):
            self.unlabelled.append(id_)


async def compare(connection: StoreConnection, changes: Changes, group_id: str) -> list[Finding]:
    """Read all that a group holds and all of its log, and return where they differ.

    Raises :class:`Conflict` where others write without pause.
    """
    reader = GroupReader(connection.database, group_id)
    for _ in range(ROUNDS):
        end = (await reader.log() or {}).get("seq")
        past, stored = await changes.rebuild(group_id, LAST), _ComparedMemory()
        try:
            async for page in reader.pages():
                stored.take_in(page.records)
        except InvalidInput as error:
            return [Finding("not_movable", f"{error}: neither copy nor dump can take the group", (group_id,))]
        found = _differences(past, stored)
        if not found or (await reader.log() or {}).get("seq") == end:
            return found
    raise Conflict(f"group {group_id} changes faster than it can be read: stop its writers", ids=[group_id])


def _differences(past: Past, stored: _ComparedMemory) -> list[Finding]:
    logged, there = past.memories, stored.memories
    lost = logged.keys() - there.keys() - set(stored.unreadable)
    changed = [i for i, said in past.words.items() if stored.words.get(i, said) != said]
    findings: dict[tuple[str, str], Iterable[str]] = {
        ("unreadable", "a memory cannot be read: what it holds is none of ours"): stored.unreadable,
        ("lost_label", "a memory lacks a label by which it is found"): stored.unlabelled,
        ("lost_memory", "a memory that the log speaks of is not there"): lost,
        ("unknown_memory", "a memory is there that the log does not know"): there.keys() - logged.keys(),
        ("lost_episode", "an input that the log speaks of is not there"): past.words.keys() - stored.words.keys(),
        ("changed_episode", "an input has other words than the log says"): changed,
        ("lost_edge", "an edge that the log speaks of is not there"): past.edges.keys() - stored.edges,
    }
    differing = {i: _differing_fields(logged[i], there[i]) for i in logged.keys() & there.keys()}
    for names in sorted({*differing.values()} - {""}):
        said = f"a memory is not what the log says: {names}"
        findings["changed_memory", said] = [i for i in differing if differing[i] == names]
    return [Finding(kind, said, tuple(sorted(ids)[:MAX_IDS])) for (kind, said), ids in findings.items() if [*ids]]


def _differing_fields(logged: Memory, stored: Memory) -> str:
    """The names of the fields in which two readings of a memory differ."""
    ours, theirs = (stable(one.model_dump(mode="json")) for one in (logged, stored))
    names = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
    return ", ".join(sorted(names - LOWERED - (OF_THE_STUB if cold_ref(stored) else frozenset())))
