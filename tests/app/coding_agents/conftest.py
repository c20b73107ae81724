"""The commands for coding agents, whatever is noted as installed."""

from pathlib import Path

import pytest
import typer

from memorist.app.cli.commands import Commands
from memorist.app.coding_agents import hook, install
from tests.app.command_line import Cli


@pytest.fixture
def agents(cli: Cli, tmp_path: Path) -> Cli:
    """``memorist`` with ``hook`` and ``install`` alone, on the store of ``cli``."""
    program = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    program.command("install")(install.command)
    program.add_typer(hook.app, name="hook")
    return Cli(tmp_path, program=program)
