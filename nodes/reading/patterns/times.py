"""When a sentence holds: the one place from which the reader asks for it."""

from dataclasses import dataclass
from datetime import datetime

from memorist.nodes.ingestion.extract.times import bounds_of, past_moment


@dataclass(frozen=True, slots=True)
class Holds:
    """``core``: the sentence without the words that say when it holds; the sentence itself if none do."""

    core: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    condition: str | None = None


def holds(sentence: str, said_at: datetime) -> Holds:
    """The beginning, the end and the event that ends it, relative to when it was said."""
    found = bounds_of(sentence, said_at)
    return Holds(found.text.strip(), found.valid_from, found.valid_until, found.condition)


def happened(sentence: str, said_at: datetime) -> datetime | None:
    """When that happened which a sentence tells in the past, if it says so."""
    return past_moment(sentence, said_at)
