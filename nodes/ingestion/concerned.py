"""How a draft stands to a stored memory: does it say the same, contradict it, end it, settle it, or none of these?"""

from collections.abc import Collection, Sequence

from memorist.memory_store.domain.claim import Claim, same_claims, slot_kind
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.ingestion.candidates import Numbers
from memorist.nodes.ingestion.draft import Draft, owner_of
from memorist.nodes.ingestion.extract.follow_ups import puts_right
from memorist.nodes.ingestion.taking_over import replaces


def concerned(
    drafts: Sequence[Draft], stored: Sequence[Memory], repeated: Collection[str], *, scope: Scope, ontology: Ontology
) -> list[Memory]:
    """Those of the stored memories that a decision about the drafts can be about; ``repeated`` are the ids of
    duplicates.

    A team that uses a hundred things names one more: all of them are compared with it, and none is touched.
    """
    rivals, same = Numbers(), Numbers()
    for number, draft in enumerate(drafts):
        if draft.claim is not None:
            rivals.add(number, draft.claim.meets(ontology.cardinality(draft.claim.predicate)))
            same.add(number, [draft.claim.identity()])
    telling = [draft for draft in drafts if _tells_of_others(draft)]

    def is_concerned(memory: Memory) -> bool:
        met = rivals.at(memory.claim.met_by()) if memory.claim is not None else ()
        repeating = same.at([memory.claim.identity()]) if memory.claim is not None else ()
        return (
            memory.id in repeated
            or any(contradicts(drafts[number], memory.claim, ontology) for number in met)
            or any(_is_told_anew(drafts[number], memory, scope) for number in repeating)
            or any(_tells_of(draft, memory, scope) for draft in telling)
        )

    return [memory for memory in stored if is_concerned(memory)]


def _tells_of_others(draft: Draft) -> bool:
    """Whether a draft may end or settle what it does not contradict."""
    return bool(draft.ends or draft.corrects or draft.resolves or draft.replaces or draft.by_user or draft.forced)


def _tells_of(draft: Draft, memory: Memory, scope: Scope) -> bool:
    return says_it_is_over(draft, memory) or replaces(draft, memory.claim) or settles(draft, memory, scope)


def claims_the_same(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Whether both make one claim, of one owner and one kind."""
    if draft.claim is None or memory.claim is None or slot_kind(memory.type) != slot_kind(draft.type):
        return False
    return same_claims(memory.scope, memory.claim, owner_of(draft, scope), draft.claim)


def settles(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Whether the user himself says what a contested memory says."""
    by_user = draft.by_user or draft.forced
    return by_user and memory.status is Status.CONTESTED and claims_the_same(draft, memory, scope)


def had_ended(memory: Memory, draft: Draft) -> bool:
    """Whether the time for which a memory holds is over when the draft begins."""
    return memory.valid_until is not None and memory.valid_until <= draft.valid_from


def is_so_again(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Whether a claim that was made for a time which is over is made once more: it holds anew, under its old slot."""
    return had_ended(memory, draft) and claims_the_same(draft, memory, scope)


def tells_another_detail(draft: Draft, memory: Memory, scope: Scope) -> bool:
    """Whether both make one claim, and differ in one detail beside it: "… starts on May 4, her code is 7210"."""
    stands = draft.source is Source.USER_STATED and memory.status.live and memory.type != "semantic:hard_rule"
    return stands and claims_the_same(draft, memory, scope) and puts_right(draft.content, memory.content)


def _is_told_anew(draft: Draft, memory: Memory, scope: Scope) -> bool:
    return is_so_again(draft, memory, scope) or tells_another_detail(draft, memory, scope)


def contradicts(draft: Draft, claim: Claim | None, ontology: Ontology) -> bool:
    """Whether a draft and a stored claim cannot both be so."""
    if draft.claim is None or claim is None:
        return False
    return draft.claim.contradicts(claim, ontology.cardinality(claim.predicate))


def says_it_is_over(draft: Draft, memory: Memory) -> bool:
    """Whether a draft names the memory as ended, puts it right, or reports what it waited for."""
    if memory.id in draft.ends:
        return True
    if draft.corrects and memory.claim is None and puts_right(draft.content, memory.content):
        return True
    return memory.valid_until_condition is not None and memory.valid_until_condition in draft.resolves
