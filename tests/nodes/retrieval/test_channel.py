"""Shared reads of channels happen once; a read that nobody waits for any more leaves no loose end."""

import asyncio
import gc
from typing import Any

import pytest

from memorist.memory_store.domain.errors import StoreUnavailable
from memorist.nodes.retrieval.channels.channel import RUNS_KEPT, Runs, _Once


async def test_a_reading_that_fails_after_all_ran_out_of_time_is_not_told_as_an_error_nobody_looked_at():
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    hang = asyncio.Event()

    async def reading() -> Any:
        await hang.wait()
        raise StoreUnavailable("did not answer in time")

    once = _Once(reading)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(once.get(), 0.01)
    hang.set()
    await asyncio.sleep(0.01)
    del once
    gc.collect()
    await asyncio.sleep(0)
    assert told == []


async def test_who_waits_is_told_the_failure():
    async def reading() -> Any:
        raise StoreUnavailable("did not answer in time")

    once = _Once(reading)
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await once.get()


def test_what_a_run_let_go_of_is_not_kept():
    runs = Runs()
    runs.keep("run", "semantic", [])
    assert runs.found("run", ["semantic"]) == []
    assert runs.found("run", ["semantic", "graph"]) is None
    runs.let_go("run")
    assert runs.found("run", ["semantic"]) is None


def test_a_run_that_broke_off_is_dropped_when_many_others_came():
    runs = Runs()
    for number in range(RUNS_KEPT + 1):
        runs.keep(f"run {number}", "semantic", [])
    assert runs.found(f"run {RUNS_KEPT}", ["semantic"]) == []
    assert runs.found("run 0", ["semantic"]) is None
