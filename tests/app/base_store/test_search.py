"""Search by filter and by meaning, TTL, and what is ingested by choice."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import Item, PutOp

import memorist
from memorist.app.base_store import as_agent_notes
from memorist.app.base_store.filters import matches
from memorist.app.base_store.store import MemoristStore
from memorist.memory_store.domain.clock import VirtualClock
from tests.stores import test_settings as settings_of_test

DOCS = [
    ("doc1", {"text": "red apple", "color": "red", "score": 4.5}),
    ("doc2", {"text": "red car", "color": "red", "score": 3.0}),
    ("doc3", {"text": "green apple", "color": "green", "score": 4.0}),
    ("doc4", {"text": "blue car", "color": "blue", "score": 3.5}),
]


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": True}, {"a": 1}, False),
        ({"a": None}, {"a": None}, True),
        ({}, {"a": {"$ne": 1}}, True),
        ({}, {"a": {"$gt": 1}}, False),
        ({"a": "2026-02"}, {"a": {"$gte": "2026-01", "$lt": "2026-03"}}, True),
        ({"a": "5"}, {"a": {"$gt": 1}}, False),
        ({"a": {"b": {"c": 1}, "d": 2}}, {"a": {"b": {"c": 1}}}, True),
        ({"a": {"b": 5}}, {"a": {"b": {"$lte": 4}}}, False),
        ({"a": ["x", "y"]}, {"a": ["x", "y"]}, True),
        ({"a": ["x", "y"]}, {"a": ["x"]}, False),
        ({"a": ["x"]}, {"a": {"$eq": ["x"]}}, True),
    ],
)
def test_a_filter_compares_values(value: dict[str, Any], wanted: dict[str, Any], *, expected: bool) -> None:
    assert matches(value, wanted) is expected


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ({"query": "apple", "filter": {"color": "red"}}, ["doc1", "doc2"]),
        ({"query": "car", "filter": {"color": "red"}}, ["doc2", "doc1"]),
        ({"query": "apple", "filter": {"score": {"$gte": 4.0}, "color": "green"}}, ["doc3"]),
        ({"filter": {"score": 3}}, ["doc2"]),
        ({"filter": {"score": {"$gt": 3.2}}, "limit": 2}, ["doc4", "doc3"]),
        ({"filter": {"score": {"$gt": 3.2}}, "limit": 2, "offset": 2}, ["doc1"]),
        ({"limit": 2, "offset": 1}, ["doc3", "doc2"]),
        ({"query": "", "limit": 1}, ["doc4"]),
        ({"query": "  ", "limit": 1}, ["doc4"]),
        ({"filter": {"color": "pink"}}, []),
    ],
)
def test_items_are_searched(items: MemoristStore, clock: VirtualClock, asked: dict[str, Any], keys: list[str]) -> None:
    for key, value in DOCS:
        clock.move_to(clock.now() + timedelta(seconds=1))
        items.put(("test",), key, value)
    found = items.search(("test",), **asked)
    assert [item.key for item in found] == keys
    scores = [item.score for item in found if item.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert items.search(("other",), **asked) == []


def test_a_new_value_is_found_by_its_own_words(items: MemoristStore) -> None:
    items.put(("test",), "doc1", {"text": "zebras graze on the savanna"})
    items.put(("test",), "doc2", {"text": "trains to Berlin"})
    before = items.search(("test",), query="zebra")
    items.put(("test",), "doc1", {"text": "tickets for the opera"})
    after = {item.key: item.score for item in items.search(("test",), query="zebra")}
    assert before[0].key == "doc1"
    assert after["doc1"] < before[0].score  # pyright: ignore[reportOperatorIssue]
    items.put(("test",), "doc3", {"text": "zebra"}, index=False)
    assert [item.key for item in items.search(("test",), query="zebra", limit=2)] != ["doc3"]
    assert items.search(("test",), query="zebra")[-1].score is None


def test_an_item_is_as_near_as_its_nearest_indexed_field(items: MemoristStore) -> None:
    both = {"title": "gardening", "chapters": [{"text": "pruning roses"}, {"text": "volcanoes of Iceland"}]}
    items.put(("test",), "book", both, index=["title", "chapters[*].text"])
    items.put(("test",), "title-only", both, index=["title"])
    found = items.search(("test",), query="volcanoes of Iceland")
    assert [item.key for item in found] == ["book", "title-only"]
    assert found[0].score == pytest.approx(1.0, abs=0.01)


def test_an_item_expires_after_its_last_use(open_items: Callable[..., MemoristStore], clock: VirtualClock) -> None:
    store = open_items(ttl={"default_ttl": 10})
    store.put(("t",), "used", {"n": 1})
    store.put(("t",), "unused", {"n": 2})
    store.put(("kept",), "kept", {"n": 3}, ttl=None)
    clock.move_to(clock.now() + timedelta(minutes=6))
    assert store.sweep_ttl() == 0
    assert store.get(("t",), "used") is not None
    assert store.get(("t",), "unused", refresh_ttl=False) is not None
    clock.move_to(clock.now() + timedelta(minutes=6))
    assert {item.key for item in store.search(())} == {"kept", "used"}
    clock.move_to(clock.now() + timedelta(minutes=6))
    assert store.get(("t",), "used") is not None  # the search was a use
    clock.move_to(clock.now() + timedelta(minutes=11))
    assert store.list_namespaces() == [("kept",)]
    assert store.sweep_ttl() == 2
    shows_all = open_items(ttl={"omit_expired": False})
    assert shows_all.list_namespaces() == [("kept",)]


def test_many_items_are_paged_through(items: MemoristStore) -> None:
    items.batch([PutOp(("many",), f"k{n:04}", {"n": n, "text": f"note {n}"}) for n in range(1_200)])
    pages = [items.search(("many",), filter={"n": {"$gte": 100}}, limit=400, offset=at) for at in (0, 400, 800)]
    assert [len(page) for page in pages] == [400, 400, 300]
    assert len({item.key for page in pages for item in page}) == 1_100
    near = [items.search(("many",), query="note", limit=500, offset=at) for at in (0, 500, 1_000)]
    assert len({item.key for page in near for item in page}) == 1_200
    assert items.reindex() == 1_200


async def test_items_are_no_memories_unless_they_are_ingested_by_choice(
    open_items: Callable[..., MemoristStore], item_url: str, group: str, clock: VirtualClock
) -> None:
    await open_items().aput(("notes",), "secret", {"text": "The vault opens with an owl feather"})
    chosen = open_items(ingest=as_agent_notes("text", below=("notes",)))
    await chosen.aput(("notes",), "k", {"text": "The staging database runs on Postgres 16"})
    await chosen.aput(("other",), "k", {"text": "The canteen serves lentils"})
    async with memorist.open(item_url, group=group, settings=settings_of_test(), clock=clock) as memory:
        prompt = (await memory.recall("Which Postgres does the staging database run on? Lentils, vault, owl")).prompt
    assert "Postgres 16" in prompt
    assert "feather" not in prompt
    assert "canteen" not in prompt


OF_A_PERSON = (
    "User has epilepsy and takes Keppra",
    "The user is pregnant.",
    "mira is getting divorced.",
    "The user told me that their son has autism.",
    "She has diabetes.",
    "Allergic to nuts.",
    "User lives in Graz with her girlfriend.",
)
OF_THE_WORK = (
    "The build needs Node 20.",
    "The user table has 40 columns.",
    "Users log in with SSO.",
    "The old API returns 429 after 100 calls.",
    "The nightly backup failed twice this week.",
)


async def test_what_an_item_tells_of_its_user_is_told_to_nobody_else(
    open_items: Callable[..., MemoristStore], item_url: str, group: str, clock: VirtualClock
) -> None:
    items = open_items(ingest=as_agent_notes("text", below=("memories",)))
    for place, text in enumerate((*OF_A_PERSON, *OF_THE_WORK)):
        await items.aput(("memories", "mira"), f"k{place}", {"text": text})
    async with memorist.open(item_url, group=group, settings=settings_of_test(), clock=clock) as memory:
        prompts = {
            user: (await memory.as_user(user).recall("Plan the offsite")).prompt.casefold()
            for user in ("mira", "jonas")
        }
    for text in (*OF_A_PERSON, *OF_THE_WORK):
        words = text.rstrip(".").partition(" ")[2].casefold()
        assert words in prompts["mira"], text
        assert (words in prompts["jonas"]) == (text in OF_THE_WORK), text


@pytest.mark.parametrize(
    ("below", "namespace", "user"),
    [
        (("memories",), ("memories", "mira"), "mira"),
        (("memories",), ("memories", "mira", "food"), "mira"),
        (("a", "b"), ("a", "b", "jonas"), "jonas"),
        (("memories",), ("memories",), None),
        (("memories",), ("other", "mira"), None),
        ((), ("memories", "mira"), None),
    ],
)
def test_the_label_below_a_namespace_names_the_user_of_an_item(
    below: tuple[str, ...], namespace: tuple[str, ...], user: str | None, clock: VirtualClock
) -> None:
    now = clock.now()
    item = Item(value={"text": "x"}, key="k", namespace=namespace, created_at=now, updated_at=now)
    assert as_agent_notes("text", below=below).user_of(item) == user


def test_an_item_stays_when_it_cannot_be_ingested(
    open_items: Callable[..., MemoristStore], caplog: pytest.LogCaptureFixture
) -> None:
    def broken(item: Item) -> dict[str, Any]:
        return {"kind": "nothing"} if item.key == "wrong" else 1 / 0  # pyright: ignore[reportReturnType]

    store = open_items(ingest=broken)
    with caplog.at_level(logging.WARNING):
        store.put(("a",), "wrong", {"n": 1})
        store.put(("a",), "fails", {"n": 1})
    assert {item.key for item in store.search(("a",))} == {"wrong", "fails"}
    assert "wrong" in caplog.text
    assert "fails" in caplog.text


def test_an_item_stays_and_others_are_ingested_when_its_label_can_name_no_user(
    open_items: Callable[..., MemoristStore], caplog: pytest.LogCaptureFixture
) -> None:
    store = open_items(ingest=as_agent_notes("text", below=("memories",)))
    with caplog.at_level(logging.WARNING):
        store.batch(
            [PutOp(("memories", name), "k", {"text": "The build needs Node 20."}) for name in ("m" * 300, "mira")]
        )
    assert len(store.search(("memories",))) == 2
    assert [one.getMessage().startswith("item k of ('memories', 'mmm") for one in caplog.records] == [True]
