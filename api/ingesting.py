"""Ingestion: inputs in their order, each with the turns of its session before it; the inbox for what failed."""

import json
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property, partial
from typing import Annotated, Any, cast

from pydantic import PlainValidator

from memorist.api.checking import checked, in_time
from memorist.api.graphs import CONTEXT_TURNS, Graphs
from memorist.api.scoped import ScopedPart
from memorist.graphs.tracing import span, tell
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import GroupErased, InvalidInput, MemoristError, StoreUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.inbox import Inbox
from memorist.memory_store.settings import WITHOUT_A_MODEL, Settings, listed
from memorist.memory_store.threads import in_thread
from memorist.nodes.dates.zone import stamp
from memorist.nodes.ingestion.receive import MAX_AHEAD, masked_turn
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.kinds.inputs import spoken_in
from memorist.nodes.kinds.limits import check_limits
from memorist.nodes.kinds.load import loaded
from memorist.nodes.reading.gate.rules import OFF_RECORD, rule_of_turn
from memorist.nodes.reading.model.batches import BATCH_TOKENS
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.secrets.masking import Masked, mask_input

_log = logging.getLogger(__name__)

Input = Mapping[str, Any]


def inputs_in(given: object) -> list[object]:
    """Return the inputs as a list, of any element type. Raises ``ValueError`` for what is no list and no mapping."""
    if isinstance(given, Mapping):
        return [cast("Input", given)]
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return list(cast("Iterable[object]", given))
    said = json.dumps(given[:40], ensure_ascii=False) if isinstance(given, str) else "…"
    fix = f'{{"kind": "turn", "role": "user", "content": {said}}}'
    raise ValueError(f"expected an input, which is a mapping such as {fix}, or a list of inputs, got {given!r}"[:300])


type Inputs = Annotated[Input | Sequence[Input], PlainValidator(inputs_in)]
"""One input or several; a call gets them as a list."""

UNEXPECTED = "unexpected"
"""Prefix of the message for an unexpected exception; the input may have caused it."""
MAX_OUTAGES = 3
"""So many attempts of one call may end because the store is away, each of which takes its time; what comes then waits
in the inbox untried."""


class Ingestion(ScopedPart):
    """Takes inputs in for one scope.

    The turns before each input are kept here, by session; what failed waits in the inbox of the scope and is tried
    again before the next input.
    """

    def __init__(self, graphs: Graphs, scope: Scope, clock: Clock) -> None:
        super().__init__(graphs, scope, clock)
        self._retry_due = True
        self._away: MemoristError | None = None

    @cached_property
    def _inbox(self) -> Inbox | None:
        return Inbox.of(self.store.settings, self.store.database.url, self.scope)

    @checked
    async def ingest(
        self,
        inputs: Inputs,
        *,
        dry_run: bool = False,
        on_result: Callable[[IngestResult], None] | None = None,
    ) -> list[IngestResult]:
        """Ingest one input or several, in order; those of one session are each other's context, over calls too.

        One result an input, also for those that failed: a failure never stops the others.

        Args:
            inputs: in the form of ``memorist ingest`` lines.
            dry_run: decide everything, write nothing.
            on_result: called after each input.

        Raises:
            InvalidInput: what is given is neither an input nor a list.
        """
        apart: deque[Spoken] = deque(maxlen=CONTEXT_TURNS)
        results: list[IngestResult] = []
        outages = 0
        lines = cast("list[object]", inputs)  # as the arguments of a checked call are read

        @cache
        def masked(place: int) -> Input | None:
            try:
                return masked_turn(dict(cast("Input", lines[place])))
            except InvalidInput:  # it is refused when its turn comes
                return None

        for number, given in enumerate(lines, start=1):
            ahead = following(lines, number - 1, masked)
            result = await self._take_in(given, apart, dry_run, ahead, patient=outages < MAX_OUTAGES)
            outages += self._away is not None
            results.append(result.model_copy(update={"line": number}))
            if on_result is not None:
                on_result(results[-1])
        return results

    async def _take_in(
        self, given: object, apart: deque[Spoken], dry_run: bool, ahead: list[Input], *, patient: bool
    ) -> IngestResult:
        """Ingest one input and add its turns to the context of the next; ``apart`` holds turns without a session.

        Where earlier inputs wait, ``patient`` tries them first; else this one waits with them.
        """
        try:
            line, masked = await _read(given, self.store.settings.document_timeout)
        except InvalidInput as error:
            return _failed(error)
        except Exception as error:  # noqa: BLE001 - see _ingest_one; unmasked, it must not get into the inbox
            return _surprised(error, retryable=False)
        session = line.get("session_id")
        before = self.graphs.sessions.of(self.scope, session) if isinstance(session, str) else apart
        now = self.clock.now()
        if "at" not in line and line.get("kind") == "document":
            line.setdefault("dated", False)
        if self._retry_due and patient and not dry_run:
            await self.retry_kept()
        if self._away is not None and not dry_run:  # earlier inputs wait in the inbox: this one must not overtake them
            result = _failed(self._away)
        else:
            result = await self._ingest_one(line, before, dry_run, now=now, ahead=ahead)
        if result.error is not None and result.error.retryable and not dry_run:
            # Noted here, so that a retry is recognised as the same input.
            line.setdefault("at", stamp(now, self.store.settings.timezone))
            result = await self._keep(line, before, result, result.error)
        if result.error is None or result.error.retryable:
            before.extend(s for s in spoken_in(line) if rule_of_turn(s.content, "user") is not OFF_RECORD)
        return result.model_copy(update={"masked": (*masked, *result.masked)})

    async def retry_kept(self) -> list[IngestResult]:
        """Try the inputs that wait in the inbox, the oldest first, until one fails again; one result each."""
        self._retry_due, self._away = False, None
        results: list[IngestResult] = []
        for one in await in_thread(self._inbox.waiting) if self._inbox else ():
            context = [Spoken.model_validate(spoken) for spoken in one.context]
            result = await self._ingest_one(one.input, context, dry_run=False, now=self.clock.now())
            results.append(result)
            if self._inbox and result.error is None:
                await in_thread(self._inbox.settle, one)
            elif self._inbox and result.error is not None and not result.error.retryable:
                if aside := await in_thread(self._inbox.set_aside, one):
                    _log.warning("an input that waited was set aside as %s: %s", aside, result.error.message)
            elif result.error is not None:
                results[-1] = await self._keep(one.input, context, result, result.error)
                if not result.error.message.startswith(UNEXPECTED):
                    break  # the store is away: the others would fail as well
        return results

    async def _keep(
        self, line: Input, before: Iterable[Spoken], result: IngestResult, error: IngestError
    ) -> IngestResult:
        """Put an input that failed into the inbox; if not even that works, the caller is told."""
        if self._inbox is None:
            return result
        self._retry_due = True
        context = [spoken.model_dump() for spoken in before]
        outage = not error.message.startswith(UNEXPECTED)
        self._away = StoreUnavailable(error.message) if outage else self._away
        try:
            await in_thread(partial(self._inbox.keep, line, context, error.message, outage=outage))
        except OSError as problem:
            notice = f"the input could not be kept for a retry: {problem.strerror or problem}"
            return result.model_copy(update={"notices": (*result.notices, notice)})
        return result.model_copy(update={"error": error.model_copy(update={"kept": True})})

    async def _ingest_one(
        self,
        line: Input,
        before: Iterable[Spoken],
        dry_run: bool,
        *,
        now: datetime,
        ahead: Sequence[Input] = (),
    ) -> IngestResult:
        context = IngestionContext(**self.scope.model_dump(), now=now, dry_run=dry_run)
        context_before = [spoken.model_dump() for spoken in before]
        request = {"input": dict(line), "context": context_before, "ahead": [dict(turn) for turn in ahead]}
        settings = self.store.settings
        seconds = settings.call_timeout + _reading_seconds([line, *ahead], settings)
        with span("memorist.ingest", group=self.scope.group_id, kind=str(line.get("kind")), dry_run=dry_run) as current:
            try:
                run = self.graphs.ingestion.ainvoke(request, context=context)
                answer = await in_time(run, seconds)
                result = IngestResult.model_validate(answer["result"])
            except MemoristError as error:
                result = _failed(error)
            except Exception as error:  # noqa: BLE001 - one input, however strange, must not stop the agent or the others
                result = _surprised(error, retryable=True)
            verdict = result.verdict.action if result.verdict else None
            tell(current, verdict=verdict, memories=len(result.memories), failed=result.error is not None)
        return result


