"""A group that an older version wrote is brought up to date when it is opened; one of a newer version is refused."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import asyncio
from pathlib import Path
from typing import Any

import pytest

from memorist.memory_store.database import Database
from memorist.memory_store.domain.claim import HABIT, Claim, claim_id
from memorist.memory_store.domain.errors import SchemaTooNew
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.migrations import MIGRATIONS, Migration
from memorist.memory_store.moving.dumping import load_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import NodeRecord
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, hold, memory, uses, write
from tests.stores import START, test_settings

SCHEMA_1 = Path(__file__).parent / "data" / "schema_1.jsonl"
"""What the first version dumped: preferences, a rule, a supersession."""
NEXT = MIGRATIONS[-1].version + 1


async def shout(database: Database, group_id: str, ontology: Ontology) -> None:
    """A step that changes data: every domain in capitals, page by page."""
    reader = GroupReader(database, group_id)
    async for page in reader.pages():
        ids = [r.props["uuid"] for r in page.records if isinstance(r, NodeRecord) and r.kind == "Entity"]
        statement = "UNWIND $ids AS id MATCH (n:Entity {uuid: id}) SET n.domain = toUpper(n.domain)"
        await database.write(group_id, statement, {"ids": ids})


class NextStore(Store):
    """The store of a version to come."""

    migrations = (*MIGRATIONS, Migration(NEXT, "domains are written in capitals", data=shout))


@pytest.fixture
async def old(store: Store, store_url: str) -> Scope:
    """A group as the first version left it, in a database that nothing newer has touched."""
    scope = Scope(group_id="old")
    await store.admin.ready("another")
    parameters = {"group": "old"}
    for statement in (
        "MATCH (n) WHERE n.group_id = $group DETACH DELETE n",
        "MATCH (n:ChangeLog {uuid: $group}) DELETE n",
    ):
        await store.database.write("old", statement, parameters)
    await load_group(store.database, SCHEMA_1)
    if store.database.dialect == "neo4j":
        for label in ("entity", "episodic", "slot", "change"):
            await store.database.write("old", f"DROP INDEX {label}_page IF EXISTS", {})
    return scope


async def test_what_the_first_version_wrote_is_read_after_it_was_brought_up_to_date(store: Store, old: Scope):
    noted = await GroupReader(store.database, "old").log()
    assert noted is not None
    assert noted["schema"] == 1
    everything = await store.memories.all(old, statuses=list(Status))
    assert {(m.content, m.status) for m in everything if not m.is_entity} == {
        ("User prefers Clerk for mobile auth", "staged"),
        ("Team uses Clerk for mobile auth", "superseded"),
        ("Team is switching from Clerk to Firebase Auth for cost reasons", "confirmed"),
        ("Never use Realm", "confirmed"),
        ("What is known about the user", "confirmed"),
    }
    after = await GroupReader(store.database, "old").log()
    assert after is not None
    assert after["schema"] == MIGRATIONS[-1].version
    changes = await store.changes.log(old, START - DAY)
    assert [c.payload["migration"] for c in changes if c.run == "migration"] == [
        {"from": step.version - 1, "to": step.version} for step in MIGRATIONS
    ]
    assert await store.admin.check("old") == []
    assert (await store.changes.verify("old")).ok
    [vector] = await store.embed(["Firebase for auth"])
    found, _ = await store.search.memories(old, [Query("a", "Firebase", vector)], Moment.of(START + 90 * DAY))
    assert "Firebase" in found[0].memory.content
    assert (await write(store, old, [memory(old, "x")])).sequence == changes[-1].sequence + 1


async def test_version_2_reads_pages_by_an_index_on_neo4j(store: Store, store_url: str, old: Scope):
    await store.memories.all(old)
    if store.database.dialect == "neo4j":
        rows = await store.database.read("old", "SHOW INDEXES YIELD name RETURN collect(name) AS names", {})
        assert {"entity_page", "episodic_page", "slot_page", "change_page"} <= set(rows[0]["names"])


async def test_version_8_lists_what_was_said_before_as_unread(store: Store, store_url: str, old: Scope):
    said = await store.episodes.between(old)
    assert said
    assert all(e.reading is None for e in said)
    assert await store.episodes.unread(old) == said
    assert await store.admin.check("old") == []
    assert (await store.changes.verify("old")).ok


KEYS = """
MATCH (n:Memory) WHERE n.group_id = $group
RETURN n.uuid AS id, [n.claim_id, n.subject_key, n.pattern_id, n.slot_id] AS keys ORDER BY id
"""
HOLDERS = "MATCH (s:Slot) WHERE s.group_id = $group AND s.holder IS NOT NULL RETURN s.uuid AS slot, s.holder AS holder"
AS_ONCE = (
    "MATCH (n:Memory) WHERE n.group_id = $group AND n.claim_id IS NOT NULL "
    "SET n.claim_id = 'old ' + n.uuid, n.subject_key = 'old', n.pattern_id = 'old', n.slot_id = 'old ' + n.uuid",
    "MATCH (s:Slot) WHERE s.group_id = $group DELETE s",
    "UNWIND $held AS id CREATE (s:Slot {uuid: 'old ' + id, group_id: $group, holder: id})",
    "MATCH (g:ChangeLog {uuid: $group}) SET g.schema = 3",
)
"""Keys of another day, and a contested memory that holds its slot."""


async def test_version_4_lets_old_claims_meet_new_ones(store: Store, store_url: str, scope: Scope):
    clerk = memory(scope, "The team uses Clerk for auth", claim=uses("Clerk"))
    before = memory(scope, "The team uses Auth0", claim=uses("Auth0"), status="superseded", valid_until=START)
    misses = Claim(subject="mira", predicate=HABIT, object="miss null checks")
    habit = memory(scope, "Mira tends to miss null checks", claim=misses)
    asked = [
        memory(scope, f"The team uses {name} for chat", claim=uses(name, "chat"), status="contested")
        for name in ("Slack", "Discord")
    ]
    await write(store, scope, [clerk, before, habit, *asked], holds=(hold(clerk), hold(habit)))
    given: dict[str, Any] = {"group": scope.group_id, "held": [clerk.id, habit.id, asked[0].id]}
    fresh = await store.database.read(scope.group_id, KEYS, given)
    holders = await store.database.read(scope.group_id, HOLDERS, given)
    for statement in AS_ONCE:
        await store.database.write(scope.group_id, statement, given)
    later = await Store.open(store_url, settings=test_settings())
    await later.memories.all(scope)
    assert await later.database.read(scope.group_id, KEYS, given) == fresh
    assert sorted(map(str, await later.database.read(scope.group_id, HOLDERS, given))) == sorted(map(str, holders))
    assert await later.admin.check(scope.group_id) == []
    assert (await later.changes.verify(scope.group_id)).ok
    await later.close()


async def test_version_7_gives_each_user_his_own_things(store: Store, store_url: str, scope: Scope):
    ann, bob = (scope.model_copy(update={"user_id": name}) for name in ("ann", "bob"))
    dog = Claim(subject="user's dog", predicate="named", object="Bruno")
    hers = memory(ann, "User's dog is called Bruno", claim=dog)
    await write(store, scope, [hers])
    given: dict[str, Any] = {"group": scope.group_id, "held": [hers.id]}
    for statement in (*AS_ONCE[:3], AS_ONCE[-1].replace("3", "6")):
        await store.database.write(scope.group_id, statement, given)
    later = await Store.open(store_url, settings=test_settings())
    await later.memories.all(scope)
    keys = await later.database.read(scope.group_id, KEYS, given)
    assert keys[0]["keys"][0] == claim_id(ann, dog) != claim_id(bob, dog)
    assert await later.admin.check(scope.group_id) == []
    assert (await later.changes.verify(scope.group_id)).ok
    await later.close()


async def test_opening_again_migrates_nothing(store: Store, store_url: str, old: Scope):
    await store.memories.all(old)
    before = await GroupReader(store.database, "old").digest()
    again = await Store.open(store_url, settings=test_settings())
    await again.memories.all(old)
    await again.close()
    assert (await GroupReader(store.database, "old").digest()).text == before.text


async def opened(store_url: str, kind: type[Store] = NextStore) -> Store:
    return await kind.open(store_url, settings=test_settings())


async def test_a_step_that_changes_data_is_taken_once_by_the_first_that_opens(store: Store, store_url: str, old: Scope):
    first, second = await opened(store_url), await opened(store_url)
    await asyncio.gather(first.memories.all(old), second.memories.all(old))
    domains = {m.domain for m in await first.memories.all(old)}
    assert domains <= {None, *(d.upper() for d in domains if d)}
    noted = [c for c in await second.changes.log(old, START - DAY) if c.run == "migration"]
    assert [c.payload["migration"]["to"] for c in noted] == [*(m.version for m in MIGRATIONS), NEXT]
    assert await second.admin.check("old") == []
    assert (await second.changes.verify("old")).ok
    with pytest.raises(SchemaTooNew, match=f"has schema {NEXT}.*upgrade"):
        await store.memories.all(old)
    for one in (first, second):
        await one.close()


async def test_a_step_that_fails_is_taken_again(
    store: Store, store_url: str, old: Scope, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []

    async def stumble(database: Database, group_id: str, ontology: Ontology) -> None:
        asked.append(group_id)
        await shout(database, group_id, ontology)
        if len(asked) == 1:
            raise ConnectionResetError

    monkeypatch.setattr(NextStore, "migrations", (*MIGRATIONS, Migration(NEXT, "stumbles once", data=stumble)))
    later = await opened(store_url)
    with pytest.raises(ConnectionResetError):
        await later.memories.all(old)
    noted = await GroupReader(store.database, "old").log()
    assert noted is not None
    assert noted["schema"] == NEXT - 1
    assert await later.memories.all(old)
    assert len(asked) == 2
    await later.close()


async def test_a_new_group_is_of_the_newest_version_and_has_no_migration_in_its_log(store_url: str, scope: Scope):
    later = await opened(store_url)
    await write(later, scope, [memory(scope, "x", domain="mobile")])
    noted: Any = await GroupReader(later.database, scope.group_id).log()
    assert (noted["schema"], noted["seq"]) == (NEXT, 1)
    [kept] = await later.memories.all(scope)
    assert kept.domain == "mobile"
    await later.close()


def test_the_steps_are_numbered_without_gaps():
    assert [step.version for step in MIGRATIONS] == list(range(2, len(MIGRATIONS) + 2))
    assert all(step.reason for step in MIGRATIONS)
