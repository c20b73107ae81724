"""The graphs, compiled over one store, as two calls: the Python API.

async with hypomnema.open("embedded:./memory", group="team") as memory:
    await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
    recall = await memory.recall("Set up the new package")
    print(recall.prompt)
"""

import logging
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from hypomnema.graphs.ingestion import build_ingestion
from hypomnema.graphs.retrieval import build_retrieval
from hypomnema.memory_store.domain.clock import Clock
from hypomnema.memory_store.domain.errors import HypomnemaError, InvalidInput
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.embedders.base import Embedder
from hypomnema.memory_store.reading import HistoryEntry
from hypomnema.memory_store.settings import Settings
from hypomnema.memory_store.store import Store
from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.inputs import utterances_of
from hypomnema.nodes.ingestion.result import IngestError, IngestResult
from hypomnema.nodes.ingestion.state import IngestionContext
from hypomnema.nodes.language.gazetteer import canonical_name, topic_of
from hypomnema.nodes.retrieval.result import Recall
from hypomnema.nodes.retrieval.state import RetrievalContext

_log = logging.getLogger(__name__)

Input = Mapping[str, Any]
CONTEXT_TURNS = 6
"""How many turns before an input are looked at for what "it" means."""
CONTEXT_SESSIONS = 256
"""How many sessions' last turns are kept in mind."""


class Memory:
    """A store with its graphs. ``memory.store`` gives the store itself."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store = store
        self.scope = scope
        self.clock = store.clock
        self._said: OrderedDict[str, deque[Utterance]] = OrderedDict()
        self._ingestion = build_ingestion(store)
        self._retrieval = build_retrieval(store)

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
        lines = [inputs] if isinstance(inputs, Mapping) else list(inputs)
        apart: deque[Utterance] = deque(maxlen=CONTEXT_TURNS)
        results: list[IngestResult] = []
        for number, line in enumerate(lines, start=1):
            session = line.get("session_id")
            before = self._said_in(session) if isinstance(session, str) else apart
            result = (await self._ingest_one(line, before, dry_run)).model_copy(update={"line": number})
            before.extend(utterances_of(line))
            results.append(result)
            if on_result is not None:
                on_result(result)
        return results

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
            return IngestResult(
                error=IngestError(
                    message=str(error),
                    field=getattr(error, "field", None),
                    retryable=not isinstance(error, InvalidInput),
                )
            )
        except Exception as error:  # noqa: BLE001 - one input, however strange, must not stop the agent or the others
            _log.exception("an input could not be ingested")
            return IngestResult(
                error=IngestError(message=f"unexpected {type(error).__name__}: {error}", retryable=True)
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

    async def history(self, topic: str, *, known_at: datetime | None = None) -> list[HistoryEntry]:
        """Everything ever held about a name ("Postgres") or a field ("sign-in"), oldest first, and what ended it."""
        fields = dict.fromkeys(field for field in (topic_of(topic), topic) if field)
        return await self.store.history(
            self.scope, names=[canonical_name(topic)], topics=list(fields), known_at=known_at
        )

    def _identity(self) -> dict[str, Any]:
        return {**self.scope.model_dump(), "now": self.clock.now()}


@asynccontextmanager
async def open_memory(
    url: str | None = None,
    *,
    group: str | None = None,
    agent: str | None = None,
    user: str | None = None,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    settings: Settings | None = None,
) -> AsyncGenerator[Memory]:
    """Open a memory for one group, agent and user; what is not given comes from the settings.

    Raises:
        InvalidInput: the URL, the group or the embedder's name is malformed.
        StoreUnavailable: the server cannot be reached or refuses the password.
        EmbedderMismatch: the group was filled by another embedder.
        EmbedderUnavailable: the embedding model cannot be loaded.
    """
    settings = settings or Settings()
    scope = scope_of(group or settings.group, agent or settings.agent, user or settings.user)
    store = await Store.open(url, settings=settings, embedder=embedder, clock=clock)
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


class SyncMemory:
    """The same calls for scripts, run on an event loop in a thread of its own."""

    def __init__(self, memory: Memory, portal: BlockingPortal) -> None:
        self.memory = memory
        self._portal = portal

    def ingest(self, inputs: Input | Sequence[Input], *, dry_run: bool = False) -> list[IngestResult]:
        """See :meth:`Memory.ingest`."""
        return self._portal.call(lambda: self.memory.ingest(inputs, dry_run=dry_run))

    def recall(self, task: str, *, as_of: datetime | None = None, known_at: datetime | None = None) -> Recall:
        """See :meth:`Memory.recall`."""
        return self._portal.call(lambda: self.memory.recall(task, as_of=as_of, known_at=known_at))


@contextmanager
def open_memory_sync(
    url: str | None = None,
    *,
    group: str | None = None,
    agent: str | None = None,
    user: str | None = None,
    clock: Clock | None = None,
    settings: Settings | None = None,
) -> Generator[SyncMemory]:
    """:func:`open_memory` for scripts without an event loop."""
    opened = open_memory(url, group=group, agent=agent, user=user, clock=clock, settings=settings)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(opened) as memory:
        yield SyncMemory(memory, portal)
