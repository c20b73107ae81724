"""The names in drafts: everything that gets an entity node of its own."""

from collections.abc import Iterable

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.nodes.draft import Draft


def names_in(drafts: Iterable[Draft]) -> tuple[str, ...]:
    """The entities, and the subjects and objects of claims; one spelling each."""
    spellings: dict[str, str] = {}
    for draft in drafts:
        for name in (*draft.entities, *claim_ends(draft.claim)):
            spellings.setdefault(folded(name), name)
    return tuple(spellings.values())


def claim_ends(claim: Claim | None) -> tuple[str, ...]:
    """The names at the ends of a claim; a plain value is no name."""
    if claim is None:
        return ()
    return (claim.subject, claim.object) if claim.object_kind == "entity" else (claim.subject,)
