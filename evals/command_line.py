"""Parts that the commands of evals share: options, a bar while something is measured, errors as one line."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn

Readers = Annotated[str, typer.Option(help="Readers in their order, as in MEMORIST_READERS.")]
Every = Annotated[int, typer.Option(min=1, help="Take each Nth case alone.")]
TotalsOnly = Annotated[bool, typer.Option("--totals", help="Only the figures, no single case.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]
StoreOption = Annotated[str | None, typer.Option(help="Default: an embedded store in a temporary folder.")]


def progress(*more: ProgressColumn, console: Console | None = None) -> Progress:
    """Return a bar on standard error, shown where somebody watches: the step, its count and total, and ``more``."""
    console = console or Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), *more)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def counted(
    step: str, total: int, *more: ProgressColumn, console: Console | None = None
) -> Generator[Callable[..., None]]:
    """Show a bar for one step; yield its update: ``advance=1`` counts one, ``description`` renames the step."""
    with progress(*more, console=console) as bars:
        yield partial(bars.update, bars.add_task(step, total=total))


@contextmanager
def errors_told() -> Generator[None]:
    """End the command with 2 for a fault in the input and with 3 for a failing store; both are reported on stderr."""
    from memorist.memory_store.domain.errors import InvalidInput, StoreError

    try:
        yield
    except (InvalidInput, StoreError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2 if isinstance(error, InvalidInput) else 3) from error


def sizes_in(text: str, option: str) -> list[int]:
    """Read the numbers of an option, separated by commas. Raises :class:`InvalidInput` for anything but sizes."""
    from memorist.memory_store.domain.errors import InvalidInput

    try:
        sizes = [int(size.replace("_", "")) for size in text.split(",")]
    except ValueError:
        sizes = [0]
    if min(sizes) < 1:
        raise InvalidInput(f"{option}: expected numbers from 1 on such as 1000,1500, got {text!r}", field=option)
    return sizes
