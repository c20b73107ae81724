"""Scope of an opened memory: an empty or malformed name opens nobody's."""

from pathlib import Path
from typing import Any

import pytest

import memorist
from memorist.api.opening import scope_of
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from tests.stores import test_settings

SET = test_settings(group="team", agent="helper", user="mira")


async def refused(url: str | None, **given: Any) -> InvalidInput:
    with pytest.raises(InvalidInput) as error:
        async with memorist.open(url, **given):
            raise AssertionError("opened")
    return error.value


@pytest.mark.parametrize("name", ["group", "agent", "user"])
@pytest.mark.parametrize("given", ["", 5.5, "x" * 300])
async def test_a_name_that_is_none_is_refused_by_its_field(empty_folder: Path, name: str, given: Any) -> None:
    error = await refused(f"embedded:{empty_folder}", settings=SET, **{name: given})
    assert error.field == name
    assert f"open: field {name}: " in str(error)
    assert not empty_folder.exists()


@pytest.mark.parametrize("name", ["group", "agent", "user"])
async def test_an_empty_name_in_the_environment_is_refused_too(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(f"MEMORIST_{name.upper()}", "")
    error = await refused(f"embedded:{empty_folder}")
    assert (error.field, "settings: " in str(error), "is empty" in str(error)) == (name, True, True)
    assert not empty_folder.exists()


async def test_an_empty_url_is_not_the_store_of_the_settings(empty_folder: Path) -> None:
    assert (await refused("", settings=test_settings(store=f"embedded:{empty_folder}"))).field == "store"
    assert not empty_folder.exists()


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
    ],
)
async def test_a_malformed_group_is_told_what_it_may_be_called(empty_folder: Path, given: str, told: str) -> None:
    message = str(await refused(f"embedded:{empty_folder}", group=given, settings=SET))
    assert told in message
    assert message.endswith("_") or "such as" in message
