"""Turns that mean something only beside what the memory holds: with a model they are read, without one they wait."""

import json
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.token_count import count_text
from tests import inputs
from tests.inputs import ingested, verdict_of
from tests.servers.ollama_wire import OllamaWire
from tests.stores import START, test_settings

type Readers = Callable[[str], Awaitable[AsyncMemory]]
type Tell = Callable[..., Awaitable[IngestResult]]

SAID = "The launch review with Piotr is on Tuesday."
HELD = {
    "passage": "turn",
    "quote": "The launch review with Piotr is on Tuesday",
    "operation": "add",
    "type": "semantic:fact",
    "content": "The launch review with Piotr is on Tuesday",
}


def replaces(messages: list[dict[str, Any]]) -> str:
    """Reading of a short turn by a model: the held memory with "Tuesday" is replaced, in words of both turns."""
    asked = json.loads(messages[1]["content"])
    (target,) = (one.split(" | ")[0] for one in asked["held"] if "Tuesday" in one)
    key, said = next((one["key"], one["text"]) for one in asked["passages"])
    moved = "The launch review with Piotr is on Wednesday"
    changed = {**HELD, "passage": key, "quote": said, "operation": "replaces", "targets": [target], "content": moved}
    return json.dumps({"items": [changed]})


def adds(messages: list[dict[str, Any]]) -> str:
    (passage,) = json.loads(messages[1]["content"])["passages"]
    return json.dumps({"items": [{**HELD, "passage": passage["key"]}]})


@pytest.fixture
def ollama() -> Generator[OllamaWire]:
    with OllamaWire(models=("qwen3:4b",), replies=deque([adds, replaces])) as wire:
        yield wire


@pytest.fixture
async def readers(
    ollama: OllamaWire, embedded_url: str, clock: VirtualClock, scope: Scope
) -> AsyncGenerator[Callable[[str], Awaitable[AsyncMemory]]]:
    """Opens a memory with these readers."""
    stores: list[Store] = []

    async def open_with(readers: str) -> AsyncMemory:
        settings = test_settings(readers=readers, ollama_url=ollama.url)
        stores.append(await Store.open(embedded_url, settings=settings, clock=clock))
        return AsyncMemory(stores[-1], scope)

    yield open_with
    for store in stores:
        await store.close()


@pytest.fixture
async def both(readers: Readers) -> AsyncMemory:
    """A memory that a model reads for, and patterns where it does not."""
    return await readers("ollama,patterns")


@pytest.fixture
async def memory(readers: Readers) -> AsyncMemory:
    """A memory that a model alone reads for."""
    return await readers("ollama")


def turn(content: str, minute: int) -> dict[str, Any]:
    return inputs.turn(content, session_id="s", at=START - timedelta(minutes=30 - minute))


@pytest.mark.parametrize("change", ["Make that Wednesday.", "Wednesday then."])
async def test_a_turn_that_refers_to_what_is_held_changes_it(change: str, both: AsyncMemory) -> None:
    await both.ingest([turn(SAID, 0)])
    await both.ingest([turn(change, 5)])
    live = await both.store.memories.all(both.scope, types=["semantic:fact"])
    assert [one.content for one in live] == ["The launch review with Piotr is on Wednesday (2026-02-04)"]


async def test_a_plan_that_is_moved_to_a_later_day_does_not_wait_for_its_own_day_to_end(
    both: AsyncMemory, ollama: OllamaWire
) -> None:
    def dated(reply: Callable[[list[dict[str, Any]]], str], day: str) -> Callable[[list[dict[str, Any]]], str]:
        def answer(messages: list[dict[str, Any]]) -> str:
            (item,) = json.loads(reply(messages))["items"]
            return json.dumps({"items": [{**item, "on": day}]})

        return answer

    ollama.replies = deque([dated(adds, "2026-02-03"), dated(replaces, "2026-02-04")])
    await both.ingest([turn(SAID, 0)])
    await both.ingest([turn("Make that Wednesday.", 5)])
    (live,) = await both.store.memories.all(both.scope, types=["semantic:fact"], statuses=[Status.CONFIRMED])
    assert "Wednesday" in live.content
    assert await both.store.admin.check(both.scope.group_id) == []


async def test_without_a_model_a_request_is_skipped_and_nothing_changes(readers: Readers, ollama: OllamaWire) -> None:
    result = await ingested(await readers("patterns"), turn("Make that Wednesday.", 0))
    assert (verdict_of(result), ollama.seen) == (("skip", "request"), [])


