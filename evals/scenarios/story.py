"""The demo for people: each thing that happened, what became of it, and the answers, drawn with rich.

On a terminal there are colours and panels; piped, the same as plain text under headings.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from textwrap import shorten

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from memorist.evals.scenarios.texts import day
from memorist.evals.scenarios.trace import EventTrace
from memorist.memory_store.reading import HistoryEntry
from memorist.nodes.ingestion.result import IngestResult, RememberedMemory
from memorist.nodes.kinds.inputs import Dialogue, Manual, ObservationBatch, Turn, parse_input
from memorist.nodes.retrieval.result import Recall

EFFECT_STYLES = {
    "added": "green",
    "merged": "cyan",
    "superseded": "yellow",
    "ended": "yellow",
    "contested": "red",
    "rejected": "red",
    "unchanged": "dim",
}
EFFECT_WORDS = {"added": "new", "superseded": "replaces", "unchanged": "known"}
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
        """The opening."""
        self._print(Text(title, style="bold"))
        self._print(Text(subtitle, style="dim"))

    def heading(self, text: str) -> None:
        """A new part of the story."""
        self._print("")
        self._print(Text(f"== {text} ==") if self.plain else Rule(Text(text, style="bold"), align="left", style="dim"))

    def event(self, entry: EventTrace) -> None:
        """One thing that happened, and what became of it."""
        today = f"{entry.event.at:%A} {entry.event.at.day} {entry.event.at:%B %Y}"
        if today != self._day:
            self._day = today
            self.heading(today)
        clock = f"{entry.event.at:%H:%M}"
        if entry.result is None or entry.event.input is None:
            self._print(self._line(clock, Text("time passes", style="dim italic")))
            return
        self._print(self._line(clock, Text(what_happened({"user_id": self.user, **entry.event.input}))))
        for line in outcome(entry.result):
            self._print(self._line("", line))

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

    def answer(self, task: str, recall: Recall, *, note: str) -> None:
        """A question and the whole prompt that came back, with its sections in numbers."""
        prompt = Text(recall.prompt.strip())
        prompt.highlight_regex(r"(?m)^#+ .*$", "bold")
        self._framed(f"“{task}”", prompt, note)
        self._print(self._sections(recall))

    def excerpt(self, task: str, recall: Recall, *, titles: Sequence[str], note: str) -> None:
        """A question and only those sections of its prompt."""
        shown = [s for s in recall.sections if s.title in titles and s.items]
        body = Text("\n").join(
            Text.assemble((f"{section.title}\n", "bold"), "\n".join(f"- {item.content}" for item in section.items))
            for section in shown
        )
        self._framed(f"“{task}”", body if shown else Text("nothing"), note)

    def history(self, entries: Sequence[HistoryEntry]) -> None:
        """Statements in the order in which they were true, with what ended them."""
        self._print("")
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column(ratio=1)
        for entry in entries:
            memory = entry.memory
            span = f"{_minute(memory.valid_from)} to {_minute(memory.valid_until) or 'now'}"
            ended = Text(f"\nended: {entry.reason}", style="dim") if entry.reason else Text()
            grid.add_row(span, Text.assemble(memory.content, ended))
        self._print(grid)

    def closing(self, sentence: str, commands: Sequence[tuple[str, str]]) -> None:
        """Print the outcome, and the next steps."""
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

    def _sections(self, recall: Recall) -> RenderableType:
        grid = Table(box=None, pad_edge=False, header_style="dim")
        grid.add_column("section", no_wrap=True)
        grid.add_column("items", justify="right")
        grid.add_column("tokens", justify="right")
        for section in recall.sections:
            grid.add_row(section.title, str(len(section.items)), str(section.tokens))
        grid.add_row(Text("together", style="bold"), str(len(recall.citations)), str(recall.tokens))
        return grid

    def _line(self, clock: str, body: Text) -> RenderableType:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=5, style="bold", no_wrap=True)
        grid.add_column(ratio=1)
        grid.add_row(clock, body)
        return grid

    def _print(self, what: RenderableType) -> None:
        if not self.plain:
            self.console.print(what, width=self.width, highlight=False)
            return
        with self.console.capture() as printed:
            self.console.print(what, width=self.width, highlight=False)
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in printed.get().splitlines()))


def what_happened(data: Mapping[str, object]) -> str:
    """An input in one line, as somebody who was there would tell it."""
    match parse_input(data):
        case Turn() as turn:
            return f"{turn.who()} says “{turn.content}”"
        case Manual() as manual:
            return f"by hand: “{manual.content}”"
        case Dialogue() as dialogue:
            return f"agent asks “{dialogue.question}”\n{dialogue.who()} answers “{dialogue.answer}”"
        case ObservationBatch() as batch:
            first, last = batch.events[0].time, batch.events[-1].time
            events = "event" if len(batch.events) == 1 else "events"
            return f"observed: {batch.title or batch.events[0].body} ({len(batch.events)} {events}{_span(first, last)})"
        case other:
            return f"{other.kind.replace('_', ' ')}: {shorten(other.text(), 120, placeholder=' …')}"


def outcome(result: IngestResult) -> Iterator[Text]:
    """Return the result of an input: the verdict with its reason, then each memory with the effect of its arrival."""
    if result.error:
        yield Text(f"failed: {result.error.message}", style="red")
        return
    if result.verdict:
        style = "dim" if result.verdict.action == "skip" else ""
        word = {"skip": "skipped", "keep": "kept"}.get(result.verdict.action, result.verdict.action)
        yield Text.assemble((word, f"bold {style}"), (f" · {result.verdict.category}: {result.verdict.reason}", "dim"))
    if result.replayed:
        yield Text("known already, nothing changed", style="dim")
    yield from (Text(notice, style="yellow") for notice in result.notices)
    if ":" in (result.reader or "") and result.memories:  # PROVIDER:MODEL
        yield Text(f"read by {result.reader}", style="cyan")
    for memory in result.memories:
        yield memory_line(memory)
    for sentence in result.unread:
        yield Text.assemble((f"{'unread':<9}", "magenta"), ("kept in its words  ", "dim"), sentence)
    if result.entities and result.memories:
        yield Text(f"about {', '.join(result.entities)}", style="dim italic")


def memory_line(memory: RememberedMemory) -> Text:
    """A memory that was written: its effect, type, confidence, content and end."""
    ends = memory.valid_until_condition or day(memory.valid_until)
    return Text.assemble(
        (f"{EFFECT_WORDS.get(memory.effect, memory.effect):<9}", EFFECT_STYLES[memory.effect]),
        (f"{memory.type.removeprefix('semantic:').replace('_', ' ')} {memory.confidence:.2f}  ", "dim"),
        memory.content,
        (f" (until {ends})" if ends else "", "magenta"),
    )


def _span(first: datetime, last: datetime) -> str:
    return f", {first:%H:%M} to {last:%H:%M}" if last > first else ""


def _minute(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else ""
