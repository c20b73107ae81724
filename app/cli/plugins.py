"""Commands that packages offer under the entry-point group ``memorist.commands``.

An entry point names a Typer app or a plain function. It is imported when the command runs; the help page shows the
first line of its module's docstring, read without importing it.
"""

import ast
import re
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from memorist.app.cli.options import given_before
from memorist.app.cli.render import complain

GROUP = "memorist.commands"
NAMING_ITSELF = re.compile(r"^`+[^`]+`+: ")


def find_plugins() -> dict[str, "PluginCommand"]:
    """Return the commands on offer by name; one whose module is not there is named on standard error and left out."""
    found: dict[str, PluginCommand] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            summary = _summary(point.module)
        except (ImportError, OSError, SyntaxError, ValueError) as error:
            complain(_broken(point, error))
            continue
        found.setdefault(point.name, PluginCommand(point, summary))
    return found


class PluginCommand(TyperCommand):
    """Stands for a command that is not loaded yet."""

    def __init__(self, point: EntryPoint, summary: str) -> None:
        super().__init__(point.name, help=summary, rich_markup_mode=None)
        self._point = point

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Load the command and let it read its own arguments; what stood before its name is its default.

        Raises ``typer.BadParameter`` for a common option that it does not take.
        """
        command = self._load()
        given = given_before(parent)
        if strange := sorted(given.keys() - _options_of(command)):
            raise typer.BadParameter(f"{self.name} takes no --{strange[0]}; see: memorist {self.name} --help", parent)
        below = dict.fromkeys(getattr(command, "commands", {}), given)
        return command.make_context(info_name, args, parent=parent, **{"default_map": {**given, **below}, **extra})

    def _load(self) -> Any:
        try:
            loaded = self._point.load()
        except Exception as error:  # a plug-in may fail in any way; the others still work
            complain(_broken(self._point, error))
            raise typer.Exit(2) from error
        if isinstance(loaded, typer.Typer):
            app = loaded
        else:
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command(self._point.name)(loaded)
        return typer.main.get_command(app)


def _options_of(command: Any) -> set[str]:
    """The names of the options of a command, or of all the commands of a family."""
    own = {option.name for option in command.params}
    return own.union(*(_options_of(one) for one in getattr(command, "commands", {}).values()))


def _summary(module: str) -> str:
    spec = find_spec(module)
    if spec is None:
        raise ModuleNotFoundError(f"No module named {module!r}")
    if not spec.origin or not spec.origin.endswith(".py"):
        return ""
    docstring = ast.get_docstring(ast.parse(Path(spec.origin).read_bytes())) or ""
    summary = NAMING_ITSELF.sub("", docstring.partition("\n")[0])
    return summary[:1].upper() + summary[1:]


def _broken(point: EntryPoint, error: Exception) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f"the command {point.name!r}{package} cannot be loaded: {type(error).__name__}: {error}"
