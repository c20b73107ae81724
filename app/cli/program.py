"""The program: which commands there are. Each family has a file.

The commands import graphs and stores when they run, not before: ``memorist --help`` answers at once.
"""

import logging
import sys
from importlib.metadata import version as version_of
from io import TextIOWrapper
from typing import Annotated

import typer

from memorist.app.cli import (
    assess,
    check,
    forget,
    ingest,
    listing,
    log,
    look,
    maintain,
    moving,
    persona,
    re_embed,
    recall,
    remember,
    reread,
    rules,
    search,
    skills,
)
from memorist.app.cli.commands import Commands
from memorist.app.cli.options import Call, with_call

app = typer.Typer(
    name="memorist",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"memorist {version_of('memorist')}")
        raise typer.Exit


@app.callback()
@with_call
def memorist(
    call: Call,
    *,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and stop.")
    ] = False,
) -> None:
    """Long-term memory for agents: ingest what was said and observed, get the prompt for a task.

    Exit codes: 0 done, 1 the answer is "no", 2 wrong use or input, 3 store or model not reachable.
    """


COMMANDS = {
    "ingest": ingest.ingest,
    "remember": remember.remember,
    "rule": remember.rule,
    "forget": forget.forget,
    "reread": reread.reread,
    "recall": recall.recall,
    "list": listing.list_command,
    "about": listing.about,
    "search": search.search,
    "history": look.history,
    "changes": look.changes,
    "show": look.show,
    "undo": log.undo,
    "assess": assess.assess,
    "check-action": assess.check_action,
    "promote": maintain.promote,
    "maintain": maintain.maintain,
    "review": maintain.review,
    "check": check.check,
    "copy": moving.copy,
    "dump": moving.dump,
    "load": moving.load,
    "re-embed": re_embed.re_embed,
}
FAMILIES = {"log": log.app, "persona": persona.app, "skills": skills.app, "rules": rules.app}
"""Commands of several words, by their first."""

for _name, _command in COMMANDS.items():
    app.command(_name)(_command)
for _name, _family in FAMILIES.items():
    app.add_typer(_family, name=_name)


def main() -> None:
    """Run the command named by the arguments, then exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that lacks a character shows a question mark instead of failing.
            stream.reconfigure(errors="replace")
    if "--debug" not in sys.argv:
        # The databases' drivers log what we say in one line of our own.
        logging.basicConfig(handlers=[logging.NullHandler()])
    app(prog_name="memorist")