async def test_a_model_is_shown_nothing_that_another_says_of_himself_and_can_end_none_of_it(
    both: AsyncMemory, ollama: OllamaWire
) -> None:
    mine = "My sister visits me every Whitsun."
    shown: list[str] = []

    def as_said(messages: list[dict[str, Any]]) -> str:
        (passage,) = json.loads(messages[1]["content"])["passages"]
        item = {**HELD, "passage": passage["key"], "quote": passage["text"], "content": passage["text"]}
        return json.dumps({"items": [item]})

    def takes_over(messages: list[dict[str, Any]]) -> str:
        asked = json.loads(messages[1]["content"])
        shown.extend(asked.get("held", ()))
        (passage,) = asked["passages"]
        changed = {"passage": passage["key"], "quote": passage["text"], "content": passage["text"]}
        return json.dumps({"items": [{**HELD, **changed, "operation": "replaces", "targets": ["m1"]}]})

    ollama.replies = deque([as_said, takes_over])
    ana = both.as_user("ana")
    await ana.ingest([turn(mine, 0)])
    [his] = await ana.as_user("ben").ingest([turn("My sister visits me every Easter.", 5)])
    assert shown == []
    assert "Whitsun" not in " ".join(his.notices)
    live = await ana.store.memories.all(both.scope)
    assert mine in [one.content for one in live if one.scope.user_id == "ana"]


def reply(**changes: Any) -> Callable[[list[dict[str, Any]]], str]:
    """An answer of one item that concerns everything that is held; its quote is the whole passage."""

    def answer(messages: list[dict[str, Any]]) -> str:
        asked = json.loads(messages[1]["content"])
        (passage,) = asked["passages"]
        said = {"passage": passage["key"], "quote": passage["text"], "operation": "add", "type": "fact"}
        named = [one.split(" | ")[0] for one in asked.get("held", ())]
        known = {"targets": named} if changes.get("operation", "add") != "add" else {"content": passage["text"]}
        return json.dumps({"items": [said | known | changes]})

    return answer


@pytest.fixture
def tell(memory: AsyncMemory, ollama: OllamaWire) -> Tell:
    """Says turns one after the other to a memory whose model gives these answers; the last result is returned."""

    async def tell(*said: str, replies: list[Any]) -> IngestResult:
        ollama.replies = deque(replies)
        return [(await memory.ingest([turn(one, minute)]))[0] for minute, one in enumerate(said)][-1]

    return tell


async def read_in(memory: AsyncMemory) -> list[Kept]:
    """The live memories that were read."""
    return [one for one in await memory.store.memories.all(memory.scope) if one.extracted_by is not None]


async def contents(memory: AsyncMemory) -> list[str]:
    return [one.content for one in await read_in(memory)]


async def test_what_a_model_confirms_makes_no_copy(tell: Tell, memory: AsyncMemory) -> None:
    said = ("We deploy the shop with Podman.", "As I said: Podman, for every deploy of the shop.")
    result = await tell(*said, replies=[reply(), reply(operation="confirms")])
    assert await contents(memory) == [said[0]]
    assert [one.effect for one in result.memories] == ["merged"]


async def test_an_end_leaves_nothing_but_what_ended(tell: Tell, memory: AsyncMemory) -> None:
    said = ("The content freeze of the app holds.", "The content freeze of the app is over.")
    result = await tell(*said, replies=[reply(), reply(operation="ends")])
    assert await contents(memory) == []
    assert [(one.effect, one.content) for one in result.memories] == [("ended", said[0])]
    (old,) = await memory.store.memories.all(memory.scope, statuses=[Status.SUPERSEDED])
    assert old.valid_until is not None
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_a_rule_that_is_lifted_leaves_no_policy_and_one_with_an_end_stays_a_rule(tell: Tell, memory: AsyncMemory):
    said = ("Never deploy the shop on Fridays.", "You may deploy the shop on Fridays again.")
    await tell(*said, replies=[reply(type="hard_rule"), reply(operation="lifts", type="hard_rule")])
    assert await contents(memory) == []
    ends = reply(type="hard_rule", until_event="the audit is done")
    await tell("No deploys of the shop until the audit is done.", replies=[ends])
    (rule,) = await read_in(memory)
    assert (rule.type, rule.valid_until_condition) == ("semantic:hard_rule", "the audit is done")


async def test_one_item_takes_the_place_of_two_copies(tell: Tell, memory: AsyncMemory) -> None:
    said = ("Sourdough is 6.50 at the shop.", "In the shop a sourdough costs 6.50 euro.", "sourdough 7.40")
    new = "Sourdough is 7.40 at the shop"
    await tell(*said, replies=[reply(), reply(), reply(operation="replaces", content=new)])
    assert await contents(memory) == [new]


async def test_a_model_hears_a_wish_to_forget_that_no_pattern_hears(tell: Tell, memory: AsyncMemory) -> None:
    said = ("My locker code is 4711.", "That locker thing was meant for my husband, strike it.")
    result = await tell(*said, replies=[reply(), reply(operation="forget")])
    assert result.forget is not None
    assert [one.content for one in result.forget.plan.erased if one.kind == "memory"] == [said[0]]
    assert await contents(memory) == []
    assert "4711" not in (await memory.recall("What is my locker code?")).prompt


