"""Match: which drafts repeat what is stored, and which stored memories they end, contradict or concern."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import ExtractedBy, Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.domain.visibility import CONFIDED, may_see
from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.memory_store.forgetting.redact import WITHHELD
from memorist.memory_store.reading import Moment
from memorist.memory_store.store import Store
from memorist.memory_store.threads import in_thread
from memorist.nodes.draft import Draft
from memorist.nodes.ingestion.gate import MAY_REFER, SMALL_TALK
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.kinds.inputs import AnyInput, Turn, parse_input
from memorist.nodes.kinds.interface import Completion
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.matching.candidates import Candidates
from memorist.nodes.matching.changing import statements_in, with_changes
from memorist.nodes.matching.duplicates import Duplicate, find_duplicate, laid_down_anew
from memorist.nodes.matching.forgotten import judge_forgotten, notice_of, withheld
from memorist.nodes.matching.keys import keys_of
from memorist.nodes.matching.names import names_in
from memorist.nodes.matching.relations import concerned, same_person
from memorist.nodes.matching.replacing import for_the_same_purpose
from memorist.nodes.matching.targets import with_targets
from memorist.nodes.operations.chain import undone_by
from memorist.nodes.reading.changes.events import tells_outcome
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.reading.readers import NOBODY
from memorist.nodes.recording.new_memory import is_confided
from memorist.nodes.resources import Resources

_VERSIONS = "; a new version of a document is known by its title or path"


def judge_replay(episode: RawEpisode, written: Mapping[str, Any], given_id: str | None) -> InvalidInput | None:
    """The error for an input whose id was given to another input before; null if it is the same input again.

    Args:
        episode: the input as it would be kept.
        written: the entry of the change log.
        given_id: the id that the input came with.

    An input whose stored words were forgotten counts as the same, so that nothing of it comes back.
    """
    kept = next((e for e in written.get("episodes", ()) if e.get("id") == episode.id), None)
    if kept is None or kept["content"] == WITHHELD:
        return None
    kind, before = episode.description, kept["description"]
    if (kept["content"], before) == (episode.content, kind):
        return None
    return InvalidInput(
        f"{kind} input: field id: {given_id!r} was given to another {before} before: nothing was written; give "
        f"this one an id of its own, or none{_VERSIONS if kind == 'document' else ''}",
        field="id",
    )


type Found = list[tuple[Memory, int | None, float]]
"""Stored memories, the draft each was found similar to (null: found by its keys), and how similar."""


CHANGED = "what it changes gives it a meaning"
"""Reason for keeping a turn that states nothing by itself and ends a memory."""
_MAY_CHANGE = frozenset({MAY_REFER, *SMALL_TALK})
"""Categories of skipped turns that may change what is stored: small talk by an outcome alone ("ok, I'm back")."""
MAX_COMPARED = 4_000
"""Characters of a turn whose sentences are compared with what is stored; a longer one is no quick remark."""


async def match(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Fetch what the drafts must be compared with, and compare.

    What a turn changes by its plain words, where no model read it, becomes a draft or part of one.

    Two statements: the names with the change log's entry, if this input was ingested before; then everything
    comparable, or of a known input whether it was undone. An input that was ingested before ends here, or goes on to
    ``update_models``.
    """
    drafts = [Draft.model_validate(draft) for draft in state["extracted"]]
    episode = RawEpisode.model_validate(state["episode"])
    store = await resources.store()
    again = state.get("again", False)
    verdict = GateVerdict.model_validate(state["verdict"])
    known, written = await store.memories.known_entities(episode.scope, names_in(drafts), state["change_id"])
    if written is not None:
        if wrong := judge_replay(episode, written, state["input"].get("id")):
            told = IngestError(message=str(wrong), field=wrong.field)
            return IngestResult(verdict=verdict, error=told).as_update()
        if undone := await undone_by(store, episode.scope.group_id, state["change_id"]):
            said = f"this input was undone ({undone}): nothing was written; undo that, or give it an id of its own"
            replayed = IngestResult(id=episode.id, verdict=verdict, replayed=True)
            return {**replayed.as_update(), "notices": [*state.get("notices", ()), said]}
        return {"replayed": True, "committed": written.get("memories", [])}
    try:
        completed = await _completed(drafts, episode, state, store)
    except InvalidInput as error:
        told = IngestError(message=str(error), field=error.field)
        return IngestResult(id=episode.id, verdict=verdict, error=told).as_update()
    if completed.skip is not None:
        return IngestResult(id=episode.id, verdict=completed.skip).as_update()
    notices: list[str] = [*state.get("notices", ())]
    reading = EpisodeReading.model_validate(state["reading"])
    said = _sentences(parse_input(state["input"]), verdict, reading)
    number = len(completed.drafts)
    vectors = await store.embed([*(draft.content for draft in completed.drafts), *said])
    drafts, mine, update = await _without_forgotten(completed.drafts, vectors[:number], episode, notices, store)
    said, theirs = ([], []) if update.get("withheld") else (said, vectors[number:])
    found = await _comparable(drafts, [*mine, *theirs], episode.scope, store)
    words = await word_vectors()
    if said:
        read_by = ExtractedBy(extractor=reading.reader, prompt_version=reading.version, at=reading.at)
        at = datetime.fromisoformat(state["said_at"])
        near = [memory for memory, _, _ in found]
        # Each pair that is judged takes some 10 ms.
        drafts = await in_thread(
            with_changes, drafts, said, near, episode.scope, store.ontology, at=at, read_by=read_by
        )
    found += [(memory, None, 1.0) for memory in completed.former]
    if again:
        earlier = await store.episodes.memories_of(episode.scope, [episode.id])
        found += [(memory, None, 1.0) for memory in earlier]
        update["dropped"] = [
            memory.model_dump(mode="json") for memory in earlier if rests_on_reading(memory, episode.id)
        ]
    if drafts and verdict.action == "skip":
        update["verdict"] = GateVerdict(action="keep", category="read", reason=CHANGED).model_dump()
    compare = partial(matched, drafts, found, episode, store, words, notices=update.get("notices", notices))
    lifts = any(draft.operation == "lifts" for draft in drafts)  # which rule is meant takes some 15 ms a rule
    return {
        "replayed": False,
        "known": [entity.id for entity in known],
        "updates": [change.model_dump(mode="json") for change in completed.updates],
        **update,
        **(await in_thread(compare) if lifts else compare()),
    }


