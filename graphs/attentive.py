"""The part of the Python API that takes in: inputs in their order, each with what was said before it."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, cast

from pydantic import PlainValidator

from memorist.graphs.given import checked
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.clock import Clock, time_text
from memorist.memory_store.domain.errors import InvalidInput, MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.inbox import Inbox
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.documents.load import load_document
from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.inputs import utterances_of
from memorist.nodes.ingestion.off_record import is_off_the_record
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.secrets import Masked, mask_input
from memorist.nodes.ingestion.state import IngestionContext

_log = logging.getLogger(__name__)

Input = Mapping[str, Any]


def inputs_in(given: object) -> list[object]:
    """What is given as a list, whatever stands in it. Raises ``ValueError`` for what is no list and no mapping."""
    if isinstance(given, Mapping):
        return [cast("Input", given)]
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return list(cast("Iterable[object]", given))
    raise ValueError(f"expected an input, which is a mapping, or a list of inputs, got {given!r}"[:200])


type Inputs = Annotated[Input | Sequence[Input], PlainValidator(inputs_in)]
"""One input or several; a call gets them as a list."""

CONTEXT_TURNS = 6
"""How many turns before an input are looked at for what "it" means."""
UNEXPECTED = "unexpected"
"""How the message of an error begins that is no error of ours: the input may be to blame, not the store."""
_ANSWERED = ("result",)
"""Of the state of a run; else all of it is copied out after each step."""
CONTEXT_SESSIONS = 256
"""How many sessions' last turns are kept in mind."""


class Attentive:
    """Mixed into :class:`memorist.graphs.memory.Memory`."""

    store: Store
    scope: Scope
    clock: Clock

    def _listen(self) -> None:
        """Begin with nothing said, and look into the inbox before the first input."""
        self._said: OrderedDict[str, deque[Utterance]] = OrderedDict()
        self._inbox_of_scope()
        self._retry_due = True
        self._ingestion = build_ingestion(self.store)

    def _inbox_of_scope(self) -> None:
        """Where inputs of this scope wait that could not be committed."""
        self._inbox = Inbox.of(self.store.settings, self.store.database.url, self.scope)

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
        if self._retry_due and not dry_run:
            await self.retry_kept()
        apart: deque[Utterance] = deque(maxlen=CONTEXT_TURNS)
        results: list[IngestResult] = []
        for number, given in enumerate(inputs, start=1):
            result = await self._take_in(given, apart, dry_run)
            results.append(result.model_copy(update={"line": number}))
            if on_result is not None:
                on_result(results[-1])
        return results

    async def _take_in(self, given: object, apart: deque[Utterance], dry_run: bool) -> IngestResult:
        """Ingest one input, and remember what was said for the next one; ``apart`` is what no session said."""
        try:
            line, masked = await _read(given)
        except InvalidInput as error:
            return _failed(error)
        except Exception as error:  # noqa: BLE001 - as below; what could not be masked is not kept either
            return _surprised(error, retryable=False)
        session = line.get("session_id")
        before = self._said_in(session) if isinstance(session, str) else apart
        if "at" not in line:  # settled here, so that a second attempt is known to be the same input
            line["at"] = time_text(self.clock.now())
        result = await self._ingest_one(line, before, dry_run)
        if result.error is not None and result.error.retryable and not dry_run:
            result = await self._keep(line, before, result, result.error)
        if result.error is None or result.error.retryable:
            before.extend(u for u in utterances_of(line) if not is_off_the_record(u.content))
        return result.model_copy(update={"masked": (*masked, *result.masked)})

    async def retry_kept(self) -> list[IngestResult]:
        """Try the inputs that wait in the inbox, the oldest first, until one fails again; one result each."""
        self._retry_due = False
        results: list[IngestResult] = []
        for one in await asyncio.to_thread(self._inbox.waiting) if self._inbox else ():
            context = [Utterance.model_validate(utterance) for utterance in one.context]
            result = await self._ingest_one(one.input, context, dry_run=False)
            results.append(result)
            if self._inbox and result.error is None:
                await asyncio.to_thread(self._inbox.settle, one)
            elif self._inbox and result.error is not None and not result.error.retryable:
                aside = await asyncio.to_thread(self._inbox.set_aside, one)
                _log.warning("an input that waited was set aside as %s: %s", aside, result.error.message)
            elif result.error is not None:
                results[-1] = await self._keep(one.input, context, result, result.error)
                if not result.error.message.startswith(UNEXPECTED):
                    break  # the store is away: the others would fail as well
        return results

    async def _keep(
        self, line: Input, before: Iterable[Utterance], result: IngestResult, error: IngestError
    ) -> IngestResult:
        """Put an input that failed into the inbox; if not even that works, the caller is told."""
        if self._inbox is None:
            return result
        self._retry_due = True
        context = [utterance.model_dump() for utterance in before]
        try:
            await asyncio.to_thread(self._inbox.keep, line, context, error.message)
        except OSError as problem:
            notice = f"the input could not be kept for a retry: {problem.strerror or problem}"
            return result.model_copy(update={"notices": (*result.notices, notice)})
        return result.model_copy(update={"error": error.model_copy(update={"kept": True})})

    def _said_in(self, session: str) -> deque[Utterance]:
        """The last turns of a session; of the sessions, the last that were spoken in."""
        before = self._said.setdefault(session, deque(maxlen=CONTEXT_TURNS))
        self._said.move_to_end(session)
        while len(self._said) > CONTEXT_SESSIONS:
            self._said.popitem(last=False)
        return before

    async def _ingest_one(self, line: Input, before: Iterable[Utterance], dry_run: bool) -> IngestResult:
        context = IngestionContext(**self._identity(), dry_run=dry_run)
        request = {"input": dict(line), "context": [utterance.model_dump() for utterance in before]}
        try:
            answer = await self._ingestion.ainvoke(request, context=context, output_keys=_ANSWERED)
        except MemoristError as error:
            return _failed(error)
        except Exception as error:  # noqa: BLE001 - one input, however strange, must not stop the agent or the others
            return _surprised(error, retryable=True)
        return IngestResult.model_validate(answer["result"])

    def _identity(self) -> dict[str, Any]:
        return {**self.scope.model_dump(), "now": self.clock.now()}


async def _read(given: object) -> tuple[dict[str, Any], tuple[Masked, ...]]:
    """An input as a line, the file read that it names; masked before a checkpointer or a tracer can see it.

    Raises :class:`InvalidInput` naming the field.
    """
    if not isinstance(given, Mapping):
        expected = 'expected a mapping such as {"kind": "turn", "role": "user", "content": "…"}'
        raise InvalidInput(f"input: {expected}, got {given!r}"[:300], field="input")
    line = cast("Input", given)
    loaded = await asyncio.to_thread(load_document, line) if line.get("kind") == "document" else line
    return mask_input(loaded)


def _surprised(error: Exception, *, retryable: bool) -> IngestResult:
    _log.error("an input could not be ingested", exc_info=error)
    return IngestResult(error=IngestError(message=f"{UNEXPECTED} {type(error).__name__}: {error}", retryable=retryable))


def _failed(error: MemoristError) -> IngestResult:
    """The result of an input that an error stopped; what is wrong with the input itself is not worth a retry."""
    return IngestResult(
        error=IngestError(
            message=str(error), field=getattr(error, "field", None), retryable=not isinstance(error, InvalidInput)
        )
    )
