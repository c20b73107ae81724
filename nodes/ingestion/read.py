"""Read: memories and operations are proposed from what was said, by the first reader that answers."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.ingestion.ahead import following, key_of, settled
from memorist.nodes.ingestion.aside import aside
from memorist.nodes.ingestion.gate import judge_words, kept_sentences
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.kinds.inputs import Turn, parse_input
from memorist.nodes.kinds.interface import Readings
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.matching.relations import same_person
from memorist.nodes.reading.gate import rules
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.reading.reader import MAX_HELD, SAID, HeldMemory, Passage, Proposal, Reading, ReadingRequest, Spoken
from memorist.nodes.reading.readers import GATHERED
from memorist.nodes.reading.segments import segments_of
from memorist.nodes.resources import Resources

NEAREST = 12
"""Memories that are shown to a model for each passage, by similarity; hard rules come next, as far as there is room."""


async def read(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Have the passages of the input read, and turn what is proposed into drafts."""
    item = parse_input(state["input"])
    kind = kind_of(item)
    episode = RawEpisode.model_validate(state["episode"])
    said_at = datetime.fromisoformat(state["said_at"])
    verdict = GateVerdict.model_validate(state["verdict"])
    unread = verdict.action == "skip" and not state.get("sentences")
    settings = await resources.settings()
    work = partial(aside, len(episode.content), settings.document_timeout)
    passages: tuple[Passage, ...] = ()
    if not unread:
        passages = await work(lambda: tuple(_readable(passage, item, state) for passage in kind.passages(item)))
    reading: Reading | None = None
    if passages:
        store = await resources.store()
        readers = await resources.readers(context_as(IngestionContext, runtime.context).readers)
        request = ReadingRequest(
            passages=passages,
            before=tuple(Spoken.model_validate(spoken) for spoken in state.get("before", ())),
            said_at=said_at,
            person=episode.scope.user_id,
        )
        given, ahead = None, dict[str, Passage]()
        if await readers.needs_held():
            if isinstance(item, Turn):
                given = readers.taken(key_of(episode.scope, item.content))
            if given is None:
                ahead = following(state, episode.scope, settings.timezone, episode.created_at)
            together = request.model_copy(update={"passages": (*passages, *ahead.values())})
            named = {id_ for one in (given.proposals if given else ()) for id_ in one.targets}
            request = request.model_copy(update={"held": await held_for(together, episode.scope, store, named)})
        given = given and settled(given, request.held)
        reading = await readers.read(request, store.ontology, episode.created_at, given=given, ahead=ahead)
    asked = _asked_to_forget(reading)
    reading = reading and reading.model_copy(update={"proposals": _others(reading)})
    readings, agent = Readings.of_reading(reading), episode.scope.agent_id
    drafts = await work(lambda: kind.drafts(item, said_at=said_at, readings=readings, agent=agent))
    mark = mark_of(reading, episode)
    if asked and not any(draft.type != "episodic" for draft in drafts):
        verdict = rules.FORGET
    elif verdict.action == "skip" and drafts:
        verdict = GateVerdict(action="keep", category="read", reason="what it refers to gives it a meaning")
    elif verdict.action == "skip":
        mark = mark_of(None, episode)  # nobody has to read again what states nothing
    return {
        "verdict": verdict.model_dump(),
        "wishes": asked,
        "extracted": [draft.model_dump(mode="json") for draft in drafts],
        "reading": mark.model_dump(mode="json"),
        "notices": [*state.get("notices", ()), *_notices(reading)],
    }


def _asked_to_forget(reading: Reading | None) -> list[str]:
    """Return the ids of what a reader heard that somebody asks to forget, else the words of the request."""
    wishes = [one for one in (reading.proposals if reading else ()) if one.operation == "forget"]
    return list(dict.fromkeys(what for one in wishes for what in one.targets or (one.quote,)))


def _others(reading: Reading) -> tuple[Proposal, ...]:
    """The proposals beside requests to forget."""
    return tuple(one for one in reading.proposals if one.operation != "forget")


def _readable(passage: Passage, item: object, state: IngestionState) -> Passage:
    """The passage with the sentences that may be read on their own: those that the gate keeps, of one's own words."""
    if isinstance(item, Turn):
        return passage.model_copy(update={"sentences": tuple(state.get("sentences", ()))})
    if not passage.own_words or passage.question is not None:
        sentences = tuple(segment.text for segment in segments_of(passage.text) if segment.own)
        return passage.model_copy(update={"sentences": sentences})
    kept = kept_sentences(judge_words(passage.text))
    return passage.model_copy(update={"sentences": tuple(kept)})


async def held_for(
    request: ReadingRequest, scope: Scope, store: Store, named: Collection[str] = ()
) -> tuple[HeldMemory, ...]:
    """The live memories that a request may concern: similar to a passage or to what was said last, and all hard rules.

    Two statements, whatever the size of the memory; one more for those ``named`` by their ids that are not among them.
    """
    texts = [passage.text for passage in request.passages]
    if request.before:
        texts.append(f"{request.before[-1].content}\n{request.passages[0].text}")
    vectors = await store.embed(texts)
    found = await store.memories.comparable(
        scope,
        vectors={str(place): vector for place, vector in enumerate(vectors)},
        k=NEAREST,
    )
    standing = await store.search.standing(scope, Moment.of(store.clock.now()))
    similar = sorted(found, key=lambda one: -one.similarity)
    near = [one.memory for one in similar if same_person(one.memory, scope) and one.memory.type not in GATHERED]
    missing = sorted(id_ for id_ in named if id_ not in {memory.id for memory in near} and not id_.startswith(SAID))
    asked = [one for one in await store.memories.get(scope, missing) if one.status.live] if missing else []
    memories = {memory.id: memory for memory in (*asked, *near[:NEAREST], *standing.rules, *near[NEAREST:])}
    return tuple(_held(memory) for memory in list(memories.values())[:MAX_HELD])


def _held(memory: Memory) -> HeldMemory:
    return HeldMemory(
        id=memory.id,
        type=memory.type,
        content=memory.content,
        claim=memory.claim,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        condition=memory.valid_until_condition,
    )


def mark_of(reading: Reading | None, episode: RawEpisode) -> EpisodeReading:
    """The mark of who read an episode and what stayed unread; without passages, its kind counts as the reader."""
    if reading is None:
        return EpisodeReading(episode_id=episode.id, reader=episode.description, version="1", at=episode.created_at)
    return EpisodeReading(
        episode_id=episode.id,
        reader=reading.reader,
        model=reading.model,
        version=reading.version,
        at=reading.at,
        unread=tuple(unread.text for unread in reading.unread),
    )


def _notices(reading: Reading | None) -> list[str]:
    """Notices for the caller: those of the reader, and one for each proposal that was refused."""
    if reading is None:
        return []
    refused = [f"not learned: {one.content!r}: {one.reason}" for one in reading.refused]
    return [*reading.notices, *refused]
