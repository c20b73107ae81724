"""Rule or fact → procedure: what was applied twice with success, and can be told as trigger and steps."""

from collections.abc import Iterator
from datetime import datetime

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Level, Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure, Step, Trigger
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.language.gazetteer import topic_of
from memorist.nodes.promotion.evidence import PromotionEvidence
from memorist.nodes.promotion.group_extract import SUCCESS, ClaimFamily, GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal, promoted_id, promoted_memory
from memorist.nodes.promotion.rule import Admission, PromotionRule
from memorist.nodes.promotion.wording import steps_of, trigger_of

FACT_TO_PROCEDURE = PromotionRule(
    name="fact_to_procedure",
    source="rule or fact",
    target=Level.PROCEDURE,
    threshold=2,
    supports=2,
    confidence=0.9,
    procedural=True,
    confirmed=True,
)
"""Its supports are successful episodes, except those that the fact was learned from: they do not show it in use."""


def procedures(extract: GroupExtract, now: datetime, ontology: Ontology) -> Iterator[PromotionProposal | Admission]:
    """Return procedures made of what has been done with success."""
    for family in extract.families():
        for fact in (*family.facts, *family.rules):
            trigger = trigger_of(fact.claim)
            known = promoted_id(fact.scope.group_id, FACT_TO_PROCEDURE, [fact.id]) in {
                *extract.memories,
                *extract.rungs_above(fact.id),
            }
            if trigger is not None and not known:
                yield _judged(family, fact, trigger, now)


def _judged(family: ClaimFamily, fact: Memory, trigger: str, now: datetime) -> PromotionProposal | Admission:
    taught = family.taught()
    applied = [s for s in family.seen if s.episode_id not in taught and family.experience(s) is not None]
    ends = {s.episode_id: e.outcome for s in applied if (e := family.experience(s)) is not None}
    worked = [s for s in applied if ends[s.episode_id] in SUCCESS]
    failed = sum(outcome == "failure" for outcome in ends.values())
    experiences = [e for s in worked if (e := family.experience(s)) is not None]
    steps = steps_of(fact.claim, _instead_of(family, fact), experiences)
    evidence = PromotionEvidence(
        supports=tuple(family.support(s, fact.id) for s in worked) if taught else (),
        confidence=fact.confidence,
        trigger=trigger,
        steps=steps,
        confirmed=fact.status is Status.CONFIRMED,
    )
    admission = FACT_TO_PROCEDURE.admits(evidence)
    if not admission.admits:
        return admission
    used = len(worked) + failed
    new = promoted_memory(
        FACT_TO_PROCEDURE,
        "procedural",
        f"{trigger}: {'; '.join(steps)}",
        [fact],
        like=fact,
        seen=worked,
        now=now,
        confidence=fact.confidence,
        name=trigger.removeprefix("A project needs ")[:200],
        trigger=Trigger(pattern=trigger, context=tuple(filter(None, (fact.domain, *fact.technology)))),
        steps=[Step(order=place, instruction=step) for place, step in enumerate(steps, start=1)],
        success_rate=len(worked) / used,
        times_used=used,
        last_used=max(s.at for s in worked),
        learned_from=tuple(e.id for e in experiences),
    )
    assert isinstance(new, Procedure)
    return PromotionProposal.making(FACT_TO_PROCEDURE, admission, [fact], new, family.seen)


def _instead_of(family: ClaimFamily, fact: Memory) -> tuple[str, ...]:
    """Return the alternatives: used for the same purpose before, avoided, or refused when the fact was stated."""
    claim = fact.claim
    assert claim is not None
    names = [
        other.claim.object
        for other in family.extract.for_topic(claim.topic)
        if other.claim is not None
        and folded(other.claim.subject) == folded(claim.subject)
        and folded(other.claim.object) != folded(claim.object)
        and (other.status is Status.SUPERSEDED or not other.claim.polarity or other.claim.predicate == "avoids")
    ]
    refused = (name for seen in family.seen for name in seen.refused)
    names += [n for n in refused if folded(n) != folded(claim.object) and topic_of(n) == claim.topic]
    return tuple(sorted(dict.fromkeys(names)))
