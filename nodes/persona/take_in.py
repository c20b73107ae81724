"""Take in: an import in batches, each compared with what is stored and written as one change set."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.matching.forgotten import judge_forgotten
from memorist.nodes.matching.keys import keys_of
from memorist.nodes.matching.names import names_in
from memorist.nodes.persona.arrive import (
    MAX_AT_ONCE,
    Arrival,
    Arriving,
    draft_of,
    episode_of,
    id_of,
    in_order,
    judge,
)
from memorist.nodes.persona.file import PersonaFile
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


async def take_in(
    store: Store, persona: PersonaFile, scope: Scope, now: datetime, *, dry_run: bool = False
) -> PersonaImport:
    """Import a persona; the same file again changes nothing.

    One statement for the whole, and for each :data:`MAX_AT_ONCE` memories at most six and one change set.
    """
    data, masked = mask_input(persona.model_dump(mode="json"))  # a file may come from anywhere
    persona = PersonaFile.model_validate(data) if masked else persona
    episode = episode_of(persona, scope, now, await times_undone(store, scope, persona.id))
    knowledge = [Arriving(each, draft_of(each, persona)) for each in in_order(persona)]
    arrivals: list[Arrival] = []
    memories: list[Memory] = []
    for start in range(0, len(knowledge), MAX_AT_ONCE):
        batch = knowledge[start : start + MAX_AT_ONCE]
        found, brought = await _batch(store, batch, episode, memories, dry_run=dry_run)
        arrivals += found
        memories += brought
    counts = Counter(arrival.effect for arrival in arrivals)
    written = not dry_run and any(counts[effect] for effect in ARRIVING)
    reviewed = (f"{arrival.origin_id} {arrival.effect} {arrival.content}" for arrival in arrivals)
    return PersonaImport(
        persona_id=persona.id, name=persona.name, counts=dict(counts), arrivals=tuple(arrivals), masked=masked,
        written=written, fingerprint=fingerprint_of(scope.group_id, reviewed),
    )  # fmt: skip


async def _batch(
    store: Store, batch: Sequence[Arriving], episode: RawEpisode, earlier: Sequence[Memory], *, dry_run: bool
) -> tuple[list[Arrival], list[Memory]]:
    """Compare, decide and write, again when somebody else was faster; return the memories that came, too.

    ``earlier`` came before in the same file: a dry run has not stored them.
    """

    async def decide(changes: ChangeBuilder) -> tuple[list[Arrival], list[Memory]]:
        arrivals = await _compared(store, batch, episode, earlier)
        pairs = zip(batch, arrivals, strict=True)
        taken = [(each.draft, arrival) for each, arrival in pairs if arrival.effect in ARRIVING]
        return arrivals, await _take_in(changes, store, taken, episode) if taken else []

    group, at = episode.scope.group_id, episode.created_at
    return (await store.changes.decide(decide, group, at=at, run="persona:import", dry_run=dry_run)).result


async def _compared(
    store: Store, batch: Sequence[Arriving], episode: RawEpisode, earlier: Sequence[Memory]
) -> list[Arrival]:
    scope, drafts = episode.scope, [each.draft for each in batch]
    vectors = await store.embed([draft.content for draft in drafts])
    tombstones = await store.forgetting.tombstones(scope.group_id)
    refused, _ = judge_forgotten(drafts, vectors, tombstones, episode=episode, embedder=store.embedder.name)
    comparable = await store.memories.comparable(
        scope, **keys_of(drafts, scope, store.ontology), vectors=await _search_vectors(store, drafts, vectors)
    )
    found = [(c.memory, int(c.draft) if c.draft is not None else None, c.similarity) for c in comparable]
    found += [(memory, None, 0.0) for memory in earlier]
    here = {memory.id: memory for memory in await store.memories.get(scope, [id_of(d, episode) for d in drafts])}
    return judge(batch, refused, episode=episode, here=here, found=found, ontology=store.ontology)


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
    changes: ChangeBuilder, store: Store, taken: Sequence[tuple[Draft, Arrival]], episode: RawEpisode
) -> list[Memory]:
    """Record what arrives: beside what it contradicts, and in its slot only if nobody holds that."""
    group, drafts = episode.scope.group_id, [draft for draft, _ in taken]
    change_id = stable_id(group, "persona import", episode.id, *sorted(str(arrival.memory_id) for _, arrival in taken))
    known, _ = await store.memories.known_entities(episode.scope, names_in(drafts), change_id)
    decided = DecidedInput(
        change_id=change_id,
        episode=episode,
        drafts=drafts,
        decisions=[
            DraftDecision(
                draft=place,
                action="contest" if arrival.effect == "contested" else "add",
                rule="persona",
                reason=arrival.reason,
                flag=arrival.flag,
            )
            for place, (_, arrival) in enumerate(taken)
        ],
        stored={},
        known_entities=frozenset(entity.id for entity in known),
    )
    joined = record(changes, decided)
    for place, (_, arrival) in enumerate(taken):
        if arrival.against is not None:
            changes.link(EdgeType.CONTRADICTS, joined[place].id, arrival.against, arrival.reason)
    held = await store.evidence.holders(group, sorted(changes.holds))
    changes.holds = {slot: hold for slot, hold in changes.holds.items() if held.get(slot) is None}
    changes.reason = f"{episode.name} imported: {len(taken)} {'memory' if len(taken) == 1 else 'memories'}"
    return list(joined.values())
