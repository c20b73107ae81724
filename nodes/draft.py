"""Values passed between the nodes of ingestion: drafts of memories."""

from collections.abc import Iterable
from typing import Any, Self

from pydantic import Field

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Confidence, ExtractedBy, Part, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MODEL_TYPES
from memorist.nodes.reading.reader import WITHOUT_CONTENT, Operation


class DraftLink(Part):
    """An edge of a draft: to another draft of the input, or to a stored memory; ``incoming`` turns it round."""

    type: EdgeType
    draft: int | None = None
    memory_id: str | None = None
    incoming: bool = False
    reason: str | None = None


class Draft(Part):
    """A memory to be: what was read out of an input, before it is compared with what is stored.

    Args:
        type: one of the memory types.
        content: one self-contained sentence.
        summary: a shorter one for prompts and lists, where the content is long.
        claim: its machine-readable core, if there is one.
        entities: canonical names of the technologies, people, projects … it is about.
        method: what produced it (``pattern:preference``, ``ollama``).
        extracted_by: the reading that it comes from.
        details: fields that only this type has (steps, severity, outcome …).
        replaces: names of what it takes the place of ("switched from JWT"), beyond what the slot says.
        resolves: names of releases or events it reports ("NativeWind 4.1 is out"), which end what waited for them.
        ends: ids of stored memories that it takes the place of, whatever their claims say; ``why_ends`` is the reason.
        links: edges to other drafts and to stored memories, beside those that follow from the content.
        corrects: the user puts right what they said before.
        quote: the words of the input that it rests on.
        operation: what the reader proposes to do with ``targets``, stored memories (see
            :data:`memorist.nodes.reading.reader.Operation`).
        ends_claim: the claim that no longer holds ("I no longer like Vim"); matching finds the memory.
        by_user: the user says so personally: it may supersede without asking.
        forced: a deliberate manual entry: it may even supersede a hard rule.
    """

    type: str
    content: str
    summary: str = ""
    claim: Claim | None = None
    entities: tuple[str, ...] = ()
    confidence: Confidence
    method: str
    extracted_by: ExtractedBy | None = None
    source: Source
    valid_from: UtcTime
    valid_until: UtcTime | None = None
    valid_until_condition: str | None = None
    domain: str | None = None
    technology: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    details: dict[str, Any] = Field(default_factory=dict)
    replaces: tuple[str, ...] = ()
    resolves: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    why_ends: str = ""
    links: tuple[DraftLink, ...] = ()
    corrects: bool = False
    quote: str = ""
    operation: Operation = "add"
    targets: tuple[str, ...] = ()
    ends_claim: Claim | None = None
    by_user: bool = False
    forced: bool = False

    @property
    def stores(self) -> bool:
        """Return false if it only confirms, ends or lifts what a reader named by its id."""
        return not (self.targets and self.operation in WITHOUT_CONTENT)

    def ending(self, ids: Iterable[str], why: str, **more: Any) -> Self:
        """The draft with these memories among what it ends, and ``more`` changed; the first reason stands."""
        return self.model_copy(update={"ends": (*self.ends, *ids), "why_ends": self.why_ends or why, **more})


BY_PEOPLE = frozenset({Source.USER_STATED, Source.MANUAL})
"""Sources in which people speak for themselves, in a talk or by hand."""
PRIVATE_TYPES = frozenset({"episodic", "observation", *MODEL_TYPES})
"""Types that belong to one agent: experiences and self-observations; statements of people are the group's."""


def owner_of(draft: Draft, scope: Scope) -> Scope:
    """Shared with the group, unless it is something that one agent lived through or thinks of itself."""
    of_a_person = draft.type == "model:self" and draft.source in BY_PEOPLE
    private = draft.type in PRIVATE_TYPES and not of_a_person
    return scope if private else scope.model_copy(update={"agent_id": None})
