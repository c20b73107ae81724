"""Typed edges between memories, as the ontology names them."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from hypomnema.memory_store.domain.clock import UtcTime
from hypomnema.memory_store.domain.identity import stable_id
from hypomnema.memory_store.domain.scope import GroupId


class EdgeType(StrEnum):
    """SUPERSEDES points from the new to the old; PROMOTED_TO from the lower to the higher."""

    CONTRIBUTED_TO = "CONTRIBUTED_TO"
    PROMOTED_TO = "PROMOTED_TO"
    SUPERSEDES = "SUPERSEDES"
    PROVES = "PROVES"
    CONTRADICTS = "CONTRADICTS"
    ABSTRACTED_TO = "ABSTRACTED_TO"
    DERIVED_FROM = "DERIVED_FROM"
    CONTAINS = "CONTAINS"
    HAS_RULE = "HAS_RULE"
    HAS_PREFERENCE = "HAS_PREFERENCE"
    HAS_PROCEDURE = "HAS_PROCEDURE"
    ABOUT = "ABOUT"
    PREFERS = "PREFERS"
    USES = "USES"
    EXPECTS = "EXPECTS"
    KNOWS = "KNOWS"
    WORKS_ON = "WORKS_ON"
    DOCUMENTED_AT = "DOCUMENTED_AT"
    OBSERVED_BY = "OBSERVED_BY"
    HAS_STRENGTH = "HAS_STRENGTH"
    HAS_WEAKNESS = "HAS_WEAKNESS"
    MISSED = "MISSED"
    APPLIED = "APPLIED"
    REVIEWED = "REVIEWED"


class Edge(BaseModel):
    """A typed connection between two memories of one group."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: EdgeType
    group_id: GroupId
    source: str
    target: str
    created_at: UtcTime
    valid_from: UtcTime
    valid_until: UtcTime | None = None
    weight: float = Field(default=1.0, ge=0.0)
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    evidence_count: int = Field(default=1, ge=1)
    reason: str | None = None
    promotion_reason: str | None = None
    promotion_threshold: float | None = None

    @property
    def id(self) -> str:
        """Stable: one edge of a type between two memories."""
        return stable_id(self.group_id, "edge", self.type, self.source, self.target)
