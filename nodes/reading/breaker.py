"""A circuit breaker: whatever failed several times in a row is left alone for a while."""

import time
from collections.abc import Callable

NOT_NOW = "(not asked again for now)"
"""Appended to the reason of the last failure while a reader or model is paused."""


class Breaker:
    """Opens after ``failures`` in a row, or at once for a failure that lasts; lets one call through after ``pause``.

    Args:
        failures: so many in a row open it.
        pause: seconds until it is tried again.
        clock: seconds that only grow; another one for tests.
    """

    def __init__(self, *, failures: int, pause: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._failures = failures
        self._pause = pause
        self._clock = clock
        self._in_a_row = 0
        self._open_until: float | None = None
        self.reason = ""

    @property
    def is_open(self) -> bool:
        """True if asking is useless now."""
        return self._open_until is not None and self._clock() < self._open_until

    def failed(self, reason: str, *, lasting: bool = False) -> None:
        """Count a failure. After a pause one more is enough to open it again."""
        self._in_a_row += 1
        self.reason = reason
        if lasting or self._in_a_row >= self._failures or self._open_until is not None:
            self._open_until = self._clock() + self._pause

    def succeeded(self) -> None:
        """Close it."""
        self._in_a_row, self._open_until, self.reason = 0, None, ""
