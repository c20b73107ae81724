"""Mapping of vanilla rows, and the choice of the fact that holds a slot: without a database."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from memorist.memory_store.adopting.mapping import CannotAdopt, Into, entity_of, episode_of, fact_of, predicate_of
from memorist.memory_store.adopting.slot_holders import (
    REPLACED,
    SAID_AGAIN,
    Contender,
    Ended,
    Narrowed,
    Verdict,
    narrowed,
    settle,
)
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from tests.memory_store.vanilla_graph import later
from tests.stores import START

SCOPE = Scope(group_id="team")
INTO = Into(SCOPE, later(30), str)


def fact(**props: Any) -> Memory:
    given: dict[str, Any] = {"uuid": "f", "name": "KNOWS", "fact": "Ada knows Bob", "created_at": START.isoformat()}
    return fact_of({"subject": "Ada", "object": "Bob", "props": {**given, **props}}, (), INTO)


@pytest.mark.parametrize(
    ("name", "predicate", "qualifier"),
    [
        ("WORKS_AT", "works_at", None),
        ("worksAt", "works_at", None),
        ("HTTPServes", "http_serves", None),
        ("is friend of", "is_friend_of", None),
        ("MIESZKA_W_ŁODZI", "mieszka_w_odzi", "MIESZKA_W_ŁODZI"),
        ("дружит с", "relates_to", "дружит с"),
        ("2ND_OWNER", "nd_owner", "2ND_OWNER"),
        ("", "relates_to", None),
        ("X" * 90, "x" * 64, "X" * 90),
    ],
)
def test_the_name_of_an_edge_is_a_predicate_and_what_that_loses_narrows_it(
    name: str, predicate: str, qualifier: str | None
):
    assert predicate_of(name) == (predicate, qualifier)
    assert fact(name=name).claim is not None


@pytest.mark.parametrize(
    ("times", "begins", "ends", "learned", "status"),
    [
        ({"valid_at": later(-3)}, later(-3), None, None, Status.STAGED),
        ({}, START, None, None, Status.STAGED),
        ({"valid_at": START, "invalid_at": later(40)}, START, later(40), None, Status.STAGED),
        ({"valid_at": START, "invalid_at": later(5)}, START, later(5), later(5), Status.SUPERSEDED),
        ({"valid_at": later(-9), "invalid_at": later(-5)}, later(-9), later(-5), START, Status.SUPERSEDED),
        ({"invalid_at": later(-5)}, later(-5), later(-5), START, Status.SUPERSEDED),
        ({"valid_at": START, "expired_at": later(7)}, START, later(7), later(7), Status.SUPERSEDED),
        ({"invalid_at": later(40), "expired_at": later(7)}, START, later(40), later(7), Status.SUPERSEDED),
    ],
)
def test_a_fact_keeps_its_time_and_ends_as_it_ended(
    times: dict[str, datetime], begins: datetime, ends: datetime | None, learned: datetime | None, status: Status
):
    found = fact(**{name: at.isoformat() for name, at in times.items()})
    assert (found.valid_from, found.valid_until, found.expired_at, found.status) == (begins, ends, learned, status)
    assert (found.created_at, found.reinforced_at) == (START, INTO.at)


def test_a_time_of_any_zone_or_kind_is_read():
    zoned = START.astimezone(timezone(timedelta(hours=5)))
    assert fact(valid_at=zoned.isoformat()).valid_from == START
    assert fact(valid_at=zoned).valid_from.tzinfo is UTC


@pytest.mark.parametrize(
    ("props", "reason"),
    [
        ({"fact": "  "}, "no text"),
        ({"fact": "a\x00b"}, "NUL"),
        ({"mood": "a\x00b"}, "NUL"),
        ({"fact": "x" * 70_000}, "65536"),
        ({"created_at": None}, "created_at: it has none"),
        ({"valid_at": "yesterday"}, "'yesterday' is no time"),
        ({"valid_at": 1_700_000_000}, "is no time"),
        ({"invalid_at": "2026-02-01T09:00:00"}, "has no zone"),
    ],
)
def test_what_is_no_fact_is_refused_with_the_field(props: dict[str, Any], reason: str):
    with pytest.raises(CannotAdopt, match=reason):
        fact(**props)


def test_labels_and_attributes_are_kept():
    props = {"uuid": "n", "name": " Ada\nLovelace ", "group_id": "g", "created_at": START, "age": 36, "likes": ["bees"]}
    ada = entity_of(props, ["Entity", "Entity_g", "Author", "Person"], 4, INTO)
    assert (ada.content, ada.type) == ("Ada Lovelace", "entity:person")
    assert ada.tags == ("Author", "Person", "age=36", 'likes=["bees"]')
    assert getattr(ada, "mention_count") == 4  # noqa: B009


def test_an_episode_of_a_source_that_we_do_not_know_is_text():
    props = {"uuid": "e", "name": "n" * 300, "content": "x", "source": "fact_triple", "created_at": START}
    found = episode_of(props, INTO)
    assert (found.source, found.at, len(found.name)) == ("text", START, 256)


def contender(name: str, days: int, object_: str, words: str) -> Contender:
    return Contender(name, later(days), object_, words)


@pytest.mark.parametrize(
    ("contenders", "verdicts"),
    [
        ([contender("a", 0, "x", "1")], {}),
        (
            [contender("a", 0, "x", "1"), contender("b", 1, "x", "1"), contender("c", 2, "x", "2")],
            {"a": Ended("b", later(1), SAID_AGAIN), "b": Narrowed()},
        ),
        (
            [contender("a", 0, "x", "1"), contender("b", 1, "y", "2"), contender("c", 2, "z", "3")],
            {"a": Ended("b", later(1), REPLACED), "b": Ended("c", later(2), REPLACED)},
        ),
        (
            [contender("a", 0, "x", "1"), contender("b", 1, "x", "2"), contender("c", 2, "y", "3")],
            {"a": Ended("c", later(2), REPLACED), "b": Ended("c", later(2), REPLACED)},
        ),
    ],
)
def test_the_newest_holds_and_the_others_end_or_are_narrowed(contenders: list[Contender], verdicts: dict[str, Verdict]):
    assert settle({"slot": contenders}) == verdicts
    assert settle({"slot": contenders[::-1]}) == verdicts


def test_two_long_facts_with_one_beginning_are_narrowed_apart():
    one, other = (narrowed(fact(fact="Ada knows Bob " * 60 + end)).claim for end in ("from school", "from work"))
    assert one is not None
    assert other is not None
    assert one.identity() != other.identity()
    assert len(str(one.qualifier)) <= 512
