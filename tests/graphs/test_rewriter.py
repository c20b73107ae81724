"""A chat model that says a task in other words: it helps to find, and never stands in the way."""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.formulate import formulate_task
from memorist.nodes.retrieval.rewrite import MAX_QUERIES, MAX_QUERY_CHARS, rewrite
from tests.memory_store.builders import episode, learn, memory
from tests.servers.ollama_wire import Failure, OllamaWire
from tests.stores import test_settings

TASK = "Prepare the rollout"
LEARNED = "Every Thursday the shop front is frozen"
OTHER_WORDS = json.dumps({"queries": ["shop front frozen Thursday", " shop  front frozen Thursday ", TASK, ""]})
GENEROUS = 60.0
"""Seconds for what has to succeed: the first call loads the model's client, on a machine that does more than this."""


@pytest.fixture
def ollama() -> Generator[OllamaWire]:
    with OllamaWire(replies=deque([OTHER_WORDS])) as wire:
        yield wire


Opened = Callable[..., Any]


@pytest.fixture
async def opened(tmp_path: Path, ollama: OllamaWire, clock: VirtualClock, scope: Scope) -> AsyncGenerator[Opened]:
    """Opens a memory that knows one thing, on an embedded store with these settings."""
    stores: list[Store] = []

    async def open_with(*, empty: bool = False, **changed: Any) -> AsyncMemory:
        given = {"rewriter": "ollama:llama3.2", "ollama_url": ollama.url, "rewriter_timeout": GENEROUS, **changed}
        store = await Store.open(f"embedded:{tmp_path}/store", settings=test_settings(**given), clock=clock)
        stores.append(store)
        if not empty:
            await learn(store, scope, episode(scope), [memory(scope, LEARNED)])
        return AsyncMemory(store, scope)

    yield open_with
    for store in stores:
        await store.close()


def chats(ollama: OllamaWire) -> list[dict[str, Any]]:
    return [seen.body for seen in ollama.seen if seen.path == "/api/chat"]


async def test_what_the_task_does_not_name_is_found_in_the_models_words(opened: Opened, ollama: OllamaWire) -> None:
    recall = await (await opened()).recall(TASK)
    assert LEARNED in recall.prompt
    assert recall.failed_channels == ()
    (asked,) = chats(ollama)
    assert asked["messages"][-1] == {"role": "user", "content": TASK}
    assert asked["format"]["required"] == ["queries"]
    assert asked["options"]["temperature"] == 0


async def test_without_a_rewriter_nobody_is_asked(opened: Opened, ollama: OllamaWire) -> None:
    recall = await (await opened(rewriter="")).recall(TASK)
    assert (recall.failed_channels, chats(ollama)) == ((), [])


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("error_500", "llama runner process has terminated"),
        ("unauthorized", "unauthorized"),
        ("invalid_json", "ollama:llama3.2: "),
        ("wrong_shape", "ollama:llama3.2: "),
        ("half_a_stream", "ollama:llama3.2: "),
        ("hang_up", "ollama:llama3.2: "),
    ],
)
async def test_when_its_server_fails_the_rules_stand_and_the_reason_is_told(
    opened: Opened, ollama: OllamaWire, how: Failure, why: str
) -> None:
    memory_ = await opened()
    ollama.fail(how, "/api/chat")
    recall = await memory_.recall("When is the shop front frozen?")
    (failed,) = recall.failed_channels
    assert failed.channel == "rewriter"
    assert why in failed.error
    assert failed.error.endswith("; the task was searched for in its own words alone")
    assert LEARNED in recall.prompt
    assert "ollama" not in recall.prompt
    assert recall.warnings == ()
    ollama.fail(None, "/api/chat")
    assert LEARNED in (await memory_.recall(TASK)).prompt


