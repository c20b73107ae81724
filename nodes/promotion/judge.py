"""Judge: every rung of the ladder over a part of the memory, until nothing climbs any further, and what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.group_extract import GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal
from memorist.nodes.promotion.rule import Admission
from memorist.nodes.promotion.rules import CLIMBING, LADDER, Rung
from memorist.nodes.promotion.state import PromotionContext, PromotionState
from memorist.nodes.promotion.telling import tell
from memorist.nodes.resources import Resources

MAX_ROUNDS = len(LADDER) + 2
"""A memory climbs at most one rung a round, so more rounds than rungs mean nothing."""


@dataclass(frozen=True)
class Climb:
    """The proposals, later ones building on earlier ones, and why others were refused."""

    proposals: tuple[PromotionProposal, ...]
    not_yet: tuple[str, ...]


def climb(extract: GroupExtract, now: datetime, ontology: Ontology, rungs: Sequence[Rung]) -> Climb:
    """Propose everything that the rungs admit; what one creates may climb the next."""
    proposals: dict[str, PromotionProposal] = {}
    not_yet: dict[str, None] = {}
    for _ in range(MAX_ROUNDS):
        before = len(proposals)
        for rung in rungs:
            for found in list(rung(extract, now, ontology)):
                if isinstance(found, Admission):
                    not_yet[f"{found.rule}: {found.reason}"] = None
                elif found.key not in proposals:
                    proposals[found.key] = found
                    if found.question is None:
                        extract = promoted(extract, found)
        if len(proposals) == before:
            break
    return Climb(tuple(proposals.values()), tuple(not_yet))


def promoted(extract: GroupExtract, proposal: PromotionProposal) -> GroupExtract:
    """The extract as it is once the proposal is carried out."""
    changed = result_of(extract, proposal)
    return replace(
        extract,
        memories={**extract.memories, changed.id: changed},
        seen=(*extract.seen, *proposal.seen),
        climbed=(*extract.climbed, *((source, changed.id) for source in proposal.sources)),
    )


def result_of(extract: GroupExtract, proposal: PromotionProposal) -> Memory:
    """The memory that a proposal makes or strengthens."""
    if proposal.new is not None:
        return parse_memory(proposal.new)
    stored = extract.memories[str(proposal.target)]
    return parse_memory({**stored.model_dump(), **(proposal.after or {})})


async def judge(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Send the page up the ladder; no statement is sent."""
    store, context = await resources.store(), context_as(PromotionContext, runtime.context)
    extract = GroupExtract.from_json(state.get("extract") or {})
    climbed = climb(extract, context.present(await resources.clock()), store.ontology, CLIMBING)
    return {
        "proposals": [proposal.model_dump(mode="json") for proposal in climbed.proposals],
        **tell(state, not_yet=climbed.not_yet),
    }
