"""The names of the statements about what hangs on a memory, the same in every dialect."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LinkingStatements:
    """Each is one step from a memory that is known by its id."""

    holder: str
    """$slot → n: the memory that holds a slot."""
    incoming: str
    """$ids, $types, $live, $skip, $limit → target, n, type, at, reason: what points to memories, newest edge first;
    with $live only what is live."""
