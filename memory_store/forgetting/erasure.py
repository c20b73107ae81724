"""A plan as the parameters of the statement that carries it out."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.change_set import CHANGEABLE, Vector
from memorist.memory_store.domain.claim_edge import claim_edge_id
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.log_chain import REDACTED, content_digest, new_salt
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.forgetting.digests import digest
from memorist.memory_store.forgetting.holdings import HeldEpisode
from memorist.memory_store.forgetting.plan import HAD_MORE, KEPT_OF_IT, ForgetPlan
from memorist.memory_store.forgetting.redact import REASON, WITHHELD, Finder, redacted
from memorist.memory_store.forgetting.sentences import sentences_of
from memorist.memory_store.forgetting.tombstone import Tombstone
from memorist.memory_store.forgetting.tombstone_lookup import Tombstones
from memorist.memory_store.forgetting.tombstone_making import tombstone_of, tombstone_of_episode, tombstone_of_name
from memorist.memory_store.graphiti.mapping import to_properties
from memorist.memory_store.ontology.ontology import Ontology

KEY_BYTES = 32


@dataclass
class Erasure:
    """Everything that one forgetting does to the graph: the plan, and what it needs to be carried out."""

    plan: ForgetPlan
    sequence: int
    by: Actor | None = None
    """The asker."""
    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    """Memories and names that go."""
    with_tombstone: frozenset[str] = frozenset()
    """Of these, what gets a tombstone: a name that goes only because nobody speaks of it any more may come back."""
    episodes: dict[str, HeldEpisode] = field(default_factory=dict[str, HeldEpisode])
    emptied: Mapping[str, HeldEpisode] = field(default_factory=dict[str, HeldEpisode])
    """Raw inputs that stay without their words."""
    needles: tuple[str, ...] = ()
    """The words that were asked for."""
    marks: tuple[str, ...] = ()
    """Words of the log entries that are concerned, in lower case."""
    names: tuple[str, ...] = ()
    """Names by which remarks may call it."""
    facts: tuple[str, ...] = ()
    changed: list[tuple[Memory, Memory]] = field(default_factory=list[tuple[Memory, Memory]])
    """Memories that stay, before and after."""
    entries: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    """Log entries without what goes: uuid, payload."""
    remarks: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Reasons that speak of it: kind (edge, flag), id."""
    slots: dict[str, str | None] = field(default_factory=dict[str, str | None])
    """Slots that what goes occupied, with who holds each."""


def parameters_of(
    erasure: Erasure,
    tombstones: Tombstones,
    vectors: Mapping[str, Vector],
    *,
    ontology: Ontology,
    embedder: str,
    at: datetime,
) -> dict[str, Any]:
    """The parameters of the erasing statement."""
    plan = erasure.plan
    key = tombstones.key or secrets.token_bytes(KEY_BYTES)
    stones = _tombstones(erasure, key, vectors, embedder, at)
    retired = [after.id for before, after in erasure.changed if before.status.live and not after.status.live]
    ended = [claim_edge_id(plan.group_id, i) for i in retired]
    claims = [claim_edge_id(plan.group_id, m.id) for m in erasure.memories.values() if m.claim is not None]
    freed, holds = _slots(erasure, ontology)
    entries = _redacted(erasure)
    return {
        "read": erasure.sequence,
        "marks": list(erasure.marks),
        "version": tombstones.version + 1,
        "key": key.hex(),
        "pending": json.dumps({"files": list(plan.files)}),
        "change": _log_entry(erasure, entries, tombstones.version + 1, at),
        "tombstones": [{"uuid": stone.uuid, "stone": stone.model_dump_json()} for stone in stones],
        "facts": [*erasure.facts, *claims],
        "gone": sorted(erasure.memories),
        "erased": sorted(erasure.episodes),
        "emptied": sorted(erasure.emptied),
        "withheld": WITHHELD,
        "updates": _updates(erasure, ontology),
        "retired": retired,
        "ended": ended,
        "at": time_text(at),
        "trimmed": _trimmed(erasure),
        "remarks": [i for kind, i in erasure.remarks if kind == "edge"],
        "freed": freed,
        "holds": holds,
        "entries": entries,
    }


def _redacted(erasure: Erasure) -> list[dict[str, str]]:
    """The log entries that lose content, as they stand from now on; the old salt goes with what they said."""
    return [{**entry, "reason": REASON, "salt": new_salt()} for entry in erasure.entries]


