"""Create: what was admitted is written, with its sources, its reason and its lineage."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.begin import READER
from memorist.nodes.promotion.changes import batches, carry_out, names_of, undecided
from memorist.nodes.promotion.group_extract import GroupExtract
from memorist.nodes.promotion.lease import keep_lease
from memorist.nodes.promotion.proposal import PromotionProposal
from memorist.nodes.promotion.state import PromotionContext, PromotionQuestion, PromotionState, PromotionStep
from memorist.nodes.promotion.telling import tell
from memorist.nodes.resources import Resources


async def create(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Apply the page's proposals, then note in the database that the page is done."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    proposals = [PromotionProposal.model_validate(proposal) for proposal in state.get("proposals", ())]
    extract = GroupExtract.from_json(state.get("extract") or {})
    now = context.present(await resources.clock())
    written = await write(store, extract, proposals, context.scope(store.settings).group_id, now, context.dry_run)
    lease = await keep_lease(store, context, state, {READER: state.get("until", 0)})
    return {**lease, "extract": None, "proposals": [], **written.told(state)}


@dataclass
class CreatedMemories:
    """Result of proposals."""

    extract: GroupExtract
    changes: list[ChangeSet] = field(default_factory=list[ChangeSet])
    done: list[PromotionProposal] = field(default_factory=list[PromotionProposal])
    moved: int = 0

    def told(self, state: PromotionState) -> dict[str, Any]:
        """For the report."""
        return tell(
            state,
            done=[self._told(p) for p in self.done if not undecided(p)],
            questions=[
                PromotionQuestion(id=p.sources[0], rule=p.rule, question=str(p.question)).model_dump(mode="json")
                for p in self.done
                if undecided(p)
            ],
            changes=self.changes,
            counts={"overtaken": self.moved} if self.moved else {},
        )

    def _told(self, proposal: PromotionProposal) -> PromotionStep:
        made = {p.new["id"]: p.new["content"] for p in self.done if p.new}
        stored = self.extract.memories.get(proposal.result)
        content = made.get(proposal.result) or (stored.content if stored else "")
        what = proposal.rule if proposal.answer != "no" else f"{proposal.rule} refused"
        return PromotionStep(
            what=what, id=proposal.result, content=content, why=proposal.admission.reason, sources=proposal.sources
        )


async def write(
    store: Store,
    extract: GroupExtract,
    proposals: Sequence[PromotionProposal],
    group_id: str,
    now: datetime,
    dry_run: bool,
) -> CreatedMemories:
    """Apply proposals in change sets of bounded size. What was overtaken by other writers is left to the next page:
    the change that overtook it is in the log."""
    written = CreatedMemories(extract)
    if not proposals:
        return written
    new = [parse_memory(proposal.new) for proposal in proposals if proposal.new]
    named = {entity_id(group_id, name) for memory in new for name in names_of(memory)}
    things = {m.id for m in await store.memories.of_any_agent(group_id, sorted(named))}
    for batch in batches(proposals):
        changes, left = await store.changes.decide_each(
            batch,
            lambda changes, some: carry_out(changes, extract, some, things),
            group_id,
            at=now,
            run="promotion",
            dry_run=dry_run,
        )
        written.changes += changes
        written.moved += len(left)
        written.done += [proposal for proposal in batch if proposal not in left]
    return written
