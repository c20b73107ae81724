"""Graph and content files never disagree for long, and `check` says where they do."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memorist.memory_store.content import ContentStore
from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.errors import ContentLost
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import episode, learn, memory, write
from tests.memory_store.clients import opened
from tests.stores import BACKENDS, test_settings

pytestmark = pytest.mark.slow_on("neo4j")

NOTE = b"# Kitchen\n\nThree quotes, please."


@pytest.fixture
async def store(store: Store, tmp_path: Path) -> Store:
    """With files in a folder of the test, and no patience with orphans."""
    store.connection.settings = test_settings(content=str(tmp_path / "content"), content_grace=0)
    return store


async def documented(store: Store, scope: Scope, data: bytes = NOTE) -> ContentRef:
    content = await store.files.of(scope.group_id)
    ref = await content.put(data, "text/markdown")
    await learn(store, scope, episode(scope, "a document", files=(ref,)), [memory(scope, f"Note {ref.digest[:6]}")])
    return ref


async def test_a_memory_keeps_a_reference_and_the_file_is_read_when_asked_for(store: Store, scope: Scope):
    content = await store.files.of(scope.group_id)
    ref = await content.put(NOTE, "text/markdown")
    kept = memory(scope, "The kitchen note", files=(ref,))
    await write(store, scope, [kept])
    [found] = await store.memories.get(scope, [kept.id])
    assert found.files == (ref,)
    assert found == kept
    again = await store.files.existing(scope.group_id)
    assert again is not None
    assert await again.get(found.files[0].digest) == NOTE
    assert await store.admin.check(scope.group_id) == []


async def test_a_raw_episode_keeps_a_reference_too(store: Store, scope: Scope):
    ref = await documented(store, scope)
    [changed] = await store.changes.log(scope, datetime(2020, 1, 1, tzinfo=UTC))
    [said] = await store.episodes.get(scope, [changed.payload["episodes"][0]["id"]])
    assert json.loads(said["files"]) == [ref.model_dump()]


async def test_other_files_can_take_the_place_of_a_memorys_files(store: Store, scope: Scope):
    content = await store.files.of(scope.group_id)
    old, new = [await content.put(data, "text/plain") for data in (b"old", b"new")]
    kept = memory(scope, "A note", files=(old,))
    await write(store, scope, [kept])
    await write(store, scope, updates=(Update.of(kept, {"files": (new,)}, "a new version"),))
    assert (await store.memories.get(scope, [kept.id]))[0].files == (new,)
    [finding] = await store.admin.check(scope.group_id)
    assert (finding.kind, finding.ids) == ("orphan_content", (old.digest,))


async def test_a_file_without_its_change_set_is_an_orphan_that_can_be_swept(store: Store, scope: Scope):
    """State that a crash between the two leaves behind."""
    kept = await documented(store, scope)
    content = await store.files.of(scope.group_id)
    orphan = await content.put(b"never referred to", "text/plain")
    findings = await store.admin.check(scope.group_id)
    assert [(f.kind, f.severity, f.ids) for f in findings] == [("orphan_content", "warning", (orphan.digest,))]
    swept = await store.files.sweep(scope.group_id)
    assert [file.digest for file in swept] == [orphan.digest]
    assert await store.admin.check(scope.group_id) == []
    assert await content.get(kept.digest) == NOTE


async def test_a_young_file_is_left_alone(store: Store, scope: Scope, tmp_path: Path):
    store.connection.settings = test_settings(content=str(tmp_path / "content"))
    content = await store.files.of(scope.group_id)
    await content.put(b"its change set is on its way", "text/plain")
    assert await store.files.sweep(scope.group_id) == []
    assert len(await content.list()) == 1


@pytest.mark.parametrize("store_url", BACKENDS[:1], indirect=True)
async def test_an_unfinished_file_is_swept(store: Store, scope: Scope):
    content = await store.files.of(scope.group_id)
    Path(content.url).mkdir(parents=True)
    (Path(content.url) / f"{'0' * 64}.x.part").write_bytes(b"half")
    [finding] = await store.admin.check(scope.group_id)
    assert finding.ids[0].endswith(".part")
    await store.files.sweep(scope.group_id)
    assert await store.admin.check(scope.group_id) == []


async def test_a_file_that_is_lost_is_an_error_that_names_who_misses_it(store: Store, scope: Scope):
    ref = await documented(store, scope)
    content = await store.files.of(scope.group_id)
    await content.delete(ref.digest)
    [finding] = await store.admin.check(scope.group_id)
    assert (finding.kind, finding.severity) == ("lost_content", "error")
    assert len(finding.ids) == 1
    with pytest.raises(ContentLost):
        await content.get(ref.digest)


async def test_groups_have_folders_of_their_own(store: Store, scope: Scope):
    other = Scope(group_id=f"{scope.group_id}_b")
    ours, theirs = await documented(store, scope), await documented(store, other)
    assert ours == theirs
    await (await store.files.of(scope.group_id)).erase()
    assert await (await store.files.of(other.group_id)).get(theirs.digest) == NOTE
    assert [f.kind for f in await store.admin.check(scope.group_id)] == ["lost_content"]
    assert await store.admin.check(other.group_id) == []


async def test_a_group_without_files_has_no_folder(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "no file")])
    assert await store.files.existing(scope.group_id) is None
    assert await store.files.existing("nobody_wrote_this") is None
    assert await store.admin.check(scope.group_id) == []


async def test_two_stores_in_one_content_folder_do_not_sweep_each_others_files(
    store: Store, tmp_path: Path, group: str
):
    scope = Scope(group_id=group)
    await documented(store, scope)
    async with opened(f"embedded:{tmp_path / 'other'}", content=store.settings.content, content_grace=0) as other:
        ref = await documented(other, scope, b"of the other")
        assert await store.files.sweep(group) == await other.files.sweep(group) == []
        assert await (await other.files.of(group)).get(ref.digest) == b"of the other"


async def test_a_thousand_references_are_read_in_pages(store: Store, scope: Scope):
    content = await store.files.of(scope.group_id)
    ref = await content.put(NOTE, "text/markdown")
    await write(store, scope, [memory(scope, f"note {i}", files=(ref,)) for i in range(1_001)])
    before = store.database.statements_sent
    assert await store.files.findings(scope.group_id) == []
    assert store.database.statements_sent - before == 2


async def test_an_embedded_store_keeps_its_files_beside_it(tmp_path: Path, group: str):
    async with opened(f"embedded:{tmp_path / 'store'}") as store:
        ref = await documented(store, Scope(group_id=group))
    [file] = [p for p in (tmp_path / "store" / "content").rglob("*") if p.is_file()]
    assert file.name == ref.digest
    assert file.read_bytes() == NOTE
    moved = tmp_path / "moved"
    (tmp_path / "store").rename(moved)
    async with opened(f"embedded:{moved}") as store:
        content = await store.files.existing(group)
        assert isinstance(content, ContentStore)
        assert await content.get(ref.digest) == NOTE
