"""Carrying a source into a memory: in the order of the source, resumable, with a report."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from memorist.app.importing.entries import Found, ImportEntry, LeftOut, Unreadable
from memorist.app.importing.journal import Journal
from memorist.app.importing.recognise import recognised
from memorist.app.importing.sources import SOURCES, reader_of
from memorist.memory_store.domain.errors import InvalidInput, StoreUnavailable
from memorist.memory_store.domain.identity import folded
from memorist.nodes.dates.zone import restamped
from memorist.nodes.kinds.inputs import checked_input

if TYPE_CHECKING:
    from memorist import Memory
    from memorist.nodes.ingestion.result import IngestResult

AT_ONCE = 50
"""Entries that are read ahead, in a thread, and ingested in one call."""
MAX_TOLD = 1_000
"""Problems that a report lists; beyond that they are counted."""


class Report(BaseModel):
    """Result of an import, or with ``dry_run`` its preview."""

    source: str
    path: str
    dry_run: bool = False
    entries: int = Field(default=0, description="inputs that the source gave")
    kinds: dict[str, int] = Field(default_factory=dict)
    sessions: int = 0
    first: str | None = Field(default=None, description="time of the earliest input")
    last: str | None = None
    imported: int = Field(default=0, description="inputs that were kept")
    memories: int = 0
    unread: int = Field(default=0, description="imported inputs with sentences that no reader made a memory of")
    known: int = Field(default=0, description="inputs that had been imported before")
    skipped: int = Field(default=0, description="inputs in which there was nothing to keep")
    resumed: int = Field(default=0, description="inputs that an interrupted import had done, by its journal")
    waiting: int = Field(default=0, description="inputs that wait in the inbox")
    failed: int = 0
    left_out: dict[str, int] = Field(default_factory=dict)
    problems: list[Unreadable] = Field(default_factory=list[Unreadable])


Progress = Callable[[str, int, int], object]
"""Told what is being done, how many entries are done, and how many there are."""


async def import_source(
    source: str,
    path: Path,
    memory: "Memory | None",
    *,
    journal: Journal | None = None,
    on_progress: Progress = lambda what, done, total: None,
) -> Report:
    """Import a source into a memory.

    Args:
        source: one of :data:`memorist.app.importing.sources.SOURCES`.
        path: the file or folder.
        memory: where to; null only reads the source and says what would be imported.
        journal: notes what is done, and knows what an interrupted import did.
        on_progress: told after each entry.

    Raises:
        InvalidInput: there is no such source, or the path is none of its kind; nothing was imported.
        StoreUnavailable: the database is away; what was done until then is in the journal.
    """
    read = reader_of(source)
    report = Report(source=source, path=str(path), dry_run=memory is None)
    try:
        entries = await asyncio.to_thread(_looked_through, _meant_for(memory, read(path)), report)
    except InvalidInput:
        await asyncio.to_thread(_refuse_other, source, path)
        raise
    if not entries:
        await asyncio.to_thread(_refuse_other, source, path)
    on_progress("reading", 0, entries)
    if memory is None:
        return report
    found = (each for each in _meant_for(memory, read(path)) if isinstance(each, ImportEntry))
    done = 0
    while batch := await asyncio.to_thread(lambda: list(islice(found, AT_ONCE))):
        new = [entry for entry in batch if journal is None or str(entry.input["id"]) not in journal]
        report.resumed += len(batch) - len(new)
        done += len(batch) - len(new)
        await _import_batch(new, memory, report, journal, lambda n, d=done: on_progress("importing", d + n, entries))
        done += len(new)
    return report


def _refuse_other(source: str, path: Path) -> None:
    """Raise :class:`InvalidInput` that names the source of an export where it is known, and is another one."""
    other = recognised(path)
    if other is not None and other != source:
        name = SOURCES[other].partition(":")[0].partition(" (")[0]
        raise InvalidInput(f"{path}: this is {name}: memorist import {other} {path}", field="SOURCE")


def _meant_for(memory: "Memory | None", found: Iterator[Found]) -> Iterator[Found]:
    """Give what is found, without what the source kept for another user than the one whose memory this is."""
    user = memory.scope.user_id if memory is not None else None
    for each in found:
        whose = each.input.get("user_id") if isinstance(each, ImportEntry) else None
        if user is None or whose is None or not isinstance(each, ImportEntry):
            yield each
        elif folded(str(whose)) == folded(user):
            yield replace(each, input={**each.input, "user_id": user})
        else:
            yield LeftOut(f"kept for another user than {user}: import it for nobody in particular")


def _looked_through(found: Iterator[Found], report: Report) -> int:
    """Read a whole source before anything is written; note its contents in the report; return the number of entries."""
    kinds, left_out, sessions = Counter[str](), Counter[str](), set[str]()
    for each in found:
        if isinstance(each, ImportEntry):
            kinds[str(each.input["kind"])] += 1
            if report.dry_run:
                try:
                    checked_input(each.input)
                except InvalidInput as error:
                    _note(report, Unreadable(each.place, str(error)))
            if session := each.input.get("session_id"):
                sessions.add(session)
            if at := each.input.get("at"):
                report.first, report.last = min(report.first or at, at), max(report.last or at, at)
        elif isinstance(each, LeftOut):
            left_out[each.reason] += 1
        else:
            _note(report, each)
    report.kinds, report.left_out, report.sessions = dict(kinds), dict(left_out), len(sessions)
    report.entries = kinds.total()
    return report.entries


async def _import_batch(
    batch: Sequence[ImportEntry],
    memory: "Memory",
    report: Report,
    journal: Journal | None,
    on_done: Callable[[int], object],
) -> None:
    """Ingest entries in one call, so that a model reads turns of one session together."""
    finished: list[str] = []

    def note(result: "IngestResult") -> None:
        entry = batch[result.line - 1]
        error = result.error
        if error is not None and error.retryable and not error.kept:
            raise StoreUnavailable(f"{entry.place}: {error.message}")
        if error is not None and not error.kept:
            _note(report, Unreadable(entry.place, error.message))
        else:
            _count(report, result)
            finished.append(str(entry.input["id"]))
        on_done(result.line)

    zone = memory.store.settings.timezone
    try:
        await memory.ingest([restamped(entry.input, zone) for entry in batch], on_result=note)
    finally:
        if journal is not None:
            await asyncio.to_thread(journal.note, *finished)


def _count(report: Report, result: "IngestResult") -> None:
    if result.error is not None:
        report.waiting += 1
    elif result.replayed:
        report.known += 1
    elif result.change_id is None and not result.memories:
        report.skipped += 1
    else:
        report.imported += 1
        report.memories += len(result.memories)
        report.unread += bool(result.unread)


def _note(report: Report, problem: Unreadable) -> None:
    report.failed += 1
    if len(report.problems) < MAX_TOLD:
        report.problems.append(problem)
