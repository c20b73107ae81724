"""``python -m memorist.app.mcp``: the command ``memorist mcp`` where entry points are not installed."""

import typer

from memorist.app.mcp.command import command

app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command("mcp")(command)
app(prog_name="memorist mcp")
