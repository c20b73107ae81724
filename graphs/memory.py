"""The graphs, compiled over one store, as two calls: the Python API.

async with hypomnema.open("embedded:./memory", group="team") as memory:
    await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
    recall = await memory.recall("Set up the new package")
    print(recall.prompt)
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from hypomnema.graphs.agents_md import Ruled
from hypomnema.graphs.balance import SelfAware
from hypomnema.graphs.binding import names_of
from hypomnema.graphs.forgetting import Forgetful
from hypomnema.graphs.ingestion import build_ingestion
from hypomnema.graphs.personas import Portable
from hypomnema.graphs.promotion import build_promotion
from hypomnema.graphs.retrieval import build_retrieval
from hypomnema.graphs.searching import Searchable
from hypomnema.graphs.skills import Skilled
from hypomnema.memory_store.domain.clock import Clock, time_text
from hypomnema.memory_store.domain.errors import EmbedderUnavailable, HypomnemaError, InvalidInput, StoreError
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.embedders.base import Embedder
from hypomnema.memory_store.inbox import Inbox
from hypomnema.memory_store.ontology.loading import Source
from hypomnema.memory_store.reading import HistoryEntry
from hypomnema.memory_store.settings import Settings
from hypomnema.memory_store.store import Store
from hypomnema.nodes.ingestion.documents.load import load_document
from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.inputs import utterances_of
from hypomnema.nodes.ingestion.result import IngestError, IngestResult
from hypomnema.nodes.ingestion.secrets import mask_input
from hypomnema.nodes.ingestion.state import IngestionContext
from hypomnema.nodes.language.gazetteer import canonical_name, topic_of
from hypomnema.nodes.language.lexicon import using
from hypomnema.nodes.promotion.state import PromotionContext, PromotionReport, PromotionRequest, Stages
from hypomnema.nodes.retrieval.result import Recall
from hypomnema.nodes.retrieval.state import RetrievalContext

_log = logging.getLogger(__name__)

Input = Mapping[str, Any]
CONTEXT_TURNS = 6
"""How many turns before an input are looked at for what "it" means."""
UNEXPECTED = "unexpected"
"""How the message of an error begins that is no error of ours: the input may be to blame, not the store."""
CONTEXT_SESSIONS = 256
"""How many sessions' last turns are kept in mind."""


