"""A bar on standard error while something is measured, only where somebody watches."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn


def progress(*more: ProgressColumn, console: Console | None = None) -> Progress:
    """Report progress: the current step, its count and total, and ``more``."""
    console = console or Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), *more)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
