"""Output for people: colours and tables on a terminal, plain lines when piped. Messages go to standard error."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast

from pydantic_core import to_json
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress

SHORT_ID = 8
"""Characters of an id that are shown where it need not be typed."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def safe(text: str) -> str:
    """Return ``text`` without control characters: what was remembered must not steer a terminal."""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def excerpt(text: str, most: int = 100) -> str:
    """The text on one line, its end cut off where it is longer than ``most`` characters."""
    short = " ".join(text.split())
    return short if len(short) <= most else f"{short[: most - 1]}…"


def screen(*, stderr: bool = False) -> Console:
    """A console on the stream as it is now."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def progress(time: Literal["elapsed", "remaining"], *, redirect_stdout: bool = True) -> "Progress":
    """A bar on standard error, only where somebody watches, which ends with the time that has elapsed or remains.

    Answers that go to a file or a pipe on standard output stay there without ``redirect_stdout``.
    """
    from rich.progress import (  # few commands show one
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = screen(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn() if time == "elapsed" else TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=redirect_stdout,
    )


def say(text: str = "", style: str = "") -> None:
    """Write a line of the answer."""
    _write(Text(safe(text), style=style))


def note(text: str, style: str = "dim") -> None:
    """Write a message beside the answer."""
    _write(Text(safe(text), style=style), stderr=True)


def complain(text: str) -> None:
    """Write an error as one line."""
    line = Text("error: ", style="bold red")
    _write(line.append(" ".join(safe(text).split()), style="default"), stderr=True)


def _write(text: Text, *, stderr: bool = False) -> None:
    # Through the stream, not the console: a progress bar watches the stream and makes room.
    console = screen(stderr=stderr)
    with console.capture() as captured:
        console.print(text)
    (sys.stderr if stderr else sys.stdout).write(captured.get())


def emit(value: object) -> None:
    """Write one line of JSON."""
    sys.stdout.write(to_json(value, serialize_as_any=True).decode() + "\n")


def answer[T](found: T, show: Callable[[T], object], *, as_json: bool) -> None:
    """Write an answer: as JSON, of a list one line for each element; else the way ``show`` writes it for people."""
    if not as_json:
        show(found)
        return
    for one in cast("list[object]", found) if isinstance(found, list) else (found,):
        emit(one)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table; tab-separated lines when piped, so that other programs can cut them."""
    console = screen()
    if not console.is_terminal:
        for row in rows:
            sys.stdout.write("\t".join(" ".join(safe(cell).split()) for cell in row) + "\n")
        return
    from rich.table import Table  # for a terminal alone

    drawn = Table(*headings, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        drawn.add_row(*(Text(safe(cell)) for cell in row))
    console.print(drawn, soft_wrap=False)


def moment(at: datetime | None, *, empty: str = "") -> str:
    """A time for people, to the minute, in UTC."""
    return f"{at:%Y-%m-%d %H:%M}" if at else empty


def count(number: int, one: str, many: str) -> str:
    """``1 memory``, ``2 memories``."""
    return f"{number:,} {one if number == 1 else many}"


def confirmed(question: str, answer: str) -> bool:
    """Ask on standard error; nobody there, or anything but the answer, is a no."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() == answer.casefold()
