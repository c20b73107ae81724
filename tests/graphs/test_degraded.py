"""Prompts while the store is slow, broken or away: the last known hard rules, and never an exception."""

import asyncio
import stat
import time
from collections.abc import AsyncGenerator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import StoreUnavailable
from memorist.memory_store.domain.memory import Memory as Node
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.rule_snapshot import RuleSnapshots
from memorist.memory_store.settings import Settings
from tests.inputs import error_of, ingested, refused, rule
from tests.stores import START, test_settings

RULE = rule("Never use Realm", reason="sync issues")
NOWHERE = "falkor://127.0.0.1:1"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return test_settings(rule_snapshots=str(tmp_path / "rules"), preprompt="You are Ada.", connect_timeout=0.5)


@pytest.fixture
async def memory(store_url: str, group: str, settings: Settings, clock: VirtualClock) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(store_url, group=group, settings=settings, clock=clock) as opened:
        yield opened


@pytest.fixture
async def ruled(memory: AsyncMemory) -> AsyncMemory:
    """A memory that knows a rule; a cold server takes longer than a channel may."""
    await ingested(memory, RULE)
    await memory.recall("Choose a database")
    await memory.store.settled()
    return memory


@pytest.fixture
async def unknown(settings: Settings) -> AsyncGenerator[AsyncMemory]:
    """A memory without a store, of which nothing was ever known."""
    async with memorist.open(NOWHERE, group="nobody", settings=settings, degraded=True) as away:
        yield away


def rules_of(memory: AsyncMemory) -> list[str]:
    """Return the ids of the rules of the snapshot; it must be there."""
    last = memory.store.rules.snapshots.read(memory.scope.group_id)
    assert last is not None
    return [rule.id for rule in last.rules]


def limit(memory: AsyncMemory, **seconds: float) -> None:
    memory.store.connection.settings = memory.store.settings.model_copy(update=seconds)


async def never(*given: object, **more: object) -> None:
    await asyncio.sleep(60)


async def test_a_store_that_cannot_be_opened_gives_the_last_known_rules(
    ruled: AsyncMemory, settings: Settings, unknown: AsyncMemory
):
    """The snapshot is put where a store of another URL looks for it."""
    group = ruled.scope.group_id
    last = ruled.store.rules.snapshots.read(group)
    assert last is not None
    RuleSnapshots.of(settings, NOWHERE).write(group, last.rules, last.at)
    async with memorist.open(NOWHERE, group=group, settings=settings, degraded=True) as away:
        recall = await away.recall("Choose a database")
        for_mira = await away.as_user("mira").recall("Choose a database")
        error = await refused(away, "We use Clerk")
        denied, other = [await away.check_action({"command": f"npm install {one}"}) for one in ("realm", "zod")]
        with pytest.raises(StoreUnavailable):
            _ = away.store
    assert recall.prompt.startswith("You are Ada.")
    assert ("Never use Realm" in recall.prompt, "last known" in recall.prompt) == (True, True)
    assert "Never use Realm" in for_mira.prompt
    assert recall.sections[0].title == "Constraints (MUST FOLLOW)"
    assert {f.channel for f in recall.failed_channels} >= {"hard_rules", "semantic", "raw_episodes"}
    assert "last known at 2026-02-01" in recall.trace[0].reason
    assert error.retryable
    assert (denied.action, denied.objections[0].source) == ("deny", "hard_rule")
    assert {f.channel for f in denied.failed} == {"hard_rules", "audit"}
    assert (other.action, "last known at 2026-02-01" in (other.reason or "")) == ("warn", True)
    verdict = await unknown.check_action({"command": "npm install realm"})
    assert (verdict.action, "unknown" in (verdict.reason or "")) == ("warn", True)


async def test_without_a_store_nothing_is_known_a_session_ends_and_a_pass_says_why_it_cannot_run(
    unknown: AsyncMemory, settings: Settings
):
    recall = await unknown.recall("Choose a database")
    assert ("its hard rules are unknown" in recall.prompt, recall.citations) == (True, ())
    assert await unknown.end_session("s") is None
    with pytest.raises(StoreUnavailable):
        await unknown.maintain()
    with pytest.raises(StoreUnavailable):
        await unknown.forget(what="Clerk")
    with pytest.raises(StoreUnavailable):  # unless it was asked for
        async with memorist.open(NOWHERE, group="nobody", settings=settings):
            pass


async def test_the_snapshot_is_for_its_owner_alone_and_follows_every_change(memory: AsyncMemory, settings: Settings):
    snapshots, group = memory.store.rules.snapshots, memory.scope.group_id
    assert snapshots.read(group) is None
    learned = await ingested(memory, RULE)
    await memory.store.settled()
    [path] = Path(settings.rule_snapshots).iterdir()
    assert [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)] == [0o600, 0o700]
    assert rules_of(memory) == [learned.memories[0].id]
    await ingested(memory, "Realm is ok now")
    await memory.store.settled()
    live = [rule.id for rule in await memory.store.rules.of_all_agents(group)]
    last = snapshots.read(group)
    assert [rule.id for rule in last.rules] == live if last else not live


