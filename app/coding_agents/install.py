"""`install`: connect Claude Code, Codex or Cursor; shows the files first, and --remove undoes it."""

import difflib
import os
import shutil
import sys
from pathlib import Path
from shlex import join
from typing import Annotated, Literal

import typer

from memorist.app.cli.files import read_bytes, write_whole
from memorist.app.cli.options import Call, with_call
from memorist.app.cli.render import confirmed, note, say
from memorist.memory_store.domain.errors import InvalidInput

LARGEST = 4 * 1024 * 1024
"""Bytes; no configuration is that large."""
HOMES = {
    "claude-code": ("CLAUDE_CONFIG_DIR", ".claude"),
    "codex": ("CODEX_HOME", ".codex"),
    "cursor": (None, ".cursor"),
}
"""The folder of each agent: the variable that names it, and where it is by default in the home folder."""


@with_call
def command(
    call: Call,
    which: Annotated[
        Literal["claude-code", "codex", "cursor"], typer.Argument(metavar="AGENT", help="claude-code, codex or cursor.")
    ],
    *,
    project: Annotated[
        Path | None, typer.Option("--project", metavar="FOLDER", help="For this project alone; default: for you.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take out what was installed, and nothing else.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
) -> None:
    """Have a coding agent use the memory: hooks that recall, learn and guard, and the MCP server.

    The common options (--store, --group, --user …) go into the commands that are installed.
    """
    from memorist.app.coding_agents.configuration import files_for, with_agent

    variable, folder = HOMES[which]
    named = os.environ.get(variable) if variable else None
    base = project if project is not None else Path(named) if named else Path.home() / folder
    if project is not None and not project.is_dir():
        raise InvalidInput(f"--project: {project} is not a folder", field="--project")
    files = files_for(which, base, project=project is not None, program=_program(), options=_options(call))
    changes: list[tuple[Path, str, str]] = []
    for file in files:
        before = _text(file.path)
        after = file.remove(before) if remove else file.add(before)
        if after != before:
            changes.append((file.path, before, after))
    if not changes:
        say("nothing to take out" if remove else "it is installed already")
        return
    for path, before, after in changes:
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), str(path), str(path), lineterm="")
        say("\n".join(lines))
    if not (yes or confirmed("Write this? [y/N] ", "y")):
        note("nothing was written")
        raise typer.Exit(1)
    for path, _, after in changes:
        _write(path, after)
        say(f"written: {path}" if after else f"removed: {path}", style="green")
    if not remove:
        server = join([*_program(), "mcp", *with_agent(_options(call), which)])
        _say_what_next(which, server, project=project is not None)


def _say_what_next(agent: str, server: str, *, project: bool) -> None:
    if agent == "claude-code" and not project:
        note(f"for the tools besides: claude mcp add memorist -- {server}")
    if agent == "codex":
        note("Codex asks you to trust new hooks when it starts")
    if agent == "cursor":
        note("Cursor takes no context with a prompt: its agent is told the rules when a session starts, and asks for")
        note("the rest by the MCP server's tools")


def _program() -> list[str]:
    """The words that call this command line, whatever the agent's PATH is."""
    found = shutil.which("memorist")
    return [found] if found else [sys.executable, "-P", "-m", "memorist.app.cli"]


def _options(call: Call) -> list[str]:
    given = {name: getattr(call, name) for name in ("store", "group", "agent", "user", "embedder")}
    return [word for name, value in given.items() if value is not None for word in (f"--{name}", value)]


def _text(path: Path) -> str:
    if not path.exists():
        return ""
    try:
        return read_bytes(str(path), most=LARGEST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path}: not UTF-8 text: fix it first", field="PATH") from error


def _write(path: Path, text: str) -> None:
    """Write a file, or take it away where nothing is left in it."""
    try:
        if not text:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror or error}", field="PATH") from error
    write_whole(path, text.encode())
