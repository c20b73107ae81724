"""Long, hostile and odd texts take linear time and are taken or refused, whatever the kind of input and the field."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.ingestion.gate import judge, wishes_of
from memorist.nodes.kinds.inputs import checked_input
from memorist.nodes.kinds.interface import Readings
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.secrets.masking import mask_input
from tests.growth import assert_linear
from tests.nodes.kinds.reading import drafts_of
from tests.nodes.kinds.test_limits import WHOLE, places_in

SIZE = 3_000


def inputs(text: str) -> Iterator[dict[str, Any]]:
    """One input of each kind that is made of a text."""
    seen = {"time": "2026-02-01T10:00:00Z", "body": text}
    for name in ("error", "task.done", "chat.post", "terminal.command", "code_review.comment"):
        yield {"kind": "observation", "events": [{**seen, "name": name}]}
    framed = f"x{text}x"
    yield {"kind": "feedback", "content": framed}
    for ritual in ("morning", "evening"):
        yield {"kind": "ritual", "ritual": ritual, "turns": [{"role": "user", "content": framed}]}
    yield {"kind": "manual", "content": framed, "type": "procedural"}
    yield {"kind": "dialogue", "question": framed, "answer": framed}
    yield {"kind": "document", "title": "x", "content": framed}
    yield {"kind": "document", "path": "AGENTS.md", "content": framed}


@pytest.mark.parametrize(
    "unit", [" ", "\n", "-", "a-", "a, ", " and fix", " until", "missing ", "1. a\n", "(", "- a\n"]
)
def test_the_time_grows_with_the_length_and_no_faster(unit: str) -> None:
    for number, _ in enumerate(inputs("")):
        assert_linear(lambda length, which=number: drafts_of(list(inputs(unit * (length // len(unit))))[which]), SIZE)


def at_path(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    return at_path(value[path[0]], path[1:]) if path else value


def put(value: Any, path: tuple[Any, ...], text: str) -> Any:
    """A copy of an input with a text at a path."""
    if not path:
        return text
    if isinstance(value, dict):
        return {**value, path[0]: put(value[path[0]], path[1:], text)}
    return [put(each, path[1:], text) if n == path[0] else each for n, each in enumerate(value)]


def refused_or_taken(call: Callable[[], object]) -> object:
    """Return the result of a call, or the reason why it refuses."""
    try:
        return call()
    except InvalidInput as error:
        return error


CHARACTERS = " \n\t-<>:;,.\"'`#*|$([{]})/\\=&%@~^_aA1ß日\u200b\u0301"

TEXTS_OF_KINDS = [
    (kind, path) for kind in WHOLE for path in places_in(WHOLE[kind]) if isinstance(at_path(WHOLE[kind], path), str)
]


def _taken_in(given: dict[str, Any]) -> object:
    """Parse, mask, judge and draft an input without readers' models: what happens to it before the store."""
    given, _ = mask_input(given)
    item = checked_input(given)
    verdict, judged = judge(item, ())
    passages = kind_of(item).passages(item)
    wishes = wishes_of(item, judged)
    drafts = kind_of(item).drafts(item, said_at=datetime(2026, 2, 1, tzinfo=UTC), readings=Readings.of_reading(None))
    return verdict, wishes, passages, drafts


@settings(max_examples=12, deadline=None)
@given(where=st.sampled_from(TEXTS_OF_KINDS), unit=st.text(st.sampled_from(CHARACTERS), min_size=1, max_size=4))
def test_the_time_grows_with_every_text_of_every_kind_of_input(where: tuple[str, tuple[Any, ...]], unit: str) -> None:
    kind, path = where

    def run(length: int) -> object:
        text = f"x{unit * (length // len(unit))}x"[:length]
        return refused_or_taken(lambda: _taken_in({"kind": kind, **put(WHOLE[kind], path, text)}))

    assert_linear(run, 1_500)


ODD = {
    "a line of ten megabytes": "x" * 10_000_000,
    "lone surrogates": "\ud800 I live in \udfff Graz. " * 50,
    "deep brackets": "(" * 50_000 + "a" + ")" * 50_000,
    "deep tags": "<a>" * 20_000,
    "nothing but zero-width spaces": "\u200b" * 100_000,
    "control characters": "".join(map(chr, range(32))) * 1_000,
    "right to left marks": "\u202e\u2066I live in Graz." * 2_000,
    "combining characters": "e" + "\u0301" * 100_000,
}


@pytest.mark.parametrize("odd", list(ODD))
@pytest.mark.parametrize("kind", ["turn", "manual", "document", "dialogue", "feedback"])
def test_odd_texts_are_taken_or_refused_by_the_name_of_a_field(odd: str, kind: str) -> None:
    path = next(path for of, path in TEXTS_OF_KINDS if of == kind and path[-1] in {"content", "answer"})
    began = process_time()
    done = refused_or_taken(lambda: _taken_in({"kind": kind, **put(WHOLE[kind], path, ODD[odd])}))
    assert not isinstance(done, InvalidInput) or done.field
    assert process_time() - began < 30


@pytest.mark.parametrize("deep", [100_000, 1_000])
@pytest.mark.parametrize("form", ["lists", "mappings"])
def test_values_nested_without_end_are_refused_by_the_name_of_a_field(deep: int, form: str) -> None:
    value: Any = "x"
    for _ in range(deep):
        value = [value] if form == "lists" else {"a": value}
    event = {"time": "2026-02-01T10:00:00Z", "name": "n", "body": "b", "attributes": {"k": value}}
    inputs_of_it: list[dict[str, Any]] = [
        *({"kind": kind, field: value} for kind in WHOLE for field in ("content", "tags", "events")),
        {"kind": "observation", "events": [event]},
    ]
    for given_ in inputs_of_it:
        refused = refused_or_taken(lambda given_=given_: _taken_in(given_))
        assert isinstance(refused, InvalidInput)
        assert refused.field
