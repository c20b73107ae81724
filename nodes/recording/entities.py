"""The named things of a change set: a node each, and the links of what was learned to them."""

from collections.abc import Mapping

from memorist.memory_store.domain.change_set import Count, Mention
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.identity import entity_id, folded
from memorist.memory_store.domain.memory import TRUST_OF_SOURCE, Lineage, Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.nodes.language.names import find_names
from memorist.nodes.matching.names import claim_ends, names_in
from memorist.nodes.recording.decided import DecidedInput

PEOPLE = frozenset({"user", "team", "we", "i"})


def new_entities(decided: DecidedInput) -> list[Memory]:
    """A node for every name that has none yet."""
    scope = Scope(group_id=decided.episode.scope.group_id)
    names = [n for n in names_in(decided.drafts) if entity_id(scope.group_id, n) not in decided.known_entities]
    return [
        parse_memory(
            {
                "type": entity_type(name),
                "id": entity_id(scope.group_id, name),
                "scope": scope.model_dump(),
                "content": name,
                "source": Source.OBSERVATION,
                "trust": TRUST_OF_SOURCE[Source.OBSERVATION],
                "created_at": decided.at,
                "valid_from": decided.episode.at,
                "source_episode_ids": (decided.episode.id,),
                "lineage": Lineage(original_source_ids=(decided.episode.id,)).model_dump(),
                "mention_count": 1,
                "last_mentioned": decided.episode.at,
                "extraction_method": "gazetteer",
            }
        )
        for name in names
    ]


def entity_type(name: str) -> str:
    """Return the kind of entity that the gazetteer knows for a name; an unknown one is a concept."""
    if folded(name) in PEOPLE:
        return "entity:person"
    found = find_names(name)
    return found[0].kind if found else "entity:concept"


def mention_counts(decided: DecidedInput) -> tuple[Count, ...]:
    """Return the counts of the known entities that are mentioned again."""
    group = decided.episode.scope.group_id
    ids = [entity_id(group, name) for name in names_in(decided.drafts)]
    return tuple(
        Count(memory_id=i, field="mention_count", at=decided.episode.at) for i in ids if i in decided.known_entities
    )


def about_edges(decided: DecidedInput, joined: Mapping[int, Memory]) -> list[Edge]:
    """Each memory is linked to the things it speaks of."""
    group, begins = decided.episode.scope.group_id, decided.episode.at
    pairs = {
        (memory.id, entity_id(group, name))
        for place, memory in joined.items()
        for name in (*decided.drafts[place].entities, *claim_ends(decided.drafts[place].claim))
        if folded(name) not in PEOPLE
    }
    return [Edge.link(EdgeType.ABOUT, s, t, group_id=group, at=decided.at, since=begins) for s, t in sorted(pairs)]


def mentions(decided: DecidedInput, joined: Mapping[int, Memory]) -> tuple[Mention, ...]:
    """The raw episode is linked to everything that was learned from it."""
    group = decided.episode.scope.group_id
    ids = {memory.id for memory in joined.values()} | {entity_id(group, name) for name in names_in(decided.drafts)}
    return tuple(Mention(episode_id=decided.episode.id, memory_id=i) for i in sorted(ids))
