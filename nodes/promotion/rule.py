"""A rung of the ladder as data, and the one question it answers: is this evidence enough?"""

from collections.abc import Iterator
from datetime import timedelta

from memorist.memory_store.domain.memory import Level, Part
from memorist.nodes.promotion.evidence import PromotionEvidence, Severity


class Need(Part):
    """One requirement, and whether it is met."""

    met: bool
    said: str


class Admission(Part):
    """The answer: admits or not, with what was counted and why.

    Args:
        rule: the rule's name.
        admits: whether every need is met.
        count: supports, circular ones at half weight.
        needs: every requirement in words, with what was found.
    """

    rule: str
    admits: bool
    count: float
    needs: tuple[Need, ...]

    @property
    def reason(self) -> str:
        """The reason of the decision: everything that is met, or else what is missing."""
        wanted = [need.said for need in self.needs if need.met == self.admits]
        return ("" if self.admits else "not yet: ") + "; ".join(wanted)


class PromotionRule(Part):
    """Conditions of climbing one rung. What is null is not asked for.

    Args:
        name: for reasons, the change log and the edge's threshold.
        source: the rung it starts from, as SPEC's table names it.
        target: the rung it leads to; null where only the status changes.
        threshold: the figure that PROMOTED_TO carries.
        supports: so many pieces of evidence.
        similarity: at least so similar to each other.
        apart: the first and the last this far from each other: a pattern, not mere repetition.
        uncontradicted: nothing may speak against it.
        confidence: the climber's own, at least.
        severity: of acting against it, at least.
        agents: so many different agents must have seen it.
        accesses: so often recalled.
        procedural: a trigger and concrete steps can be told.
        confirmed: the climber is past its probation.
    """

    name: str
    source: str
    target: Level | None
    threshold: float
    supports: float | None = None
    similarity: float | None = None
    apart: timedelta | None = None
    uncontradicted: bool = False
    confidence: float | None = None
    severity: Severity | None = None
    agents: int | None = None
    accesses: int | None = None
    procedural: bool = False
    confirmed: bool = False

    def admits(self, evidence: PromotionEvidence) -> Admission:
        """Judge the evidence; pure."""
        needs = tuple(self._needs(evidence))
        return Admission(
            rule=self.name,
            admits=all(need.met for need in needs),
            count=evidence.count,
            needs=needs,
        )

    def _needs(self, evidence: PromotionEvidence) -> Iterator[Need]:
        if self.supports is not None:
            circular = sum(support.circular for support in evidence.supports)
            half = f", {circular} of them circular at half weight" if circular else ""
            yield _need(evidence.count >= self.supports, f"{evidence.count:g} of {self.supports:g} supports{half}")
        if self.similarity is not None:
            yield _need(
                evidence.similarity >= self.similarity,
                f"similarity {evidence.similarity:.2f} of {self.similarity:g}",
            )
        if self.apart is not None:
            yield _need(evidence.span >= self.apart, f"{_hours(evidence.span)} of {_hours(self.apart)} apart")
        if self.uncontradicted:
            against = len(evidence.contradictions)
            yield _need(against == 0, f"{against} contradictions" if against else "no contradiction")
        if self.confidence is not None:
            yield _need(
                evidence.confidence >= self.confidence, f"confidence {evidence.confidence:.2f} of {self.confidence:g}"
            )
        if self.severity is not None:
            yield _need(
                evidence.severity >= self.severity,
                f"consequence severity {evidence.severity.name.lower()}, {self.severity.name.lower()} or more is asked",
            )
        if self.agents is not None:
            yield _need(len(evidence.agents) >= self.agents, f"{len(evidence.agents)} of {self.agents} agents")
        if self.accesses is not None:
            yield _need(evidence.accesses >= self.accesses, f"{evidence.accesses} of {self.accesses} accesses")
        if self.procedural:
            yield _need(evidence.trigger is not None, f"trigger: {evidence.trigger or 'none'}")
            yield _need(bool(evidence.steps), f"{len(evidence.steps)} concrete steps")
        if self.confirmed:
            yield _need(evidence.confirmed, "confirmed" if evidence.confirmed else "still on probation")


def _need(met: bool, said: str) -> Need:
    return Need(met=met, said=said)


def _hours(span: timedelta) -> str:
    hours = span.total_seconds() / 3600
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.0f} days"
