"""Observation → fact: three supports, and nobody says otherwise."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.memory import Level, Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.promotion.confidence import promoted_confidence
from memorist.nodes.promotion.evidence import PromotionEvidence, Support
from memorist.nodes.promotion.group_extract import ClaimFamily, GroupExtract
from memorist.nodes.promotion.lineage import extended, is_circular
from memorist.nodes.promotion.proposal import PromotionProposal, promoted_memory
from memorist.nodes.promotion.rule import Admission, PromotionRule

OBSERVATION_TO_FACT = PromotionRule(
    name="observation_to_fact",
    source="observation",
    target=Level.FACT,
    threshold=3,
    supports=3,
    uncontradicted=True,
    confidence=0.7,
)
"""The observation is one support; each statement or episode that it was not made from is another."""


def facts(extract: GroupExtract, now: datetime, ontology: Ontology) -> Iterator[PromotionProposal | Admission]:
    """The fact that says it already is confirmed and strengthened; where none does, one is made."""
    for family in extract.families():
        stated = next(iter(family.facts), None)
        for observation in family.observations:
            if stated is not None and stated.id in extract.rungs_above(observation.id):
                continue
            if stated is None and extract.rungs_above(observation.id):
                continue
            yield _judged(family, observation, stated, now, ontology)
            break  # one observation a claim climbs at a time; the next one sees what it became


def _judged(
    family: ClaimFamily, observation: Memory, stated: Memory | None, now: datetime, ontology: Ontology
) -> PromotionProposal | Admission:
    target = stated or observation
    own = Support(
        id=observation.id,
        at=observation.valid_from,
        agent=observation.scope.agent_id,
        circular=stated is not None and is_circular([observation.id], stated.id, family.extract.parents),
    )
    # What another agent lived through speaks for what the group holds, not for what one agent does.
    whose = target.scope.agent_id
    rest = [
        s
        for s in family.seen
        if s.episode_id not in set(observation.source_episode_ids) and (whose is None or s.agent in (None, whose))
    ]
    further = [family.support(s, target.id) for s in rest]
    episodes = len(observation.source_episode_ids) * own.weight
    confidence = promoted_confidence(episodes, sum(support.weight for support in further))
    evidence = PromotionEvidence(
        supports=(own, *further), confidence=confidence, contradictions=family.against(target, ontology)
    )
    admission = OBSERVATION_TO_FACT.admits(evidence)
    if not admission.admits:
        return admission
    if stated is not None:
        after = _strengthened(stated, observation, confidence)
        return PromotionProposal.changing(OBSERVATION_TO_FACT, admission, [observation], stated, after)
    content = observation.content.replace(" consistently ", " ", 1)
    new = promoted_memory(
        OBSERVATION_TO_FACT,
        "semantic:fact",
        content,
        [observation],
        like=observation,
        seen=rest,
        now=now,
        confidence=max(confidence, observation.confidence),
        claim=observation.claim,
    )
    return PromotionProposal.making(OBSERVATION_TO_FACT, admission, [observation], new, family.seen)


def _strengthened(fact: Memory, observation: Memory, confidence: float) -> dict[str, Any]:
    episodes = sorted({*fact.source_episode_ids, *observation.source_episode_ids})
    status = Status.CONFIRMED if fact.status is Status.STAGED else fact.status
    return {
        "status": status,
        "confidence": max(confidence, fact.settled_confidence),
        "decay": None,
        "lineage": extended([observation], fact.source_episode_ids, onto=fact.lineage).model_dump(mode="json"),
        "source_episode_ids": episodes,
    }
