"""The answers to the lines of one ``ingest``: in the order of the lines, with files and line numbers."""

from collections import Counter
from collections.abc import Callable

from memorist.app.cli.lines import InputLine
from memorist.app.cli.render import count, emit
from memorist.app.cli.results import outcome_of, show_result, without_model
from memorist.nodes.ingestion.result import IngestError, IngestResult


class Answers:
    """Takes results as they come and writes each as soon as all before it are written.

    Args:
        lines: the input; lines that cannot be read are answered at once.
        as_json: whether to write JSON lines instead of text.
        name_files: whether a JSON line says which file it answers.
        told: see :func:`show_result`.
    """

    def __init__(
        self, lines: list[InputLine], *, as_json: bool, name_files: bool, told: set[str] | None = None
    ) -> None:
        self.lines = lines
        self.on_change: Callable[[int], object] = lambda settled: None
        self._as_json = as_json
        self._name_files = name_files
        self._told = told
        self._places = [place for place, line in enumerate(lines) if line.value is not None]
        self._results = {
            place: IngestResult(line=line.number, error=IngestError(message=line.problem, field=line.field))
            for place, line in enumerate(lines)
            if line.value is None
        }
        self._not_reached: set[int] = set()
        self.away = ""
        """Why no model answered, where one is there to be asked and lines were left unread."""
        self._written = 0

    @property
    def readable(self) -> list[InputLine]:
        """The lines that can be ingested."""
        return [self.lines[place] for place in self._places]

    @property
    def failed(self) -> list[InputLine]:
        """The lines that ended in an error and do not wait in the inbox."""
        errors = [result.error for _, result in sorted(self._results.items())]
        return [line for line, error in zip(self.lines, errors, strict=True) if error and not error.kept]

    @property
    def waiting(self) -> int:
        """Number of lines that wait in the inbox."""
        return sum(1 for result in self._results.values() if result.error and result.error.kept)

    @property
    def exit_code(self) -> int:
        """3 if something failed that may work later, 2 if an input is wrong, else 0."""
        errors = [result.error for result in self._results.values() if result.error]
        return 3 if any(error.retryable for error in errors) else 2 if errors else 0

    def take(self, result: IngestResult) -> None:
        """Note the answer to a readable line; ``result.line`` counts those, from 1. A second one changes nothing."""
        place = self._places[result.line - 1]
        if place not in self._results:
            self._results[place] = result.model_copy(update={"line": self.lines[place].number})
            self.report()

    def give_up(self, why: str) -> None:
        """Answer all lines that were not reached with what stopped everything."""
        for place, line in enumerate(self.lines):
            if place not in self._results:
                self._not_reached.add(place)
                self._results[place] = IngestResult(line=line.number, error=IngestError(message=why, retryable=True))
        self.report()

    def report(self) -> None:
        """Write what can be written without getting ahead of an earlier line."""
        while self._written in self._results:
            self._write(self._written)
            self._written += 1
        self.on_change(self._written)

    def summary(self, *, dry_run: bool) -> str:
        """One line on everything."""
        results = self._results.values()
        outcomes = Counter(map(outcome_of, results))
        memories = sum(len(result.memories) for result in results if not result.replayed)
        also = [f"{outcomes[each]} {each}" for each in ("known", "unread", "hidden") if outcomes[each]]
        told = (
            f"{outcomes['kept']} {'would be kept' if dry_run else 'kept'} ({count(memories, 'memory', 'memories')})",
            *also,
            f"{outcomes['skipped']} skipped",
            f"{outcomes['failed']} failed",
        )
        return f"{count(len(results), 'line', 'lines')}: {', '.join(told)}"

    def _write(self, place: int) -> None:
        line, result = self.lines[place], self._results[place]
        if result.unread:
            self.away = self.away or without_model(result)
        if result.error is not None:
            placed = result.error.model_copy(update={"message": f"{line.place}: {result.error.message}"})
            result = result.model_copy(update={"error": placed})
        if self._as_json:
            body = result.model_dump(mode="json")
            emit({"file": line.file, **body} if self._name_files else body)
        elif place not in self._not_reached:
            show_result(result, line.text, self._told)
