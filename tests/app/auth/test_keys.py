"""API keys: shown once, kept as digests, ended at once."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memorist.app.auth.caller import Role
from memorist.app.auth.keys import KeyFile
from memorist.memory_store.domain.errors import InvalidInput

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "keys.json")


def test_a_key_opens_what_it_was_made_for_and_is_nowhere_in_the_file(file: KeyFile) -> None:
    key, text = file.add("ana", groups=["team"], user="ana", role=Role.WRITE, now=NOW)
    caller = file.caller_of(text, NOW)
    assert caller is not None
    assert (caller.groups, caller.user, caller.role, caller.operator) == (("team",), "ana", Role.WRITE, False)
    assert text not in file.path.read_text()
    assert text.split("_", 2)[2] not in file.path.read_text()
    assert file.path.stat().st_mode & 0o077 == 0
    assert json.loads(file.path.read_text())["keys"][0]["id"] == key.id


@pytest.mark.parametrize(
    "change", [lambda t: t + "x", lambda t: t[:-1], lambda _: "", lambda _: "mk_", lambda _: "mk__"]
)
def test_what_is_nearly_a_key_opens_nothing(file: KeyFile, change) -> None:
    _, text = file.add("ana", groups=["team"], now=NOW)
    assert file.caller_of(change(text), NOW) is None


def test_a_key_that_was_revoked_elsewhere_ends_at_once(file: KeyFile) -> None:
    key, text = file.add("ana", groups=["team"], now=NOW)
    assert file.caller_of(text, NOW) is not None
    KeyFile(file.path).revoke(key.id[:6], NOW)
    assert file.caller_of(text, NOW) is None


def test_keys_that_are_made_at_the_same_time_are_all_there(file: KeyFile) -> None:
    makers = [KeyFile(file.path) for _ in range(8)]
    with ThreadPoolExecutor(len(makers)) as at_once:
        list(at_once.map(lambda maker: maker.add("ci", groups=["team"], now=NOW), makers * 5))
    assert len(file.keys()) == len(makers) * 5


def test_a_key_expires(file: KeyFile) -> None:
    _, text = file.add("ci", groups=["team"], now=NOW, expires_at=NOW + timedelta(days=1))
    assert file.caller_of(text, NOW) is not None
    assert file.caller_of(text, NOW + timedelta(days=1)) is None


@pytest.mark.parametrize(("wrong", "field"), [({"groups": ["a b"]}, "groups"), ({"groups": []}, "groups")])
def test_a_key_for_no_group_is_refused(file: KeyFile, wrong, field: str) -> None:
    with pytest.raises(InvalidInput) as error:
        file.add("ana", now=NOW, **wrong)
    assert error.value.field is not None
    assert error.value.field.startswith(field)
    assert not file.path.exists()


def test_a_damaged_file_lets_nobody_in(file: KeyFile) -> None:
    _, text = file.add("ana", groups=["team"], now=NOW)
    file.path.write_text("{")
    with pytest.raises(InvalidInput):
        KeyFile(file.path).caller_of(text, NOW)
