"""Decisions of a person about contradictions: with its reason a decision is knowledge itself, and holds where sources
differ."""

from datetime import datetime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory, Source
from memorist.nodes.draft import Draft
from memorist.nodes.language.gazetteer import field_of

METHOD = "asked"
CONFIDENCE = 1.0


def decision_draft(chosen: Draft | Memory, other: Draft | Memory, reason: str, at: datetime) -> Draft:
    """ "Prefer Zustand over Redux for state management: it needs less boilerplate"; without names, in their words."""
    claim = preference(chosen.claim) if chosen.claim is not None else None
    if claim is None or other.claim is None or folded(claim.object) == folded(other.claim.object):
        claim = None
        content = f"Decided: {_bare(chosen.content)} (against: {_bare(other.content)}): {reason}"
    else:
        field = field_of(claim.topic)
        aim = claim.qualifier or (field.label if field else None)
        content = f"Prefer {claim.object} over {other.claim.object}{f' for {aim}' if aim else ''}: {reason}"
    return Draft(
        type="semantic:decision",
        content=content,
        claim=claim,
        entities=tuple(dict.fromkeys((*chosen.entities, *other.entities))),
        confidence=CONFIDENCE,
        method=METHOD,
        source=Source.USER_STATED,
        valid_from=at,
        domain=chosen.domain,
        technology=chosen.technology,
        details={"reasoning": reason},
        by_user=True,
    )


def preference(claim: Claim) -> Claim | None:
    """Return the team's preference that choosing this side means; null for what cannot be chosen: a denial, or no rival
    thing."""
    if not claim.polarity or claim.topic is None:
        return None
    return claim.model_copy(update={"subject": "team", "predicate": "prefers"})


def _bare(content: str) -> str:
    return content.strip().rstrip(".")
