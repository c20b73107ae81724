"""``check --repair``: what can be rebuilt is rebuilt, each step is told and stands in the change log."""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Row
from memorist.memory_store.domain.change_set import Hold, Mention
from memorist.memory_store.domain.clock import moment_number, time_text
from memorist.memory_store.domain.errors import MemoryDamaged
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.episodes import moment_from
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.log_ends import append
from memorist.memory_store.parts.changes import Changes
from memorist.memory_store.reading import Finding
from memorist.memory_store.schema import SCHEMA_VERSION
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.checking import CheckingStatements
from memorist.memory_store.statements.linking import HOLDERS

RUN = "repair"
ROUNDS = 100
"""Of a hundred findings a kind each; what one round mends may uncover something else."""


@dataclass(frozen=True)
class Repair:
    """A step that was taken."""

    kind: str
    """Of the findings that it answers."""
    step: str
    ids: tuple[str, ...]


Check = Callable[[str], Awaitable[list[Finding]]]
"""Gives the broken invariants of a group."""


@dataclass(frozen=True)
class _Mender:
    """Mends one kind of finding in a group: by a statement with its entry in the log, or by a change set."""

    connection: StoreConnection
    changes: Changes
    group_id: str
    kind: str

    @property
    def statements(self) -> CheckingStatements:
        return dialects.CHECKING[self.connection.database.dialect]

    @property
    def reason(self) -> str:
        return f"{self.kind}: {STEPS[self.kind]}"

    async def read(self, statement: str, **parameters: Any) -> list[Row]:
        return await self.connection.database.read(self.group_id, statement, {"group": self.group_id, **parameters})

    async def memories(self, ids: list[str]) -> list[Memory]:
        """The memories of these ids that can be read; what is malformed cannot be mended."""
        found: list[Memory] = []
        for row in await self.read(self.statements.texts, ids=ids):
            with suppress(MemoryDamaged):
                found += [from_properties(row["n"])] if row["n"].get("details") else []
        return found

    async def episodes(self, ids: list[str]) -> list[Row]:
        return [row["e"] for row in await self.read(self.connection.database.statements.episodes, ids=ids)]

    async def freed(self, ids: set[str]) -> dict[str, Hold]:
        """The slots that these hold, to be freed."""
        rows = await self.read(self.statements.slots_of_holders, ids=sorted(ids))
        return {row["slot"]: Hold(slot_id=row["slot"], expected=row["holder"], holder=None) for row in rows}

    def builder(self) -> ChangeBuilder:
        changes = self.changes.builder(self.group_id, at=self.connection.clock.now(), run=RUN)
        changes.keys, changes.reason = [self.kind, time_text(changes.at)], self.reason
        return changes

    async def apply(self, changes: ChangeBuilder, ids: list[str]) -> list[str]:
        if ids:
            changes.keys += sorted(ids)
            await self.changes.apply(changes.build())
        return ids

    async def write(self, statement: str, ids: list[str], **rows: list[dict[str, Any]]) -> list[str]:
        if not ids:
            return []
        at = time_text(self.connection.clock.now())
        change = {
            "uuid": stable_id(self.group_id, RUN, self.kind, at, *sorted(ids)),
            "group_id": self.group_id,
            "at": at,
            "run": RUN,
            "reason": self.reason,
            "payload": json.dumps({"repair": {"kind": self.kind, "ids": ids}}),
        }
        await append(self.connection.database, self.group_id, statement, {"ids": ids, **rows}, change)
        return ids


async def repair(
    connection: StoreConnection, changes: Changes, check: Check, group_id: str
) -> tuple[list[Repair], list[Finding]]:
    """Mend what ``check`` finds in a group, see :meth:`Admin.repair`."""
    taken: list[Repair] = []
    findings = await check(group_id)
    for _ in range(ROUNDS):
        before = len(taken)
        for kind, mend in MENDING.items():
            ids = list(dict.fromkeys(i for finding in findings if finding.kind == kind for i in finding.ids))
            if ids and (mended := await mend(_Mender(connection, changes, group_id, kind), ids)):
                taken.append(Repair(kind, STEPS[kind], tuple(mended)))
        findings = await check(group_id)
        if len(taken) == before:
            break
    return taken, findings


Mend = Callable[[_Mender, list[str]], Awaitable[list[str]]]
"""Takes the ids of one kind of finding, returns those it has mended."""


async def _index(mender: _Mender, ids: list[str]) -> list[str]:
    connection, embedder = mender.connection, mender.connection.embedder
    await connection.database.prepare(
        mender.group_id, embedder=embedder.name, dimension=embedder.dimension, schema=SCHEMA_VERSION
    )
    return await mender.apply(mender.builder(), ids)


