"""The lifecycle of a memory: which status may follow which."""

from enum import StrEnum

from memorist.memory_store.domain.errors import InvalidTransition


class Status(StrEnum):
    """Stage of a memory's life."""

    STAGED = "staged"
    CONFIRMED = "confirmed"
    CONTESTED = "contested"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    ARCHIVED = "archived"

    @property
    def live(self) -> bool:
        """True if default reads include it."""
        return self in LIVE

    def follow_with(self, following: "Status") -> "Status":
        """Return ``following`` if the table allows it, else raise :class:`InvalidTransition`."""
        if following not in LIFECYCLE[self]:
            allowed = ", ".join(sorted(LIFECYCLE[self])) or "nothing"
            raise InvalidTransition(
                f"a {self} memory cannot become {following}: only {allowed} may follow", field="status"
            )
        return following


LIVE = frozenset({Status.STAGED, Status.CONFIRMED, Status.CONTESTED})

LIFECYCLE: dict[Status, frozenset[Status]] = {
    Status.STAGED: frozenset(
        {Status.CONFIRMED, Status.CONTESTED, Status.SUPERSEDED, Status.RETRACTED, Status.ARCHIVED}
    ),
    Status.CONFIRMED: frozenset({Status.CONTESTED, Status.SUPERSEDED, Status.RETRACTED, Status.ARCHIVED}),
    Status.CONTESTED: frozenset({Status.STAGED, Status.CONFIRMED, Status.SUPERSEDED, Status.RETRACTED}),
    Status.SUPERSEDED: frozenset({Status.ARCHIVED}),
    Status.RETRACTED: frozenset({Status.ARCHIVED}),
    Status.ARCHIVED: frozenset({Status.STAGED, Status.CONFIRMED, Status.SUPERSEDED, Status.RETRACTED}),
}
"""A contested memory returns to what it was when a person decides; an archived one comes back on explicit search."""
