"""Memories that an agent's sessions hold in their context already, so that a later prompt adds only what is new."""

from collections.abc import Collection

from memorist.api.recent import Recent

MAX_SESSIONS = 64


class KnownInSessions:
    """Ids of what each session was told or said itself; of the sessions used last, for as long as the process runs."""

    def __init__(self) -> None:
        self._known = Recent[str, set[str]](MAX_SESSIONS)

    def of(self, session: str) -> Collection[str]:
        """Return what a session knows."""
        return self._known.get(session, ())

    def add(self, session: str, ids: Collection[str]) -> None:
        """Note what a session was told, or what was learned from it."""
        self._known.use(session, set).update(ids)

    def begin(self, session: str) -> None:
        """Note that the context of a session is new: it began, or was compacted."""
        self._known.pop(session, None)
