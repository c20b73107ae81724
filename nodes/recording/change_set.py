"""From decisions to one change set: the last pure step before the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.change_set import ChangeSet, Hold, Update
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.memory import (
    Memory,
)
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.recording.decided import DecidedInput
from memorist.nodes.recording.decision import DraftDecision
from memorist.nodes.recording.entities import about_edges, mention_counts, mentions, new_entities
from memorist.nodes.recording.model_nodes import interaction
from memorist.nodes.recording.new_memory import new_memory, quotes_of

MAX_QUOTES = 8
"""The first quotes of a memory are kept; all episodes that support it are named in any case."""


def raised(confidence: float, evidence: float) -> float:
    """Confidence after one more piece of evidence: a third of the way to certainty, weighted by the evidence."""
    return confidence + (1.0 - confidence) / 3.0 * evidence


@dataclass
class _ChangeSetParts:
    """The change set while it grows."""

    memories: dict[int, Memory] = field(default_factory=dict[int, Memory])
    updates: dict[str, Update] = field(default_factory=dict[str, Update])
    edges: list[Edge] = field(default_factory=list[Edge])
    holds: dict[str, Hold] = field(default_factory=dict[str, Hold])


def change_set_of(decided: DecidedInput) -> tuple[ChangeSet, dict[int, Memory]]:
    """Return the change set, still without vectors' values, and the memory that each draft became or joined.

    The vectors have to be filled in for every memory of the set before it is applied.
    """
    parts = _ChangeSetParts()
    ended = _ended(decided.decisions)
    for decision in decided.decisions:
        if decision.action not in ("merge", "end"):
            parts.memories[decision.draft] = new_memory(decided, decision, ended)
    for decision in decided.decisions:
        _carry_out(decision, decided, parts)
    for update in decided.updates:
        earlier = parts.updates.get(update.memory_id)
        parts.updates[update.memory_id] = _both(earlier, update) if earlier else update
    entities = new_entities(decided)
    memories = list(parts.memories.values())
    _drop(decided, parts)
    joined = {
        d.draft: parts.memories.get(d.draft) or decided.stored[str(d.target)]
        for d in decided.decisions
        if d.draft in parts.memories or d.target
    }
    relationship, met = interaction(decided.episode)
    everything = [*entities, *relationship, *memories]
    # Vectors come later; the check that none is missing has to wait for them.
    changes = ChangeSet.model_construct(
        id=decided.change_id,
        group_id=decided.episode.scope.group_id,
        at=decided.at,
        run="ingestion",
        reason=_summary(decided.decisions),
        by=Actor.of(decided.episode.scope),
        episodes=() if decided.reread else (decided.episode,),
        readings=(decided.reading,) if decided.reading is not None else (),
        memories=tuple(everything),
        updates=tuple(parts.updates.values()),
        counts=(*mention_counts(decided), *met),
        edges=(*parts.edges, *about_edges(decided, joined), *_draft_links(decided, joined)),
        claims=tuple(
            ClaimEdge.of(m, at=decided.at, episode_ids=(decided.episode.id,)) for m in memories if m.claim is not None
        ),
        mentions=mentions(decided, joined),
        holds=tuple(parts.holds.values()),
    )
    return changes, joined


def _drop(decided: DecidedInput, parts: _ChangeSetParts) -> None:
    """End the memories of an earlier reading that the new one neither repeats nor replaces."""
    kept = {decision.target for decision in decided.decisions if decision.action == "merge"}
    reading = decided.reading
    for memory in decided.dropped:
        if memory.id in kept or memory.id in parts.updates or reading is None:
            continue
        reason = f"the reading by {reading.reader} (version {reading.version}) does not hold it any more"
        before = {"status": memory.status, "valid_until": memory.valid_until, "expired_at": memory.expired_at}
        after = {
            "status": memory.status.follow_with(Status.SUPERSEDED),
            "valid_until": memory.valid_from,
            "expired_at": reading.at,
        }
        parts.updates[memory.id] = Update(
            memory_id=memory.id, revision=memory.revision, before=before, after=after, reason=reason
        )
        if memory.claim is not None and memory.status is not Status.CONTESTED:
            slot = _slot(memory, decided.ontology)
            parts.holds.setdefault(slot, Hold(slot_id=slot, expected=memory.id, or_nobody=True, holder=None))


def _both(one: Update, other: Update) -> Update:
    """Two changes of one memory as one; where both change a field, the other has the last word."""
    return Update(
        memory_id=one.memory_id,
        revision=one.revision,
        before={**other.before, **one.before},
        after={**one.after, **other.after},
        reason=f"{one.reason}; {other.reason}",
    )


def _draft_links(decided: DecidedInput, joined: Mapping[int, Memory]) -> list[Edge]:
    """The edges that drafts ask for, between what they became."""
    edges: list[Edge] = []
    for place, memory in joined.items():
        for link in decided.drafts[place].links:
            other = joined[link.draft].id if link.draft is not None and link.draft in joined else link.memory_id
            if other is None or other == memory.id:
                continue
            ends = (other, memory.id) if link.incoming else (memory.id, other)
            edges.append(_link(link.type, *ends, link.reason or "", decided))
    return list({edge.id: edge for edge in edges}.values())


def _ended(decisions: Sequence[DraftDecision]) -> dict[int, DraftDecision]:
    """The first decision that each draft ends by, of those that do."""
    ended: dict[int, DraftDecision] = {}
    for decision in decisions:
        for loser in decision.losers:
            if loser.draft is not None:
                ended.setdefault(loser.draft, decision)
    return ended


def _carry_out(decision: DraftDecision, decided: DecidedInput, parts: _ChangeSetParts) -> None:
    match decision.action:
        case "merge":
            if decision.target is not None:
                _reinforce(decided.stored[decision.target], decision, decided, parts)
        case "contest":
            _contest(decision, decided, parts)
        case "yield":
            new = parts.memories[decision.draft]
            parts.edges.append(_link(EdgeType.SUPERSEDES, str(decision.target), new.id, decision.reason, decided))
        case "end":
            for loser in decision.losers:
                since = decided.drafts[decision.draft].valid_from
                _end(decided.stored[str(loser.memory_id)], since, decision, decided, parts)
        case "add" | "supersede":
            new = parts.memories[decision.draft]
            for loser in decision.losers:
                if loser.memory_id is not None:
                    _end(decided.stored[loser.memory_id], new.valid_from, decision, decided, parts)
                    parts.edges.append(_link(EdgeType.SUPERSEDES, new.id, loser.memory_id, decision.reason, decided))
                elif loser.draft is not None:
                    parts.edges.append(
                        _link(EdgeType.SUPERSEDES, new.id, parts.memories[loser.draft].id, decision.reason, decided)
                    )
            if new.status.live:
                _take_slot(new, decided, parts)


def _reinforce(memory: Memory, decision: DraftDecision, decided: DecidedInput, parts: _ChangeSetParts) -> None:
    earlier = parts.updates.get(memory.id)
    before = {
        "confidence": memory.confidence,
        "evidence_count": memory.evidence_count,
        "source_episode_ids": list(memory.source_episode_ids),
        "quotes": [quote.model_dump() for quote in memory.quotes],
        "reinforced_at": memory.reinforced_at,
        "decay": memory.decay.model_dump() if memory.decay else None,
    }
    if earlier is not None or decided.episode.id in memory.source_episode_ids:
        return
    draft = decided.drafts[decision.draft]
    after = {
        "confidence": raised(memory.settled_confidence, draft.confidence),
        "evidence_count": memory.evidence_count + 1,
        "source_episode_ids": [*memory.source_episode_ids, decided.episode.id],
        "quotes": [q.model_dump() for q in (*memory.quotes, *quotes_of(draft, decided.episode.id))][:MAX_QUOTES],
        "reinforced_at": max(decided.at, memory.reinforced_at or decided.at),
        "decay": None,
    }
    parts.updates[memory.id] = Update(
        memory_id=memory.id, revision=memory.revision, before=before, after=after, reason=decision.reason
    )


def _contest(decision: DraftDecision, decided: DecidedInput, parts: _ChangeSetParts) -> None:
    new = parts.memories[decision.draft]
    stored = decided.stored[str(decision.target)]
    parts.edges.append(_link(EdgeType.CONTRADICTS, new.id, stored.id, decision.reason, decided))
    if stored.type == "semantic:hard_rule" or stored.status is Status.CONTESTED:
        return
    parts.updates[stored.id] = Update(
        memory_id=stored.id,
        revision=stored.revision,
        before={"status": stored.status, "flagged": stored.flagged},
        after={"status": stored.status.follow_with(Status.CONTESTED), "flagged": decision.reason},
        reason=decision.reason,
    )
    if stored.claim is not None:
        # What is contested holds nothing: whoever is found right takes the slot.
        slot = _slot(stored, decided.ontology)
        parts.holds[slot] = Hold(slot_id=slot, expected=stored.id, holder=None)


def _end(
    loser: Memory, since: datetime, decision: DraftDecision, decided: DecidedInput, parts: _ChangeSetParts
) -> None:
    end = max(since, loser.valid_from)
    if loser.valid_until is not None:
        end = min(end, loser.valid_until)
    called_off = loser.id in decided.drafts[decision.draft].ends and _never_comes(loser, since)
    if called_off:
        end = max(loser.valid_from, min(end, decided.episode.at))
    # What is announced ends nothing before its time: until then the old holds, and is believed to. What was recorded by
    # a clock that was ahead was not announced.
    announced = end > max(decided.at, decided.episode.at) and loser.created_at <= decided.at
    if announced and not called_off and loser.status is not Status.CONTESTED:
        before, after = {"valid_until": loser.valid_until}, {"valid_until": end}
    else:
        before = {"status": loser.status, "valid_until": loser.valid_until, "expired_at": loser.expired_at}
        after = {
            "status": loser.status.follow_with(Status.SUPERSEDED),
            "valid_until": end,
            "expired_at": decided.at,
        }
    parts.updates[loser.id] = Update(
        memory_id=loser.id, revision=loser.revision, before=before, after=after, reason=decision.reason
    )
    if loser.claim is not None and loser.status is not Status.CONTESTED:
        slot = _slot(loser, decided.ontology)
        bounded = loser.valid_until is not None  # it may have left its slot already
        if slot not in parts.holds or not bounded:
            parts.holds[slot] = Hold(slot_id=slot, expected=loser.id, or_nobody=bounded, holder=None)


def _never_comes(loser: Memory, since: datetime) -> bool:
    """Return true if nothing is left of a plan whose place is taken: it begins after then, or would be over before."""
    until = loser.valid_until
    return since <= loser.valid_from or (until is not None and until <= since)


def _take_slot(new: Memory, decided: DecidedInput, parts: _ChangeSetParts) -> None:
    if new.claim is None or new.status is Status.CONTESTED or new.beside:
        return
    slot = _slot(new, decided.ontology)
    freed = parts.holds.get(slot) or Hold(slot_id=slot, expected=None, holder=None)
    parts.holds[slot] = freed.model_copy(update={"holder": new.id})


def _slot(memory: Memory, ontology: Ontology) -> str:
    assert memory.claim is not None
    return ontology.slot_of(memory, memory.claim)


def _link(type_: EdgeType, source: str, target: str, reason: str, decided: DecidedInput) -> Edge:
    episode = decided.episode
    return Edge.link(
        type_, source, target, group_id=episode.scope.group_id, at=decided.at, since=episode.at, reason=reason
    )


def _summary(decisions: Sequence[DraftDecision]) -> str:
    said = [f"{d.action} ({d.rule}: {d.reason})" for d in decisions]
    return "; ".join(dict.fromkeys(said)) or "kept the episode"
