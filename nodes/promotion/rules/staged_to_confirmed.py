"""Staged → confirmed: recalled often enough to have proved useful (JACQ)."""

from collections.abc import Iterator
from datetime import datetime

from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.promotion.evidence import PromotionEvidence
from memorist.nodes.promotion.group_extract import GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal
from memorist.nodes.promotion.rule import Admission, PromotionRule

STAGED_TO_CONFIRMED = PromotionRule(
    name="staged_to_confirmed",
    source="staged",
    target=None,
    threshold=3,
    accesses=3,
)
"""The end of probation: no new memory, only the status changes."""


def confirmations(extract: GroupExtract, now: datetime, ontology: Ontology) -> Iterator[PromotionProposal | Admission]:
    """Staged memories that were recalled."""
    for memory in extract.live():
        if memory.status is not Status.STAGED or memory.is_entity or memory.access_count == 0:
            continue
        admission = STAGED_TO_CONFIRMED.admits(PromotionEvidence(accesses=memory.access_count))
        if not admission.admits:
            yield admission
            continue
        after = {"status": Status.CONFIRMED}
        yield PromotionProposal.changing(STAGED_TO_CONFIRMED, admission, (), memory, after)
