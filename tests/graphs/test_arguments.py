"""Arguments of the Python API: a wrong one is refused by its field, before anything is done with it.

Who opens a memory names its scope: an empty or malformed name opens nobody's.
"""

from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.api.opening import scope_of
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from tests.stores import EMBEDDED, test_settings

NAIVE = datetime(2026, 2, 1)  # noqa: DTZ001 - without a zone
THEN = datetime(2026, 2, 1, tzinfo=UTC)


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


@EMBEDDED
@pytest.mark.parametrize(
    ("call", "given", "named", "field", "says"), WRONG, ids=[f"{w[0]}({w[1]}, {w[2]})" for w in WRONG]
)
async def test_what_a_call_does_not_take_is_refused_by_its_field(
    memory: AsyncMemory, call: str, given: tuple[Any, ...], named: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await attrgetter(call)(memory)(*given, **named)
    message = str(refused.value)
    assert (refused.value.field, f"field {field}: " in message, says in message) == (field, True, True)
    assert ("Value error" in message, "tuple" in message) == (False, False)


@EMBEDDED
async def test_a_time_may_be_text_and_what_is_no_text_is_asked_about_all_the_same(memory: AsyncMemory) -> None:
    assert (await memory.recall("x", as_of="2026-02-01T09:00:00+02:00")).prompt  # pyright: ignore[reportArgumentType]
    for strange in ("\ud800", "a\0b"):
        assert (await memory.recall(strange)).prompt
        assert await memory.history(strange) == []
        assert (await memory.search(strange)).hits == ()
        assert not (await memory.forget(strange)).erased


@EMBEDDED
async def test_a_parameter_that_there_is_not_is_pythons_own_error(memory: AsyncMemory) -> None:
    with pytest.raises(TypeError, match="bugdet"):
        await memory.recall("x", bugdet=5)  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="task"):
        await memory.recall()  # pyright: ignore[reportCallIssue]


# ------------------------------------------------------------------ names

SET = test_settings(group="team", agent="helper", user="mira")
NAMES = pytest.mark.parametrize("name", ["group", "agent", "user"])


async def not_opened(folder: Path, url: str | None = None, **given: Any) -> InvalidInput:
    """Return why a memory is not opened; nothing is written."""
    with pytest.raises(InvalidInput) as error:
        async with memorist.open(f"embedded:{folder}" if url is None else url, **given):
            raise AssertionError("opened")
    assert not folder.exists()
    return error.value


@NAMES
@pytest.mark.parametrize("given", ["", 5.5, "x" * 300])
async def test_a_name_that_is_none_is_refused_by_its_field(empty_folder: Path, name: str, given: Any) -> None:
    error = await not_opened(empty_folder, settings=SET, **{name: given})
    assert (error.field, f"open: field {name}: " in str(error)) == (name, True)


@NAMES
async def test_an_empty_name_in_the_environment_is_refused_too(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(f"MEMORIST_{name.upper()}", "")
    error = await not_opened(empty_folder)
    assert (error.field, "settings: " in str(error), "is empty" in str(error)) == (name, True, True)


async def test_an_empty_url_is_not_the_store_of_the_settings(empty_folder: Path) -> None:
    error = await not_opened(empty_folder, "", settings=test_settings(store=f"embedded:{empty_folder}"))
    assert error.field == "store"


def test_a_name_that_is_not_given_is_the_settings_own() -> None:
    assert scope_of(None, None, None, SET) == Scope(group_id="team", agent_id="helper", user_id="mira")
    assert scope_of("other", None, "jonas", SET) == Scope(group_id="other", agent_id="helper", user_id="jonas")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("my-team", "'my-team' is no name of a group: at most 64 letters, digits and _, such as my_team"),
        ("Équipe du nord", "such as Equipe_du_nord"),
        ("x" * 65, f"such as {'x' * 64}"),
        ("日本", "at most 64 letters, digits and _"),
        (" ", "is empty: give a name of letters, digits and _"),
        *((name, "group") for name in ("", "a b", "ä", "a'b")),
    ],
)
async def test_a_malformed_group_is_told_what_it_may_be_called(empty_folder: Path, given: str, told: str) -> None:
    message = str(await not_opened(empty_folder, group=given, settings=SET))
    assert told in message
    assert message.endswith("_") or "such as" in message
