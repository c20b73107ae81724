"""Changes of connections: in place, and their end."""

from typing import Any, Self

from pydantic import Field, model_validator

from memorist.memory_store.domain.edges import AnyEdge
from memorist.memory_store.domain.memory import Part

CHANGEABLE_OF_EDGES = frozenset(
    {
        "properties",
        "content",
        "modified_at",
        "valid_from",
        "valid_until",
        "weight",
        "confidence",
        "evidence_count",
        "reason",
        "promotion_reason",
        "promotion_threshold",
    }
)
"""Fields of a connection that may change in place. Type and ends never do: that is another connection."""


class EdgeRef(Part):
    """A stored connection as it was read, and why it changes; if it has moved on since, the change set is refused with
    ``Conflict``."""

    edge_id: str
    source: str
    target: str
    type: str
    revision: int = Field(ge=1)
    reason: str

    @classmethod
    def of(cls, edge: AnyEdge, reason: str, **more: Any) -> Self:
        """Refer to a connection, with the fields ``more`` of its change."""
        ends = {"source": edge.source, "target": edge.target, "type": str(edge.type)}
        return cls(edge_id=edge.id, revision=edge.revision, reason=reason, **ends, **more)


class EdgeUpdate(EdgeRef):
    """A change of a connection's fields in place, from what was read to what shall be."""

    before: dict[str, Any]
    after: dict[str, Any]

    @model_validator(mode="after")
    def _only_what_may_change(self) -> Self:
        if forbidden := set(self.after) - CHANGEABLE_OF_EDGES:
            raise ValueError(f"{', '.join(sorted(forbidden))} of a connection cannot change in place")
        if set(self.before) != set(self.after):
            raise ValueError("before and after must name the same fields")
        return self


class EdgeRemoval(EdgeRef):
    """A connection that shall be gone; its id is never used again, except to take the removal back.

    ``was`` is all that it held, so that it can be put back.
    """

    was: dict[str, Any]
