"""The vectors of a change set, filled in before it is applied."""

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.store import Store


async def with_vectors(changes: ChangeSet, store: Store) -> ChangeSet:
    """Fill in one vector a memory and one a raw episode, embedded together, and check the whole set."""
    searched = [*changes.memories, *changes.episodes]
    vectors = await store.embed([item.text_to_embed() for item in searched])
    by_id = {item.id: vector for item, vector in zip(searched, vectors, strict=True)}
    return ChangeSet.model_validate({**dict(changes), "vectors": by_id})
