"""The process that opened something: a fork gets a copy of the object, but none of the threads that serve it."""

import os

from memorist.memory_store.domain.errors import StoreMisused


class OwnProcess:
    """Tells a fork from the process in which this was made; ``what`` is named in the error."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._id = os.getpid()

    @property
    def is_forked(self) -> bool:
        """True in a process that was forked from the one that opened it."""
        return os.getpid() != self._id

    def check(self) -> None:
        """Raise :class:`StoreMisused` in a fork, where a call would wait for ever."""
        if self.is_forked:
            raise StoreMisused(
                f"{self._what} was opened before this process was forked: open it again here (for example in the "
                "worker's start hook), or start processes with the method spawn"
            )
