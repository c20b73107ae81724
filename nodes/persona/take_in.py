"""Take in: an import in batches, each compared with what is stored and written as one change set."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Part, memory_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.matching.forgotten import judge_forgotten
from memorist.nodes.matching.keys import keys_of
from memorist.nodes.matching.names import names_in
from memorist.nodes.persona.arrive import MAX_AT_ONCE, Arrival, Arrived, draft_of, episode_of, in_order, judge
from memorist.nodes.persona.file import PersonaFile, PersonaKnowledge
from memorist.nodes.persona.review import fingerprint_of
from memorist.nodes.recording.change_set import record
from memorist.nodes.recording.decided import DecidedInput
from memorist.nodes.recording.decision import DraftDecision
from memorist.nodes.secrets.masking import Masked, mask_input

MAX_UNDONE = 64
"""So often a persona may be undone and imported again."""
ARRIVING = frozenset({"added", "contested"})


class PersonaImport(Part):
    """Result of importing a persona file.

    ``counts`` has the number of each effect; ``fingerprint`` stands for the arrivals: who confirms a dry run is asked
    again when they changed.
    """

    persona_id: str
    name: str
    counts: Mapping[str, int]
    arrivals: tuple[Arrival, ...]
    masked: tuple[Masked, ...] = ()
    written: bool
    fingerprint: str


def undone_id(group_id: str, persona_id: str, times: int) -> str:
    """The id of the raw episode that says that an import was undone; ``times`` counts from 0."""
    return stable_id(group_id, "episode", "persona undone", persona_id, str(times))


async def times_undone(store: Store, scope: Scope, persona_id: str) -> int:
    """Return the number of times that a persona was undone here: what comes after that gets new ids. One statement."""
    wanted = [undone_id(scope.group_id, persona_id, n) for n in range(MAX_UNDONE)]
    return len(await store.episodes.get(scope, wanted))


def without_secrets(persona: PersonaFile) -> tuple[PersonaFile, tuple[Masked, ...]]:
    """The persona with every secret masked: a file may come from anywhere."""
    data, masked = mask_input(persona.model_dump(mode="json"))
    return (PersonaFile.model_validate(data), masked) if masked else (persona, ())


async def take_in(
    store: Store, persona: PersonaFile, scope: Scope, now: datetime, *, dry_run: bool = False
) -> PersonaImport:
    """Import a persona; the same file again changes nothing.

    One statement for the whole, and for each :data:`MAX_AT_ONCE` memories at most six and one change set.
    """
    persona, masked = without_secrets(persona)
    episode = episode_of(persona, scope, now, await times_undone(store, scope, persona.id))
    knowledge, arrived = in_order(persona), Arrived()
    arrivals: list[Arrival] = []
    for start in range(0, len(knowledge), MAX_AT_ONCE):
        batch = knowledge[start : start + MAX_AT_ONCE]
        drafts = [draft_of(each, persona) for each in batch]
        found = await _batch(store, batch, drafts, episode, arrived, dry_run=dry_run)
        arrivals += found
        for draft, one in zip(drafts, found, strict=True):
            if one.effect in ARRIVING:
                arrived.add(draft)
    counts = Counter(arrival.effect for arrival in arrivals)
    written = not dry_run and any(counts[effect] for effect in ARRIVING)
    return PersonaImport(
        persona_id=persona.id, name=persona.name, counts=dict(counts), arrivals=tuple(arrivals), masked=masked,
        written=written, fingerprint=fingerprint_of(scope.group_id, (_reviewed(one) for one in arrivals)),
    )  # fmt: skip


def _reviewed(arrival: Arrival) -> str:
    return f"{arrival.origin_id} {arrival.effect} {arrival.content}"


async def _batch(
    store: Store,
    batch: Sequence[PersonaKnowledge],
    drafts: Sequence[Draft],
    episode: RawEpisode,
    arrived: Arrived,
    *,
    dry_run: bool,
) -> list[Arrival]:
    """Compare, decide and write; again when somebody else was faster."""

    async def decide(changes: ChangeBuilder) -> list[Arrival]:
        arrivals = await _compared(store, batch, drafts, episode, arrived)
        if not dry_run and any(a.effect in ARRIVING for a in arrivals):
            await _take_in(changes, store, drafts, arrivals, episode)
        return arrivals

    decided = await store.changes.decide(decide, episode.scope.group_id, at=episode.created_at, run="persona:import")
    return decided.result


async def _compared(
    store: Store, batch: Sequence[PersonaKnowledge], drafts: Sequence[Draft], episode: RawEpisode, arrived: Arrived
) -> list[Arrival]:
    scope = episode.scope
    vectors = await store.embed([draft.content for draft in drafts])
    tombstones = await store.forgetting.tombstones(scope.group_id)
    refused, _ = judge_forgotten(drafts, vectors, tombstones, episode=episode, embedder=store.embedder.name)
    found = await store.memories.comparable(
        scope,
        **keys_of(drafts, scope, store.ontology, owned=lambda _, scope: scope),
        vectors=await _search_vectors(store, drafts, vectors),
    )
    candidates = [(c.memory, int(c.draft) if c.draft is not None else None, c.similarity) for c in found]
    ids = [memory_id(scope.group_id, draft.type, draft.content, [episode.id]) for draft in drafts]
    here = {memory.id: memory for memory in await store.memories.get(scope, ids)}
    earlier = Arrived({key: list(of) for key, of in arrived.by_subject.items()}, set(arrived.words))
    arrivals: list[Arrival] = []
    for place, (knowledge, draft) in enumerate(zip(batch, drafts, strict=True)):
        if place in refused:
            arrivals.append(
                Arrival(
                    origin_id=knowledge.origin.id,
                    type=draft.type,
                    content=draft.content,
                    effect="forgotten",
                    reason=refused[place].reason,
                )
            )
            continue
        one = judge(
            knowledge, draft, place, episode=episode, here=here, candidates=candidates, arrived=earlier,
            ontology=store.ontology,
        )  # fmt: skip
        arrivals.append(one)
        if one.effect in ARRIVING:
            earlier.add(draft)
    return arrivals


async def _search_vectors(
    store: Store, drafts: Sequence[Draft], vectors: Sequence[tuple[float, ...]]
) -> dict[str, tuple[float, ...]]:
    """The vector that each would be found by; a procedure is found by its trigger."""
    found = {str(place): vector for place, vector in enumerate(vectors)}
    triggers = {
        str(place): " ".join((draft.details["trigger"]["pattern"], *draft.details["trigger"]["context"]))
        for place, draft in enumerate(drafts)
        if draft.type == "procedural"
    }
    if triggers:
        found |= dict(zip(triggers, await store.embed(list(triggers.values())), strict=True))
    return found


async def _take_in(
    changes: ChangeBuilder, store: Store, drafts: Sequence[Draft], arrivals: Sequence[Arrival], episode: RawEpisode
) -> None:
    scope = episode.scope
    pairs = [(draft, arrival) for draft, arrival in zip(drafts, arrivals, strict=True) if arrival.effect in ARRIVING]
    taken = [draft for draft, _ in pairs]
    ids = [str(arrival.memory_id) for _, arrival in pairs]
    change_id = stable_id(scope.group_id, "persona import", episode.id, *sorted(ids))
    known, _ = await store.memories.known_entities(scope, names_in(taken), change_id)
    decided = DecidedInput(
        change_id=change_id,
        episode=episode,
        drafts=taken,
        decisions=[
            DraftDecision(draft=place, action="add", rule="persona", reason=arrival.reason, flag=arrival.flag)
            for place, (_, arrival) in enumerate(pairs)
        ],
        stored={},
        known_entities=frozenset(entity.id for entity in known),
    )
    joined = record(changes, decided)
    held = await store.evidence.holders(scope.group_id, sorted(changes.holds))
    arrive(changes, [arrival for _, arrival in pairs], joined, held)


def arrive(
    changes: ChangeBuilder,
    arrivals: Sequence[Arrival],
    joined: Mapping[int, Memory],
    held: Mapping[str, str | None],
) -> None:
    """Contest what speaks against something stored; slots that are held stay so.

    ``arrivals`` and ``joined`` are in the order of the drafts.
    """
    changes.holds.clear()
    for place, arrival in enumerate(arrivals):
        memory = joined[place]
        if arrival.effect == "contested":
            changes.memories[memory.id] = memory.model_copy(update={"status": Status.CONTESTED})
            changes.link(EdgeType.CONTRADICTS, memory.id, str(arrival.against), arrival.reason)
        elif memory.claim is not None:
            slot = changes.ontology.slot_of(memory, memory.claim)
            if held.get(slot) is None and slot not in changes.holds:
                changes.take_slot(memory)
    brought = len(arrivals)
    name = changes.more["episodes"][0].name
    changes.reason = f"{name} imported: {brought} {'memory' if brought == 1 else 'memories'}"
