"""Record decisions in a change set: the last pure step before the store."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import (
    Memory,
)
from memorist.memory_store.domain.status import Status
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


def record(changes: ChangeBuilder, decided: DecidedInput) -> dict[int, Memory]:
    """Build the changes of what was decided. Return the memory that each draft became or joined."""
    ended = _ended(decided.decisions)
    new = {d.draft: new_memory(decided, d, ended) for d in decided.decisions if d.action not in ("merge", "end")}
    for decision in decided.decisions:
        _carry_out(changes, decision, decided, new)
    for update in decided.updates:
        changes.include(update)
    _drop(changes, decided)
    relationship, met = interaction(decided.episode)
    changes.add(*new_entities(decided), *relationship, *new.values())
    joined = {
        d.draft: new.get(d.draft) or decided.stored[str(d.target)]
        for d in decided.decisions
        if d.draft in new or d.target
    }
    for edge in about_edges(decided, joined):
        changes.draw(edge)
    _link_drafts(changes, decided, joined)
    episode = decided.episode
    changes.id, changes.reason = decided.change_id, _summary(decided.decisions)
    claimed = [memory for memory in new.values() if memory.claim is not None]
    changes.more |= {
        "by": Actor.of(episode.scope),
        "episodes": () if decided.reread else (episode,),
        "readings": (decided.reading,) if decided.reading is not None else (),
        "counts": (*mention_counts(decided), *met),
        "claims": tuple(ClaimEdge.of(memory, at=decided.at, episode_ids=(episode.id,)) for memory in claimed),
        "mentions": mentions(decided, joined),
    }
    return joined


def _drop(changes: ChangeBuilder, decided: DecidedInput) -> None:
    """End the memories of an earlier reading that the new one neither repeats nor replaces."""
    kept = {decision.target for decision in decided.decisions if decision.action == "merge"}
    reading = decided.reading
    for memory in decided.dropped:
        if memory.id in kept or memory.id in changes.updates or reading is None:
            continue
        reason = f"the reading by {reading.reader} (version {reading.version}) does not hold it any more"
        ending = {"valid_until": memory.valid_from, "expired_at": reading.at}
        changes.end(memory, Status.SUPERSEDED, reason, **ending)


def _link_drafts(changes: ChangeBuilder, decided: DecidedInput, joined: Mapping[int, Memory]) -> None:
    """Draw the edges that drafts ask for, between what they became."""
    for place, memory in joined.items():
        for link in decided.drafts[place].links:
            other = joined[link.draft].id if link.draft is not None and link.draft in joined else link.memory_id
            if other is None or other == memory.id:
                continue
            source, target = (other, memory.id) if link.incoming else (memory.id, other)
            changes.link(link.type, source, target, link.reason or "", since=decided.episode.at)


def _ended(decisions: Sequence[DraftDecision]) -> dict[int, DraftDecision]:
    """The first decision that each draft ends by, of those that do."""
    ended: dict[int, DraftDecision] = {}
    for decision in decisions:
        for loser in decision.losers:
            if loser.draft is not None:
                ended.setdefault(loser.draft, decision)
    return ended


def _carry_out(
    changes: ChangeBuilder, decision: DraftDecision, decided: DecidedInput, new: Mapping[int, Memory]
) -> None:
    since = decided.episode.at
    target = decided.stored.get(str(decision.target))
    if decision.action == "merge" and target is not None:
        _reinforce(changes, target, decision, decided)
    elif decision.action == "contest" and target is not None:
        changes.link(EdgeType.CONTRADICTS, new[decision.draft].id, target.id, decision.reason, since=since)
        if target.type != "semantic:hard_rule" and target.status is not Status.CONTESTED:
            changes.contest(target, decision.reason)
    elif decision.action == "yield":
        changes.link(EdgeType.SUPERSEDES, str(decision.target), new[decision.draft].id, decision.reason, since=since)
    ending = decision.action in ("add", "supersede", "end")
    for loser in decision.losers if ending else ():
        if loser.memory_id is not None:
            _end(changes, decided.stored[loser.memory_id], decision, decided)
        if decision.action != "end":
            ended = loser.memory_id or new[loser.draft or 0].id
            changes.link(EdgeType.SUPERSEDES, new[decision.draft].id, ended, decision.reason, since=since)


def _reinforce(changes: ChangeBuilder, memory: Memory, decision: DraftDecision, decided: DecidedInput) -> None:
    if memory.id in changes.updates or decided.episode.id in memory.source_episode_ids:
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
    changes.change(memory, after, decision.reason)


def _end(changes: ChangeBuilder, loser: Memory, decision: DraftDecision, decided: DecidedInput) -> None:
    since = decided.drafts[decision.draft].valid_from
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
        changes.change(loser, {"valid_until": end}, decision.reason)
        changes.release_slot(loser)
    else:
        changes.end(loser, Status.SUPERSEDED, decision.reason, valid_until=end)


def _never_comes(loser: Memory, since: datetime) -> bool:
    """Return true if nothing is left of a plan whose place is taken: it begins after then, or would be over before."""
    until = loser.valid_until
    return since <= loser.valid_from or (until is not None and until <= since)


def _summary(decisions: Sequence[DraftDecision]) -> str:
    said = [f"{d.action} ({d.rule}: {d.reason})" for d in decisions]
    return "; ".join(dict.fromkeys(said)) or "kept the episode"
