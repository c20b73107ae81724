"""Fact → rule: what is nearly certain and bad to act against."""

from collections.abc import Iterator
from datetime import datetime

from memorist.memory_store.domain.memory import Level, Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.promotion.binding import forbids, may_bind
from memorist.nodes.promotion.evidence import PromotionEvidence, Severity
from memorist.nodes.promotion.lineage import may_block_unasked
from memorist.nodes.promotion.proposal import PromotionProposal, promoted_memory
from memorist.nodes.promotion.rule import Admission, PromotionRule
from memorist.nodes.promotion.severity import severity_of
from memorist.nodes.promotion.world import ClaimFamily, World

FACT_TO_RULE = PromotionRule(
    name="fact_to_rule",
    source="fact",
    target=Level.RULE,
    threshold=0.9,
    confidence=0.9,
    severity=Severity.MEDIUM,
    uncontradicted=True,
    confirmed=True,
)
"""Conditions of a rule. Blocking without a person's consent is a question of trust: see
``nodes/promotion/lineage.py``."""


def rules(world: World, now: datetime, ontology: Ontology) -> Iterator[PromotionProposal | Admission]:
    """Return rules made of facts that forbid or demand, once they are certain and their breach would hurt; they block
    where their words forbid."""
    for family in world.families():
        if family.rules:
            continue
        for fact in family.facts:
            if may_bind(fact) and not any(_is_rule(world, i) for i in world.rungs_above(fact.id)):
                yield _judged(family, fact, now, ontology)


def _judged(family: ClaimFamily, fact: Memory, now: datetime, ontology: Ontology) -> PromotionProposal | Admission:
    episodes = [e for s in family.seen if (e := family.experience(s)) is not None]
    severity, why = severity_of(fact, episodes)
    evidence = PromotionEvidence(
        supports=tuple(family.support(s, fact.id) for s in family.seen),
        confidence=fact.confidence,
        severity=severity,
        contradictions=family.against(fact, ontology),
        confirmed=fact.status is Status.CONFIRMED,
    )
    admission = FACT_TO_RULE.admits(evidence)
    if not admission.admits:
        return admission
    new = promoted_memory(
        FACT_TO_RULE,
        "semantic:hard_rule",
        fact.content,
        [fact],
        like=fact,
        seen=family.seen,
        now=now,
        confidence=fact.confidence,
        claim=fact.claim.model_dump() if fact.claim else None,
        severity="block" if forbids(fact) else "warn",
        reason=why,
    )
    asked = None
    if not may_block_unasked(new.trust):
        asked = (
            f"May this become a blocking rule? {fact.content!r}: {admission.reason}; {why}; "
            f"its lineage is not made of user statements alone ({new.trust})"
        )
        new = new.model_copy(update={"severity": "block"})  # whoever is asked says whether it warns instead
    return PromotionProposal(
        rule=FACT_TO_RULE.name,
        threshold=FACT_TO_RULE.threshold,
        admission=admission,
        sources=(fact.id,),
        new=new.model_dump(mode="json"),
        seen=tuple(s.model_copy(update={"memory_id": new.id}) for s in family.seen),
        question=asked,
    )


def _is_rule(world: World, id_: str) -> bool:
    return id_ not in world.memories or world.memories[id_].type == "semantic:hard_rule"