async def _embed(mender: _Mender, ids: list[str]) -> list[str]:
    nodes = await mender.memories(ids)
    vectors = await mender.connection.embed([node.text_to_embed() for node in nodes])
    rows = [{"uuid": n.id, "vector": mender.connection.checked(v)} for n, v in zip(nodes, vectors, strict=True)]
    return await mender.write(mender.statements.set_vectors, [n.id for n in nodes], rows=rows)


def _by(statement: Callable[[CheckingStatements], str]) -> Mend:
    return lambda mender, ids: mender.write(statement(mender.statements), ids)


async def _contest(mender: _Mender, ids: list[str]) -> list[str]:
    """Nobody here can say which of two memories is right: both are put before a person."""
    rivals = [n for n in await mender.memories(ids) if n.holds_slot]
    if len(rivals) < 2:  # another step of this round has settled it
        return []
    changes = mender.builder()
    for rival in rivals:
        changes.contest(rival, "two live memories held one slot")
    changes.holds = await mender.freed({rival.id for rival in rivals})
    return await mender.apply(changes, [rival.id for rival in rivals])


async def _hold(mender: _Mender, ids: list[str]) -> list[str]:
    """A live memory takes its slot."""
    nodes = [n for n in await mender.memories(ids) if n.holds_slot]
    slots = {mender.connection.ontology.slot_of(n, n.claim): n.id for n in nodes if n.claim is not None}
    holders = {row["slot"]: row["holder"] for row in await mender.read(HOLDERS, slots=list(slots))}
    changes = mender.builder()
    for node in nodes:
        changes.take_slot(node, holders)
    return await mender.apply(changes, list(slots.values()))


async def _release(mender: _Mender, ids: list[str]) -> list[str]:
    """Nobody holds the slot of a memory that is gone."""
    changes = mender.builder()
    changes.holds = await mender.freed(set(ids))
    return await mender.apply(changes, ids if changes.holds else [])


async def _trace(mender: _Mender, ids: list[str]) -> list[str]:
    """A memory names its episodes; where one is still there, the link to it is drawn again."""
    nodes = await mender.memories(ids)
    named = list(dict.fromkeys(e for n in nodes for e in n.source_episode_ids))
    there = {episode["uuid"] for episode in await mender.episodes(named)}
    mentions = tuple(Mention(episode_id=e, memory_id=n.id) for n in nodes for e in n.source_episode_ids if e in there)
    changes = mender.builder()
    changes.more["mentions"] = mentions
    return await mender.apply(changes, list({m.memory_id for m in mentions}))


async def _mark(mender: _Mender, ids: list[str]) -> list[str]:
    """List episodes as read or unread, as their readings say."""
    rows = [
        {
            "uuid": episode["uuid"],
            "said": moment_number(moment_from(episode["valid_at"])),
            "is_unread": episode.get("read_by") is None or (episode.get("unread_count") or 0) > 0,
        }
        for episode in await mender.episodes(ids)
    ]
    return await mender.write(mender.statements.set_marks, [str(row["uuid"]) for row in rows], rows=rows)


MENDING: dict[str, Mend] = {
    "missing_index": _index,
    "missing_embedding": _embed,
    "wrongly_live": _by(lambda s: s.set_live),
    "not_in_index": _by(lambda s: s.set_live),
    "dead_in_index": _by(lambda s: s.set_live),
    "wrong_reading_mark": _mark,
    "open_claim": _by(lambda s: s.set_ends),
    "orphan_claim": _by(lambda s: s.drop_claims),
    "dangling_node": _by(lambda s: s.drop_nodes),
    "duplicate_slot": _contest,
    "slot_without_holder": _release,
    "slot_not_held": _hold,
    "untraceable": _trace,
}
"""In this order: what is live has to be known before slots are given away."""
STEPS = {
    "missing_index": "the index is built",
    "missing_embedding": "the vector is computed again",
    "wrongly_live": "it is read again, or no longer, as its status says",
    "not_in_index": "it is in the vector index again",
    "dead_in_index": "it is no longer in the vector index",
    "wrong_reading_mark": "the episode is listed as its reading says",
    "open_claim": "the fact ends when its memory did",
    "orphan_claim": "the fact is removed",
    "dangling_node": "the node is removed",
    "duplicate_slot": "both are contested, a person decides (review)",
    "slot_without_holder": "nobody holds the slot now",
    "slot_not_held": "the memory holds its slot",
    "untraceable": "the link to its episode is drawn again",
}
