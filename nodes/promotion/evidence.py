"""Evidence of a promotion, as data: judgements see this and nothing else."""

from datetime import timedelta
from enum import IntEnum

from pydantic import Field

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Confidence, Part

CIRCULAR_WEIGHT = 0.5
"""Evidence whose lineage contains the target counts half (000, 004)."""


class Severity(IntEnum):
    """Damage of acting against a memory."""

    NONE = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3


class Support(Part):
    """One piece of evidence.

    Args:
        id: the memory or raw episode that speaks.
        at: when it happened.
        circular: whether its lineage contains what it is to support.
        agent: whose experience it is; null for the group's.
    """

    id: str
    at: UtcTime
    circular: bool = False
    agent: str | None = None

    @property
    def weight(self) -> float:
        """1, or a half if it is circular."""
        return CIRCULAR_WEIGHT if self.circular else 1.0


class PromotionEvidence(Part):
    """Everything that a rule may ask about.

    Args:
        supports: what speaks for it.
        similarity: the least similarity between any two supports that are taken as one pattern.
        contradictions: ids of what speaks against it.
        confidence: of the memory that would climb.
        severity: of acting against it.
        accesses: how often it was recalled.
        trigger: when a procedure would apply, if that can be told.
        steps: what it would say to do.
        confirmed: whether the memory that would climb is past its probation.
    """

    supports: tuple[Support, ...] = ()
    similarity: Confidence = 1.0
    contradictions: tuple[str, ...] = ()
    confidence: Confidence = 0.0
    severity: Severity = Severity.NONE
    accesses: int = Field(default=0, ge=0)
    trigger: str | None = None
    steps: tuple[str, ...] = ()
    confirmed: bool = True

    @property
    def count(self) -> float:
        """Number of supports; circular ones count half."""
        return sum(support.weight for support in self.supports)

    @property
    def span(self) -> timedelta:
        """From the first support to the last."""
        times = [support.at for support in self.supports]
        return max(times) - min(times) if times else timedelta(0)

    @property
    def agents(self) -> frozenset[str]:
        """Agents that have seen it."""
        return frozenset(support.agent for support in self.supports if support.agent)
