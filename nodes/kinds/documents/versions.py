"""Versions: a document read again changes only what changed in it.

What it says as before stays; what it says otherwise supersedes what it said; what it no longer says ends, unless
somebody else said so too.
"""

from collections.abc import Sequence

from memorist.memory_store.domain.claim import slot_id
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Lineage, Memory
from memorist.memory_store.domain.types import Procedure
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.parts.memories import Linked
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft, DraftLink, owner_of
from memorist.nodes.kinds.interface import Completion
from memorist.nodes.language.words import stems
from memorist.nodes.reading.gate.verdict import GateVerdict

ALIKE = 0.5
"""Share of words that two statements have in common if one takes the place of the other."""


def same_version(drafts: Sequence[Draft], current: Memory) -> bool:
    """Return true if the document stands as it stood."""
    claim = drafts[0].claim
    return claim is not None and current.claim is not None and claim.object == current.claim.object


def judge_version(
    drafts: Sequence[Draft], current: Memory, former: Sequence[Linked], *, episode_id: str, ontology: Ontology
) -> list[Draft]:
    """The drafts of a new version (the reference first), compared with what the ``current`` one said (``former``).

    Unchanged statements are no drafts any more: they are linked to the new version. The reference ends its predecessor.
    """
    reference, *rest = drafts
    left = [each.memory for each in former]
    changed: list[Draft] = []
    links: list[DraftLink] = []
    for draft in rest:
        place = next((link.reason for link in draft.links if link.type is EdgeType.DOCUMENTED_AT), None)
        as_before = next((m for m in left if place is not None and _says_the_same(draft, m)), None)
        if as_before is None:
            changed.append(draft)
            continue
        left.remove(as_before)
        links.append(DraftLink(type=EdgeType.DOCUMENTED_AT, memory_id=as_before.id, incoming=True, reason=place))
    versions = {*current.lineage.original_source_ids, *current.source_episode_ids}
    gone = [memory for memory in left if set(memory.source_episode_ids) <= versions]
    new = f"the new version of {reference.content.removeprefix('Document: ')}"
    dropped = [current.id]
    for memory in gone:
        successor = _successor(memory, changed, ontology)
        if successor is not None:
            changed[successor] = changed[successor].ending([memory.id], f"{new} says otherwise")
        else:
            dropped.append(memory.id)
    lineage = Lineage(original_source_ids=tuple(dict.fromkeys((*current.lineage.original_source_ids, episode_id))))
    reference = reference.ending(
        dropped,
        f"{new} no longer says so",
        links=(*reference.links, *links),
        details={**reference.details, "lineage": lineage.model_dump()},
    )
    return [reference, *changed]


def _says_the_same(draft: Draft, memory: Memory) -> bool:
    """Return true if only the place in the document may have changed, or the wording of one and the same claim."""
    if draft.type != memory.type:
        return False
    if isinstance(memory, Procedure):
        steps = tuple(str(step["instruction"]) for step in draft.details.get("steps", ()))
        return folded(draft.content) == folded(memory.content) and steps == tuple(s.instruction for s in memory.steps)
    if draft.claim is not None and memory.claim is not None:
        return draft.claim.identity() == memory.claim.identity()
    return folded(draft.content) == folded(memory.content)


def _successor(memory: Memory, drafts: Sequence[Draft], ontology: Ontology) -> int | None:
    """The place of the new statement that is nearest in words to a dropped memory; null if none is near enough."""
    stated = [(place, draft) for place, draft in enumerate(drafts) if _documented(draft) and not draft.ends]
    scored = [(_nearness(memory, draft, ontology), -place) for place, draft in stated]
    best = max(scored, default=(0.0, 0))
    return -best[1] if best[0] >= ALIKE else None


def _nearness(memory: Memory, draft: Draft, ontology: Ontology) -> float:
    if (
        draft.claim
        and memory.claim
        and draft.claim.contradicts(memory.claim, ontology.cardinality(draft.claim.predicate))
    ):
        return 1.0
    one, other = stems(memory.content), stems(draft.content)
    return len(one & other) / max(1, min(len(one), len(other)))


async def look_up_version(drafts: Sequence[Draft], episode: RawEpisode, store: Store) -> Completion:
    """Fetch the version that holds and what it said: two statements, one more for each further 500 statements of it."""
    claim = drafts[0].claim
    assert claim is not None
    reference_scope = owner_of(drafts[0], episode.scope)
    slot = slot_id(reference_scope, claim, store.ontology.cardinality(claim.predicate))
    current = await store.memories.holder(episode.scope, slot)
    if current is None:
        return Completion(drafts=list(drafts))
    if same_version(drafts, current) and len(drafts) == 1 + sum(_documented(d) for d in drafts):
        verdict = GateVerdict(action="skip", category="document", reason="this version of the document is known")
        return Completion(drafts=[], skip=verdict)
    former = await store.memories.pointing_to(episode.scope, [current.id], [EdgeType.DOCUMENTED_AT])
    compared = judge_version(drafts, current, former, episode_id=episode.id, ontology=store.ontology)
    if same_version(drafts, current):
        compared = [_to_stored(draft, current) for draft in compared[1:]]
    return Completion(drafts=compared, former=[current, *(each.memory for each in former)])


def _documented(draft: Draft) -> bool:
    return any(link.type is EdgeType.DOCUMENTED_AT for link in draft.links)


def _to_stored(draft: Draft, reference: Memory) -> Draft:
    """New annotations beside a version that is known: they are linked to the reference that is stored."""
    links = tuple(
        link.model_copy(update={"draft": None, "memory_id": reference.id}) if link.draft == 0 else link
        for link in draft.links
    )
    return draft.model_copy(update={"links": links})
