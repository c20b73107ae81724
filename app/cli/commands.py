"""The group of all commands: our own, those of plug-ins, and what an error looks like."""

import sys
import traceback
from functools import cached_property
from typing import Any

import typer
from typer.core import TyperGroup

from memorist.app.cli.options import Call
from memorist.app.cli.plugins import PluginCommand, find_plugins
from memorist.app.cli.render import complain
from memorist.memory_store.domain.errors import Conflict, EmbedderUnavailable, InvalidInput, MemoristError, StoreError

EXIT_CODES = ((InvalidInput, 2), (Conflict, 2), (StoreError, 3), (EmbedderUnavailable, 3))
"""Exit codes by class of error; the first class that an error is an instance of counts, and for any other it is 1."""


class WholeLines(TyperGroup):
    """Lists commands with the whole first sentence of each, on as many lines as it takes."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list."""
        named = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, one.get_short_help_str(limit=1_000)) for name, one in named if one and not one.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def family(about: str | None = None, *, cls: type[TyperGroup] = WholeLines) -> typer.Typer:
    """Return an empty family of commands; ``about`` is its line in the help."""
    return typer.Typer(cls=cls, no_args_is_help=True, add_completion=False, rich_markup_mode=None, help=about)


class Commands(WholeLines):
    """Adds the commands that packages offer, and turns our errors into one line and an exit code."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Our own first, then the plug-ins'."""
        own = super().list_commands(ctx)
        return [*own, *(name for name in self._plugins if name not in own)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A plug-in is loaded when it runs, not to be listed; it cannot take the place of a command of our own."""
        return super().get_command(ctx, cmd_name) or self._plugins.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except MemoristError as error:
            call = ctx.obj if isinstance(ctx.obj, Call) else Call()
            if call.debug:
                traceback.print_exception(error, file=sys.stderr)
            complain(str(error))
            code = next((code for kind, code in EXIT_CODES if isinstance(error, kind)), 1)
            raise typer.Exit(code) from error

    @cached_property
    def _plugins(self) -> dict[str, PluginCommand]:
        return find_plugins()
