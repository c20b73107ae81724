"""Put, get, delete, batch, namespaces: the cases of LangGraph's own store tests, and what may go wrong."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, Item, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from memorist.app.base_store.store import MemoristStore
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput, StoreUnavailable
from memorist.memory_store.store import Store

NAMESPACES = [
    ("a", "b", "c"),
    ("a", "b", "d", "e"),
    ("a", "b", "d", "i"),
    ("a", "b", "f"),
    ("a", "c", "f"),
    ("b", "a", "f"),
    ("users", "123"),
    ("users", "456", "settings"),
    ("admin", "users", "789"),
]


def test_an_item_is_read_as_it_was_put_and_keeps_when_it_was_first(items: MemoristStore, clock: VirtualClock) -> None:
    value = {"title": "A “quoted” \x00 text", "n": [1, 2.5, None, True], "deep": {"a": {"b": "c"}}, "half": "\ud800"}
    items.put(("test", "documents"), "doc/1 \n", value)
    first = items.get(("test", "documents"), "doc/1 \n")
    assert first is not None
    assert (first.value, first.key, first.namespace) == (value, "doc/1 \n", ("test", "documents"))
    clock.move_to(clock.now() + timedelta(hours=1))
    items.put(("test", "documents"), "doc/1 \n", {"title": "new"})
    second = items.get(("test", "documents"), "doc/1 \n")
    assert second is not None
    assert second.value == {"title": "new"}
    assert second.created_at == first.created_at
    assert second.updated_at == first.updated_at + timedelta(hours=1)
    assert items.get(("test", "other"), "doc/1 \n") is None
    items.delete(("test", "documents"), "doc/1 \n")
    assert items.get(("test", "documents"), "doc/1 \n") is None
    items.put(("test", "documents"), "doc/1 \n", {"title": "back"})
    assert items.get(("test", "documents"), "doc/1 \n").value == {"title": "back"}  # pyright: ignore[reportOptionalMemberAccess]


def test_a_batch_answers_in_order_and_reads_what_was_before_it(items: MemoristStore) -> None:
    items.put(("test", "foo"), "key1", {"data": "value1"})
    items.put(("test", "bar"), "key2", {"data": "value2"})
    got, put, found, listed, missing = items.batch(
        [
            GetOp(("test", "foo"), "key1"),
            PutOp(("test", "bar"), "key2", {"data": "changed"}),
            SearchOp(("test",), filter={"data": "value1"}),
            ListNamespacesOp(),
            GetOp(("test",), "key3"),
        ]
    )
    assert got.value == {"data": "value1"}  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
    assert put is None
    assert [item.key for item in found] == ["key1"]  # pyright: ignore
    assert listed == [("test", "bar"), ("test", "foo")]
    assert missing is None
    twice = [PutOp(("t",), "k", {"n": 1}), PutOp(("t",), "k", {"n": 2}), PutOp(("t",), "gone", None)]
    assert items.batch(twice) == [None, None, None]
    assert items.get(("t",), "k").value == {"n": 2}  # pyright: ignore[reportOptionalMemberAccess]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, sorted(NAMESPACES)),
        ({"prefix": ("a", "b")}, [n for n in sorted(NAMESPACES) if n[:2] == ("a", "b")]),
        ({"suffix": ("f",)}, [("a", "b", "f"), ("a", "c", "f"), ("b", "a", "f")]),
        ({"prefix": ("a",), "suffix": ("f",)}, [("a", "b", "f"), ("a", "c", "f")]),
        ({"prefix": ("a", "*", "f")}, [("a", "b", "f"), ("a", "c", "f")]),
        ({"suffix": ("*", "f")}, [("a", "b", "f"), ("a", "c", "f"), ("b", "a", "f")]),
        ({"prefix": ("a",), "max_depth": 2}, [("a", "b"), ("a", "c")]),
        ({"limit": 2, "offset": 1}, sorted(NAMESPACES)[1:3]),
        ({"prefix": ("a", "b", "c", "d", "e", "f")}, []),
        ({"prefix": ("use",)}, []),
    ],
)
def test_namespaces_are_listed(items: MemoristStore, asked: dict[str, Any], expected: list[tuple[str, ...]]) -> None:
    items.batch([PutOp(namespace, "k", {"n": 1}) for namespace in NAMESPACES])
    assert items.list_namespaces(**asked) == expected


def test_a_label_is_not_the_beginning_of_another(items: MemoristStore) -> None:
    items.put(("user",), "k", {"n": 1})
    items.put(("users",), "k", {"n": 2})
    items.put(('user", "x',), "k", {"n": 3})
    assert [item.value["n"] for item in items.search(("user",))] == [1]


@pytest.mark.parametrize(
    ("op", "error"),
    [
        (PutOp(("a.b",), "k", {}), InvalidNamespaceError),
        (PutOp(("a", ""), "k", {}), InvalidNamespaceError),
        (PutOp((), "k", {"a": 1}), ValueError),
        (PutOp(("a",), "", {"a": 1}), ValueError),
        (PutOp(("a",), "k", {"a": object()}), TypeError),
        (PutOp(("a",), "k", {"a": float("nan")}), TypeError),
        (PutOp(("a",), "k", {1: "a"}), TypeError),  # pyright: ignore[reportArgumentType]
        (PutOp(("a",), "k", ["a"]), TypeError),  # pyright: ignore[reportArgumentType]
        (PutOp(("a",), "k", {"a": "x" * 9_000_000}), ValueError),
        (PutOp(("a",), "k", {"a": 1}, ttl=-1), ValueError),
        (SearchOp(("a",), filter={"n": {"$near": 1}}), ValueError),
        (SearchOp(("a",), limit=-1), ValueError),
        (ListNamespacesOp((MatchCondition("infix", ("a",)),)), ValueError),  # pyright: ignore[reportArgumentType]
        ("put", ValueError),
    ],
)
def test_what_is_malformed_is_refused_and_nothing_is_done(
    items: MemoristStore, op: Any, error: type[Exception]
) -> None:
    items.put(("a",), "there", {"n": 1})
    with pytest.raises(error):
        items.batch([PutOp(("a",), "good", {"n": 2}), op])
    assert items.get(("a",), "good") is None


def test_items_are_read_again_after_the_store_was_closed(open_items: Callable[..., MemoristStore]) -> None:
    first = open_items()
    first.put(("a",), "k", {"text": "zebras graze"})
    first.close()
    for again in (first, open_items()):
        assert [item.key for item in again.search(("a",), query="zebra")] == ["k"]


async def test_sync_and_async_calls_see_the_same_items_from_any_loop(items: MemoristStore) -> None:
    await items.aput(("a",), "k", {"n": 1})
    assert (await items.aget(("a",), "k")) == items.get(("a",), "k")
    assert await items.alist_namespaces() == [("a",)]
    await items.adelete(("a",), "k")
    assert await items.asearch(("a",)) == []


def test_a_blocking_call_that_would_wait_for_itself_is_refused(open_items: Callable[..., MemoristStore]) -> None:
    refused: list[str] = []

    def read_again(item: Item) -> None:
        with pytest.raises(RuntimeError, match="would wait for itself") as error:
            items.get(item.namespace, item.key)
        refused.append(str(error.value))

    items = open_items(ingest=read_again)
    items.put(("a",), "k", {"n": 1})
    assert len(refused) == 1


def test_a_database_that_is_away_is_told_and_tried_again(
    open_items: Callable[..., MemoristStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    away, answers = open_items(), Store.open
    monkeypatch.setattr(Store, "open", AsyncMock(side_effect=StoreUnavailable("it is away")))
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            away.put(("a",), "k", {"n": 1})
    monkeypatch.setattr(Store, "open", answers)
    away.put(("a",), "k", {"n": 1})
    away.close()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"fields": "text"}, "fields: expected a list of paths such as .*, got 'text'"),
        ({"fields": 5}, "fields: expected a list of paths"),
        ({"fields": [""]}, "fields: expected a list of paths"),
        ({"fields": {"text": 1}}, "fields: expected a list of paths"),
        ({"ttl": {"defualt_ttl": 60}}, "ttl: field defualt_ttl: "),
        ({"ttl": {"default_ttl": "x"}}, "ttl: field default_ttl: "),
        ({"ttl": {"default_ttl": -5}}, "ttl: field default_ttl: .*greater than 0"),
        ({"ttl": {"sweep_interval_minutes": 0}}, "ttl: field sweep_interval_minutes: "),
        ({"ttl": {"refresh_on_read": "no"}}, "ttl: field refresh_on_read: "),
        ({"ttl": 60}, "ttl: expected options such as"),
        ({"ingest": "x"}, "ingest: expected a function of an item"),
    ],
)
def test_a_wrong_option_is_refused_by_its_name(options: Any, told: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{told}"):
        MemoristStore("embedded:./never_opened", **options)


ITEM = {"text": "zebra"}


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda items: items.put("users", "k", ITEM), r"namespace: expected labels such as \('users',\), got 'users'"),
        (lambda items: items.get("users", "k"), "namespace: expected labels"),
        (lambda items: items.delete("users", "k"), "namespace: expected labels"),
        (lambda items: items.search("users"), "namespace_prefix: expected labels"),
        (lambda items: items.list_namespaces(prefix="users"), "prefix: expected labels"),
        (lambda items: items.list_namespaces(suffix="users"), "suffix: expected labels"),
        (lambda items: items.put(("a",), "k", ITEM, index="text"), "index: expected a list of paths"),
        (lambda items: items.put(("a",), "k", ITEM, index=5), "index: expected a list of paths"),
        (lambda items: items.put(("a",), "k", ITEM, index=True), "index: expected a list of paths"),
        (lambda items: items.put(("a",), "k", ITEM, ttl="x"), "ttl: expected a number, got 'x'"),
        (lambda items: items.search(("a",), query=5), "query: expected a text, got 5"),
        (lambda items: items.search(("a",), limit="x"), "limit: expected a number, got 'x'"),
        (lambda items: items.search(("a",), offset=None), "offset: expected a number, got None"),
        (lambda items: items.search(("a",), filter={"n": {"$gte": 2, "foo": 1}}), "filter.n: 'foo' stands beside"),
        (lambda items: items.search(("a",), filter={"$gte": 2, "foo": 1}), "filter: 'foo' stands beside"),
    ],
)
def test_a_wrong_argument_is_refused_by_its_name(items: MemoristStore, call: Any, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}"):
        call(items)
    assert items.search(()) == []
