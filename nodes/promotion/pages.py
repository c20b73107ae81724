"""Reading the change log page by page, and the part of the memory around what changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.promotion.group_extract import Alike, GroupExtract, source_episode_of
from memorist.nodes.promotion.rules import EPISODE_TO_OBSERVATION

ENTRIES_AT_ONCE = 50
ENOUGH = 400
"""Changed memories after which a page ends, with the log entry that reaches them."""
ENDED = frozenset({"superseded", "retracted"})


@dataclass
class TouchedPage:
    """The ids of the memories that a stretch of the change log touched.

    ``counted`` were only recalled; ``experiences`` are new episodic memories; ``observations`` include new models;
    ``ended`` were superseded or retracted.
    """

    until: int
    changed: set[str] = field(default_factory=set[str])
    counted: set[str] = field(default_factory=set[str])
    experiences: set[str] = field(default_factory=set[str])
    observations: set[str] = field(default_factory=set[str])
    ended: set[str] = field(default_factory=set[str])


async def read_page(store: Store, group_id: str, after: int, last: int) -> TouchedPage:
    """Read the memories changed after one entry of the log, one page."""
    page = TouchedPage(until=after)
    while page.until < last and len(page.changed) + len(page.counted) < ENOUGH:
        following = min(ENTRIES_AT_ONCE, last - page.until)
        for entry in await store.changes.log(Scope(group_id=group_id), after=page.until, limit=following):
            if len(page.changed) + len(page.counted) >= ENOUGH:
                return page
            note(page, entry.payload)
            page.until = entry.sequence
    return page


def note(page: TouchedPage, payload: Mapping[str, Any]) -> None:
    """Add what one entry touched."""
    for memory in payload.get("memories", ()):
        if str(memory["type"]).startswith("entity:"):
            continue
        page.changed.add(memory["id"])
        if memory["type"] == "episodic":
            page.experiences.add(memory["id"])
        elif memory["type"] == "observation" or str(memory["type"]).startswith("model:"):
            page.observations.add(memory["id"])
        if memory.get("status") in ENDED:
            page.ended.add(memory["id"])
    for update in payload.get("updates", ()):
        if not _only_fades(update):
            page.changed.add(update["memory_id"])
        if update["after"].get("status") in ENDED:
            page.ended.add(update["memory_id"])
    page.counted |= {c["memory_id"] for c in payload.get("counts", ()) if c["field"] == "access_count"}


def _only_fades(update: Mapping[str, Any]) -> bool:
    """Return true if an update only lowers a confidence, as decay does: that is no reason to judge the memory again."""
    after, before = update["after"], update["before"]
    return set(after) <= {"confidence", "decay"} and after.get("confidence", 1.0) < before.get("confidence", 0.0)


async def surroundings(store: Store, group_id: str, page: TouchedPage, *, alike: bool = True) -> GroupExtract:
    """Read all that promotion rules need to judge the memories of a page; at most eight statements, and a lineage."""
    claimants = await store.evidence.claimants(group_id, sorted(page.changed)) if page.changed else []
    memories = {m.id: m for m in claimants}
    live = [m.id for m in claimants if m.status.live]
    heard = await store.evidence.heard(group_id, live) if live else []
    memories.update({h.experience.id: h.experience for h in heard if h.experience is not None})
    slots = {store.ontology.slot_of(m, m.claim) for m in claimants if m.claim is not None and m.claim.topic}
    rivals = await store.evidence.rivals(group_id, sorted(slots)) if slots else []
    memories.update({m.id: m for m in rivals})
    pairs: list[Alike] = []
    if alike and page.experiences:
        threshold = EPISODE_TO_OBSERVATION.similarity or 0.0
        for id_, other, similarity in await store.evidence.alike(group_id, sorted(page.experiences), threshold):
            memories[other.id] = other
            pairs.append(Alike(one=id_, other=other.id, similarity=min(1.0, similarity)))
    missing = sorted(({p.one for p in pairs} | page.counted) - set(memories))
    memories.update({m.id: m for m in await store.memories.of_any_agent(group_id, missing)})
    return GroupExtract(
        memories=memories,
        seen=tuple(source_episode_of(h) for h in heard),
        climbed=tuple(await store.evidence.climbed(group_id, sorted(memories))) if memories else (),
        alike=tuple(p for p in pairs if p.one in memories),
        parents=await store.evidence.parents(group_id, sorted({h.experience.id for h in heard if h.experience})),
    )
