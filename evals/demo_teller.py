"""The demo for people: the story of the week, the numbers and the answers, drawn with rich.

On a terminal there are colours and panels; piped, the same as plain text under headings.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from memorist.evals.scenarios.story import date_text, event_lines
from memorist.evals.scenarios.trace import EventTrace
from memorist.memory_store.reading import HistoryEntry
from memorist.nodes.retrieval.result import Recall

MAX_WIDTH = 110


class Teller:
    """Prints the story on a console, as wide as it is but not wider than reads well.

    ``user`` is who speaks where an input does not say.
    """

    def __init__(self, console: Console, *, user: str | None = None) -> None:
        self.console = console
        self.user = user
        self.width = min(console.width, MAX_WIDTH)
        self.plain = not console.is_terminal
        self._day = ""

    def title(self, title: str, subtitle: str) -> None:
        """Print the opening."""
        self._print(Text(title, style="bold"))
        self._print(Text(subtitle, style="dim"))

    def heading(self, text: str) -> None:
        """Begin a new part of the story."""
        self._print("")
        self._print(Text(f"== {text} ==") if self.plain else Rule(Text(text, style="bold"), align="left", style="dim"))

    def event(self, entry: EventTrace) -> None:
        """Print one thing that happened, and what became of it."""
        if self._day != (today := date_text(entry.event.at)):
            self._day = today
            self.heading(today)
        for line in event_lines(entry, self.user):
            self._print(line)

    def numbers(self, numbers: Mapping[str, int]) -> None:
        """Print the size of the graph, one line a family ("memories", "edges", …)."""
        families: dict[str, list[tuple[str, int]]] = {}
        for name, count in sorted(numbers.items()):
            family, _, kind = name.partition(" ")
            families.setdefault(family, []).append((kind, count))
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right", style="bold", no_wrap=True)
        grid.add_column(ratio=1, style="dim")
        for family, kinds in families.items():
            parts = ", ".join(f"{count} {kind}" for kind, count in kinds if kind)
            grid.add_row(family, str(sum(count for _, count in kinds)), parts)
        self._print(grid)

    def answer(self, task: str, recall: Recall, titles: Sequence[str], *, note: str) -> None:
        """Print a question and these sections of its prompt; without any, the whole prompt and the sections' sizes."""
        if titles:
            shown = [s for s in recall.sections if s.title in titles and s.items]
            body = Text("\n").join(
                Text.assemble((f"{section.title}\n", "bold"), "\n".join(f"- {item.content}" for item in section.items))
                for section in shown
            )
            self._framed(f"“{task}”", body if shown else Text("nothing"), note)
            return
        prompt = Text(recall.prompt.strip())
        prompt.highlight_regex(r"(?m)^#+ .*$", "bold")
        self._framed(f"“{task}”", prompt, note)
        grid = Table(box=None, pad_edge=False, header_style="dim")
        grid.add_column("section", no_wrap=True)
        grid.add_column("items", justify="right")
        grid.add_column("tokens", justify="right")
        for section in recall.sections:
            grid.add_row(section.title, str(len(section.items)), str(section.tokens))
        grid.add_row(Text("together", style="bold"), str(len(recall.citations)), str(recall.tokens))
        self._print(grid)

    def history(self, entries: Sequence[HistoryEntry]) -> None:
        """Print statements in the order in which they were true, with what ended them."""
        self._print("")
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column(ratio=1)
        for entry in entries:
            span = f"{_minute(entry.memory.valid_from)} to {_minute(entry.memory.valid_until) or 'now'}"
            ended = Text(f"\nended: {entry.reason}", style="dim") if entry.reason else Text()
            grid.add_row(span, Text.assemble(entry.memory.content, ended))
        self._print(grid)

    def closing(self, sentence: str, commands: Sequence[tuple[str, str]]) -> None:
        """Print the next steps, and the outcome."""
        self.heading("What to try next")
        for command, does in commands:
            self._print(Text(f"# {does}", style="dim"))
            self.console.print(Text(command, style="cyan"), soft_wrap=True)  # unbroken, to be copied
        self._print("")
        self._print(Text(sentence, style="dim"))

    def _framed(self, title: str, body: Text, note: str) -> None:
        if self.plain:
            self._print(Group(Text(f"{title} ({note})"), Text(""), body))
            return
        self._print(
            Panel(
                body,
                title=Text(title, style="bold"),
                title_align="left",
                subtitle=Text(note, style="dim"),
                subtitle_align="right",
                border_style="blue",
                box=box.ROUNDED,
                padding=(1, 2),
            )
        )

    def _print(self, what: RenderableType) -> None:
        if not self.plain:
            self.console.print(what, width=self.width, highlight=False)
            return
        with self.console.capture() as printed:
            self.console.print(what, width=self.width, highlight=False)
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in printed.get().splitlines()))


def _minute(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else ""
