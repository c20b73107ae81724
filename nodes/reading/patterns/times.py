"""When a sentence holds: the one place from which the reader asks for it."""

from dataclasses import dataclass
from datetime import datetime

from memorist.nodes.dates.bounds import bounds_of


@dataclass(frozen=True, slots=True)
class Holds:
    """``core``: the sentence without the words that say when it holds; the sentence itself if none do."""

    core: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    condition: str | None = None

    @property
    def ends(self) -> bool:
        """Whether it is said when or with what it ends."""
        return self.valid_until is not None or self.condition is not None


def holds(sentence: str, said_at: datetime) -> Holds:
    """The beginning, the end and the event that ends it, relative to when it was said."""
    found = bounds_of(sentence, said_at)
    return Holds(found.core.strip(), found.valid_from, found.valid_until, found.condition)