def following(inputs: Sequence[object], place: int, masked: Callable[[int], Input | None]) -> list[Input]:
    """The turns behind an input, as far as they are of the same session and person, secrets masked."""
    turns: list[Input] = []
    for later in range(place + 1, min(place + 1 + MAX_AHEAD, len(inputs))):
        turn = masked(later) if _together(inputs[place], inputs[later]) else None
        if turn is None:
            break
        turns.append(turn)
    return turns


def _together(first: object, later: object) -> bool:
    """Return true if two inputs are turns that a model may read in one call."""
    if not isinstance(first, Mapping) or not isinstance(later, Mapping):
        return False
    one, other = cast("Input", first), cast("Input", later)
    return other.get("kind") == "turn" and all(one.get(name) == other.get(name) for name in _TOGETHER)


READ_A_SECOND = 500
"""Characters that are read in a second without a model, on a busy core, where each line of them may be a rule."""
_TOGETHER = ("kind", "session_id", "user_id", "agent_id")
"""Fields in which turns agree that are read together."""


def _reading_seconds(lines: Sequence[Input], settings: Settings) -> float:
    """Seconds that readers may take for inputs that are read together, on top of those of the store."""
    models = len({*listed(settings.readers)} - WITHOUT_A_MODEL)
    length = len(str(lines))
    calls = models * (1 + length // BATCH_TOKENS)
    document = any(one.get("kind") == "document" for one in lines)
    alone = settings.document_timeout if document else min(settings.document_timeout, length // READ_A_SECOND)
    return calls * settings.reader_timeout + alone


async def _read(given: object, seconds: float) -> tuple[dict[str, Any], tuple[Masked, ...]]:
    """Load the file that an input names, and mask secrets before a checkpointer or a tracer can see the input.

    Returns the input and what was masked. Raises :class:`InvalidInput` naming the field.
    """
    if not isinstance(given, Mapping):
        expected = 'expected a mapping such as {"kind": "turn", "role": "user", "content": "…"}'
        raise InvalidInput(f"input: {expected}, got {given!r}"[:300], field="input")
    line = cast("Input", given)
    check_limits(line)
    return mask_input(await loaded(line, seconds) if line.get("kind") == "document" else line)


def _surprised(error: Exception, *, retryable: bool) -> IngestResult:
    _log.error("an input could not be ingested", exc_info=error)
    return IngestResult(error=IngestError(message=f"{UNEXPECTED} {type(error).__name__}: {error}", retryable=retryable))


def _failed(error: MemoristError) -> IngestResult:
    """The result of an input that an error stopped; one that no time will help is not worth a retry."""
    return IngestResult(
        error=IngestError(
            message=str(error),
            field=getattr(error, "field", None),
            retryable=not isinstance(error, InvalidInput | GroupErased),
        )
    )
