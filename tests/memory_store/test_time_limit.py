"""The time limit of a call, and what it does not count."""

import asyncio

import pytest

from memorist.memory_store.time_limit import time_limit, uncounted


async def test_what_is_done_once_for_a_database_does_not_count():
    async with time_limit(0.1), time_limit(0.05):
        with uncounted(10):
            await asyncio.gather(asyncio.create_task(asyncio.sleep(0.2)))


async def test_what_follows_it_counts():
    with pytest.raises(TimeoutError):
        async with time_limit(0.1):
            with uncounted(10):
                await asyncio.sleep(0.2)
            await asyncio.sleep(1)


async def test_it_has_a_limit_of_its_own():
    with pytest.raises(TimeoutError):
        async with time_limit(0.01):
            with uncounted(0.05):
                await asyncio.sleep(1)


async def test_without_a_call_around_it_nothing_is_limited():
    with uncounted(0.01):
        await asyncio.sleep(0.05)
