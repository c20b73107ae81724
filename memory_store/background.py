"""Work that nobody waits for: started at once, and finished before the store is closed."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from memorist.memory_store.domain.errors import MemoristError, StoreUnavailable

_log = logging.getLogger(__name__)


class Background:
    """Runs work on the running loop, and keeps it until it is done."""

    def __init__(self) -> None:
        self._pending: set[asyncio.Task[None]] = set()
        self._unreachable = False
        """True if the last work found no database."""

    def start(self, work: Coroutine[Any, Any, object], *, what: str) -> None:
        """Start ``work``; should it fail with an error of ours, ``what`` is logged with it.

        That the database cannot be reached is logged once, until some work succeeds again.
        """
        task = asyncio.ensure_future(self._logged(work, what))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        while self._pending:
            await asyncio.wait(set(self._pending))

    async def _logged(self, work: Coroutine[Any, Any, object], what: str) -> None:
        try:
            await work
        except StoreUnavailable as error:
            if not self._unreachable:
                _log.warning("%s (this is said once until it works again): %s", what, error)
            self._unreachable = True
        except MemoristError as error:
            _log.warning("%s: %s", what, error)
        else:
            self._unreachable = False
