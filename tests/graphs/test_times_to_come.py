"""Announcements, temporary states and repeated ones: told in their time, on every backend."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import FIRST, LAST, VirtualClock
from memorist.nodes.ingestion.result import RememberedMemory
from tests.inputs import by_title, ingested
from tests.stores import test_settings

NOVEMBER = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
"""A Monday."""
CI = "What do we use for CI?"


@pytest.fixture
async def memory(store_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    clock = VirtualClock(NOVEMBER)
    async with memorist.open(store_url, group=group, user="ann", clock=clock, settings=test_settings()) as opened:
        yield opened


def later(memory: AsyncMemory, **apart: int) -> None:
    assert isinstance(memory.clock, VirtualClock)
    memory.clock.move_to(NOVEMBER + timedelta(**apart))


async def say(memory: AsyncMemory, said: str) -> RememberedMemory:
    return (await ingested(memory, said)).memories[-1]


async def told(memory: AsyncMemory, question: str, *, as_of: datetime | None = None) -> list[str]:
    """The facts that are told, the best first."""
    recall = await memory.recall(question, as_of=as_of)
    assert recall.failed_channels == ()
    return by_title(recall).get("Relevant Knowledge", [])


async def whole(memory: AsyncMemory) -> None:
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_what_is_announced_is_told_beside_what_holds_until_then(memory: AsyncMemory):
    await say(memory, "We use Jenkins for CI.")
    later(memory, days=8)
    assert (await say(memory, "From December 1 we use GitHub Actions for CI.")).effect == "superseded"
    assert await told(memory, CI) == [
        "Team uses Jenkins for CI (since 2026-11-02, until 2026-11-30)",
        "From December 1 (2026-12-01) we use GitHub Actions for CI (from 2026-12-01 on)",
    ]
    later(memory, days=30)
    now = "From December 1 (2026-12-01) we use GitHub Actions for CI (since 2026-12-01)"
    assert await told(memory, CI) == [now]
    before = await told(memory, CI, as_of=NOVEMBER + timedelta(days=20))
    assert before == ["Team uses Jenkins for CI (since 2026-11-02, until 2026-11-30)"]
    assert (await say(memory, "We moved from GitHub Actions to Buildkite.")).effect == "superseded"
    assert len(await told(memory, CI)) == 1
    await whole(memory)


async def test_what_held_until_a_day_stands_against_nothing_after_it(memory: AsyncMemory):
    await say(memory, "We use Jenkins for CI until November 5.")
    later(memory, days=7)
    new = await say(memory, "We use CircleCI for CI.")
    assert (new.effect, new.decided_by) == ("superseded", "had_ended: it held until 2026-11-06 alone")
    assert await told(memory, CI) == ["Team uses CircleCI for CI (since 2026-11-09)"]
    await whole(memory)


async def test_what_held_until_a_day_may_hold_again_without_end(memory: AsyncMemory):
    await say(memory, "We use Jenkins for CI until November 5.")
    for days, effect in ((7, "superseded"), (8, "merged")):
        later(memory, days=days)
        assert (await say(memory, "We use Jenkins for CI.")).effect == effect
    assert await told(memory, CI) == ["Team uses Jenkins for CI (since 2026-11-09)"]
    await whole(memory)


async def test_a_rule_ends_with_what_it_was_to_last_until(memory: AsyncMemory):
    await say(memory, "Never deploy until Clerk 4.1 is out.")
    assert len(await memory.store.memories.all(memory.scope, types=["semantic:hard_rule"])) == 1
    over = await say(memory, "Clerk 4.1 has been released.")
    assert (over.effect, over.decided_by) == ("superseded", "resolved: Clerk 4.1 ends it")
    assert await memory.store.memories.all(memory.scope, types=["semantic:hard_rule"]) == []
    await whole(memory)


async def test_what_began_earlier_than_what_is_known_of_it_is_history(memory: AsyncMemory):
    await say(memory, "Since 2024 we use Jenkins for CI.")
    assert (await say(memory, "Since 2020 we use Jenkins for CI.")).effect == "rejected"
    assert (await say(memory, "Since 2025 we use Jenkins for CI.")).effect == "superseded"
    assert len(await told(memory, CI)) == 1
    await whole(memory)


async def test_the_ends_of_the_calendar_are_days_like_others(memory: AsyncMemory):
    await say(memory, "We use Jenkins for CI.")
    for as_of in (FIRST, LAST):
        for question in (CI, "What changed lately?", "When did it begin?"):
            assert (await memory.recall(question, as_of=as_of)).failed_channels == ()
