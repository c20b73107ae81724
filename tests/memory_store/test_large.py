"""A large group: all of it is kept and sound, and a recall in it sends no more statements than in a small one."""

from pathlib import Path

import pytest

from memorist.api.opening import open_memory
from memorist.evals.speed.crowd import TASKS
from memorist.evals.speed.measure import fill
from memorist.memory_store.settings import Settings
from tests.memory_store.builders import assert_sound

MEMORIES = 100_000
MAX_STATEMENTS = 10
"""Of a recall, after the first one in a group."""


@pytest.mark.slow
async def test_a_hundred_thousand_memories_are_kept_and_found(tmp_path: Path):
    settings = Settings(readers="patterns")
    async with open_memory(f"embedded:{tmp_path / 'store'}", group="large", settings=settings) as memory:
        store, group = memory.store, memory.scope.group_id
        await fill(store, memory.scope, MEMORIES)
        numbers = await store.admin.numbers(group)
        kinds = ("fact", "hard_rule")
        kept = sum(numbers[f"memories semantic:{kind}"] for kind in kinds) + numbers["memories procedural"]
        assert kept == MEMORIES
        await memory.recall(TASKS[0])
        for task in TASKS[1:4]:
            sent = store.database.statements_sent
            recall = await memory.recall(task)
            assert recall.failed_channels == ()
            assert recall.prompt
            assert store.database.statements_sent - sent <= MAX_STATEMENTS
        await assert_sound(store, group)
