"""Resolve: which of the things a draft speaks of are known already, and was this input ingested before?"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import entity_id, folded
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.draft import Draft, Verdict
from memorist.nodes.ingestion.replay import judge_replay
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.language.learned_names import LearnedName, is_usable, may_be_names
from memorist.nodes.resources import Resources


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


def usable_names(known: Iterable[Memory], text: str) -> list[LearnedName]:
    """The live ones of the stored names that a text uses in small letters."""
    live = [LearnedName(entity.content, entity.type) for entity in known if entity.status.live]
    return [name for name in live if is_usable(name, text)]


async def resolve(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Look the names up in one statement, which also tells whether this change set was applied before, and of what.

    So are the words of a turn that may be names which were learned: if some are, the turn is read again knowing them;
    not where a model has read what no pattern did.
    """
    drafts = [Draft.model_validate(draft) for draft in state["drafts"]]
    episode = RawEpisode.model_validate(state["episode"])
    group = episode.scope.group_id
    by_model = bool(state.get("unread")) and bool(await resources.extractors())
    unknown = may_be_names(episode.content) if state["statements"] and not by_model else ()
    store = await resources.store()
    names = names_in(drafts)
    known, written = await store.known_entities(episode.scope, (*names, *unknown), state["change_id"])
    if written is not None:
        if wrong := judge_replay(episode, written, state["input"].get("id")):
            failed = IngestResult(verdict=Verdict.model_validate(state["verdict"]), error=wrong)
            return {"result": failed.model_dump(mode="json")}
        return {"replayed": True, "read_again": False, "committed": written.get("memories", [])}
    ids = {entity_id(group, name) for name in unknown}
    before = [LearnedName(*one) for one in state.get("learned_names") or ()]
    learned = [n for n in usable_names((e for e in known if e.id in ids), episode.content) if n not in before]
    update: dict[str, Any] = {"replayed": False, "known": [entity.id for entity in known], "read_again": bool(learned)}
    return {**update, "learned_names": [list(name) for name in (*before, *learned)]} if learned else update
