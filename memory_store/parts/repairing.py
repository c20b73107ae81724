"""``check --repair``: what can be rebuilt is rebuilt, each step is told and stands in the change log."""

import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Database
from memorist.memory_store.domain.change_set import Hold, Mention
from memorist.memory_store.domain.clock import moment_number, time_text
from memorist.memory_store.domain.errors import MemoryDamaged
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
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
class _Tools:
    """Tools of a repair: statements by the connection, change sets by ``changes``."""

    connection: StoreConnection
    changes: Changes

    @property
    def database(self) -> Database:
        return self.connection.database

    def builder(self, group_id: str, kind: str) -> ChangeBuilder:
        """Builder of the change that mends one kind of finding."""
        changes = self.changes.builder(group_id, at=self.connection.clock.now(), run=RUN)
        changes.keys, changes.reason = [kind, time_text(changes.at)], f"{kind}: {STEPS[kind]}"
        return changes

    @property
    def statements(self) -> CheckingStatements:
        return dialects.CHECKING[self.connection.database.dialect]


async def repair(
    connection: StoreConnection, changes: Changes, check: Check, group_id: str
) -> tuple[list[Repair], list[Finding]]:
    """Mend what ``check`` finds in a group, see :meth:`Admin.repair`."""
    tools = _Tools(connection, changes)
    taken: list[Repair] = []
    findings = await check(group_id)
    for _ in range(ROUNDS):
        steps = [step for kind, mend in MENDING.items() if (step := await _mend(tools, group_id, kind, mend, findings))]
        taken += steps
        findings = await check(group_id)
        if not steps:
            break
    return taken, findings


Mend = Callable[[_Tools, str, list[str]], Awaitable[list[str]]]
"""Takes the ids of one kind of finding, returns those it has mended."""


async def _mend(tools: _Tools, group_id: str, kind: str, mend: Mend, findings: Sequence[Finding]) -> Repair | None:
    ids = list(dict.fromkeys(i for finding in findings if finding.kind == kind for i in finding.ids))
    mended = await mend(tools, group_id, ids) if ids else []
    return Repair(kind, STEPS[kind], tuple(mended)) if mended else None


