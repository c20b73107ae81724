"""What a kind of input finds in the store before it can be decided."""

from dataclasses import dataclass, field

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.result import IngestResult


@dataclass
class LookedUp:
    """The drafts as they are after a look into the store.

    ``former`` are stored memories that drafts end or change; ``updates`` change counters and confidence of stored
    memories; ``result`` ends the run, because there is nothing to do or no way to do it.
    """

    drafts: list[Draft]
    former: list[Memory] = field(default_factory=list[Memory])
    updates: list[Update] = field(default_factory=list[Update])
    result: IngestResult | None = None
    notices: list[str] = field(default_factory=list[str])
