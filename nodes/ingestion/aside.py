"""Work on long texts, outside the event loop and within a time limit."""

from asyncio import wait_for
from collections.abc import Callable

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.threads import LONG, in_thread


async def aside[R](length: int, seconds: float, work: Callable[[], R]) -> R:
    """Do work on a text in a thread where it is a long one. Raises :class:`InvalidInput` where it takes too long."""
    if length < LONG:
        return work()
    try:
        return await wait_for(in_thread(work), seconds)
    except TimeoutError as error:
        raise InvalidInput(
            f"input: field content: it takes more than {seconds:g} s to be read: split it, or raise "
            "MEMORIST_DOCUMENT_TIMEOUT",
            field="content",
        ) from error