class Memory(SelfAware, Skilled, Ruled, Portable, Forgetful, Searchable):
    """A store with its graphs. ``memory.store`` gives the store itself."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store = store
        self.scope = scope
        self.clock = store.clock
        self._said: OrderedDict[str, deque[Utterance]] = OrderedDict()
        self._inbox = Inbox.of(store.settings, store.database.url, scope)
        self._retry_due = True
        self._ingestion = build_ingestion(store)
        self._retrieval = build_retrieval(store)
        self._promotion = build_promotion(store)

    async def ingest(
        self,
        inputs: Input | Sequence[Input],
        *,
        dry_run: bool = False,
        on_result: Callable[[IngestResult], None] | None = None,
    ) -> list[IngestResult]:
        """Ingest one input or several, in order; those of one session are each other's context, over calls too.

        One result an input, also for those that failed: a failure never stops the others.

        Args:
            inputs: in the form of ``hypomnema ingest`` lines.
            dry_run: decide everything, write nothing.
            on_result: called after each input.
        """
        if self._retry_due and not dry_run:
            await self.retry_kept()
        lines = [inputs] if isinstance(inputs, Mapping) else list(inputs)
        apart: deque[Utterance] = deque(maxlen=CONTEXT_TURNS)
        results: list[IngestResult] = []
        for number, given in enumerate(lines, start=1):
            try:
                loaded = await asyncio.to_thread(load_document, given) if given.get("kind") == "document" else given
            except InvalidInput as error:
                results.append(_failed(error).model_copy(update={"line": number}))
                if on_result is not None:
                    on_result(results[-1])
                continue
            line, masked = mask_input(loaded)  # before a checkpointer or a tracer of the graph can see it
            session = line.get("session_id")
            before = self._said_in(session) if isinstance(session, str) else apart
            if "at" not in line:  # settled here, so that a second attempt is known to be the same input
                line["at"] = time_text(self.clock.now())
            result = await self._ingest_one(line, before, dry_run)
            if result.error is not None and result.error.retryable and not dry_run:
                result = await self._keep(line, before, result, result.error)
            result = result.model_copy(update={"line": number, "masked": (*masked, *result.masked)})
            before.extend(utterances_of(line))
            results.append(result)
            if on_result is not None:
                on_result(result)
        return results

    async def retry_kept(self) -> list[IngestResult]:
        """Try the inputs that wait in the inbox, the oldest first, until one fails again; one result each."""
        self._retry_due = False
        results: list[IngestResult] = []
        for one in await asyncio.to_thread(self._inbox.waiting) if self._inbox else ():
            context = [Utterance.model_validate(utterance) for utterance in one.context]
            result = await self._ingest_one(one.input, context, dry_run=False)
            results.append(result)
            if self._inbox and (result.error is None or not result.error.retryable):
                await asyncio.to_thread(self._inbox.settle, one)
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
            answer = await self._ingestion.ainvoke(request, context=context)
        except HypomnemaError as error:
            return _failed(error)
        except Exception as error:  # noqa: BLE001 - one input, however strange, must not stop the agent or the others
            _log.exception("an input could not be ingested")
            return IngestResult(
                error=IngestError(message=f"{UNEXPECTED} {type(error).__name__}: {error}", retryable=True)
            )
        return IngestResult.model_validate(answer["result"])

    async def recall(
        self,
        task: str,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        agent: str | None = None,
        budget: int | None = None,
    ) -> Recall:
        """The prompt for a task, with citations and the score of everything considered.

        Args:
            task: what the agent is about to do, or a question.
            as_of: what was true then.
            known_at: what was believed then.
            agent: ask as this agent instead of the one the memory was opened for.
            budget: tokens of the prompt; default: the settings'.
        """
        task = task.encode("utf-8", "replace").decode("utf-8")  # a shell passes on bytes that are no text
        if not task.strip():
            raise InvalidInput("recall: field task: is empty; say what the agent is about to do", field="task")
        identity: dict[str, Any] = {**self._identity(), **({"agent_id": agent} if agent else {})}
        context = RetrievalContext(**identity, as_of=as_of, known_at=known_at, budget=budget)
        answer = await self._retrieval.ainvoke({"task": task}, context=context)
        return Recall.model_validate(answer["recall"])

    async def maintain(
        self,
        *,
        stages: Stages = "all",
        dry_run: bool = False,
        reason: str | None = None,
        holder: str | None = None,
        on_progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> PromotionReport:
        """One maintenance pass over the group: promote, weigh anew, fade, archive, share. Safe to run twice, by many.

        Args:
            stages: all, or only what promotes.
            dry_run: decide, tell the change sets, write nothing.
            reason: kept in the report ("session end").
            holder: who takes the group's lease; default: a new name. While another has it, ``busy`` in the report
                names him, and nothing was done.
            on_progress: told of each page: {stage, done, total}.
        """
        context = PromotionContext(**self._identity(), stages=stages, dry_run=dry_run, holder=holder)
        given: PromotionRequest = {"reason": reason} if reason else {}
        result: dict[str, Any] = {}
        stream: Any = self._promotion.astream(given, context=context, stream_mode=["custom", "updates"])
        async for mode, told in stream:
            if mode == "custom" and on_progress is not None:
                on_progress(told)
            elif mode == "updates" and "report" in told:
                result = told["report"]["result"]
        return PromotionReport.model_validate(result)

    async def promote(self, *, dry_run: bool = False) -> PromotionReport:
        """:meth:`maintain` without what fades and falls: for the end of a session."""
        return await self.maintain(stages="promote", dry_run=dry_run)

    async def end_session(self, session_id: str | None = None) -> PromotionReport | None:
        """The hook for embedders: what was learned in the session climbs. Never raises: the agent is done anyway."""
        if session_id is not None:
            self._said.pop(session_id, None)
        try:
            return await self.maintain(stages="promote", reason="session end")
        except HypomnemaError:
            _log.exception("the session's memories could not be promoted; the next pass makes up for it")
            return None

    async def history(self, topic: str, *, known_at: datetime | None = None) -> list[HistoryEntry]:
        """Everything ever held about a name ("Postgres") or a field ("sign-in"), oldest first, and what ended it."""
        with using(await names_of(self.store.settings)):
            fields = dict.fromkeys(field for field in (topic_of(topic), topic) if field)
            name = canonical_name(topic)
        return await self.store.history(self.scope, names=[name], topics=list(fields), known_at=known_at)

    def _identity(self) -> dict[str, Any]:
        return {**self.scope.model_dump(), "now": self.clock.now()}


def _failed(error: HypomnemaError) -> IngestResult:
    """The result of an input that an error stopped; what is wrong with the input itself is not worth a retry."""
    return IngestResult(
        error=IngestError(
            message=str(error), field=getattr(error, "field", None), retryable=not isinstance(error, InvalidInput)
        )
    )


@asynccontextmanager
async def open_memory(
    url: str | None = None,
    *,
    group: str | None = None,
    agent: str | None = None,
    user: str | None = None,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    ontologies: Sequence[Source] = (),
    settings: Settings | None = None,
    degraded: bool = False,
) -> AsyncGenerator[Memory]:
    """Open a memory for one group, agent and user; what is not given comes from the settings.

    With ``degraded`` a store that cannot be opened is no error: prompts then hold the last known hard rules and say so.

    ``ontologies`` are added to the default one: names of shipped ones (``gtd``, ``jacq``) or paths of YAML files.

    Raises:
        InvalidInput: the URL, the group, the embedder's name, an ontology or the file of names is malformed.
        OntologyClash: two ontologies declare one name differently.
        StoreUnavailable: the server cannot be reached or refuses the password.
        EmbedderMismatch: the group was filled by another embedder.
        EmbedderUnavailable: the embedding model cannot be loaded.
    """
    settings = settings or Settings()
    scope = scope_of(group or settings.group, agent or settings.agent, user or settings.user)
    await names_of(settings)  # what is wrong with them is told now, not with the first input
    try:
        store = await Store.open(url, settings=settings, embedder=embedder, ontologies=ontologies, clock=clock)
    except (StoreError, EmbedderUnavailable) as error:
        if not degraded:
            raise
        from hypomnema.graphs.degraded import MemoryWithoutStore

        where = settings.model_copy(update={"store": url or settings.store})
        given = {"embedder": embedder, "ontologies": ontologies, "clock": clock}
        without = MemoryWithoutStore(scope, where, error, **given)
        try:
            yield without
        finally:
            await without.close()
        return
    try:
        await store.known(scope.group_id)
        yield Memory(store, scope)
    finally:
        await store.close()


def scope_of(group: str, agent: str | None = None, user: str | None = None) -> Scope:
    """A scope from plain names. Raises :class:`InvalidInput` naming the field."""
    from pydantic import ValidationError

    from hypomnema.memory_store.domain.types import invalid_from

    try:
        return Scope(group_id=group, agent_id=agent, user_id=user)
    except ValidationError as error:
        raise invalid_from(error, of="scope") from error
