"""Turns that mean something only beside what the memory holds: with a model they are read, without one they wait."""

import json
from collections import deque
from collections.abc import Callable, Generator
from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
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


async def memory_with(readers: str, ollama: OllamaWire, url: str, clock: VirtualClock, scope: Scope) -> AsyncMemory:
    settings = test_settings(readers=readers, ollama_url=ollama.url)
    return AsyncMemory(await Store.open(url, settings=settings, clock=clock), scope)


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


async def test_a_plan_that_is_moved_to_a_later_day_does_not_wait_for_its_own_day_to_end(
    ollama: OllamaWire, embedded_url: str, clock: VirtualClock, scope: Scope
) -> None:
    def dated(reply: Callable[[list[dict[str, Any]]], str], day: str) -> Callable[[list[dict[str, Any]]], str]:
        def answer(messages: list[dict[str, Any]]) -> str:
            (item,) = json.loads(reply(messages))["items"]
            return json.dumps({"items": [{**item, "valid_from": day, "valid_until": day}]})

        return answer

    ollama.replies = deque([dated(adds, "2026-02-03"), dated(replaces, "2026-02-04")])
    memory = await memory_with("ollama,patterns", ollama, embedded_url, clock, scope)
    await memory.ingest([turn(SAID, 0)])
    await memory.ingest([turn("Make that Wednesday.", 5)])
    (live,) = await memory.store.memories.all(scope, types=["semantic:fact"], statuses=[Status.CONFIRMED])
    assert "Wednesday" in live.content
    assert await memory.store.admin.check(scope.group_id) == []
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


async def test_a_model_is_shown_nothing_that_another_says_of_himself_and_can_end_none_of_it(
    ollama: OllamaWire, embedded_url: str, clock: VirtualClock, scope: Scope
) -> None:
    mine = "My sister visits me every Whitsun."
    shown: list[str] = []

    def as_said(messages: list[dict[str, Any]]) -> str:
        (passage,) = json.loads(messages[-1]["content"])["passages"]
        item = {**HELD, "passage": passage["key"], "quote": passage["text"], "content": passage["text"]}
        return json.dumps({"items": [item]})

    def takes_over(messages: list[dict[str, Any]]) -> str:
        asked = json.loads(messages[-1]["content"])
        shown.extend(asked.get("held", ()))
        (passage,) = asked["passages"]
        changed = {"passage": passage["key"], "quote": passage["text"], "content": passage["text"]}
        return json.dumps({"items": [{**HELD, **changed, "operation": "replaces", "target": "m1"}]})

    ollama.replies = deque([as_said, takes_over])
    ana = await memory_with("ollama,patterns", ollama, embedded_url, clock, scope.model_copy(update={"user_id": "ana"}))
    await ana.ingest([turn(mine, 0)])
    [his] = await ana.as_user("ben").ingest([turn("My sister visits me every Easter.", 5)])
    assert shown == []
    assert "Whitsun" not in " ".join(his.notices)
    live = await ana.store.memories.all(scope)
    assert mine in [one.content for one in live if one.scope.user_id == "ana"]
    await ana.store.close()
