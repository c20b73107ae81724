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
from memorist.app.cli.options import with_call_for_all

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
@with_call_for_all
def memorist(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and stop.")
    ] = False,
) -> None:
    """Long-term memory for agents: ingest what was said and observed, get the prompt for a task.

    Exit codes: 0 done, 1 the answer is "no", 2 wrong use or input, 3 store or model not reachable.
    """


app.command("ingest")(ingest.ingest)
app.command("remember")(remember.remember)
app.command("rule")(remember.rule)
app.command("forget")(forget.forget)
app.command("reread")(reread.reread)
app.command("recall")(recall.recall)
app.command("list")(listing.list_command)
app.command("about")(listing.about)
app.command("search")(search.search)
app.command("history")(look.history)
app.command("changes")(look.changes)
app.command("show")(look.show)
app.command("undo")(log.undo)
app.command("assess")(assess.assess)
app.command("check-action")(assess.check_action)
app.command("promote")(maintain.promote)
app.command("maintain")(maintain.maintain)
app.command("review")(maintain.review)
app.command("check")(check.check)
app.command("copy")(moving.copy)
app.command("dump")(moving.dump)
app.command("load")(moving.load)
app.command("re-embed")(re_embed.re_embed)
app.add_typer(log.app, name="log")
app.add_typer(persona.app, name="persona")
app.add_typer(skills.app, name="skills")
app.add_typer(rules.app, name="rules")


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
