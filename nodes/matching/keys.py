"""The keys by which the store finds the memories that drafts must be compared with."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from memorist.memory_store.domain.claim import Claim, claim_id, slot_id, slot_kind, subject_key, thing_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.draft import Draft, owner_of

STATES = ("likes", "prefers", "uses", "practices", "does", "has", "is", "plans", "works_on", "located_in", "avoids")
"""Predicates under which the same state may have been told before: "I love Vim" and "I no longer use Vim"."""


class Keys(TypedDict):
    """Arguments of the store's search for comparable memories."""

    claims: list[str]
    slots: list[str]
    things: list[str]
    fields: list[tuple[str, str]]


def contraries(claim: Claim) -> list[Claim]:
    """The claim under the other predicates by which its contrary may have been said."""
    return _under(claim.denied(), claim)


def _under(predicates: Iterable[str], claim: Claim) -> list[Claim]:
    return [claim.model_copy(update={"predicate": predicate}) for predicate in predicates]


def keys_of(drafts: Sequence[Draft], scope: Scope, ontology: Ontology) -> Keys:
    """The keys of the drafts' claims, of their contraries, of what they replace by name, of what they say has ended."""
    claimed = [(draft, draft.claim, owner_of(draft, scope)) for draft in drafts if draft.claim is not None]
    slots = {
        slot_id(owner, claim, ontology.cardinality(claim.predicate), kind=slot_kind(draft.type))
        for draft, claim, owner in claimed
    }
    things = {
        thing_id(scope.group_id, claim, name) for draft, claim, _ in claimed for name in (claim.object, *draft.replaces)
    }
    things |= {thing_id(scope.group_id, contrary) for _, claim, _ in claimed for contrary in contraries(claim)}
    ended = [draft.ends_claim for draft in drafts if draft.ends_claim is not None]
    stored_as = (one for claim in ended for one in _under((claim.predicate, *STATES), claim))
    things |= {thing_id(scope.group_id, claim) for claim in stored_as}
    return {
        "claims": sorted({claim_id(owner, claim) for _, claim, owner in claimed}),
        "slots": sorted(slots),
        "things": sorted(things),
        "fields": sorted({(subject_key(claim), claim.topic) for _, claim, _ in claimed if claim.topic}),
    }
