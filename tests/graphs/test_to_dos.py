"""What is left to do: listed in the order in which it is due, for whom it concerns, until it is done."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import memorist
from memorist.api.memory import Memory
from memorist.memory_store.domain.clock import VirtualClock

WEDNESDAY = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncGenerator[Memory]:
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="home", clock=VirtualClock(WEDNESDAY)) as opened:
        yield opened


async def say(memory: Memory, *said: str, user: str = "ana") -> None:
    for content in said:
        await memory.ingest({"kind": "turn", "role": "user", "user_id": user, "content": content})


async def left(memory: Memory, task: str = "What do I have left to do?", user: str = "ana") -> list[str]:
    recall = await Memory(memory.store, memory.scope.model_copy(update={"user_id": user})).recall(task)
    lines = [item.content.split(" (since")[0] for section in recall.sections for item in section.items]
    return [line for line in lines if " to " in line]


async def test_what_is_left_is_listed_by_the_day_it_is_due(memory: Memory):
    await say(
        memory, "Remind me to buy stamps", "We have to paint the fence before Sunday", "todo: update the changelog"
    )
    await say(memory, "Remind me to renew the insurance on Friday", "I live in Lisbon", "We use pnpm")
    told = [
        "User still has to renew the insurance by 2026-11-27",
        "Team has to paint the fence before Sunday (2026-11-29)",
        "User still has to buy stamps",
        "User still has to update the changelog",
    ]
    for task in ("What do I have left to do?", "what's on my list", "What is still open?", "What should I do next?"):
        assert await left(memory, task) == told


async def test_what_is_done_is_on_the_list_no_more(memory: Memory):
    await say(
        memory, "We have to paint the fence", "- [ ] send the invoice\n- [ ] call Ana", "todo: update the changelog"
    )
    await say(memory, "the fence is painted", "- [x] send the invoice", "changelog is done")
    assert await left(memory) == ["User still has to call Ana"]


async def test_everybody_is_told_his_own_and_what_all_have_to_do(memory: Memory):
    await say(memory, "Remind me to buy stamps")
    await say(
        memory,
        "Remind me to feed the cat",
        "We have to paint the fence",
        "Lena still has to review the migration",
        user="ben",
    )
    assert await left(memory) == ["User still has to buy stamps", "Team has to paint the fence"]
    assert await left(memory, "What does Lena still have to do?") == ["Lena still has to review the migration"]


async def test_another_who_did_the_like_ends_nothing(memory: Memory):
    await say(memory, "I still need to call the landlord")
    await say(memory, "I called the landlord", user="ben")
    assert "User still needs to call the landlord" in await left(memory)


async def test_a_to_do_outlasts_the_rituals_of_the_day(memory: Memory):
    await say(memory, "Remind me to renew the insurance on Friday")
    for ritual, content in (("morning", "Today I'll fix the login screen."), ("evening", "I fixed the login screen.")):
        turns = [{"role": "user", "content": content}]
        await memory.ingest({"kind": "ritual", "ritual": ritual, "user_id": "ana", "turns": turns})
    assert await left(memory) == ["User still has to renew the insurance by 2026-11-27"]
