"""Resolve: which of the things a draft speaks of are known already, and was this input ingested before?"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from langgraph.runtime import Runtime

from hypomnema.memory_store.domain.claim import Claim
from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.memory_store.domain.identity import folded
from hypomnema.nodes.ingestion.draft import Draft
from hypomnema.nodes.ingestion.state import IngestionContext, IngestionState
from hypomnema.nodes.resources import Resources


def names_in(drafts: Iterable[Draft]) -> tuple[str, ...]:
    """Every name that gets a node: the entities, and the subjects and objects of claims; one spelling each.

    Of drafts that may still take the place of another as well.
    """
    spellings: dict[str, str] = {}
    for draft in drafts:
        ends = (claim_ends(option.claim) for option in (draft, *draft.if_used))
        for name in (*draft.entities, *chain.from_iterable(ends)):
            spellings.setdefault(folded(name), name)
    return tuple(spellings.values())


def claim_ends(claim: Claim | None) -> tuple[str, ...]:
    """The names at the ends of a claim; a plain value is no name."""
    if claim is None:
        return ()
    return (claim.subject, claim.object) if claim.object_kind == "entity" else (claim.subject,)


async def resolve(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Look the names up in one statement, which also tells whether this change set was applied before."""
    drafts = [Draft.model_validate(draft) for draft in state["drafts"]]
    scope = RawEpisode.model_validate(state["episode"]).scope
    store = await resources.store()
    known, written = await store.known_entities(scope, names_in(drafts), state["change_id"])
    if written is not None:
        return {"replayed": True, "committed": written.get("memories", [])}
    return {"replayed": False, "known": [entity.id for entity in known]}
