"""Prompts while the store is slow, broken or away: the last known hard rules, and never an exception."""

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
from tests.stores import START, test_settings

RULE = {"kind": "manual", "content": "Never use Realm", "type": "semantic:hard_rule", "reason": "sync issues"}
NOWHERE = "falkor://127.0.0.1:1"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return test_settings(rule_snapshots=str(tmp_path / "rules"), preprompt="You are Ada.", connect_timeout=0.5)


@pytest.fixture
async def memory(store_url: str, group: str, settings: Settings, clock: VirtualClock) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(store_url, group=group, settings=settings, clock=clock) as opened:
        yield opened


def moved(settings: Settings, memory: AsyncMemory, url: str) -> None:
    """Put the snapshot where a store of another URL looks for it."""
    group = memory.scope.group_id
    last = RuleSnapshots.of(settings, memory.store.database.url).read(group)
    assert last is not None
    RuleSnapshots.of(settings, url).write(group, last.rules, last.at)


async def test_a_store_that_cannot_be_opened_gives_the_last_known_rules(
    memory: AsyncMemory, settings: Settings
) -> None:
    await memory.ingest(RULE)
    await memory.store.settled()
    moved(settings, memory, NOWHERE)
    async with memorist.open(NOWHERE, group=memory.scope.group_id, settings=settings, degraded=True) as away:
        recall = await away.recall("Choose a database")
        [result] = await away.ingest({"kind": "turn", "role": "user", "content": "We use Clerk"})
        with pytest.raises(StoreUnavailable):
            _ = away.store
    assert recall.prompt.startswith("You are Ada.")
    assert "Never use Realm" in recall.prompt
    assert recall.sections[0].title == "Constraints (MUST FOLLOW)"
    assert "last known" in recall.prompt
    assert {f.channel for f in recall.failed_channels} >= {"hard_rules", "semantic", "raw_episodes"}
    assert "last known at 2026-02-01" in recall.trace[0].reason
    assert result.error is not None
    assert result.error.retryable


async def test_without_a_snapshot_the_prompt_says_that_rules_are_unknown(settings: Settings) -> None:
    async with memorist.open(NOWHERE, group="nobody", settings=settings, degraded=True) as away:
        recall = await away.recall("Choose a database")
    assert "its hard rules are unknown" in recall.prompt
    assert recall.citations == ()


async def test_an_act_is_held_against_the_last_known_rules(memory: AsyncMemory, settings: Settings) -> None:
    await memory.ingest(RULE)
    await memory.store.settled()
    moved(settings, memory, NOWHERE)
    async with memorist.open(NOWHERE, group=memory.scope.group_id, settings=settings, degraded=True) as away:
        denied = await away.check_action({"command": "npm install realm"})
        other = await away.check_action({"command": "npm install zod"})
    async with memorist.open(NOWHERE, group="nobody", settings=settings, degraded=True) as away:
        unknown = await away.check_action({"command": "npm install realm"})
    assert (denied.action, denied.objections[0].source) == ("deny", "hard_rule")
    assert {f.channel for f in denied.failed} == {"hard_rules", "audit"}
    assert (other.action, "last known at 2026-02-01" in (other.reason or "")) == ("warn", True)
    assert (unknown.action, "unknown" in (unknown.reason or "")) == ("warn", True)


async def test_without_a_store_a_session_ends_and_a_pass_says_why_it_cannot_run(settings: Settings) -> None:
    async with memorist.open(NOWHERE, group="nobody", settings=settings, degraded=True) as away:
        assert await away.end_session("s") is None
        with pytest.raises(StoreUnavailable):
            await away.maintain()
        with pytest.raises(StoreUnavailable):
            await away.forget(what="Clerk")


async def test_a_store_that_cannot_be_opened_is_an_error_unless_asked_for(settings: Settings) -> None:
    with pytest.raises(StoreUnavailable):
        async with memorist.open(NOWHERE, group="nobody", settings=settings):
            pass


async def test_the_snapshot_is_for_its_owner_alone_and_follows_every_change(
    memory: AsyncMemory, settings: Settings
) -> None:
    snapshots, group = memory.store.rules.snapshots, memory.scope.group_id
    assert snapshots.read(group) is None
    [learned] = await memory.ingest(RULE)
    await memory.store.settled()
    [path] = Path(settings.rule_snapshots).iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    last = snapshots.read(group)
    assert last is not None
    assert [rule.id for rule in last.rules] == [learned.memories[0].id]
    await memory.ingest({"kind": "turn", "role": "user", "content": "Realm is ok now"})
    await memory.store.settled()
    live = [rule.id for rule in await memory.store.rules.of_all_agents(group)]
    last = snapshots.read(group)
    assert [rule.id for rule in last.rules] == live if last else not live


async def test_a_rule_of_one_agent_is_not_anothers_in_the_snapshot_either(memory: AsyncMemory) -> None:
    await memory.ingest({**RULE, "agent_id": "ann"})
    await memory.store.settled()
    last = memory.store.rules.snapshots.read(memory.scope.group_id)
    assert last is not None
    group = memory.scope.group_id
    of_ann = last.for_scope(Scope(group_id=group, agent_id="ann"), START)
    of_bob = last.for_scope(Scope(group_id=group, agent_id="bob"), START)
    assert len(of_ann) == 1
    assert len(of_bob) == len([rule for rule in last.rules if rule.scope.agent_id is None])


