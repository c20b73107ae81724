"""Work on every group of a store, of which each stands for itself."""

from collections.abc import Awaitable, Callable

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import GroupErased, MemoristError, StoreUnavailable


async def in_every_group[T](
    memory: AsyncMemory, work: Callable[[AsyncMemory], Awaitable[T]]
) -> tuple[list[T], list[MemoristError]]:
    """Do some work in each group; returns what was done, and why it failed in others, which stops nothing.

    In a group that was erased on request there is nothing to do.

    Raises :class:`StoreUnavailable`: it would fail in all of them.
    """
    done: list[T] = []
    failed: list[MemoristError] = []
    for group in await memory.store.database.groups():
        try:
            done.append(await work(AsyncMemory(memory.store, memory.scope.model_copy(update={"group_id": group}))))
        except GroupErased:
            continue
        except StoreUnavailable:
            raise
        except MemoristError as error:
            failed.append(error)
    return done, failed
