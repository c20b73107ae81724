"""The API without an event loop: the same calls, run on a loop in a thread of its own."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from functools import wraps
from typing import Concatenate

from anyio.from_thread import BlockingPortal, start_blocking_portal

from memorist.graphs.memory import Memory, open_memory


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
    retry_kept = _waited(Memory.retry_kept)
    search = _waited(Memory.search)
    history = _waited(Memory.history)
    changes = _waited(Memory.changes)
    waiting = _waited(Memory.waiting)
    settle = _waited(Memory.settle)
    preview_forget = _waited(Memory.preview_forget)
    forget = _waited(Memory.forget)
    forget_group = _waited(Memory.forget_group)
    assess = _waited(Memory.assess)
    assessments = _waited(Memory.assessments)
    check_action = _waited(Memory.check_action)
    intake = _waited(Memory.intake)
    maintain = _waited(Memory.maintain)
    promote = _waited(Memory.promote)
    end_session = _waited(Memory.end_session)
    rules_section = _waited(Memory.rules_section)
    export_skills = _waited(Memory.export_skills)
    import_skill = _waited(Memory.import_skill)
    export_persona = _waited(Memory.export_persona)
    import_persona = _waited(Memory.import_persona)
    undo_persona = _waited(Memory.undo_persona)


def _in_a_thread[**P](
    opening: Callable[P, AbstractAsyncContextManager[Memory]],
) -> Callable[P, AbstractContextManager[SyncMemory]]:
    """The same opening, with the same arguments, on a loop of its own."""

    @wraps(opening)
    @contextmanager
    def opened(*args: P.args, **kwargs: P.kwargs) -> Generator[SyncMemory]:
        with start_blocking_portal() as portal, portal.wrap_async_context_manager(opening(*args, **kwargs)) as memory:
            yield SyncMemory(memory, portal)

    return opened


open_memory_sync = _in_a_thread(open_memory)
"""See :func:`memorist.graphs.memory.open_memory`."""
