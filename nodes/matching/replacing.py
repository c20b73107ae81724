"""Switches: which stored claims end because a draft names their object as what it takes the place of."""

import re
from collections.abc import Iterable, Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.identity import folded
from memorist.nodes.draft import Draft

_VERSION = re.compile(r"\s+v?\d[\w.]*$")


def replaces(draft: Draft, claim: Claim | None) -> bool:
    """Return true if a draft names the object of a claim of the same subject as what it takes the place of."""
    if claim is None or draft.claim is None or not claim.polarity or claim.predicate != draft.claim.predicate:
        return False
    named = {folded(name) for name in draft.replaces}
    known_as = {folded(claim.object), folded(_VERSION.sub("", claim.object))}
    return folded(claim.subject) == folded(draft.claim.subject) and bool(named & known_as)


def ended_claims(draft: Draft, claims: Iterable[Claim | None]) -> list[Claim]:
    """Of the claims, those that a draft ends by what it replaces.

    A switch that names no purpose ends the old thing whatever it was used for. One that names a purpose ("the search
    service moved from Java to Rust") ends it for that purpose only: what is used for another one stands.
    """
    named = [claim for claim in claims if claim is not None and replaces(draft, claim)]
    return [claim for claim in named if draft.claim is not None and same_purpose(draft.claim, claim)]


def same_purpose(new: Claim, old: Claim) -> bool:
    """Return true if a claim is about the purpose and the platforms of the one that it takes the place of."""
    if new.platforms and old.platforms and not set(new.platforms) & set(old.platforms):
        return False
    if not new.qualifier:
        return True
    if old.qualifier and gist(new.qualifier) == gist(old.qualifier):
        return True
    return new.topic is not None and new.topic == old.topic


def for_the_same_purpose(draft: Draft, stored: Sequence[Claim]) -> Draft:
    """The draft's claim with the purpose of what it takes the place of, if it names none itself and there is one.

    Only the claim is completed, so that the new thing competes in the slot of the old one; the content stays as said.
    """
    claim = draft.claim
    if claim is None or claim.qualifier or not draft.replaces:
        return draft
    ended = ended_claims(draft, stored)
    purposes = {
        (old.topic or gist(old.qualifier or ""), old.platforms): old for old in ended if old.topic or old.qualifier
    }
    if len(purposes) != 1:
        return draft
    (old,) = purposes.values()
    if claim.topic not in (None, old.topic):
        return draft
    completed = {"qualifier": old.qualifier, "topic": old.topic}
    return draft.model_copy(update={"claim": claim.model_copy(update=completed)})
