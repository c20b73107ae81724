"""A ranker in a recall: it orders the turns, and one that fails is told and never stands in the way."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import RankerUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.rankers import RankCandidate, Ranker
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.result import Recall
from tests.memory_store.tiny_onnx import write_model
from tests.stores import test_settings

QUESTION = "Which auth is used on mobile?"
SAID = ("Never use firebase on mobile, please", "The mobile auth is done with clerk", "I like pnpm on weekends")

Opened = Callable[..., Any]


class Reader:
    """A ranker in the place of a model: it prefers one text, and may be slow or fail."""

    name = "fake"

    def __init__(self, preferred: str, *, seconds: float = 0.0, error: Exception | None = None) -> None:
        self.asked = 0
        self._preferred, self._seconds, self._error = preferred, seconds, error

    async def ready(self) -> None: ...

    async def scores(self, query: str, candidates: Sequence[RankCandidate]) -> list[float | None]:
        self.asked += 1
        await asyncio.sleep(self._seconds)
        if self._error is not None:
            raise self._error
        return [float(self._preferred in one.text) for one in candidates]


@pytest.fixture
async def opened(tmp_path: Path, clock: VirtualClock, scope: Scope) -> AsyncGenerator[Opened]:
    """Opens a memory to which three things were said, on an embedded store with these settings."""
    stores: list[Store] = []

    async def open_with(ranker: Ranker | str = "none", **changed: Any) -> AsyncMemory:
        named, given = (ranker, None) if isinstance(ranker, str) else ("none", ranker)
        settings = test_settings(**{"ranker": named, "ranker_timeout": 60.0, "channel_timeout": 60.0, **changed})
        store = await Store.open(f"embedded:{tmp_path}/store", settings=settings, clock=clock, ranker=given)
        stores.append(store)
        memory = AsyncMemory(store, scope)
        for text in SAID:
            await memory.ingest([{"kind": "turn", "role": "user", "content": text, "session_id": "s"}])
        return memory

    yield open_with
    for store in stores:
        await store.close()


def turns(recall: Recall) -> list[str]:
    """Utterances, the best first."""
    found = sorted((c for c in recall.trace if c.channel == "raw_episodes"), key=lambda c: -c.relevance)
    return [c.content for c in found]


def told(recall: Recall) -> list[tuple[str, str]]:
    return [(failed.channel, failed.error) for failed in recall.failed_channels]


async def test_the_ranker_decides_which_turn_comes_first(opened: Opened):
    without = turns(await (await opened()).recall(QUESTION))
    preferred = without[-1]
    recall = await (await opened(Reader(preferred[-12:]))).recall(QUESTION)
    assert turns(recall)[0] == preferred
    assert turns(recall) != without
    assert told(recall) == []


async def test_a_model_in_a_folder_ranks_by_stored_vectors(opened: Opened, tmp_path: Path):
    memory = await opened(f"colbert:{write_model(tmp_path / 'tiny')}")
    recall = await memory.recall("clerk")
    assert "clerk" in turns(recall)[0]
    assert told(recall) == []


async def test_turns_from_before_are_ranked_without_and_that_is_told(opened: Opened, tmp_path: Path):
    await opened()
    memory = await opened(f"colbert:{write_model(tmp_path / 'tiny')}")
    recall = await memory.recall(QUESTION)
    [(channel, error)] = told(recall)
    assert (channel, "memorist re-embed" in error) == ("ranker", True)
    assert len(turns(recall)) == len(SAID)


@pytest.mark.parametrize(
    ("ranker", "says"),
    [
        (Reader("", error=RankerUnavailable("the model is gone: put it back")), "the model is gone: put it back"),
        (Reader("", error=ZeroDivisionError("by zero")), "unexpected ZeroDivisionError: by zero"),
    ],
)
async def test_a_ranker_that_fails_is_told_and_the_recall_goes_on(opened: Opened, ranker: Reader, says: str):
    without = await (await opened()).recall(QUESTION)
    recall = await (await opened(ranker)).recall(QUESTION)
    assert told(recall) == [("ranker", says)]
    assert turns(recall) == turns(without)
    assert recall.prompt == without.prompt


async def test_a_folder_that_is_not_there_is_told_and_the_recall_goes_on(opened: Opened, tmp_path: Path):
    memory = await opened(f"colbert:{tmp_path}/nowhere")
    recall = await memory.recall(QUESTION)
    [(channel, error)] = told(recall)
    assert (channel, f"{tmp_path}/nowhere" in error) == ("ranker", True)
    assert len(turns(recall)) == len(SAID)


async def test_a_slow_ranker_is_not_waited_for_and_after_some_failures_not_asked(opened: Opened):
    slow = Reader("", seconds=30.0)
    memory = await opened(slow, ranker_timeout=0.05, reader_failures=2)
    began = time.perf_counter()
    errors = [told(await memory.recall(QUESTION))[0][1] for _ in range(3)]
    assert time.perf_counter() - began < 30
    assert all("MEMORIST_RANKER_TIMEOUT" in error for error in errors)
    assert "not asked again for now" in errors[-1]
    assert slow.asked == 2
