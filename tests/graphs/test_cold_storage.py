"""An archived memory's long text lies in a file beside the graph, and is there for whoever asks for it."""

from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.content_ref import COLD_TEXT
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import STUB_CHARS
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.dumping import dump_group, load_group
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, claim_edge, entity, episode, hold, learn, memory, uses, write
from tests.memory_store.clients import opened as another
from tests.stores import START, test_settings

LATER = START + 300 * DAY
ASKED = "Which auth does the team use for sign-in?"
ENDING = "so the billing service keeps its invoices in the old cellar"
TEXT = f"Team uses Clerk for auth. {'The sign-in of the mobile app was moved step by step. ' * 30}And {ENDING}"


@pytest.fixture
async def opened(store: Store, scope: Scope, tmp_path: Path) -> AsyncMemory:
    store.connection.settings = test_settings(content=str(tmp_path / "content"), content_grace=0)
    return AsyncMemory(store, scope)


def long_fact(scope: Scope, content: str = TEXT) -> Kept:
    faded: dict[str, Any] = {"confidence": 0.25, "decay": {"base": 0.85, "to": 0.25}}
    return memory(scope, content, entities=["Clerk"], claim=uses("Clerk"), **faded)


async def archived(opened: AsyncMemory, clock: VirtualClock, fact: Kept) -> Kept:
    """A fact with its claim between two names, put away by the maintenance of a later day."""
    team, clerk = entity(opened.scope, "team", "entity:person"), entity(opened.scope, "Clerk")
    await write(opened.store, opened.scope, [team, clerk])
    stated = (claim_edge(fact, team, clerk),)
    await learn(opened.store, opened.scope, episode(opened.scope), [fact], holds=(hold(fact),), claims=stated)
    clock.move_to(LATER)
    assert (await opened.maintain()).counts["archived"] == 1
    clock.move_to(LATER + DAY)
    return fact


async def in_the_graph(opened: AsyncMemory) -> str:
    """Every text of nodes and facts; not the log, which tells the past, and not the raw inputs."""
    group = {"group": opened.scope.group_id}
    nodes = "MATCH (n:Entity) WHERE n.group_id = $group RETURN n.name + coalesce(n.summary, '') + n.details AS said"
    facts = "MATCH ()-[r:RELATES_TO]->() WHERE r.group_id = $group RETURN r.fact AS said"
    rows = [row for q in (nodes, facts) for row in await opened.store.database.read(opened.scope.group_id, q, group)]
    return "\n".join(row["said"] for row in rows)


def files(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.rglob("*") if file.is_file()]


async def test_a_long_text_leaves_the_graph_and_is_read_by_whoever_asks(
    opened: AsyncMemory, clock: VirtualClock, tmp_path: Path
) -> None:
    fact = await archived(opened, clock, long_fact(opened.scope))
    assert ENDING not in await in_the_graph(opened)
    assert TEXT[:STUB_CHARS] in await in_the_graph(opened)
    assert files(tmp_path) == [TEXT.encode()]
    store, scope = opened.store, opened.scope
    (kept,) = await store.memories.get(scope, [fact.id])
    assert (kept.status, kept.content) == (Status.ARCHIVED, TEXT)
    assert [file.media_type for file in kept.files] == [COLD_TEXT]
    (then,) = await store.history.get_at(scope, [fact.id], as_of=START + DAY, known_at=START + DAY)
    assert (then.status, then.content) == (Status.CONFIRMED, TEXT)
    assert TEXT in {entry.memory.content for entry in await opened.history("Clerk")}
    rebuilt = (await store.changes.rebuild(scope.group_id, clock.now())).memories[fact.id]
    assert (rebuilt.status, rebuilt.content, rebuilt.files) == (kept.status, kept.content, kept.files)
    assert await store.admin.check(scope.group_id) == []


async def test_a_short_text_is_its_own_stub(opened: AsyncMemory, clock: VirtualClock, tmp_path: Path) -> None:
    fact = await archived(opened, clock, long_fact(opened.scope, "Team uses Clerk for auth"))
    assert fact.content in await in_the_graph(opened)
    assert files(tmp_path) == []


