"""Reports as one HTML page each, of what a terminal shows: everything inside it, nothing loaded, no script."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from io import StringIO
from string import Template

from rich.console import Console, RenderableType

WIDTH = 150
"""Characters of a line of a page."""


@dataclass(frozen=True)
class Fold:
    """A part of a page that can be unfolded, with a line that is always there."""

    summary: str
    body: Iterable[RenderableType]
    open: bool = False


def page(title: str, lead: Iterable[RenderableType], folds: Iterable[Fold]) -> str:
    """Return a whole page, light or dark as the reader's system is; every text is escaped."""
    template = Template(files(__package__).joinpath("page.html").read_text(encoding="utf-8"))
    parts = [
        f"<details{' open' * fold.open}><summary>{escape(fold.summary)}</summary>"
        f"<pre>{_markup(fold.body)}</pre></details>"
        for fold in folds
    ]
    return template.substitute(title=escape(title), lead=_markup(lead), parts="\n".join(parts))


def _markup(shown: Iterable[RenderableType]) -> str:
    console = Console(record=True, file=StringIO(), width=WIDTH, force_terminal=True, highlight=False, markup=False)
    for one in shown:
        console.print(one)
    return console.export_html(inline_styles=True, code_format="{code}")