async def _completed(drafts: list[Draft], episode: RawEpisode, state: IngestionState, store: Store) -> Completion:
    """The drafts after the look into the store that this kind of input needs. Raises :class:`InvalidInput`."""
    item = parse_input(state["input"])
    zone = datetime.fromisoformat(state["said_at"]).tzinfo or UTC
    return await kind_of(item).complete(item, drafts, episode, store, zone)


def rests_on_reading(memory: Memory, episode_id: str) -> bool:
    """Return true if a memory was read from this episode alone, so that another reading may drop it."""
    return memory.source_episode_ids == (episode_id,) and memory.extracted_by is not None


def matched(
    drafts: list[Draft], found: Found, episode: RawEpisode, store: Store, words: WordVectors, *, notices: list[str]
) -> dict[str, Any]:
    """Compare drafts with what was found: their targets, their duplicates, and all that decisions can be about."""
    scope = episode.scope
    # What another person confided is neither repeated nor ended by what somebody else says of it.
    found = [one for one in found if CONFIDED not in one[0].tags or may_see(scope.user_id, one[0])]
    memories = list({memory.id: memory for memory, _, _ in found}.values())
    held = [m.claim for m in memories if m.claim and m.type != "semantic:hard_rule" and same_person(m, scope)]
    drafts = [for_the_same_purpose(laid_down_anew(draft, memories, scope), held) for draft in drafts]
    drafts, refused = with_targets(drafts, memories, scope, words, episode.content)
    candidates = Candidates(found)
    duplicates: dict[str, Duplicate] = {
        str(place): duplicate
        for place, draft in enumerate(drafts)
        if (duplicate := find_duplicate(draft, place, scope, candidates.of(draft, place))) is not None
    }
    kept = {memory.id for memory in memories if CONFIDED in memory.tags}
    for place, draft in enumerate(drafts):
        said = duplicates.get(str(place))
        if said is not None and said.memory_id in kept and not is_confided(draft, episode):
            drafts[place] = draft.ending([said.memory_id], "its author says it openly")
            del duplicates[str(place)]
    repeated = {duplicate.memory_id for duplicate in duplicates.values()}
    named = {id_ for draft in drafts for id_ in draft.targets}
    touched = concerned(drafts, memories, repeated | named, scope=scope, ontology=store.ontology)
    # The state is readable with the thread: another person's own memories go into it only if the input concerns them.
    touched = [
        memory
        for memory in touched
        if memory.id in repeated | named or memory.valid_until_condition or may_see(scope.user_id, memory)
    ]
    return {
        "drafts": [draft.model_dump(mode="json") for draft in drafts],
        "candidates": [memory.model_dump(mode="json") for memory in touched],
        "duplicates": {place: duplicate.model_dump() for place, duplicate in duplicates.items()},
        "notices": [*notices, *refused],
    }


