"""Fixtures shared by the tests of the command line."""

from pathlib import Path

import pytest

from tests.app.command_line import Cli


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    # Nobody's .env file is read.
    monkeypatch.chdir(tmp_path)
    return Cli(tmp_path)