@pytest.mark.parametrize(
    "reply",
    ["I would search for freezes.", '{"queries": [shop front]}', '{"searches": []}', '{"queries": "shop front"}'],
)
async def test_an_answer_that_is_none_is_told(opened: Opened, ollama: OllamaWire, reply: str) -> None:
    memory_ = await opened()
    ollama.replies = deque([reply])
    recall = await memory_.recall(TASK)
    assert [f.channel for f in recall.failed_channels] == ["rewriter"]
    assert f"did not answer in the form that was asked for ({reply!r})" in recall.failed_channels[0].error


async def test_a_slow_model_is_not_waited_for(opened: Opened, ollama: OllamaWire) -> None:
    memory_ = await opened(rewriter_timeout=0.5)
    ollama.fail("slow", "/api/chat")
    began = time.perf_counter()
    formulation, failed = await rewrite(formulate_task(TASK), memory_.store.settings)
    assert time.perf_counter() - began < 4.0
    assert formulation == formulate_task(TASK)
    assert failed is not None
    assert "no answer within 0.5 s" in failed.error


async def test_a_model_that_hangs_is_left_alone_for_a_while(opened: Opened, ollama: OllamaWire) -> None:
    settings = (await opened(rewriter_timeout=0.5, reader_failures=2, reader_pause=GENEROUS)).store.settings
    ollama.fail("slow", "/api/chat")
    for _ in range(2):
        await rewrite(formulate_task(TASK), settings)
    asked = len(chats(ollama))
    formulation, failed = await rewrite(formulate_task(TASK), settings)
    assert len(chats(ollama)) == asked
    assert formulation == formulate_task(TASK)
    assert failed is not None
    assert "no answer within 0.5 s" in failed.error
    assert "(not asked again for now)" in failed.error


async def test_a_model_that_was_left_alone_is_asked_again(opened: Opened, ollama: OllamaWire) -> None:
    memory_ = await opened(reader_failures=1, reader_pause=0.01)
    ollama.fail("error_500", "/api/chat")
    assert (await memory_.recall(TASK)).failed_channels
    ollama.fail(None, "/api/chat")
    await asyncio.sleep(0.02)
    assert (await memory_.recall(TASK)).failed_channels == ()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ollama_url": "http://127.0.0.1:9"}, "not reachable"),
        ({"rewriter": "ollama:nobody"}, "not found"),
        ({"rewriter": "nobody:model"}, "cannot be opened"),
    ],
)
async def test_a_model_that_is_not_there_is_named(opened: Opened, changed: dict[str, str], why: str) -> None:
    recall = await (await opened(**changed)).recall(TASK)
    (failed,) = recall.failed_channels
    assert failed.error.startswith(changed.get("rewriter", "ollama:llama3.2"))
    assert why in failed.error


async def test_nothing_stored_stays_nothing_stored(opened: Opened, ollama: OllamaWire) -> None:
    memory_ = await opened(empty=True)
    ollama.fail("error_500", "/api/chat")
    recall = await memory_.recall(TASK)
    assert [f.channel for f in recall.failed_channels] == ["rewriter"]
    assert recall.knowledge.basis == "nothing_stored"


async def test_what_it_answers_is_cut_to_size(opened: Opened, ollama: OllamaWire) -> None:
    settings = (await opened(empty=True)).store.settings
    ollama.replies = deque([json.dumps({"queries": [f"{n} " + "x" * 999 for n in range(50)]})])
    rules = formulate_task(TASK)
    formulation, failed = await rewrite(rules, settings)
    added = formulation.queries[len(rules.queries) :]
    assert failed is None
    assert len(added) == MAX_QUERIES
    assert {len(query.text) for query in added} == {MAX_QUERY_CHARS}


def test_each_event_loop_has_connections_of_its_own(ollama: OllamaWire) -> None:
    settings = test_settings(rewriter="ollama:llama3.2", ollama_url=ollama.url, rewriter_timeout=GENEROUS)
    for _ in range(2):
        _, failed = asyncio.run(rewrite(formulate_task(TASK), settings))
        assert failed is None