def _tombstones(
    erasure: Erasure, key: bytes, vectors: Mapping[str, Vector], embedder: str, at: datetime
) -> list[Tombstone]:
    stones = [
        tombstone_of(memory, vectors.get(memory.id), key=key, embedder=embedder, at=at)
        for memory in erasure.memories.values()
        if memory.id in erasure.with_tombstone
    ]
    finder = Finder(erasure.needles)
    # Nobody asked to forget these words: they go with others, and may be said again.
    besides = {item.id for item in erasure.plan.erased if item.reason in (KEPT_OF_IT, HAD_MORE)}
    for episode in (*erasure.episodes.values(), *erasure.emptied.values()):
        if episode.id in besides:
            stones.append(Tombstone(uuid=digest(key, "id", episode.id), at=at))
            continue
        learned = [memory for i in episode.memories if (memory := erasure.memories.get(i))]
        quotes = Finder(quote.text for memory in learned for quote in memory.quotes if quote.episode_id == episode.id)
        said = [one for one in sentences_of(episode.content) if finder.finds(one) or quotes.finds(one)]
        stays = episode.id in erasure.emptied
        stones.append(
            tombstone_of_episode(
                episode.id, episode.content, learned, key=key, at=at, said=said if said or stays else None, stays=stays
            )
        )
    return stones + [stone for needle in erasure.needles if (stone := tombstone_of_name(needle, key=key, at=at))]


def _updates(erasure: Erasure, ontology: Ontology) -> list[dict[str, Any]]:
    """Only the properties that differ; a flag that speaks of what goes is taken down."""
    flagged = {i for kind, i in erasure.remarks if kind == "flag"}
    rows: dict[str, dict[str, Any]] = {}
    for before, after in erasure.changed:
        old, new = to_properties(before, ontology), to_properties(after, ontology)
        props = {name: new.get(name) for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
        expires = after.expired_at is not None and before.expired_at is None
        rows[after.id] = {"uuid": after.id, "props": props, "expires": expires}
    for i in flagged - erasure.memories.keys():
        row = rows.setdefault(i, {"uuid": i, "props": {}, "expires": False})
        row["props"].setdefault("flagged", WITHHELD)
    return list(rows.values())


def _trimmed(erasure: Erasure) -> list[dict[str, Any]]:
    """Claim edges of memories that lose sources."""
    return [
        {"uuid": claim_edge_id(erasure.plan.group_id, after.id), "episodes": list(after.source_episode_ids)}
        for before, after in erasure.changed
        if after.claim is not None and before.source_episode_ids != after.source_episode_ids
    ]


def _slots(erasure: Erasure, ontology: Ontology) -> tuple[list[str], list[dict[str, str]]]:
    """Slots that are nobody's any more, and those that a memory takes which is no longer contested."""
    holds: dict[str, str] = {}
    leavers = set(erasure.memories)
    for before, after in erasure.changed:
        if after.claim is None:
            continue
        if before.status.live and not after.status.live:
            leavers.add(after.id)
        elif before.status != after.status:
            holds[ontology.slot_of(after, after.claim)] = after.id
    freed = [slot for slot, holder in erasure.slots.items() if slot not in holds and (not holder or holder in leavers)]
    return freed, [{"slot": slot, "holder": holder} for slot, holder in holds.items()]


def _log_entry(erasure: Erasure, entries: Sequence[Mapping[str, str]], version: int, at: datetime) -> dict[str, Any]:
    """Return the log entry, without a word of the content; the updates as every change set logs them.

    It names by digest what stands in the entries that lost content, so that the chain of the log holds that, too.
    """
    plan = erasure.plan
    uuid = stable_id(plan.group_id, "forgetting", str(version))
    numbers = f"{len(erasure.memories)} memories and names, {len(erasure.episodes)} raw inputs"
    reason = f"asked to forget: {numbers}; {len(erasure.emptied)} inputs were emptied"
    updates = [
        {
            "memory_id": each.id,
            "revision": before.revision,
            "before": {name: value for name, value in each.before.items() if name in CHANGEABLE},
            "after": {name: value for name, value in each.after.items() if name in CHANGEABLE},
            "reason": each.reason,
        }
        for each, (before, _) in zip(plan.recomputed, erasure.changed, strict=True)
        if CHANGEABLE & each.before.keys()
    ]
    about = {"id": uuid, "group_id": plan.group_id, "at": time_text(at), "run": "forgetting", "reason": reason}
    by = {"by": erasure.by.model_dump(exclude_none=True)} if erasure.by else {}
    entry = {**about, **by, "updates": updates}
    # What a field was before names what goes.
    gone = {*erasure.memories, *erasure.episodes}
    cleaned = redacted(entry, gone=gone, emptied=erasure.emptied, names=Finder(erasure.names), reasons=False)
    listed = [
        {"uuid": one["uuid"], "digest": content_digest(one["salt"], one["reason"], one["payload"])} for one in entries
    ]
    payload = json.dumps({**(cleaned or entry), REDACTED: listed}, ensure_ascii=False)
    return {
        "uuid": uuid,
        "group_id": plan.group_id,
        "at": time_text(at),
        "run": "forgetting",
        "reason": reason,
        "payload": payload,
    }


def embeddable(erasure: Erasure) -> Sequence[Memory]:
    """Return the memories that get a tombstone with a sketch of their content."""
    return [m for m in erasure.memories.values() if m.id in erasure.with_tombstone and not m.is_entity]
