"""Arguments of the Python API: a wrong one is refused by its field, before anything is done with it."""

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import InvalidInput

NAIVE = datetime(2026, 2, 1)  # noqa: DTZ001 - without a zone
THEN = datetime(2026, 2, 1, tzinfo=UTC)


@pytest.fixture
def store_url(embedded_url: str) -> str:
    return embedded_url


WRONG: list[tuple[str, tuple[Any, ...], dict[str, Any], str, str]] = [
    ("recall", (None,), {}, "task", "valid string"),
    ("recall", ("x",), {"budget": 0}, "budget", "greater than or equal to 1"),
    ("recall", ("x",), {"budget": "many"}, "budget", "valid integer"),
    ("recall", ("x",), {"as_of": NAIVE}, "as_of", "no zone"),
    ("recall", ("x",), {"known_at": 5}, "known_at", "expected a time such as"),
    ("recall", ("x",), {"known_at": "2026"}, "known_at", "expected a time such as"),
    ("recall", ("x",), {"agent": ""}, "agent", "is empty"),
    ("search", (5,), {}, "query", "valid string"),
    ("search", (" ",), {}, "query", "is empty"),
    ("search", ("x",), {"limit": 0}, "limit", "greater than or equal to 1"),
    ("search", ("x",), {"limit": -1}, "limit", "greater than or equal to 1"),
    ("search", ("x",), {"limit": True}, "limit", "valid integer"),
    ("search", ("x",), {"include": ["nope"]}, "include", "nope is not a status; expected some of staged"),
    ("search", ("x",), {"include": "archived"}, "include", "valid list"),
    ("search", ("x",), {"include": ["archived"], "as_of": THEN}, "include", "leave as_of out"),
    ("search", ("x",), {"as_of": "yesterday"}, "as_of", "expected a time such as"),
    ("history", (None,), {}, "topic", "valid string"),
    ("history", ("x",), {"known_at": NAIVE}, "known_at", "no zone"),
    ("forget", (5,), {}, "what", "expected words, an id or a list of ids, got 5"),
    ("forget", ([1],), {}, "what", "expected words, an id or a list of ids"),
    ("preview_forget", (None,), {}, "what", "expected words, an id or a list of ids"),
    ("assess", (None,), {}, "state", "valid mapping"),
    ("assess", ([1],), {}, "state", "valid mapping"),
    ("assess", ({"messages": 5},), {}, "messages", "valid list"),
    ("assess", ({},), {"on_question": "me"}, "on_question", "callable"),
    ("homeostasis.assessments", (), {"limit": -1}, "limit", "greater than or equal to 1"),
    ("check_action", (None,), {}, "action", "valid mapping"),
    ("check_action", ({"command": "ls"},), {"state": 5}, "state", "valid mapping"),
    ("homeostasis.intake", ("never",), {}, "form", "valid mapping"),
    ("maintain", (), {"stages": "foo"}, "stages", "'all' or 'promote'"),
    ("maintain", (), {"holder": ""}, "holder", "is empty"),
    ("promote", (), {"dry_run": "perhaps"}, "dry_run", "valid boolean"),
    ("skills.import_", (None,), {}, "text", "valid string"),
    ("personas.import_", (5,), {}, "persona", "expected a persona or the text of its file, got 5"),
]


@pytest.mark.parametrize(
    ("call", "given", "named", "field", "says"), WRONG, ids=[f"{w[0]}({w[1]}, {w[2]})" for w in WRONG]
)
async def test_what_a_call_does_not_take_is_refused_by_its_field(
    memory: AsyncMemory, call: str, given: tuple[Any, ...], named: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await attrgetter(call)(memory)(*given, **named)
    assert refused.value.field == field
    assert f"field {field}: " in str(refused.value)
    assert says in str(refused.value)
    assert "Value error" not in str(refused.value)
    assert "tuple" not in str(refused.value)


async def test_a_time_may_be_text_and_what_is_no_text_is_asked_about_all_the_same(memory: AsyncMemory) -> None:
    assert (await memory.recall("x", as_of="2026-02-01T09:00:00+02:00")).prompt  # pyright: ignore[reportArgumentType]
    for strange in ("\ud800", "a\0b"):
        assert (await memory.recall(strange)).prompt
        assert await memory.history(strange) == []
        assert (await memory.search(strange)).hits == ()
        assert not (await memory.forget(strange)).erased


async def test_a_parameter_that_there_is_not_is_pythons_own_error(memory: AsyncMemory) -> None:
    with pytest.raises(TypeError, match="bugdet"):
        await memory.recall("x", bugdet=5)  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="task"):
        await memory.recall()  # pyright: ignore[reportCallIssue]
