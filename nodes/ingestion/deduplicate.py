"""Deduplicate: is a draft something that is stored already, perhaps in other words?"""

import re
from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime

from hypomnema.memory_store.domain.claim import claim_id, subject_key
from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.memory_store.domain.identity import folded
from hypomnema.memory_store.domain.memory import Memory, Part
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.domain.types import parse_memory
from hypomnema.nodes.ingestion.draft import Draft, owner_of
from hypomnema.nodes.ingestion.state import IngestionContext, IngestionState
from hypomnema.nodes.resources import Resources

MERGE_SIMILARITY = 0.9
"""Below this two texts are two memories; above it they are one only if nothing below tells them apart."""
NEGATIONS = frozenset({"not", "no", "never", "without", "neither", "nor", "cannot", "avoid", "stop"})
NEVER_MERGED = frozenset({"episodic", "semantic:hard_rule"})
"""Two things that happened are two, however alike; a rule that a person gave is never folded into another."""


class Candidate(Part):
    """A stored memory that one or more drafts are compared with."""

    memory: dict[str, Any]
    draft: int | None
    similarity: float


class Duplicate(Part):
    """The stored memory that a draft repeats, and what shows it."""

    memory_id: str
    by: Literal["claim", "similarity"]
    similarity: float


def find_duplicate(
    draft: Draft, place: int, scope: Scope, candidates: Sequence[tuple[Memory, int | None, float]]
) -> Duplicate | None:
    """The memory that already says what the draft says: the same claim, or nearly the same words and no difference.

    Cosine alone never merges: "rate limit 100" and "rate limit 500" are at .94.
    """
    if draft.type == "episodic":
        return None
    if draft.claim is not None:
        wanted = claim_id(owner_of(draft, scope), draft.claim)
        for memory, _, _ in candidates:
            if memory.claim is None or _rules(memory.type) != _rules(draft.type):
                continue
            if claim_id(memory.scope, memory.claim) == wanted:
                return Duplicate(memory_id=memory.id, by="claim", similarity=1.0)
    if draft.type in NEVER_MERGED:
        return None
    near = [
        (similarity, memory)
        for memory, of, similarity in candidates
        if of == place and similarity >= MERGE_SIMILARITY and memory.type == draft.type
    ]
    for similarity, memory in sorted(near, key=lambda pair: -pair[0]):
        if (draft.claim is None or memory.claim is None) and not differences(draft.content, memory.content):
            return Duplicate(memory_id=memory.id, by="similarity", similarity=similarity)
    return None


def _rules(type_: str) -> bool:
    """Whether it is a hard rule: a rule and a fact with one claim stand side by side, a policy and a fact do not."""
    return type_ == "semantic:hard_rule"


def differences(one: str, other: str) -> tuple[str, ...]:
    """What tells two similar texts apart: numbers, versions, names, negation, the order of what is compared."""
    found: list[str] = []
    if _numbers(one) != _numbers(other):
        found.append("numbers")
    if _names(one) != _names(other):
        found.append("names")
    if _negated(one) != _negated(other):
        found.append("negation")
    if sorted(_words(one)) == sorted(_words(other)) and _words(one) != _words(other):
        found.append("order")
    return tuple(found)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", folded(text))


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,:]\d+)*", text))


def _names(text: str) -> set[str]:
    """Words that look like names: a capital that does not begin the text, or a mark inside."""
    tokens = re.findall(r"[@#]?[\w./-]*\w", text)
    return {folded(t) for i, t in enumerate(tokens) if re.search(r"[@#/_]|\w[.-]\w", t) or (i and t[:1].isupper())}


def _negated(text: str) -> int:
    return sum(word in NEGATIONS or word.endswith("n't") for word in _words(text)) % 2


async def deduplicate(
    state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources
) -> dict[str, Any]:
    """Fetch in one statement what every later judgement compares with, and name the duplicates."""
    drafts = [Draft.model_validate(draft) for draft in state["drafts"]]
    scope = RawEpisode.model_validate(state["episode"]).scope
    store = await resources.store()
    vectors = await store.embed([draft.content for draft in drafts])
    claims = [(draft.claim, owner_of(draft, scope)) for draft in drafts if draft.claim is not None]
    found = await store.comparable(
        scope,
        subjects=sorted({subject_key(claim) for claim, _ in claims}),
        claims=sorted({claim_id(owner, claim) for claim, owner in claims}),
        conditions=sorted({condition for draft in drafts for condition in draft.resolves}),
        vectors={str(place): vector for place, vector in enumerate(vectors)},
    )
    triples = [(c.memory, int(c.draft) if c.draft is not None else None, c.similarity) for c in found]
    duplicates = {
        str(place): duplicate.model_dump()
        for place, draft in enumerate(drafts)
        if (duplicate := find_duplicate(draft, place, scope, triples)) is not None
    }
    return {
        "candidates": [
            Candidate(memory=m.model_dump(mode="json"), draft=place, similarity=similarity).model_dump()
            for m, place, similarity in triples
        ],
        "duplicates": duplicates,
    }


def candidate_memories(state: IngestionState) -> list[Memory]:
    """The distinct stored memories among the candidates."""
    by_id = {c["memory"]["id"]: c["memory"] for c in state["candidates"]}
    return [parse_memory(memory) for memory in by_id.values()]
