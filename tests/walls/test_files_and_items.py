"""LangGraph's store, files and the command line: each caller gets what is his, whatever he sends."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memorist.app.base_store import MemoristStore
from tests.app.test_cli import Cli
from tests.stores import test_settings
from tests.walls.world import TASK, TOLD, Outsider, hits

PLACES = (("users", "mira"), ("users",), (), ("../team", "users"), ("users", "*"))


def test_items_of_a_group_are_found_in_that_group_alone(embedded_url: str, group: str) -> None:
    with (
        MemoristStore(embedded_url, group=group, settings=test_settings()) as alpha,
        MemoristStore(embedded_url, group=f"{group}_b", settings=test_settings()) as beta,
    ):
        alpha.put(("users", "mira"), "food", {"text": "allergic to peanuts"})
        assert "peanuts" in str(alpha.search(("users",), query="peanuts"))
        for where in PLACES:
            found: list[Any] = []
            with suppress(ValueError):  # no namespace
                found += [*beta.search(where, query="peanuts"), *beta.search(where)]
                found += beta.list_namespaces(prefix=where)
                if where:
                    found.append(beta.get(where, "food"))
                    beta.delete(where, "food")
            assert "peanuts" not in str(found), where
            assert alpha.get(("users", "mira"), "food") is not None, where


OWNER = ("--group", "alpha", "--user", "mira")


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A store in which mira of the group alpha told what is told in the other tests."""
    filled = Cli(tmp_path_factory.mktemp("walls"))
    lines = [{**told, "at": "2026-02-01T09:00:00Z"} for told in TOLD]
    assert filled("ingest", filled.write(*lines), *OWNER).code == 0
    return filled


@pytest.fixture(scope="module")
def peanuts(cli: Cli) -> str:
    """The id of what she said of peanuts."""
    found = cli("search", "allergic to peanuts", *OWNER, "--json").json
    return next(hit["memory"]["id"] for hit in found if "peanuts" in hit["memory"]["content"])


WHO: Mapping[Outsider, tuple[str, ...]] = {
    "another group": ("--group", "beta", "--user", "mira"),
    "another user": ("--group", "alpha", "--user", "jonas"),
}
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "recall": ("recall", TASK, "--explain"),
    "search": ("search", TASK, "--include", "superseded,retracted"),
    "history": ("history", "user's cat"),
    "changes": ("changes", "--since", "2026-01-01T00:00Z", "--json"),
    "show": ("show", "ID"),
    "show by prefix": ("show", "PREFIX", "--json"),
    "show of the past": ("show", "ID", "--known-at", "2030-01-01T00:00Z"),
    "forget, preview": ("forget", "ID"),
}


@pytest.mark.parametrize("way", COMMANDS)
def test_a_command_tells_whom_its_options_name(
    cli: Cli, peanuts: str, way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [{"ID": peanuts, "PREFIX": peanuts[:8]}.get(part, part) for part in COMMANDS[way]]
    owner = cli(*arguments, *OWNER)
    assert hits(owner.out + owner.err, None), (owner.out, owner.err)
    for who, options in WHO.items():
        told = cli(*arguments, *options)
        assert hits(told.out + told.err, who) == [], who
