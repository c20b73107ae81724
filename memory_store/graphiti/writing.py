"""A change set as the parameters of the statement that applies it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from memorist.memory_store.domain.change_set import ChangeSet, Count, Update, mention_id
from memorist.memory_store.domain.claim_edge import ClaimEdge, claim_edge_id
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.edge_change import EdgeRef
from memorist.memory_store.domain.edges import AnyEdge
from memorist.memory_store.domain.episode import WITHHELD, RawEpisode, TokenVectors
from memorist.memory_store.domain.identity import stable_id, whole_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.graphiti.edges import changed_edge_properties, edge_properties
from memorist.memory_store.graphiti.episodes import episode_properties, reading_properties, token_properties
from memorist.memory_store.graphiti.mapping import (
    changed_properties,
    labels_of,
    stub_properties,
    to_properties,
)
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.ontology.validate import expected_types
from memorist.memory_store.statements.memories import ChangeSetParts


def turn_rows(changes: ChangeSet) -> dict[str, list[dict[str, Any]]]:
    """The vectors of the units, and how the episodes of each session follow each other."""
    by_session: dict[str, list[RawEpisode]] = {}
    hidden = {reading.episode_id for reading in changes.readings if reading.withdrawn}
    for episode in changes.episodes:
        # What is kept of a hidden turn was said in its place, not behind the last one.
        if episode.scope.session_id is not None and whole_id(episode.id) not in hidden:
            by_session.setdefault(_chain(episode), []).append(episode)
    return {
        "units": [
            {"uuid": episode.id, "vector": list(changes.vectors[episode.id])}
            for episode in changes.episodes
            if episode.id in changes.vectors
        ],
        "following": [
            {"uuid": _link(after), "source": before.id, "target": after.id}
            for episodes in by_session.values()
            for before, after in pairwise(episodes)
        ],
        "sessions": [
            {"uuid": chain, "first": episodes[0].id, "last": episodes[-1].id, "edge": _link(episodes[0])}
            for chain, episodes in by_session.items()
        ],
    }


def _chain(episode: RawEpisode) -> str:
    """The id of the chain of a session's episodes; each agent has its own, so that neighbours are visible alike."""
    scope = episode.scope
    return stable_id(scope.group_id, "session", scope.agent_id or "", str(scope.session_id))


def _link(after: RawEpisode) -> str:
    return stable_id(after.scope.group_id, "next_episode", after.id)


NO_TOKENS: Mapping[str, TokenVectors] = MappingProxyType({})


@dataclass(frozen=True)
class Write:
    """A write for the database: the labels, edge types and rarer parts that occur, and the parameters."""

    labels: frozenset[str]
    edge_types: frozenset[str]
    parts: ChangeSetParts
    parameters: dict[str, Any]


def write_of(changes: ChangeSet, ontology: Ontology, tokens: Mapping[str, TokenVectors] = NO_TOKENS) -> Write:
    """Translate a change set; ``tokens``: the vectors of the tokens of its episodes, by their ids."""
    by_label: dict[str, list[str]] = {}
    rows = [_memory_row(memory, changes, ontology) for memory in changes.memories]
    for row in rows:
        for label in row["labels"]:
            by_label.setdefault(label, []).append(row["uuid"])
    edge_rows = [_edge_row(edge) for edge in {edge.id: edge for edge in changes.edges}.values()]
    by_type: dict[str, list[dict[str, Any]]] = {}
    for row in edge_rows:
        by_type.setdefault(row["type"], []).append(row)
    sources = changes.sources()
    parameters: dict[str, Any] = {
        "group": changes.group_id,
        "change": _log_entry(changes),
        "holds": [
            {"slot_id": h.slot_id, "expected": h.expected or "", "or_nobody": h.or_nobody, "holder": h.holder}
            for h in changes.holds
        ],
        "revisions": [{"uuid": u.memory_id, "revision": u.revision} for u in changes.updates],
        "endpoints": _endpoints(changes, ontology),
        "sources": sorted(sources),
        "reread": [r.episode_id for r in changes.readings if r.episode_id in sources],
        "withheld": WITHHELD,
        "retired": [u.memory_id for u in changes.updates if "status" in u.after and not Status(u.after["status"]).live],
        "woken": [u.memory_id for u in changes.updates if "status" in u.after and Status(u.after["status"]).live],
        "episodes": [_episode_row(episode, tokens.get(episode.id)) for episode in changes.episodes],
        "readings": [{"uuid": r.episode_id, "props": reading_properties(r)} for r in changes.readings],
        "memories": rows,
        "labels": by_label,
        "updates": [_update_row(update) for update in changes.updates],
        "accesses": [_count_row(c) for c in changes.counts if c.field == "access_count"],
        "mentioned": [_count_row(c) for c in changes.counts if c.field == "mention_count"],
        "met": [_count_row(c) for c in changes.counts if c.field == "interaction_count"],
        "edges": by_type,
        "edge_rows": edge_rows,
        "claims": [_claim_row(claim, changes) for claim in changes.claims],
        "ended": [_ended_row(changes.group_id, u) for u in changes.updates if "expired_at" in u.after],
        "shortened": [
            {"uuid": claim_edge_id(changes.group_id, u.memory_id), "fact": u.stub.text}
            for u in changes.updates
            if u.stub is not None
        ],
        **turn_rows(changes),
        "mentions": [
            {
                "uuid": mention_id(changes.group_id, m.episode_id, m.memory_id),
                "source": m.episode_id,
                "target": m.memory_id,
                "created_at": time_text(changes.at),
            }
            for m in changes.mentions
        ],
    }
    parameters.update(_rarer(changes))
    parts = ChangeSetParts(
        chosen=bool(changes.chosen),
        touched=bool(changes.edge_updates or changes.edge_removals),
        reworded=bool(parameters["reworded"]),
        turns=bool(parameters["units"] or parameters["sessions"]),
    )
    return Write(frozenset(by_label), frozenset(by_type), parts, parameters)


