"""A model as a reader, over the wire: what it is asked, and whatever it may answer."""

import asyncio
import json
import time
from collections import deque
from contextlib import nullcontext
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.reading.model.prompt import prompt_version, system_prompt
from memorist.nodes.reading.model.providers import Ollama, provider_named
from memorist.nodes.reading.model.reader import ModelReader
from memorist.nodes.reading.reader import CannotRead, Reading, ReadingRequest, last_day
from memorist.nodes.token_count import count_text
from tests.nodes.reading.made import SAID_AT, answer, held, item, request
from tests.servers.ollama_wire import Failure, OllamaWire
from tests.stores import test_settings

MODEL = "qwen3:4b"
APRIL = SAID_AT.replace(month=4, day=1, hour=0, minute=0)
SAID = "I moved to Bergen. My sister Anna lives in Oslo."
GOOD = item("I moved to Bergen")
OTHER = item("My sister Anna lives in Oslo")


def reader_at(url: str, *, timeout: float = 5.0) -> ModelReader:
    provider = Ollama(MODEL, base_url=url, timeout=timeout, connect_timeout=5.0)
    return ModelReader(f"ollama:{MODEL}", provider, timeout=timeout)


async def reading_of(reply: str, asked: ReadingRequest | None = None) -> Reading:
    with OllamaWire(models=(MODEL,), replies=deque([reply])) as wire:
        return await reader_at(wire.url).read(asked or request(SAID))


def contents(reading: Reading) -> list[str]:
    return [proposal.content for proposal in reading.proposals]


WHOLE = [GOOD["content"], OTHER["content"]]
BOTH = answer(GOOD, OTHER)
READABLE: dict[str, tuple[str, list[str]]] = {
    "as asked": (BOTH, WHOLE),
    "in a code fence, between words": (f"Here you are:\n```json\n{BOTH}\n```\nAnything else?", WHOLE),
    "a thought with JSON in it": (f'<think>like {{"items": [{{"content": "x"}}]}} maybe</think>{BOTH}', WHOLE),
    "a bare list": (json.dumps([GOOD, OTHER]), WHOLE),
    "one bare object": (json.dumps(GOOD), WHOLE[:1]),
    "an example before the answer": (f'The form is {{"items": []}}, so: {BOTH}', WHOLE),
    "cut off in the second item": (BOTH[: BOTH.index("Anna") + 2], WHOLE[:1]),
    "cut off behind the first item": (BOTH[: BOTH.index("},") + 2], WHOLE[:1]),
    "a null item": (answer(GOOD, None, OTHER), WHOLE),
    "an item that is a number and one that is a text": (answer(GOOD, 7, "x", OTHER), WHOLE),
    "an item without content": (answer(GOOD, {"quote": "x"}, OTHER), WHOLE),
    "an item with broken JSON": (f'{{"items": [{json.dumps(GOOD)}, {{"content": oops}}, {json.dumps(OTHER)}]}}', WHOLE),
    "nulls and numbers for texts": (answer({**GOOD, "type": None, "targets": 5, "entities": None}), WHOLE[:1]),
    "a type and an operation of its own": (answer({**GOOD, "type": "life event", "operation": "update"}), WHOLE[:1]),
    "fields that nobody asked for": (answer({**GOOD, "mood": {"a": [1, 2]}}), WHOLE[:1]),
    "the same item twice": (answer(GOOD, GOOD), WHOLE[:1]),
    "a fact of 8,000 characters": (answer({**GOOD, "content": "Bergen" * 1_400}, OTHER), WHOLE[1:]),
    "a lone surrogate": (answer(GOOD).replace("Bergen", "Bergen\\ud800", 1), WHOLE[:1]),
    "nothing to remember": ('{"items": []}', []),
    "nothing at all": ("", []),
    "null": ("null", []),
    "an item nested 50,000 deep": (f'{{"items":[{json.dumps(GOOD)},{{"content":{"[" * 50_000}', WHOLE[:1]),
    "50,000 braces": ("{" * 50_000, []),
    "50,000 quotes": ('{"items":[' + '\\"' * 50_000, []),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "kept"), READABLE.values(), ids=READABLE.keys())
async def test_of_any_answer_the_good_items_are_kept(reply: str, kept: list[str]) -> None:
    reading = await reading_of(reply)
    assert [content.replace("\ufffd", "") for content in contents(reading)] == kept


@pytest.mark.parametrize("name", ["a null item", "an item without content", "a fact of 8,000 characters"])
async def test_a_bad_item_is_told(name: str) -> None:
    assert len((await reading_of(READABLE[name][0])).refused) == 1


async def test_an_answer_that_broke_off_is_told() -> None:
    reading = await reading_of(READABLE["cut off in the second item"][0])
    assert "broke off" in reading.notices[0]
    assert [one.passage for one in reading.unread] == ["turn"]


