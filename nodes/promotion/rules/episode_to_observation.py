"""Episode → observation: twice is a pattern, if it is not the same hour."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from memorist.memory_store.domain.memory import Level, Memory
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.promotion.confidence import promoted_confidence
from memorist.nodes.promotion.evidence import PromotionEvidence, Support
from memorist.nodes.promotion.group_extract import ClaimFamily, GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal, promoted_memory
from memorist.nodes.promotion.rule import Admission, PromotionRule
from memorist.nodes.promotion.wording import observed_wording, repeated_wording

EPISODE_TO_OBSERVATION = PromotionRule(
    name="episode_to_observation",
    source="episode",
    target=Level.OBSERVATION,
    threshold=2,
    supports=2,
    similarity=0.85,
    apart=timedelta(hours=1),
)
"""Two similar episodes. Episodes that show the same claim are as similar as can be; others are compared by cosine."""


def observations(extract: GroupExtract, now: datetime, ontology: Ontology) -> Iterator[PromotionProposal | Admission]:
    """One observation for each claim that an agent has seen twice, and for experiences alike without a claim."""
    explained: set[str] = set()
    for family in extract.families():
        explained |= {s.experience for s in family.seen if s.experience and len(family.seen) > 1}
        plain = family.stated()
        if plain is None or plain.level is Level.SHARED:
            continue  # what is shared stands above the observations that it was made from
        for agent in sorted({s.agent or "" for s in family.seen}):
            if not any((o.scope.agent_id or "") == agent for o in family.observations):
                yield from _of_claim(family, plain, agent or None, now)
    yield from _of_likeness(extract, explained, now)


def _of_claim(
    family: ClaimFamily, plain: Memory, agent: str | None, now: datetime
) -> Iterator[PromotionProposal | Admission]:
    lived = [s for s in family.seen if s.agent == agent and family.experience(s) is not None]
    admission = None
    # The earliest episodes that are enough: so it is the same observation whenever one looks.
    for upto in range(1, len(lived) + 1):
        taken = lived[:upto]
        evidence = PromotionEvidence(supports=tuple(family.support(s, plain.id) for s in taken))
        admission = EPISODE_TO_OBSERVATION.admits(evidence)
        if admission.admits:
            experiences = [e for s in taken if (e := family.experience(s)) is not None]
            scope = plain.scope.model_copy(update={"agent_id": agent})
            new = promoted_memory(
                EPISODE_TO_OBSERVATION,
                "observation",
                observed_wording(plain),
                experiences,
                like=plain.model_copy(update={"scope": scope}),
                seen=taken,
                now=now,
                confidence=promoted_confidence(evidence.count),
                claim=plain.claim,
            )
            if new.id not in family.extract.memories:
                yield PromotionProposal.making(EPISODE_TO_OBSERVATION, admission, experiences, new, taken)
            return
    if admission is not None:
        yield admission


def _of_likeness(extract: GroupExtract, explained: set[str], now: datetime) -> Iterator[PromotionProposal | Admission]:
    done: set[str] = set()
    for pair in sorted(extract.alike, key=lambda p: (*sorted((p.one, p.other)),)):
        one, other = (extract.memories[i] for i in sorted((pair.one, pair.other)))
        ids = {one.id, other.id}
        if ids & explained or ids & done or any(extract.rungs_above(i) for i in ids):
            continue
        supports = tuple(Support(id=m.id, at=m.valid_from, agent=m.scope.agent_id) for m in (one, other))
        admission = EPISODE_TO_OBSERVATION.admits(
            PromotionEvidence(supports=supports, similarity=min(1.0, pair.similarity))
        )
        if not admission.admits:
            yield admission
            continue
        done |= ids
        experiences = sorted((one, other), key=lambda m: (m.valid_from, m.id))
        new = promoted_memory(
            EPISODE_TO_OBSERVATION,
            "observation",
            repeated_wording(experiences),
            experiences,
            like=experiences[0],
            seen=(),
            now=now,
            confidence=promoted_confidence(len(experiences)),
        )
        if new.id not in extract.memories:
            yield PromotionProposal.making(EPISODE_TO_OBSERVATION, admission, experiences, new)
