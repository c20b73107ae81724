"""Deduplicate: is a draft something that is stored already, perhaps in other words?"""

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Memory, Part, Source
from memorist.memory_store.domain.own import person_of
from memorist.memory_store.domain.sameness import MERGE_SIMILARITY, differences
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import HardRule, parse_memory
from memorist.nodes.ingestion.candidates import Candidate, Candidates
from memorist.nodes.ingestion.compared import keys_of
from memorist.nodes.ingestion.concerned import claims_the_same, concerned, had_ended, settles, tells_another_detail
from memorist.nodes.ingestion.draft import Draft, Utterance
from memorist.nodes.ingestion.forgotten import judge_forgotten, notice_of, withheld
from memorist.nodes.ingestion.renewal.overtaking import may_overtake, renewed
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.ingestion.taking_over import settle_switches
from memorist.nodes.language.words import stems
from memorist.nodes.resources import Resources

NEVER_MERGED = frozenset({"episodic", "semantic:hard_rule"})
"""Two things that happened are two, however alike; a rule that a person gave is never folded into another."""


class Duplicate(Part):
    """The stored memory that a draft repeats, and what shows it."""

    memory_id: str
    by: Literal["claim", "similarity"]
    similarity: float


def find_duplicate(draft: Draft, place: int, scope: Scope, candidates: Sequence[Candidate]) -> Duplicate | None:
    """The memory that already says what the draft says: the same claim, or nearly the same words and no difference.

    Cosine alone never merges: "rate limit 100" and "rate limit 500" are at .94. What the user says himself settles what
    was contested, and is no repetition of it; nor is what is said after the time for which it was told ("today"), or
    with another detail beside the same claim. Two persons who say of themselves that they have diabetes are two.
    """
    if draft.type == "episodic":
        return None
    candidates = [
        each
        for each in candidates
        if each[0].id not in draft.ends
        and not settles(draft, each[0], scope)
        and not had_ended(each[0], draft)
        and not tells_another_detail(draft, each[0], scope)
    ]
    for memory, _, _ in candidates:
        if claims_the_same(draft, memory, scope):
            return Duplicate(memory_id=memory.id, by="claim", similarity=1.0)
    narrower = {memory.id for memory, _, _ in candidates if _shows_less(draft, memory, scope)}
    if len(narrower) == 1:
        return Duplicate(memory_id=min(narrower), by="claim", similarity=1.0)
    if draft.type in NEVER_MERGED:
        return None
    near = [
        (similarity, memory)
        for memory, of, similarity in candidates
        if of == place and similarity >= MERGE_SIMILARITY and memory.type == draft.type and not _anothers(memory, scope)
    ]
    for similarity, memory in sorted(near, key=lambda pair: -pair[0]):
        if (draft.claim is None or memory.claim is None) and not told_apart(draft.content, memory.content):
            return Duplicate(memory_id=memory.id, by="similarity", similarity=similarity)
    return None


def _anothers(memory: Memory, scope: Scope) -> bool:
    """Whether another person said it of himself."""
    return None not in (memory.scope.user_id, scope.user_id) and person_of(memory) not in (None, scope.user_id)


def laid_down_anew(draft: Draft, memories: Sequence[Memory], scope: Scope) -> Draft:
    """A rule by hand that stands with another severity, reason or alternatives: it takes the place of the one that
    stands and keeps of it what was not given."""
    if not draft.forced or draft.type != "semantic:hard_rule":
        return draft
    for memory in memories:
        if isinstance(memory, HardRule) and memory.status.live and claims_the_same(draft, memory, scope):
            stands = {"severity": memory.severity, "reason": memory.reason, "alternatives": memory.alternatives}
            changed = [name for name, value in draft.details.items() if name in stands and stands[name] != value]
            if changed:
                why = f"laid down anew, with {' and '.join(changed)} changed"
                return draft.ending([memory.id], why, details={**stands, **draft.details})
    return draft


def _shows_less(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Whether events show what a live memory says, but not where: that is no wider claim, they merely do not tell."""
    mine, known = draft.claim, memory.claim
    if mine is None or known is None or draft.source is not Source.OBSERVATION or draft.by_user:
        return False
    if mine.topic is None or mine.platforms or not known.platforms or not memory.status.live:
        return False
    anywhere = memory.model_copy(update={"claim": known.model_copy(update={"platforms": ()})})
    return claims_the_same(draft, anywhere, scope)


def told_apart(one: str, other: str) -> tuple[str, ...]:
    """What tells two similar texts without claims apart.

    Without a claim nothing says which word may go ("likes coffee", "hates coffee"), so that only wordings of the same
    words are one.
    """
    words = ("words",) if stems(one) != stems(other) else ()
    return (*differences(one, other), *words)


async def deduplicate(
    state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources
) -> dict[str, Any]:
    """Fetch in one statement what every later judgement compares with, and name the duplicates."""
    drafts = [Draft.model_validate(draft) for draft in state["drafts"]]
    episode = RawEpisode.model_validate(state["episode"])
    scope = episode.scope
    store = await resources.store()
    whole = [episode.content] if drafts and may_overtake(state["input"]) else []
    vectors = await store.embed([*(draft.content for draft in drafts), *whole])
    beside = {"": vectors.pop()} if whole else {}
    graves = await store.graves(scope.group_id)
    refused = judge_forgotten(drafts, vectors, graves, episode=episode, embedder=store.embedder.name)
    update: dict[str, Any] = {}
    if refused:
        drafts = [draft for place, draft in enumerate(drafts) if place not in refused]
        vectors = [vector for place, vector in enumerate(vectors) if place not in refused]
        update = {
            "episode": withheld(episode).model_dump(mode="json"),
            "notices": [*state.get("notices", ()), *notice_of([*refused.values()])],
            "withheld": True,
        }
    spoken = [Utterance.model_validate(utterance) for utterance in state.get("before", [])]
    found = await store.comparable(
        scope,
        **keys_of(drafts, scope, store.ontology, spoken),
        conditions=sorted({condition for draft in drafts for condition in draft.resolves}),
        vectors={**{str(place): vector for place, vector in enumerate(vectors)}, **beside},
    )
    triples = [(c.memory, int(c.draft) if c.draft else None, c.similarity) for c in found]
    triples += [(parse_memory(memory), None, 1.0) for memory in state.get("former") or ()]
    memories = [memory for memory, _, _ in triples]
    drafts = settle_switches([laid_down_anew(draft, memories, scope) for draft in drafts], memories, scope, spoken)
    if whole:
        drafts = renewed(drafts, episode, memories)
    candidates = Candidates(triples)
    duplicates = {
        str(place): duplicate.model_dump()
        for place, draft in enumerate(drafts)
        if (duplicate := find_duplicate(draft, place, scope, candidates.of(draft, place))) is not None
    }
    repeated = {duplicate["memory_id"] for duplicate in duplicates.values()}
    distinct = list({memory.id: memory for memory in memories}.values())
    touched = concerned(drafts, distinct, repeated, scope=scope, ontology=store.ontology)
    return {
        **update,
        "drafts": [draft.model_dump(mode="json") for draft in drafts],
        "candidates": [memory.model_dump(mode="json") for memory in touched],
        "duplicates": duplicates,
    }


def candidate_memories(state: IngestionState) -> list[Memory]:
    """The stored memories that a decision can be about."""
    return [parse_memory(memory) for memory in state["candidates"]]
