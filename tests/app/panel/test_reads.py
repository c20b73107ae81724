"""What pages read, on every database: the newest first, by name, by use."""

from datetime import timedelta

from memorist.api.memory import Memory
from memorist.app.panel.reads import Reads
from memorist.app.panel.views import Filters
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import about, entity, episode, learn, memory
from tests.stores import START

HOUR = timedelta(hours=1)


async def written(store: Store, scope: Scope) -> Reads:
    """Ten memories, one an hour; every third is about Redis."""
    made = [
        memory(
            scope,
            f"thing number {n} stands",
            valid_from=START - (10 - n) * HOUR,
            entities=("Redis",) if n % 3 == 0 else (),
        )
        for n in range(10)
    ]
    redis = entity(scope, "Redis")
    edges = tuple(about(one, redis) for one in made if one.entities)
    await learn(store, scope, episode(scope), [*made, redis], edges=edges)
    return Reads(Memory(store, scope))


def numbers(filters: list[str]) -> list[int]:
    return [int(text.split()[2]) for text in filters]


async def test_the_newest_come_first_page_by_page_whatever_is_filtered(store: Store, scope: Scope):
    reads = await written(store, scope)
    found = (await reads.find(Filters())).hits
    assert numbers([hit.memory.content for hit in found]) == list(range(9, -1, -1))
    since = (await reads.find(Filters(since=START - 4 * HOUR))).hits
    assert numbers([hit.memory.content for hit in since]) == [9, 8, 7, 6]
    last = found[3].memory
    after = (await reads.find(Filters(after=(last.valid_from.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), last.id)))).hits
    assert numbers([hit.memory.content for hit in after]) == [5, 4, 3, 2, 1, 0]
    assert (await reads.find(Filters(types=("semantic:preference",)))).hits == ()


async def test_what_is_about_a_name_is_found_however_the_name_is_typed(store: Store, scope: Scope):
    reads = await written(store, scope)
    for typed in ("Redis", "redis"):
        found = (await reads.find(Filters(project=typed))).hits
        assert numbers([hit.memory.content for hit in found]) == [9, 6, 3, 0]
    assert (await reads.find(Filters(project="Valkey"))).hits == ()
    assert len((await reads.picture("redis")).nodes) > 4


async def test_uses_tell_what_stood_in_prompts_and_what_never_did(store: Store, scope: Scope):
    reads = await written(store, scope)
    never = [m.id for m in (await reads.uses("never", 1))[0].memories]
    assert numbers([m.content for m in (await reads.uses("never", 1))[0].memories]) == list(range(10)), "oldest first"
    store.changes.note_use(scope.group_id, "one", never[:2], START)
    store.changes.note_use(scope.group_id, "two", never[:1], START + HOUR)
    await store.settled()
    most, more = await reads.uses("most", 1)
    assert ([m.id for m in most.memories], most.used, more) == (never[:2], 2, False)
    assert [m.id for m in (await reads.uses("latest", 1))[0].memories] == never[:2]
    assert [m.id for m in (await reads.uses("never", 1))[0].memories] == never[2:]
