"""The API without an event loop: the same calls, run on a loop in a thread of its own."""

from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate

from anyio.from_thread import BlockingPortal, start_blocking_portal

from hypomnema.graphs.memory import Memory, open_memory
from hypomnema.memory_store.domain.clock import Clock
from hypomnema.memory_store.embedders.base import Embedder
from hypomnema.memory_store.ontology.loading import Source
from hypomnema.memory_store.settings import Settings


def _waited[**P, R](call: Callable[Concatenate[Memory, P], Awaitable[R]]) -> Callable[Concatenate["SyncMemory", P], R]:
    """A method of :class:`Memory` that is waited for."""

    @wraps(call)
    def wait(self: "SyncMemory", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.portal.call(lambda: call(self.memory, *args, **kwargs))

    return wait


class SyncMemory:
    """The calls of :class:`Memory` for scripts; what they are given to call back is called in the loop's thread."""

    def __init__(self, memory: Memory, portal: BlockingPortal) -> None:
        self.memory = memory
        self.portal = portal

    ingest = _waited(Memory.ingest)
    recall = _waited(Memory.recall)
    history = _waited(Memory.history)
    preview_forget = _waited(Memory.preview_forget)
    forget = _waited(Memory.forget)
    assess = _waited(Memory.assess)
    check_action = _waited(Memory.check_action)
    intake = _waited(Memory.intake)
    maintain = _waited(Memory.maintain)
    promote = _waited(Memory.promote)
    end_session = _waited(Memory.end_session)
    export_skills = _waited(Memory.export_skills)
    import_skill = _waited(Memory.import_skill)
    export_persona = _waited(Memory.export_persona)
    import_persona = _waited(Memory.import_persona)
    undo_persona = _waited(Memory.undo_persona)


@contextmanager
def open_memory_sync(
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
) -> Generator[SyncMemory]:
    """:func:`hypomnema.graphs.memory.open_memory` for scripts without an event loop."""
    opened = open_memory(
        url,
        group=group,
        agent=agent,
        user=user,
        clock=clock,
        embedder=embedder,
        ontologies=ontologies,
        settings=settings,
        degraded=degraded,
    )
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(opened) as memory:
        yield SyncMemory(memory, portal)