async def test_a_rule_of_one_agent_is_not_anothers_in_the_snapshot_either(memory: AsyncMemory):
    await ingested(memory, RULE, agent_id="ann")
    await memory.store.settled()
    last, group = memory.store.rules.snapshots.read(memory.scope.group_id), memory.scope.group_id
    assert last is not None
    of_ann, of_bob = (last.for_scope(Scope(group_id=group, agent_id=agent), START) for agent in ("ann", "bob"))
    assert len(of_ann) == 1
    assert len(of_bob) == len([rule for rule in last.rules if rule.scope.agent_id is None])


async def test_a_slow_disk_brings_no_older_rules_back_and_forgetting_leaves_nothing(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    write, slowness = RuleSnapshots.write, [0.3]

    def slow_at_first(snapshots: RuleSnapshots, group_id: str, rules: Sequence[Node], at: datetime) -> bool:
        time.sleep(slowness.pop() if slowness else 0)
        return write(snapshots, group_id, rules, at)

    monkeypatch.setattr(RuleSnapshots, "write", slow_at_first)
    names = ("Realm", "Clerk")
    first, second = [(await ingested(memory, rule(f"Never use {one}"))).memories[0].id for one in names]
    await memory.store.settled()
    assert {*rules_of(memory)} == {first, second}
    snapshots, group = memory.store.rules.snapshots, memory.scope.group_id
    snapshots.drop(group, [first])
    assert rules_of(memory) == [second]
    for _ in range(2):
        snapshots.drop(group)
        assert snapshots.read(group) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"at": "x", "rules": [{}]}', '{"at": 3}'])
def test_a_snapshot_that_cannot_be_read_is_none(tmp_path: Path, text: str):
    snapshots = RuleSnapshots(tmp_path, "x", timedelta())
    assert snapshots.write("g", [], START)
    [path] = tmp_path.iterdir()
    path.write_text(text)
    assert snapshots.read("g") is None
    snapshots.drop("g", ["a"])
    assert list(tmp_path.iterdir()) == []


def test_no_snapshots_where_none_are_wanted_or_can_be(tmp_path: Path):
    assert not RuleSnapshots.of(test_settings(rule_snapshots="none")).write("g", [], START)
    (tmp_path / "file").write_text("")
    assert not RuleSnapshots(tmp_path / "file", "x", timedelta()).write("g", [], START)


async def test_an_act_is_checked_in_time_by_the_last_known_rules_while_the_store_hangs(
    ruled: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    limit(ruled, check_timeout=0.5)
    monkeypatch.setattr("memorist.memory_store.parts.search.Search.standing", never)
    monkeypatch.setattr(ruled.store.changes, "apply", never)
    began = time.monotonic()
    refusal, unsure = [await ruled.check_action({"command": act}) for act in ("npm install realm", "npm test")]
    assert time.monotonic() - began < 20
    assert (refusal.action, "Never use Realm" in refusal.reason) == ("deny", True)
    assert (unsure.action, "could not be reached" in unsure.reason) == ("warn", True)
    assert [one.channel for one in unsure.failed] == ["hard_rules", "audit"]
    assert "MEMORIST_CHECK_TIMEOUT" in unsure.failed[0].error


async def test_every_call_ends_in_time_while_the_store_hangs_and_what_was_said_waits(
    ruled: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    limit(ruled, call_timeout=0.5)
    monkeypatch.setattr(ruled.store.database, "read", never)
    monkeypatch.setattr(ruled.store.changes, "apply", never)
    began = time.monotonic()
    for call in (ruled.recall("x y"), ruled.search("x y"), ruled.history("Realm"), ruled.assess({})):
        with pytest.raises(StoreUnavailable, match="MEMORIST_CALL_TIMEOUT"):
            await call
    error = error_of((await ruled.ingest(rule("Never use Firebase")))[0])
    assert (error.retryable, "MEMORIST_CALL_TIMEOUT" in error.message) == (True, True)
    assert time.monotonic() - began < 20


async def test_a_channel_that_is_slow_or_breaks_in_an_unforeseen_way_is_named_and_the_others_stand(
    ruled: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    def broken(*given: object, **more: object) -> None:
        raise ZeroDivisionError("strange")

    limit(ruled, channel_timeout=4.0)
    monkeypatch.setattr("memorist.memory_store.parts.search.Search.turns", never)
    monkeypatch.setattr("memorist.memory_store.parts.search.Search.procedures", broken)
    recall = await ruled.recall("Choose a database")
    failed = {f.channel: f.error for f in recall.failed_channels}
    assert failed.keys() == {"raw_episodes", "procedures"}
    assert failed["procedures"] == "unexpected ZeroDivisionError: strange"
    assert "Never use Realm" in recall.prompt


async def test_uses_are_counted_once_and_after_the_answer(ruled: AsyncMemory):
    [known] = await ruled.store.memories.all(ruled.scope, types=["semantic:hard_rule"])
    assert known.access_count == 1
