"""Find: what a request to forget speaks of, by id, by its words, and by what it claims in other words."""

import re
from typing import NamedTuple

from hypomnema.memory_store.domain.claim import claim_id, subject_key
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.store import Store
from hypomnema.nodes.ingestion.deduplicate import find_duplicate
from hypomnema.nodes.ingestion.draft import owner_of
from hypomnema.nodes.ingestion.extract.statement import draft_all
from hypomnema.nodes.ingestion.gatekeep import split_statements

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}", re.IGNORECASE)


class Wanted(NamedTuple):
    """What is to be forgotten, as :meth:`Store.forget` takes it."""

    ids: tuple[str, ...]
    text: str | None


async def find(store: Store, scope: Scope, what: str) -> Wanted:
    """The memories that ``what`` names: an id, or words, also in other words than the stored ones.

    Words are read as ingestion reads a turn; a live memory into which that would be merged is meant.
    """
    what = what.strip()
    if ID.fullmatch(what):
        return Wanted((what,), None)
    drafts = draft_all(split_statements(what, at=store.clock.now()))
    if not drafts:
        return Wanted((), what)
    vectors = await store.embed([draft.content for draft in drafts])
    claims = [(draft.claim, owner_of(draft, scope)) for draft in drafts if draft.claim is not None]
    near = await store.comparable(
        scope,
        subjects=sorted({subject_key(claim) for claim, _ in claims}),
        claims=sorted({claim_id(owner, claim) for claim, owner in claims}),
        conditions=(),
        vectors={str(place): vector for place, vector in enumerate(vectors)},
    )
    triples = [(c.memory, int(c.draft) if c.draft is not None else None, c.similarity) for c in near]
    found = (find_duplicate(draft, place, scope, triples) for place, draft in enumerate(drafts))
    return Wanted(tuple(dict.fromkeys(duplicate.memory_id for duplicate in found if duplicate)), what)