UNREADABLE: dict[str, tuple[str, str]] = {
    "prose": ("I would remember that you moved to Bergen.", "prose"),
    "a thought without an end": ("<think>the user moved, so {", "thinking"),
}


@pytest.mark.parametrize(("reply", "why"), UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_an_answer_without_json_is_no_reading(reply: str, why: str) -> None:
    with pytest.raises(CannotRead, match=why):
        await reading_of(reply)


async def test_fifty_thousand_items_cost_no_more_than_two_hundred() -> None:
    begun = time.perf_counter()
    reading = await reading_of(answer(*({**GOOD, "quote": "Bergen", "content": f"Bergen{n}"} for n in range(50_000))))
    assert len(reading.proposals) <= 24
    assert len(reading.refused) <= 200
    assert time.perf_counter() - begun < 5


async def test_ten_megabytes_are_not_waited_for() -> None:
    begun = time.perf_counter()
    reading = await reading_of(answer(GOOD)[:-2] + "x" * 10_000_000)
    assert contents(reading) == WHOLE[:1]
    assert time.perf_counter() - begun < 5


FAILURES: dict[Failure, str] = {
    "error_500": "terminated",
    "invalid_json": "not JSON",
    "hang_up": "broke off",
    "unauthorized": "unauthorized",
    "wrong_shape": "ollama",
}


@pytest.mark.parametrize(("how", "why"), FAILURES.items(), ids=FAILURES.keys())
async def test_a_server_that_fails_cannot_read(how: Failure, why: str) -> None:
    with OllamaWire(models=(MODEL,)) as wire:
        wire.fail(how, "/api/chat")
        with pytest.raises(CannotRead, match=why):
            await reader_at(wire.url).read(request(SAID))


async def test_half_a_stream_is_read_as_far_as_it_came() -> None:
    with OllamaWire(models=(MODEL,), replies=deque([" ".join(BOTH)])) as wire:
        wire.fail("half_a_stream", "/api/chat")
        with pytest.raises(CannotRead, match="ollama"):
            await reader_at(wire.url).read(request(SAID))


async def test_a_slow_server_is_left_after_the_time_limit() -> None:
    with OllamaWire(models=(MODEL,)) as wire:
        wire.fail("slow", "/api/chat")
        with pytest.raises(CannotRead, match="did not answer"):
            await reader_at(wire.url, timeout=0.3).read(request(SAID))


@pytest.mark.parametrize(
    ("models", "path", "why"),
    [(("llama3.2:latest",), None, "ollama pull"), ((MODEL,), "/api/tags", "is not Ollama")],
    ids=["the model is not pulled", "something else answers"],
)
async def test_what_is_not_there_is_told_with_what_helps(models: tuple[str, ...], path: str | None, why: str) -> None:
    with OllamaWire(models=models) as wire:
        if path:
            wire.fail("wrong_shape", path)
        with pytest.raises(CannotRead, match=why) as caught:
            await reader_at(wire.url).read(request(SAID))
    assert caught.value.lasting


@pytest.mark.parametrize(("limit", "there"), [(5.0, True), (0.3, False)])
async def test_a_server_has_the_time_of_a_connection_to_say_that_it_is_there(
    limit: float, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.servers.ollama_wire.SLOW_SECONDS", 1.5)
    with OllamaWire(models=(MODEL,)) as wire:
        wire.fail("slow", "/api/tags")
        asked = provider_named("ollama", test_settings(ollama_url=wire.url, connect_timeout=limit), timeout=5.0)
        with nullcontext() if there else pytest.raises(CannotRead, match="not reachable"):
            await asked.healthy()


async def test_a_server_that_is_gone_is_noticed_at_once() -> None:
    gone = provider_named("ollama", test_settings(ollama_url="http://127.0.0.1:9", connect_timeout=60.0), timeout=60.0)
    begun = time.perf_counter()
    with pytest.raises(CannotRead, match="ollama serve") as caught:
        await ModelReader("ollama", gone, timeout=60.0).read(request(SAID))
    assert caught.value.lasting
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:9", "socks5://127.0.0.1:9"])
async def test_no_proxy_stands_before_this_machine(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert contents(await reading_of(BOTH)) == WHOLE


def test_a_reader_may_be_used_from_one_event_loop_after_another() -> None:
    with OllamaWire(models=(MODEL,), replies=deque([BOTH])) as wire:
        reader = reader_at(wire.url)
        for _ in range(2):
            assert contents(asyncio.run(reader.read(request(SAID)))) == WHOLE


async def test_the_prompt_carries_who_when_before_and_what_is_held_under_short_ids() -> None:
    known = [
        held("User lives in Oslo", id_="3f0a"),
        held("Never call before nine", id_="77", type="semantic:hard_rule", valid_until=APRIL),
    ]
    with OllamaWire(models=(MODEL,), replies=deque(['{"items": []}'])) as wire:
        await reader_at(wire.url).read(request(SAID, before=["hello", ">hi"], known=known, person="Mira"))
        body = wire.seen[-1].body
    system, human = (message["content"] for message in body["messages"])
    told = json.loads(human)
    assert told["said_at"] == "Wednesday 2026-03-11 08:30 +09:00"
    assert told["before"] == [{"user": "hello"}, {"assistant": "hi"}]
    assert told["held"] == [
        "m1 | fact | from 2026-01-05 | User lives in Oslo",
        "m2 | hard_rule | from 2026-01-05 | until 2026-03-31 | Never call before nine",
    ], "the last day, as an answer gives it"
    assert told["passages"] == [{"key": "turn", "speaker": "user (Mira)", "text": SAID}]
    assert "hard_rule" in system
    assert "located_in" in system
    assert body["think"] is False
    item_form = body["format"]["properties"]["items"]["items"]["properties"]
    assert item_form["targets"]["items"]["enum"] == ["m1", "m2"]
    assert "uses" in item_form["predicate"]["enum"]


def test_the_last_day_of_what_is_held_is_the_same_in_summer_and_in_winter() -> None:
    ends = datetime(2027, 1, 1, tzinfo=timezone(timedelta(hours=1)))
    assert last_day(ends, ends) == last_day(ends, datetime(2026, 7, 1, tzinfo=timezone(timedelta(hours=2))))


async def test_a_whole_prompt_stays_below_2500_tokens() -> None:
    known = [
        held(f"The team uses service number {n} for the billing of customers in Norway", id_=str(n)) for n in range(30)
    ]
    before = ["We talked about how to bill customers in Norway, and about what it costs to do it by hand."] * 9
    estimate = reader_at("http://127.0.0.1:9").estimate(request(SAID, before=before, known=known))
    assert estimate.calls == 1
    assert estimate.prompt_tokens <= 2_500


def test_the_instructions_stay_below_1100_tokens_and_name_their_version() -> None:
    assert count_text(system_prompt(load_ontology("galatea"))) <= 1_100
    assert ModelReader.version == prompt_version()


async def test_an_item_becomes_a_proposal_in_the_words_of_the_store() -> None:
    told = "Until Friday we bill by hand, we stopped using Stripe"
    known = [held("Team uses Stripe", id_="a-1", claim=("team", "uses", "Stripe"))]
    given = item(
        "Team stopped using Stripe", quote="we stopped using Stripe", operation="ends", targets=["m1"], subject="team",
        predicate="Uses", object="Stripe", negated=True, entities=["Stripe"], until="2026-03-13",
    )  # fmt: skip
    proposal = (await reading_of(answer(given), request(told, known=known))).proposals[0]
    assert (proposal.operation, proposal.targets, proposal.method) == ("ends", ("a-1",), "ollama")
    assert proposal.claim is not None
    assert (proposal.claim.subject, proposal.claim.predicate, proposal.claim.polarity) == ("team", "uses", False)
    assert proposal.claim.object_kind == "entity"
    assert proposal.valid_until is not None
    assert proposal.valid_until.astimezone(SAID_AT.tzinfo).date() == date(2026, 3, 14), "it is exclusive"


async def test_a_batch_is_one_call_and_a_long_one_several() -> None:
    def reply(messages: list[dict[str, Any]]) -> str:
        passages = json.loads(messages[-1]["content"])["passages"]
        return answer(*(item(one["text"][:60], passage=one["key"]) for one in passages))

    short = [f"My sister number {n} lives in Oslo." for n in range(10)]
    long = [f"{'My sister Anna lives in Oslo. ' * 300}"]
    with OllamaWire(models=(MODEL,), replies=deque([reply])) as wire:
        first = await reader_at(wire.url).read(request(*short))
        calls = sum(seen.path == "/api/chat" for seen in wire.seen)
        second = await reader_at(wire.url).read(request(*long))
        more = sum(seen.path == "/api/chat" for seen in wire.seen) - calls
    assert calls == 1
    assert [proposal.passage for proposal in first.proposals] == [f"turn:{n}" for n in range(10)]
    assert more == reader_at("http://x").estimate(request(*long)).calls > 1
    assert {proposal.passage for proposal in second.proposals} == {"turn"}


async def test_what_a_later_call_does_not_read_is_unread() -> None:
    replies: deque[Any] = deque([answer(item("My sister Anna lives in Oslo")), "no JSON here"])
    with OllamaWire(models=(MODEL,), replies=replies) as wire:
        reading = await reader_at(wire.url).read(request("My sister Anna lives in Oslo. " * 300))
    assert contents(reading) == ["My sister Anna lives in Oslo"]
    assert reading.unread
    assert "prose" in reading.unread[0].reason