def _endpoints(changes: ChangeSet, ontology: Ontology) -> list[dict[str, Any]]:
    """Return the nodes that must exist, with their types, and those that must not."""
    there = sorted(expected_types(changes, ontology).items())
    rows: list[dict[str, Any]] = [{"uuid": i, "types": sorted(types or ()), "fresh": False} for i, types in there]
    return [*rows, *({"uuid": i, "types": [], "fresh": True} for i in changes.fresh)]


def _rarer(changes: ChangeSet) -> dict[str, Any]:
    """The parameters of what only some change sets hold."""

    def row(ref: EdgeRef, **more: Any) -> dict[str, Any]:
        return {"uuid": ref.edge_id, "source": ref.source, "target": ref.target, "revision": ref.revision, **more}

    reworded = [u.memory_id for u in changes.updates if "content" in u.after]
    return {
        "chosen": list(changes.chosen),
        "spent": [*changes.chosen, *(removal.edge_id for removal in changes.edge_removals)],
        "touched": [row(ref) for ref in (*changes.edge_updates, *changes.edge_removals)],
        "relinked": [row(u, props=changed_edge_properties(u)) for u in changes.edge_updates],
        "unlinked": [row(removal) for removal in changes.edge_removals],
        "reworded": [{"uuid": i, "vector": list(changes.vectors[i])} for i in reworded],
    }


def _log_entry(changes: ChangeSet) -> dict[str, Any]:
    return {
        "uuid": changes.id,
        "group_id": changes.group_id,
        "at": time_text(changes.at),
        "run": changes.run,
        "reason": changes.reason,
        "operation": changes.operation or changes.id,
        "payload": changes.log_payload(),
    }


def _memory_row(memory: Memory, changes: ChangeSet, ontology: Ontology) -> dict[str, Any]:
    return {
        "uuid": memory.id,
        "labels": list(labels_of(memory)),
        "props": to_properties(memory, ontology),
        "vector": list(changes.vectors[memory.id]),
    }


def _update_row(update: Update) -> dict[str, Any]:
    # When it expires, status and end are kept, so that a look at what was believed before sees those.
    expires = bool(update.after.get("expired_at"))
    props = changed_properties(update.after) | (stub_properties(update.stub) if update.stub else {})
    props |= {"slot_id": update.slot} if update.slot else {}
    return {"uuid": update.memory_id, "props": props, "expires": expires}


def _ended_row(group_id: str, update: Update) -> dict[str, Any]:
    ended = changed_properties(update.after)
    return {
        "uuid": claim_edge_id(group_id, update.memory_id),
        "invalid_at": ended.get("valid_until"),
        "expired_at": ended["expired_at"],
    }


def _episode_row(episode: RawEpisode, tokens: TokenVectors | None) -> dict[str, Any]:
    return {**episode_properties(episode), **(token_properties(tokens) if tokens is not None else {})}


def _count_row(count: Count) -> dict[str, Any]:
    return {"uuid": count.memory_id, "by": count.by, "at": time_text(count.at) if count.at else None}


def _edge_row(edge: AnyEdge) -> dict[str, Any]:
    ends = {"source": edge.source, "target": edge.target}
    return {"uuid": edge.id, "type": str(edge.type), **ends, "props": edge_properties(edge)}


def _claim_row(claim: ClaimEdge, changes: ChangeSet) -> dict[str, Any]:
    return {
        "source": claim.source,
        "target": claim.target,
        "vector": list(changes.vectors[claim.memory_id]),
        "props": {
            "uuid": claim.id,
            "group_id": changes.group_id,
            "name": claim.name,
            "fact": claim.fact,
            "episodes": list(claim.episode_ids),
            "memory_id": claim.memory_id,
            "created_at": time_text(claim.created_at),
            "valid_at": time_text(claim.valid_at),
            "invalid_at": time_text(claim.invalid_at) if claim.invalid_at else None,
            "expired_at": time_text(claim.expired_at) if claim.expired_at else None,
            "reference_time": time_text(claim.valid_at),
        },
    }