async def _index(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    embedder = tools.connection.embedder
    await tools.database.prepare(group_id, embedder=embedder.name, dimension=embedder.dimension, schema=SCHEMA_VERSION)
    return await _apply(tools, tools.builder(group_id, "missing_index"), ids)


async def _embed(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    nodes = await _nodes(tools, group_id, ids)
    vectors = await tools.connection.embed([node.text_to_embed() for node in nodes])
    rows = [{"uuid": n.id, "vector": tools.connection.checked(v)} for n, v in zip(nodes, vectors, strict=True)]
    statement = tools.statements.set_vectors
    return await _write(tools, group_id, "missing_embedding", [n.id for n in nodes], statement, rows=rows)


def _set_live(kind: str) -> Mend:
    async def mend(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
        nodes = await _nodes(tools, group_id, ids)
        rows = [{"uuid": n.id, "live": n.status.live} for n in nodes]
        statement = tools.statements.set_live
        return await _write(tools, group_id, kind, [n.id for n in nodes], statement, rows=rows)

    return mend


def _by(statement: Callable[[CheckingStatements], str], kind: str) -> Mend:
    async def mend(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
        return await _write(tools, group_id, kind, ids, statement(tools.statements))

    return mend


async def _contest(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    """Nobody here can say which of two memories is right: both are put before a person."""
    rivals = [n for n in await _nodes(tools, group_id, ids) if n.status.live and n.status is not Status.CONTESTED]
    if len(rivals) < 2:  # another step of this round has settled it
        return []
    changes = tools.builder(group_id, "duplicate_slot")
    for rival in rivals:
        changes.contest(rival, "two live memories held one slot")
    changes.holds = await _freed(tools, group_id, {rival.id for rival in rivals})
    return await _apply(tools, changes, [rival.id for rival in rivals])


async def _hold(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    """A live memory takes its slot."""
    nodes = [n for n in await _nodes(tools, group_id, ids) if n.status.live and n.status is not Status.CONTESTED]
    slots = {tools.connection.ontology.slot_of(n, n.claim): n.id for n in nodes if n.claim is not None}
    rows = await tools.database.read(group_id, HOLDERS, {"group": group_id, "slots": list(slots)})
    holders = {row["slot"]: row["holder"] for row in rows}
    changes = tools.builder(group_id, "slot_not_held")
    for node in nodes:
        changes.take_slot(node, holders)
    return await _apply(tools, changes, list(slots.values()))


async def _release(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    """Nobody holds the slot of a memory that is gone."""
    changes = tools.builder(group_id, "slot_without_holder")
    changes.holds = await _freed(tools, group_id, set(ids))
    return await _apply(tools, changes, ids if changes.holds else [])


async def _trace(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    """A memory names its episodes; where one is still there, the link to it is drawn again."""
    nodes = await _nodes(tools, group_id, ids)
    named = list(dict.fromkeys(e for n in nodes for e in n.source_episode_ids))
    rows = await tools.database.read(group_id, tools.database.statements.episodes, {"group": group_id, "ids": named})
    there = {row["e"]["uuid"] for row in rows}
    mentions = tuple(Mention(episode_id=e, memory_id=n.id) for n in nodes for e in n.source_episode_ids if e in there)
    changes = tools.builder(group_id, "untraceable")
    changes.more["mentions"] = mentions
    return await _apply(tools, changes, list({m.memory_id for m in mentions}))


async def _mark(tools: _Tools, group_id: str, ids: list[str]) -> list[str]:
    """List episodes as read or unread, as their readings say."""
    rows = await tools.database.read(group_id, tools.database.statements.episodes, {"group": group_id, "ids": ids})
    marks = [
        {
            "uuid": row["e"]["uuid"],
            "said": moment_number(moment_from(row["e"]["valid_at"])),
            "is_unread": row["e"].get("read_by") is None or (row["e"].get("unread_count") or 0) > 0,
        }
        for row in rows
    ]
    statement = tools.statements.set_marks
    return await _write(
        tools, group_id, "wrong_reading_mark", [str(mark["uuid"]) for mark in marks], statement, rows=marks
    )


MENDING: dict[str, Mend] = {
    "missing_index": _index,
    "missing_embedding": _embed,
    "wrongly_live": _set_live("wrongly_live"),
    "not_in_index": _set_live("not_in_index"),
    "dead_in_index": _set_live("dead_in_index"),
    "wrong_reading_mark": _mark,
    "open_claim": _by(lambda s: s.set_ends, "open_claim"),
    "orphan_claim": _by(lambda s: s.drop_claims, "orphan_claim"),
    "dangling_node": _by(lambda s: s.drop_nodes, "dangling_node"),
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


async def _nodes(tools: _Tools, group_id: str, ids: list[str]) -> list[Memory]:
    """The memories of these ids that can be read; what is malformed cannot be mended."""
    statement = tools.statements.texts
    rows = await tools.database.read(group_id, statement, {"group": group_id, "ids": ids})
    found: list[Memory] = []
    for row in rows:
        with suppress(MemoryDamaged):
            found += [from_properties(row["n"])] if row["n"].get("details") else []
    return found


async def _freed(tools: _Tools, group_id: str, ids: set[str]) -> dict[str, Hold]:
    """The slots that these hold, to be freed."""
    statement = tools.statements.slots_of_holders
    rows = await tools.database.read(group_id, statement, {"group": group_id, "ids": sorted(ids)})
    return {row["slot"]: Hold(slot_id=row["slot"], expected=row["holder"], holder=None) for row in rows}


async def _apply(tools: _Tools, changes: ChangeBuilder, ids: list[str]) -> list[str]:
    if ids:
        changes.keys += sorted(ids)
        await tools.changes.apply(changes.build())
    return ids


async def _write(
    tools: _Tools, group_id: str, kind: str, ids: list[str], statement: str, **rows: list[dict[str, Any]]
) -> list[str]:
    """Send what mends, with its entry in the log, in one transaction."""
    if not ids:
        return []
    at = time_text(tools.connection.clock.now())
    change = {
        "uuid": _change_id(group_id, kind, ids, at),
        "group_id": group_id,
        "at": at,
        "run": RUN,
        "reason": f"{kind}: {STEPS[kind]}",
        "payload": json.dumps({"repair": {"kind": kind, "ids": ids}}),
    }
    await append(tools.database, group_id, statement, {"ids": ids, **rows}, change)
    return ids


def _change_id(group_id: str, kind: str, ids: list[str], at: str) -> str:
    return stable_id(group_id, RUN, kind, at, *sorted(ids))
