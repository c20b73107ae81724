"""Typed edges between memories, as the ontology names them."""

from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import GroupId


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


class BaseEdge(BaseModel):
    """Base of every connection between two memories of one group; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    group_id: GroupId
    source: str
    target: str
    created_at: UtcTime
    valid_from: UtcTime
    valid_until: UtcTime | None = None
    weight: float = Field(default=1.0, ge=0.0, allow_inf_nan=False)
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    evidence_count: int = Field(default=1, ge=1)
    reason: str | None = None
    promotion_reason: str | None = None
    promotion_threshold: float | None = Field(default=None, allow_inf_nan=False)
    revision: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _promotion_belongs_to_promoted_to(self) -> Self:
        promotion = (self.promotion_reason, self.promotion_threshold)
        if self.type != EdgeType.PROMOTED_TO and promotion != (None, None):
            raise ValueError(f"only PROMOTED_TO has a promotion_reason and a promotion_threshold, not {self.type}")
        return self


class Edge(BaseEdge):
    """One of the twenty-four, between two memories; :mod:`memorist.memory_store.domain.edges` says what each means."""

    type: EdgeType  # pyright: ignore[reportIncompatibleVariableOverride] - frozen, so narrowing is safe

    @classmethod
    def link(
        cls,
        type_: EdgeType,
        source: str,
        target: str,
        *,
        group_id: str,
        at: datetime,
        since: datetime | None = None,
        reason: str | None = None,
    ) -> Self:
        """An edge made ``at`` a moment, which holds from then on, or ``since`` another."""
        return cls(
            type=type_,
            group_id=group_id,
            source=source,
            target=target,
            created_at=at,
            valid_from=since or at,
            reason=reason,
        )

    @property
    def id(self) -> str:
        """Stable: one edge of a type between two memories."""
        return stable_id(self.group_id, "edge", self.type, self.source, self.target)