async def test_a_draft_that_fails_is_asked_for_once_more_with_the_reason(
    tell: Tell, memory: AsyncMemory, ollama: OllamaWire
) -> None:
    said = "I moved to Bergen."
    wrong = reply(content="User moved to Bergen in Norway")
    await tell(said, replies=[wrong, reply(content="User moved to Bergen")])
    chats = [seen.body["messages"] for seen in ollama.seen if seen.path == "/api/chat"]
    assert [len(messages) for messages in chats] == [2, 4]
    assert chats[1][:2] == chats[0], "one conversation, whose beginning a provider can cache"
    assert "norway is not in the text" in chats[1][3]["content"]
    assert await contents(memory) == ["User moved to Bergen"]


async def test_a_draft_that_fails_twice_is_refused_and_the_sentence_is_no_memory(
    tell: Tell, memory: AsyncMemory, ollama: OllamaWire
) -> None:
    result = await tell("I moved to Bergen.", replies=[reply(content="User moved to Bergen in Norway")])
    assert sum(seen.path == "/api/chat" for seen in ollama.seen) == 2
    assert await contents(memory) == []
    assert any("norway" in notice for notice in result.notices)
    assert "Bergen" in (await memory.recall("Where do I live?")).prompt


TALK = [
    line
    for n in range(20)
    for line in (
        {"role": "user", "content": f"The ferry number {n} leaves the harbour of Molde at noon and needs two pilots."},
        {"role": "assistant", "content": f"Noted, ferry {n}. Shall I look for the pilots of the harbour as well?"},
    )
]
"""A conversation of forty turns."""


def reads_all(messages: list[dict[str, Any]]) -> str:
    """One item for each passage, in its own words."""
    passages = json.loads(messages[1]["content"])["passages"]
    said = {"operation": "add", "type": "fact"}
    items = [{**said, "passage": one["key"], "quote": one["text"], "content": one["text"]} for one in passages]
    return json.dumps({"items": items})


async def test_a_conversation_of_forty_turns_takes_few_calls(memory: AsyncMemory, ollama: OllamaWire) -> None:
    ollama.replies = deque([reads_all])
    results = await memory.ingest([{**turn(one["content"], n % 30), **one} for n, one in enumerate(TALK)])
    chats = [seen.body["messages"] for seen in ollama.seen if seen.path == "/api/chat"]
    assert len(chats) <= 8
    assert len({messages[0]["content"] for messages in chats}) == 1, "all begin alike"
    answers = [reads_all(messages) for messages in chats]
    sent = sum(count_text(message["content"]) for messages in chats for message in messages)
    assert sent + sum(map(count_text, answers)) <= 30_000
    read = [one for result in results for one in result.memories]
    assert [one.content for one in read] == [one["content"] for one in TALK if one["role"] == "user"]


async def test_a_turn_read_ahead_may_change_what_an_earlier_turn_of_the_call_said(
    memory: AsyncMemory, ollama: OllamaWire
) -> None:
    said = ["The launch review with Piotr is on Tuesday.", "make that launch review Wednesday"]

    def changes(messages: list[dict[str, Any]]) -> str:
        first, second = json.loads(messages[1]["content"])["passages"]
        old = {"passage": first["key"], "quote": first["text"], "operation": "add", "type": "fact"}
        new = {"passage": second["key"], "quote": second["text"], "operation": "replaces", "type": "fact"}
        moved = {"targets": ["n1"], "content": "The launch review with Piotr is on Wednesday"}
        return json.dumps({"items": [{**old, "content": first["text"]}, {**new, **moved}]})

    ollama.replies = deque([changes])
    await memory.ingest([turn(one, n) for n, one in enumerate(said)])
    assert sum(seen.path == "/api/chat" for seen in ollama.seen) == 1
    assert await contents(memory) == ["The launch review with Piotr is on Wednesday (2026-02-04)"]
    (old,) = await memory.store.memories.all(memory.scope, statuses=[Status.SUPERSEDED])
    assert "Tuesday" in old.content


async def test_what_is_off_the_record_is_not_read_ahead(memory: AsyncMemory, ollama: OllamaWire) -> None:
    ollama.replies = deque([reads_all])
    said = ["We deploy the shop with Podman.", "Off the record: Piotr was fired.", "We test the shop with Vitest."]
    await memory.ingest([turn(one, n) for n, one in enumerate(said)])
    sent = json.dumps([seen.body for seen in ollama.seen if seen.path == "/api/chat"])
    assert ("Vitest" in sent, "Piotr" in sent) == (True, False)