async def test_forgetting_leaves_nothing_in_the_snapshot(memory: AsyncMemory) -> None:
    results = await memory.ingest([RULE, {**RULE, "content": "Never deploy on Friday"}])
    await memory.store.settled()
    snapshots, group = memory.store.rules.snapshots, memory.scope.group_id
    first, second = (result.memories[0].id for result in results)
    snapshots.drop(group, [first])
    last = snapshots.read(group)
    assert last is not None
    assert [rule.id for rule in last.rules] == [second]
    snapshots.drop(group)
    assert snapshots.read(group) is None
    snapshots.drop(group)


async def test_a_slow_disk_does_not_bring_older_rules_back(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, slowness = RuleSnapshots.write, [0.3]

    def slow_at_first(snapshots: RuleSnapshots, group_id: str, rules: Sequence[Node], at: datetime) -> bool:
        time.sleep(slowness.pop() if slowness else 0)
        return write(snapshots, group_id, rules, at)

    monkeypatch.setattr(RuleSnapshots, "write", slow_at_first)
    rules = [(await memory.ingest({**RULE, "content": f"Never use {name}"}))[0] for name in ("Realm", "Clerk")]
    await memory.store.settled()
    last = memory.store.rules.snapshots.read(memory.scope.group_id)
    assert last is not None
    assert {rule.id for rule in last.rules} == {result.memories[0].id for result in rules}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"at": "x", "rules": [{}]}', '{"at": 3}'])
def test_a_snapshot_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    snapshots = RuleSnapshots(tmp_path, "x", timedelta())
    assert snapshots.write("g", [], START)
    [path] = tmp_path.iterdir()
    path.write_text(text)
    assert snapshots.read("g") is None
    snapshots.drop("g", ["a"])
    assert list(tmp_path.iterdir()) == []


def test_no_snapshots_where_none_are_wanted_or_can_be(tmp_path: Path) -> None:
    assert not RuleSnapshots.of(test_settings(rule_snapshots="none")).write("g", [], START)
    (tmp_path / "file").write_text("")
    assert not RuleSnapshots(tmp_path / "file", "x", timedelta()).write("g", [], START)


async def test_an_act_is_checked_in_time_by_the_last_known_rules_while_the_store_hangs(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    await memory.ingest(RULE)
    await memory.store.settled()
    memory.store.connection.settings = memory.store.settings.model_copy(update={"check_timeout": 0.5})

    async def never(*given: object, **more: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr("memorist.memory_store.parts.search.Search.standing", never)
    monkeypatch.setattr(memory.store.changes, "apply", never)
    began = time.monotonic()
    refused, unsure = [await memory.check_action({"command": act}) for act in ("npm install realm", "npm test")]
    assert time.monotonic() - began < 20
    assert refused.action == "deny"
    assert "Never use Realm" in refused.reason
    assert unsure.action == "warn"
    assert "could not be reached" in unsure.reason
    assert [one.channel for one in unsure.failed] == ["hard_rules", "audit"]
    assert "MEMORIST_CHECK_TIMEOUT" in unsure.failed[0].error


async def test_every_call_ends_in_time_while_the_store_hangs_and_what_was_said_waits(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    async def never(*given: object, **more: object) -> None:
        await asyncio.sleep(60)

    await memory.recall("Choose a database")
    await memory.store.settled()
    memory.store.connection.settings = memory.store.settings.model_copy(update={"call_timeout": 0.5})
    monkeypatch.setattr(memory.store.database, "read", never)
    monkeypatch.setattr(memory.store.changes, "apply", never)
    began = time.monotonic()
    for call in (memory.recall("x y"), memory.search("x y"), memory.history("Realm"), memory.assess({})):
        with pytest.raises(StoreUnavailable, match="MEMORIST_CALL_TIMEOUT"):
            await call
    [result] = await memory.ingest(RULE)
    assert result.error is not None
    assert (result.error.retryable, "MEMORIST_CALL_TIMEOUT" in result.error.message) == (True, True)
    assert time.monotonic() - began < 20


async def test_a_slow_channel_is_named_and_the_others_stand(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    await memory.ingest(RULE)
    await memory.recall("Choose a database")  # a cold server takes longer than a channel may
    memory.store.connection.settings = memory.store.settings.model_copy(update={"channel_timeout": 4.0})

    async def never(*given: object, **more: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr("memorist.memory_store.parts.search.Search.turns", never)
    recall = await memory.recall("Choose a database")
    assert [f.channel for f in recall.failed_channels] == ["raw_episodes"]
    assert "Never use Realm" in recall.prompt


async def test_a_channel_that_breaks_in_an_unforeseen_way_is_named(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.ingest(RULE)

    def broken(*given: object, **more: object) -> None:
        raise ZeroDivisionError("strange")

    monkeypatch.setattr("memorist.memory_store.parts.search.Search.procedures", broken)
    recall = await memory.recall("Choose a database")
    assert [f.error for f in recall.failed_channels] == ["unexpected ZeroDivisionError: strange"]
    assert "Never use Realm" in recall.prompt


async def test_uses_are_counted_once_and_after_the_answer(memory: AsyncMemory) -> None:
    [learned] = await memory.ingest(RULE)
    await memory.recall("Choose a database")
    await memory.store.settled()
    [rule] = await memory.store.memories.get(memory.scope, [learned.memories[0].id])
    assert rule.access_count == 1