def _sentences(item: AnyInput, verdict: GateVerdict, reading: EpisodeReading) -> list[str]:
    """The sentences of a turn that may change what is stored by their plain words: no model read them."""
    unread = (
        isinstance(item, Turn) and not reading.model and reading.reader != NOBODY and len(item.content) <= MAX_COMPARED
    )
    if not unread or (verdict.action == "skip" and verdict.category not in _MAY_CHANGE):
        return []
    said = statements_in(kind_of(item).passages(item))
    return [one for one in said if tells_outcome(one)] if verdict.category in SMALL_TALK else said


async def _without_forgotten(
    drafts: list[Draft], vectors: list[Any], episode: RawEpisode, notices: list[str], store: Store
) -> tuple[list[Draft], list[Any], dict[str, Any]]:
    """The drafts and their vectors without what a person asked to forget, and what that changes in the state."""
    tombstones = await store.forgetting.tombstones(episode.scope.group_id)
    refused, whole = judge_forgotten(drafts, vectors, tombstones, episode=episode, embedder=store.embedder.name)
    if not refused and whole is None:
        return drafts, vectors, {}
    kept = [place for place in range(len(drafts)) if place not in refused]
    left = withheld(episode, [drafts[place] for place in refused], whole=whole is not None)
    update = {
        "episode": left.model_dump(mode="json"),
        "notices": [*notices, *notice_of([*refused.values(), *([whole] if whole else [])])],
        "withheld": True,
    }
    # What else was read in the same sentence is kept without quoting it.
    told = [d if d.quote in left.content else d.model_copy(update={"quote": ""}) for d in (drafts[p] for p in kept)]
    return told, [vectors[place] for place in kept], update


async def _comparable(drafts: list[Draft], vectors: list[Any], scope: Scope, store: Store) -> Found:
    """Fetch live memories of the same claim, slot, thing or event as a draft, similar ones, and all targets."""
    found = await store.memories.comparable(
        scope,
        **keys_of(drafts, scope, store.ontology),
        conditions=sorted({condition for draft in drafts for condition in draft.resolves}),
        vectors={str(place): vector for place, vector in enumerate(vectors)},
    )
    places = {str(place): place for place in range(len(drafts))}  # the other vectors are of sentences
    triples: Found = [(c.memory, places.get(c.draft or ""), c.similarity) for c in found]
    present = {memory.id for memory, _, _ in triples}
    named = sorted({id_ for draft in drafts for id_ in draft.targets} - present)
    if named:
        triples += [(memory, None, 1.0) for memory in await store.memories.get(scope, named)]
    if any(draft.resolves or (draft.operation == "lifts" and not draft.targets) for draft in drafts):
        standing = await store.search.standing(scope, Moment.of(store.clock.now()))
        triples += [(rule, None, 1.0) for rule in standing.rules if rule.id not in present]
    return triples


def candidate_memories(state: IngestionState) -> list[Memory]:
    """The stored memories that a decision can be about."""
    return [parse_memory(memory) for memory in state["candidates"]]
