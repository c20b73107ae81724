"""From proposals to change sets of bounded size: the last pure step before the store."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import Mention
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import parse_memory
from memorist.nodes.promotion.group_extract import GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal
from memorist.nodes.promotion.specificity import specificity

MAX_PROPOSALS = 100
"""So many promotions one change set carries."""
QUEUED = "promotion:"
"""A memory flagged with this waits for a person to say whether it may be promoted."""


def batches(proposals: Sequence[PromotionProposal]) -> list[list[PromotionProposal]]:
    """Proposals in their order, as many as a change set carries; all that touch one stored memory together."""
    found: list[list[PromotionProposal]] = []
    home: dict[str, int] = {}
    for proposal in proposals:
        target = proposal.sources[0] if proposal.question else proposal.target or ""
        if target and target in home:
            found[home[target]].append(proposal)
            continue
        if not found or len(found[-1]) >= MAX_PROPOSALS:
            found.append([])
        found[-1].append(proposal)
        home[target or proposal.result] = len(found) - 1
    return found


def carry_out(
    changes: ChangeBuilder, extract: GroupExtract, proposals: Sequence[PromotionProposal], things: set[str]
) -> None:
    """Build the changes of these proposals; ``things`` are the named things that are stored."""
    made = [_made(p, changes.at) for p in proposals if not undecided(p)]
    after, reasons = _changed_fields(extract, proposals)
    # What was made a moment ago takes further changes in itself.
    new = [parse_memory({**m.model_dump(), **after.pop(m.id, {})}) for m in made if m is not None]
    changes.add(*new)
    for id_, fields in after.items():
        changes.change(extract.memories[id_], fields, "; ".join(dict.fromkeys(reasons[id_])))
    _climbs(changes, extract, proposals)
    changes.keys = [p.key for p in proposals]
    changes.reason = _reason(proposals)
    name_things(changes, things)
    changes.more["mentions"] = (*mentions_of(new), *_more_mentions(extract, proposals))


def undecided(proposal: PromotionProposal) -> bool:
    """Return true if a person has still to be asked."""
    return proposal.question is not None and proposal.answer in (None, "later")


def _made(proposal: PromotionProposal, now: datetime) -> Memory | None:
    if proposal.new is None:
        return None
    memory = parse_memory(proposal.new)
    match proposal.answer:
        case "no":
            # Kept, so that nobody is asked again.
            return memory.model_copy(update={"status": Status.RETRACTED, "expired_at": now})
        case "warn":
            return parse_memory({**memory.model_dump(), "severity": "warn"})
        case _:
            return memory


def _changed_fields(
    extract: GroupExtract, proposals: Sequence[PromotionProposal]
) -> tuple[dict[str, dict[str, Any]], dict[str, list[str]]]:
    """The new values of each memory's fields, and why: what is strengthened, and what is flagged or no longer so."""
    after: dict[str, dict[str, Any]] = {}
    reasons: dict[str, list[str]] = {}
    for proposal in proposals:
        fields = dict(proposal.after or {}) if not undecided(proposal) else {}
        id_ = proposal.target
        if proposal.question is not None:
            id_, fields = proposal.sources[0], _flag(extract, proposal)
        if id_ is not None and fields:
            after[id_] = {**after.get(id_, {}), **fields}
            reasons.setdefault(id_, []).append(proposal.reason())
    return after, reasons


def _flag(extract: GroupExtract, proposal: PromotionProposal) -> dict[str, Any]:
    """The change of the flag of a proposal's first source: set while a person is asked, cleared after the answer."""
    source = extract.memories.get(proposal.sources[0])
    held = source.flagged if source is not None else None
    if held is not None and not held.startswith(QUEUED):
        return {}  # another question comes first
    if undecided(proposal) == (held is not None):
        return {}
    return {"flagged": f"{QUEUED}{proposal.rule}: {proposal.question}" if held is None else None}


def _climbs(changes: ChangeBuilder, extract: GroupExtract, proposals: Sequence[PromotionProposal]) -> None:
    for proposal, source in ((p, source) for p in proposals if not undecided(p) for source in p.sources):
        given: dict[str, Any] = {
            "group_id": changes.group_id,
            "source": source,
            "target": proposal.result,
            "created_at": changes.at,
            "valid_from": changes.at,
            "evidence_count": max(1, int(proposal.admission.count)),
        }
        changes.draw(
            Edge(
                type=EdgeType.PROMOTED_TO,
                reason=proposal.reason(),
                promotion_reason=proposal.admission.reason,
                promotion_threshold=proposal.threshold,
                **given,
            )
        )
        above, below = changes.memories.get(proposal.result), extract.memories.get(source)
        if above is None or below is None or above.claim is not None or (below.type == "episodic" and below.claim):
            continue
        told = specificity(below.summary or below.content, above.content)
        if told.keep_original:
            why = f"specificity {told.score:.2f}: {', '.join(told.lost[:5])} lost; the specific one stays"
            changes.draw(Edge(type=EdgeType.ABSTRACTED_TO, reason=why, **given))


def name_things(changes: ChangeBuilder, things: set[str]) -> None:
    """Link each new live memory to those of the stored ``things`` that it names, also by its claim."""
    live = [memory for memory in changes.memories.values() if memory.status.live]
    for memory in live:
        for target in sorted({entity_id(changes.group_id, name) for name in names_of(memory)} & things):
            changes.link(EdgeType.ABOUT, memory.id, target, since=memory.valid_from)
    claims = [_claim_edge(memory, things, changes.at) for memory in live]
    changes.more["claims"] = [claim for claim in claims if claim is not None]


def names_of(memory: Memory) -> tuple[str, ...]:
    """Return the names in a memory: its entities, and the ends of its claim."""
    ends = (memory.claim.subject, memory.claim.object) if memory.claim is not None else ()
    return (*memory.entities, *ends)


def _claim_edge(memory: Memory, things: set[str], now: datetime) -> ClaimEdge | None:
    """The edge that states a memory's claim; null for an observation, which only supports one, or without its ends."""
    if memory.claim is None or memory.type == "observation":
        return None
    edge = ClaimEdge.of(memory, at=now)
    return edge if {edge.source, edge.target} <= things | {memory.id} else None


def mentions_of(new: Sequence[Memory]) -> list[Mention]:
    """Each raw episode speaks of the memories that were learned from it."""
    return [Mention(episode_id=episode, memory_id=m.id) for m in new for episode in m.source_episode_ids]


def _more_mentions(extract: GroupExtract, proposals: Sequence[PromotionProposal]) -> list[Mention]:
    found: dict[tuple[str, str], Mention] = {}
    for proposal in proposals:
        if proposal.target is None or proposal.after is None:
            continue
        stored = extract.memories.get(proposal.target)
        known = stored.source_episode_ids if stored is not None else ()
        for episode in proposal.after.get("source_episode_ids", ()):
            if episode not in known:
                found[proposal.target, episode] = Mention(episode_id=episode, memory_id=proposal.target)
    return list(found.values())


def _reason(proposals: Sequence[PromotionProposal]) -> str:
    reasons = list(dict.fromkeys(("asked: " if undecided(p) else "") + p.reason() for p in proposals))
    return "; ".join(reasons[:5]) + (f"; and {len(reasons) - 5} more" if len(reasons) > 5 else "")
