"""The names of the statements about stretches of time."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SpanStatements:
    """One dialect's statements."""

    changed: str
    """$start, $end, $known_at, $limit → n, new: what began or ended to be true in between, as it was known at
    ``$known_at``, the newest first; ``new`` is the content of what took its place."""
