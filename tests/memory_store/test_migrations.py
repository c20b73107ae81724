"""A group is brought to the newest version by whoever opens it, once, and not if a newer or an older world wrote it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from memorist.memory_store.database import Database
from memorist.memory_store.domain.errors import SchemaTooNew
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.migrations import MIGRATIONS, Migration
from memorist.memory_store.migrations.migration import newest_version
from memorist.memory_store.moving.dumping import dump_group, load_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import NodeRecord
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.schema import LAST_DEVELOPMENT
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, assert_sound, memory, write
from tests.memory_store.clients import opened
from tests.stores import START

SCHEMA_1 = Path(__file__).parent / "data" / "schema_1.jsonl"
"""Dump of schema 1: preferences, a rule, a supersession. It is never written anew."""
NEXT = newest_version(MIGRATIONS) + 1
SET_SCHEMA = "MATCH (g:ChangeLog {uuid: $group}) SET g.schema = $schema"


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


async def erase_old(store: Store) -> None:
    for statement in (
        "MATCH (n) WHERE n.group_id = $group DETACH DELETE n",
        "MATCH (n:ChangeLog {uuid: $group}) DELETE n",
    ):
        await store.database.write("old", statement, {"group": "old"})


@pytest.fixture
async def old(store: Store) -> Scope:
    """A group as schema 1 left it."""
    await erase_old(store)
    await load_group(store.database, SCHEMA_1)
    return Scope(group_id="old")


async def noted_schema(store: Store, group: str) -> int:
    noted = await GroupReader(store.database, group).log()
    assert noted is not None
    return noted["schema"]


@pytest.mark.slow_on("neo4j")
async def test_what_schema_1_wrote_is_read(store: Store, old: Scope):
    assert await noted_schema(store, "old") == 1
    everything = await store.memories.all(old, statuses=list(Status))
    assert {(m.content, m.status) for m in everything if m.type.startswith("semantic:")} == {
        ("User prefers Clerk for mobile auth", "confirmed"),
        ("Team uses Clerk for mobile auth", "superseded"),
        ("Never use Realm", "confirmed"),
        ("We are switching from Clerk to Firebase Auth for cost reasons", "confirmed"),
    }
    assert await noted_schema(store, "old") == newest_version(MIGRATIONS)
    changes = await store.changes.log(old, START - DAY)
    await assert_sound(store, "old")
    [vector] = await store.embed(["Firebase for auth"])
    found, _ = await store.search.memories(old, [Query("a", "Firebase", vector)], Moment.of(START + 90 * DAY))
    assert "Firebase" in found[0].memory.content
    assert (await write(store, old, [memory(old, "x")])).sequence == changes[-1].sequence + 1


async def test_a_group_from_before_the_first_release_is_refused_and_moved(
    store: Store, store_url: str, old: Scope, tmp_path: Path
):
    before = {m.id: m for m in await store.memories.all(old, statuses=list(Status))}
    await store.database.write("old", SET_SCHEMA, {"group": "old", "schema": LAST_DEVELOPMENT})
    async with opened(store_url) as later:
        with pytest.raises(SchemaTooNew, match="memorist dump FILE --group old, then memorist load FILE"):
            await later.memories.all(old)
        await dump_group(store.database, "old", tmp_path / "dump")
        await erase_old(store)
        await load_group(store.database, tmp_path / "dump")
        assert await noted_schema(store, "old") == 1
        assert {m.id: m for m in await later.memories.all(old, statuses=list(Status))} == before
        assert await later.admin.check("old") == []


@pytest.mark.parametrize("changed", [{"schema": 3}, {"head": None}], ids=["an early schema", "a log without links"])
async def test_a_dump_of_an_early_development_version_is_refused(store: Store, tmp_path: Path, changed: dict[str, Any]):
    await erase_old(store)
    first, *rest = SCHEMA_1.read_text(encoding="utf-8").splitlines(keepends=True)
    header = json.loads(first)
    header["log"] |= changed
    dump = tmp_path / "dump"
    dump.write_text(json.dumps(header) + "\n" + "".join(rest), encoding="utf-8")
    with pytest.raises(SchemaTooNew, match="open it with the last of them"):
        await load_group(store.database, dump)


async def test_opening_again_migrates_nothing(store: Store, store_url: str, old: Scope):
    await store.memories.all(old)
    before = await GroupReader(store.database, "old").digest()
    async with opened(store_url) as again:
        await again.memories.all(old)
    assert (await GroupReader(store.database, "old").digest()).text == before.text


async def test_a_step_that_changes_data_is_taken_once_by_the_first_that_opens(store: Store, store_url: str, old: Scope):
    async with opened(store_url, kind=NextStore) as first, opened(store_url, kind=NextStore) as second:
        await asyncio.gather(first.memories.all(old), second.memories.all(old))
        domains = {m.domain for m in await first.memories.all(old)}
        assert domains <= {None, *(d.upper() for d in domains if d)}
        noted = [c for c in await second.changes.log(old, START - DAY) if c.run == "migration"]
        assert [c.payload["migration"]["to"] for c in noted] == [NEXT]
        await assert_sound(second, "old")
        with pytest.raises(SchemaTooNew, match=f"has schema {NEXT}.*upgrade memorist"):
            await store.memories.all(old)


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
    async with opened(store_url, kind=NextStore) as later:
        with pytest.raises(ConnectionResetError):
            await later.memories.all(old)
        assert await noted_schema(store, "old") == NEXT - 1
        assert await later.memories.all(old)
        assert len(asked) == 2


async def test_a_new_group_is_of_the_newest_version_and_has_no_migration_in_its_log(store_url: str, scope: Scope):
    async with opened(store_url, kind=NextStore) as later:
        await write(later, scope, [memory(scope, "x", domain="mobile")])
        noted: Any = await GroupReader(later.database, scope.group_id).log()
        assert (noted["schema"], noted["seq"]) == (NEXT, 1)
        [kept] = await later.memories.all(scope)
        assert kept.domain == "mobile"


def test_the_steps_are_numbered_without_gaps():
    assert [step.version for step in NextStore.migrations] == list(range(2, len(NextStore.migrations) + 2))
    assert all(step.reason for step in MIGRATIONS)