async def test_an_explicit_search_brings_the_whole_text_back(opened: AsyncMemory, clock: VirtualClock) -> None:
    await archived(opened, clock, long_fact(opened.scope))
    found = await opened.search(ASKED, include=[Status.ARCHIVED])
    (back,) = found.brought_back
    assert (back.content, back.files) == (TEXT, ())
    assert back in await opened.store.memories.all(opened.scope)
    assert await opened.store.admin.check(opened.scope.group_id) == []


async def test_without_its_file_a_stub_is_found_but_not_taken_for_the_whole(
    opened: AsyncMemory, clock: VirtualClock, tmp_path: Path
) -> None:
    fact = await archived(opened, clock, long_fact(opened.scope))
    [file] = [path for path in tmp_path.rglob("*") if path.is_file()]
    file.unlink()
    found = await opened.search(ASKED, include=[Status.ARCHIVED])
    assert found.brought_back == ()
    assert [hit.memory.content for hit in found.hits if hit.memory.id == fact.id] == [TEXT[:STUB_CHARS] + "…"]
    assert [finding.kind for finding in await opened.store.admin.check(opened.scope.group_id)] == ["lost_content"]


async def test_forgetting_by_words_that_are_only_in_the_file_erases_the_file(
    opened: AsyncMemory, clock: VirtualClock, tmp_path: Path
) -> None:
    fact, store, scope = await archived(opened, clock, long_fact(opened.scope)), opened.store, opened.scope
    plan = await store.forgetting.preview(scope, text=ENDING)
    assert fact.id in {item.id for item in plan.erased}
    assert (await store.forgetting.forget(scope, text=ENDING)).erased
    assert (files(tmp_path), await store.memories.get(scope, [fact.id])) == ([], [])
    assert fact.id not in (await store.changes.rebuild(scope.group_id, clock.now())).memories
    assert not any(ENDING in str(entry.payload) for entry in await store.changes.log(scope, START))
    assert await store.admin.check(scope.group_id) == []


async def test_a_killed_archiving_leaves_a_file_to_be_swept_and_no_stub(
    opened: AsyncMemory, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fact = long_fact(opened.scope)
    await learn(opened.store, opened.scope, episode(opened.scope), [fact], holds=(hold(fact),))
    clock.move_to(LATER)

    async def killed(_: Any) -> None:
        raise RuntimeError("killed")

    apply = opened.store.changes.apply
    put_away = opened.store.files.put_away

    async def put_away_and_die(*given: Any) -> None:
        await put_away(*given)
        monkeypatch.setattr(opened.store.changes, "apply", killed)

    monkeypatch.setattr(opened.store.files, "put_away", put_away_and_die)
    with pytest.raises(RuntimeError, match="killed"):
        await opened.maintain()
    monkeypatch.setattr(opened.store.changes, "apply", apply)
    (kept,) = await opened.store.memories.get(opened.scope, [fact.id])
    assert (kept.status.live, kept.content) == (True, TEXT)
    assert [finding.kind for finding in await opened.store.admin.check(opened.scope.group_id)] == ["orphan_content"]
    await opened.store.files.sweep(opened.scope.group_id)
    assert files(tmp_path) == []


async def test_a_copy_and_a_dump_of_the_group_carry_the_file(opened: AsyncMemory, clock: VirtualClock, tmp_path: Path):
    fact = await archived(opened, clock, long_fact(opened.scope))
    group, here = opened.scope.group_id, opened.store
    copy, load = (f"embedded:{tmp_path / name}" for name in ("copied", "loaded"))
    async with another(copy, clock) as copied, another(load, clock) as loaded:
        copied.connection.settings = loaded.connection.settings = here.settings
        await copy_group(here.database, copied.database, group, settings=here.settings)
        await dump_group(copied.database, group, tmp_path / "dump.gz", settings=here.settings)
        await load_group(loaded.database, tmp_path / "dump.gz", settings=here.settings)
        for store in (copied, loaded):
            assert [m.content for m in await store.memories.get(opened.scope, [fact.id])] == [TEXT]
            assert await store.admin.check(group) == []


def test_only_what_is_archived_with_its_file_is_cut_to_a_stub() -> None:
    stub: dict[str, Any] = {"reason": "archived", "stub": {"text": "T…", "summary": ""}}
    for before, after in (("archived", "confirmed"), ("confirmed", "archived")):
        with pytest.raises(ValueError, match="cut to a stub"):
            Update(memory_id="a", revision=1, before={"status": before}, after={"status": after}, **stub)
