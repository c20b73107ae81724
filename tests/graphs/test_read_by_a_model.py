"""Turns that mean something only beside what the memory holds: with a model they are read, without one they wait."""

import json
from collections import deque
from collections.abc import Generator
from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import Memory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.servers.ollama_wire import OllamaWire
from tests.stores import START, test_settings

SAID = "The launch review with Piotr is on Tuesday."
HELD = {
    "passage": "turn",
    "quote": "The launch review with Piotr is on Tuesday",
    "operation": "add",
    "type": "semantic:fact",
    "content": "The launch review with Piotr is on Tuesday",
}


def replaces(messages: list[dict[str, Any]]) -> str:
    """What a model makes of a short turn: the held memory with "Tuesday" is replaced, in words of both turns."""
    asked = json.loads(messages[-1]["content"])
    (target,) = (one.split(" | ")[0] for one in asked["held"] if "Tuesday" in one)
    key, said = next((one["key"], one["text"]) for one in asked["passages"])
    moved = "The launch review with Piotr is on Wednesday"
    changed = {**HELD, "passage": key, "quote": said, "operation": "replaces", "target": target, "content": moved}
    return json.dumps({"items": [changed]})


def adds(messages: list[dict[str, Any]]) -> str:
    (passage,) = json.loads(messages[-1]["content"])["passages"]
    return json.dumps({"items": [{**HELD, "passage": passage["key"]}]})


@pytest.fixture
def ollama() -> Generator[OllamaWire]:
    with OllamaWire(models=("qwen3:4b",), replies=deque([adds, replaces])) as wire:
        yield wire


async def memory_with(readers: str, ollama: OllamaWire, url: str, clock: VirtualClock, scope: Scope) -> Memory:
    settings = test_settings(readers=readers, ollama_url=ollama.url)
    return Memory(await Store.open(url, settings=settings, clock=clock), scope)


def turn(content: str, minute: int) -> dict[str, Any]:
    return {
        "kind": "turn",
        "role": "user",
        "content": content,
        "session_id": "s",
        "at": START - timedelta(minutes=30 - minute),
    }


@pytest.mark.parametrize("change", ["Make that Wednesday.", "Wednesday then."])
async def test_a_turn_that_refers_to_what_is_held_changes_it(
    change: str, ollama: OllamaWire, embedded_url: str, clock: VirtualClock, scope: Scope
) -> None:
    memory = await memory_with("ollama,patterns", ollama, embedded_url, clock, scope)
    await memory.ingest([turn(SAID, 0)])
    await memory.ingest([turn(change, 5)])
    live = await memory.store.memories.all(scope, types=["semantic:fact"])
    assert [one.content for one in live] == ["The launch review with Piotr is on Wednesday (2026-02-04)"]
    await memory.store.close()


async def test_without_a_model_a_request_is_skipped_and_nothing_changes(
    ollama: OllamaWire, embedded_url: str, clock: VirtualClock, scope: Scope
) -> None:
    memory = await memory_with("patterns", ollama, embedded_url, clock, scope)
    (result,) = await memory.ingest([turn("Make that Wednesday.", 0)])
    assert result.verdict is not None
    assert (result.verdict.action, result.verdict.category) == ("skip", "request")
    assert ollama.seen == []
    await memory.store.close()
