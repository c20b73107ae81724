"""Fixtures shared by the tests of the command line."""

from collections.abc import Generator
from pathlib import Path
from shutil import copytree

import pytest

from tests.app.command_line import CLERK, FIREBASE, USE_CLERK, Cli


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Cli]:
    # Nobody's .env file is read.
    monkeypatch.chdir(tmp_path)
    with Cli(tmp_path).served() as served:
        yield served


@pytest.fixture(scope="session")
def store_of_a_switch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a store that was told of Clerk, and a month later of Firebase."""
    told = Cli(tmp_path_factory.mktemp("switch"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(told.home)
        assert told("ingest", told.write(CLERK, USE_CLERK), "--now", "2026-02-01T18:00:00Z").code == 0
        assert told("ingest", told.write(FIREBASE), "--now", "2026-03-01T10:00:00Z").code == 0
    return told.home / "store"


@pytest.fixture
def switched(cli: Cli, store_of_a_switch: Path) -> Cli:
    """The command line on a copy of it."""
    copytree(store_of_a_switch, cli.home / "store")
    return cli
