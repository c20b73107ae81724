"""A group that has a little of everything, and what two databases must agree on after it was carried."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.change_set import Count
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.dumping import dump_group, load_group
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, about, claim_edge, entity, episode, hold, learn, memory, uses, write
from tests.memory_store.clients import in_a_process, opened_database, tell
from tests.memory_store.every_type import AWKWARD, bare, filled
from tests.stores import START


async def fill_with_everything(store: Store, scope: Scope) -> None:
    """Every type, awkward texts, provenance, supersessions, counters, a contested slot, a private memory."""
    await tell(store, scope)
    every_type = [m.model_copy(update={"source_episode_ids": ()}) for m in filled(scope)]
    await write(store, scope, [*every_type, *bare(scope)], at=START)
    team, clerk = entity(scope, "team", "entity:person"), entity(scope, "Clerk")
    fact = memory(scope, "The team uses Clerk for payments", claim=uses("Clerk", "payments"))
    rival = memory(scope, "The team uses Stripe for payments", claim=uses("Stripe", "payments"), status="contested")
    own = memory(scope.model_copy(update={"agent_id": "ann"}), f"Ann prefers {AWKWARD['cypher']}")
    said = episode(scope, AWKWARD["unicode"], at=START + timedelta(microseconds=1))
    await learn(
        store,
        scope,
        said,
        [team, clerk, fact, rival, own],
        edges=(about(fact, clerk),),
        claims=(claim_edge(fact, team, clerk, of=said),),
        holds=(hold(fact),),
        counts=(Count(memory_id=clerk.id, field="mention_count", at=START),),
        at=START + DAY,
    )


async def told_by(store: Store, scope: Scope) -> dict[str, Any]:
    """Return a store's answers about a group, in all the ways there are."""
    ann = scope.model_copy(update={"agent_id": "ann"})
    everything = await store.memories.all(ann, statuses=list(Status))
    past = await store.memories.all(ann, as_of=START + timedelta(hours=1), known_at=START + timedelta(hours=1))
    [vector] = await store.embed(["which tool for auth?"])
    moment = Moment.of(START + 400 * DAY)
    found, _ = await store.search.memories(ann, [Query("a", "tool auth", vector, k=50)], moment)
    return {
        "memories": {m.id: m for m in everything},
        "past": {m.id: m for m in past},
        "changes": await store.changes.log(scope, START - DAY),
        "history": [(e.memory.id, e.superseded_by, e.reason) for e in await store.history.of(scope, topics=["auth"])],
        "links": sorted(
            (link.source, link.target, link.type) for link in await store.memories.links(ann, [m.id for m in past])
        ),
        "numbers": await store.admin.numbers(scope.group_id),
        "found": {hit.memory.id for hit in found if hit.cosine is not None},
        "findings": await store.admin.check(scope.group_id),
    }


@in_a_process
async def copier(source: str, target: str, group: str, told: Connection) -> None:
    """Copy a group in a process of its own, telling each step."""
    async with opened_database(source) as ours, opened_database(target) as theirs:
        await copy_group(ours, theirs, group, on_progress=lambda what, done, total: told.send((what, done)))


@in_a_process
async def loader(target: str, file: str, told: Connection) -> None:
    """Load a file in a process of its own, telling each step."""
    async with opened_database(target) as theirs:
        await load_group(theirs, Path(file), on_progress=lambda what, done, total: told.send((what, done)))


@in_a_process
async def dumper(source: str, group: str, file: str, told: Connection) -> None:
    """Dump a group in a process of its own, telling each step."""
    async with opened_database(source) as ours:
        await dump_group(ours, group, Path(file), on_progress=lambda what, done, total: told.send((what, done)))
