"""Relations of a draft to a stored memory: the same claim, a contradiction, its end, or none of these."""

from collections.abc import Collection, Sequence

from memorist.memory_store.domain.claim import Claim, is_of_the_user, same_claims, slot_kind
from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.domain.visibility import in_first_person, may_see
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.draft import Draft, owner_of
from memorist.nodes.language.words import stems
from memorist.nodes.matching.candidates import Numbers
from memorist.nodes.matching.replacing import replaces
from memorist.nodes.reading.patterns.build import LIST


def concerned(
    drafts: Sequence[Draft], stored: Sequence[Memory], repeated: Collection[str], *, scope: Scope, ontology: Ontology
) -> list[Memory]:
    """The stored memories that a decision about the drafts can be about.

    Most of what the store returns is merely like a draft; leaving it out keeps the state small.

    Args:
        drafts: what was read.
        stored: what the store found comparable.
        repeated: ids of memories that drafts duplicate.
        scope: who speaks.
        ontology: tells how many objects a predicate takes.
    """
    rivals, same = Numbers(), Numbers()
    for number, draft in enumerate(drafts):
        if draft.claim is not None:
            rivals.add(number, draft.claim.meets(ontology.cardinality(draft.claim.predicate)))
            same.add(number, [draft.claim.identity()])
    ending = [draft for draft in drafts if draft.ends or draft.resolves or draft.replaces]

    def is_concerned(memory: Memory) -> bool:
        met = rivals.at(memory.claim.met_by()) if memory.claim is not None else ()
        repeating = same.at([memory.claim.identity()]) if memory.claim is not None else ()
        return (
            memory.id in repeated
            or any(contradicts(drafts[number], memory.claim, ontology) for number in met)
            or any(claims_the_same(drafts[number], memory, scope) for number in repeating)
            or is_list(memory)
            or any(ended_by(draft, memory) or replaces(draft, memory.claim) for draft in ending)
        )

    return [memory for memory in stored if is_concerned(memory)]


def claims_the_same(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Return true if both make one claim, of one owner and one kind of slot."""
    if draft.claim is None or memory.claim is None or slot_kind(memory.type) != slot_kind(draft.type):
        return False
    return same_claims(memory.scope, memory.claim, owner_of(draft, scope), draft.claim)


def settles(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Return true if the user personally repeats what a contested memory says, which settles it."""
    by_user = draft.by_user or draft.forced
    return by_user and memory.status is Status.CONTESTED and claims_the_same(draft, memory, scope)


def is_list(memory: Memory) -> bool:
    """Return true if a memory is a list as it was said, whose items are memories of their own."""
    return LIST in memory.tags and memory.claim is None and memory.status.live


def lists(memory: Memory, item: Memory) -> bool:
    """Return true if a memory is a list that an item was told in."""
    told_together = set(memory.source_episode_ids) & set(item.source_episode_ids)
    return (
        is_list(memory)
        and item.claim is not None
        and bool(told_together)
        and memory.type == item.type
        and (stems(item.claim.object) <= stems(memory.content))
    )


def had_ended(memory: Memory, draft: Draft) -> bool:
    """Return true if the time for which a memory holds is over when the draft begins."""
    return memory.valid_until is not None and memory.valid_until <= draft.valid_from


def holds_again(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Return true if a claim that held for a time which is over is made once more."""
    return had_ended(memory, draft) and claims_the_same(draft, memory, scope)


def contradicts(draft: Draft, claim: Claim | None, ontology: Ontology) -> bool:
    """Return true if a draft and a stored claim cannot both be so."""
    if draft.claim is None or claim is None:
        return False
    return draft.claim.contradicts(claim, ontology.cardinality(claim.predicate))


def ended_by(draft: Draft, memory: Memory) -> bool:
    """Return true if a draft names the memory as ended, or reports the event that it waited for."""
    if memory.id in draft.ends:
        return True
    return memory.valid_until_condition is not None and any(
        gist(event) == gist(memory.valid_until_condition) for event in draft.resolves
    )


def same_person(memory: Memory, scope: Scope) -> bool:
    """Return true if a memory may concern the one who speaks: what one user says about themselves, or lays down for
    how they are treated, is nothing about another."""
    if not may_see(scope.user_id, memory):
        return False
    of_the_author = memory.claim is not None and is_of_the_user(memory.claim)
    if not of_the_author and not (memory.type in RULE_TYPES and in_first_person(memory.content)):
        return True
    return None in (memory.scope.user_id, scope.user_id) or memory.scope.user_id == scope.user_id


def shows_less(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Return true if a draft from observed events repeats the claim of a live memory, except for its platforms.

    Events that do not show where something is used do not widen the claim to all platforms.
    """
    mine, known = draft.claim, memory.claim
    if mine is None or known is None or draft.source is not Source.OBSERVATION or draft.by_user:
        return False
    if mine.topic is None or mine.platforms or not known.platforms or not memory.status.live:
        return False
    anywhere = memory.model_copy(update={"claim": known.model_copy(update={"platforms": ()})})
    return claims_the_same(draft, anywhere, scope)
