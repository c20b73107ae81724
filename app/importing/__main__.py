"""``python -m memorist.app.importing``: the command ``memorist import`` where entry points are not installed."""

import typer

from memorist.app.cli.commands import Commands
from memorist.app.importing.command import command

app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None)
app.command("import")(command)
app.callback()(lambda: None)
app(prog_name="memorist")
