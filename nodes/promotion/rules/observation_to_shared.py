"""Observation → shared: what three agents have seen, over more than a day."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from memorist.memory_store.domain.claim import HABIT, Claim
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Level, Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.promotion.confidence import promoted_confidence
from memorist.nodes.promotion.evidence import PromotionEvidence, Support
from memorist.nodes.promotion.group_extract import ClaimFamily, GroupExtract
from memorist.nodes.promotion.lineage import extended
from memorist.nodes.promotion.proposal import PromotionProposal, promoted_memory
from memorist.nodes.promotion.rule import Admission, PromotionRule

OBSERVATION_TO_SHARED = PromotionRule(
    name="observation_to_shared",
    source="observation",
    target=Level.SHARED,
    threshold=3,
    agents=3,
    apart=timedelta(hours=24),
    uncontradicted=True,
)
"""Conditions of sharing. A shared memory carries a flag, so that a person looks at it."""
COMMON = frozenset({"team", "user", "agent"})
"""Subjects that are no agent's name."""


def shared_patterns(
    extract: GroupExtract, now: datetime, ontology: Ontology
) -> Iterator[PromotionProposal | Admission]:
    """Claims that agents have come to one by one, and habits that several of them have, as the group's."""
    for family in extract.families(across=True):
        own = [m for m in (*family.observations, *family.selves) if m.scope.agent_id]
        common = next((m for m in family.facts if m.scope.agent_id is None), None)
        if len({whose(m) for m in own}) > 1 and not (common and common.promoted_to_shared):
            found = _judged(family, own, common, now, ontology)
            yield from (found,) if found is not None else ()


def whose(memory: Memory) -> str:
    """The agent that an observation counts for: the one who has the observed habit, else the one who observed it."""
    claim = memory.claim
    if claim is not None and claim.predicate == HABIT and folded(claim.subject) not in COMMON:
        return claim.subject
    return memory.scope.agent_id or ""


def _judged(
    family: ClaimFamily, own: list[Memory], common: Memory | None, now: datetime, ontology: Ontology
) -> PromotionProposal | Admission | None:
    by_agent: dict[str, Memory] = {}
    for memory in sorted(own, key=lambda m: (m.valid_from, m.id)):
        by_agent.setdefault(whose(memory), memory)
    seers = list(by_agent.values())
    supports = tuple(Support(id=m.id, at=at, agent=whose(m)) for m in seers for at in _moments(family, m))
    evidence = PromotionEvidence(supports=supports, contradictions=family.against(seers[0], ontology))
    admission = OBSERVATION_TO_SHARED.admits(evidence)
    if not admission.admits:
        return admission
    flag = f"seen by {len(seers)} agents ({', '.join(sorted(by_agent))}): look whether it holds for all"
    if common is not None:
        after: dict[str, Any] = {
            "promoted_to_shared": True,
            "level": Level.SHARED,
            "flagged": common.flagged or flag,
            "lineage": extended(seers, onto=common.lineage).model_dump(mode="json"),
        }
        return PromotionProposal.changing(OBSERVATION_TO_SHARED, admission, seers, common, after)
    like = seers[0].model_copy(update={"scope": Scope(group_id=seers[0].scope.group_id)})
    content, claim = _as_the_groups(seers[0])
    new = promoted_memory(
        OBSERVATION_TO_SHARED,
        "semantic:fact",
        content,
        seers[:3],
        like=like,
        seen=(),
        now=now,
        confidence=max(promoted_confidence(len(seers)), *(m.confidence for m in seers)),
        claim=claim,
        source="cross_agent",
        promoted_to_shared=True,
        flagged=flag,
    )
    known = new.id in family.extract.memories
    return None if known else PromotionProposal.making(OBSERVATION_TO_SHARED, admission, seers, new)


def _as_the_groups(memory: Memory) -> tuple[str, Claim | None]:
    """The words and the claim for all: "Dev-1 tends to miss X" → "Team tends to miss X"."""
    claim = memory.claim
    if claim is None or whose(memory) != claim.subject:
        return memory.content.replace(" consistently ", " ", 1), claim
    said = f"Team tends to {claim.object}" if claim.polarity else f"Team does not tend to {claim.object}"
    return said, claim.model_copy(update={"subject": "team"})


def _moments(family: ClaimFamily, memory: Memory) -> list[datetime]:
    """Return the first and the last time that an agent saw it."""
    times = [s.at for s in family.seen if s.episode_id in memory.source_episode_ids] or [memory.valid_from]
    return sorted({min(times), max(times)})
