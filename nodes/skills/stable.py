"""Stable: which procedures are good enough to be handed on as a skill."""

from collections.abc import Sequence

from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure

MIN_USES = 4
MIN_CONFIDENCE = 0.95


class SkillVerdict(Part):
    """Decision to make a procedure a skill or not, with the reason."""

    procedure_id: str
    name: str
    fit: bool
    reason: str


def judge(procedure: Procedure, predecessors: Sequence[Procedure] = ()) -> SkillVerdict:
    """At least four uses, confidence ≥ .95, and steps that stayed as they are for the last four uses.

    ``predecessors`` are the versions that it superseded; uses are counted on over versions, so those since the last
    change of a step are the difference.
    """
    before = max((p.times_used for p in predecessors if _steps(p) != _steps(procedure)), default=0)
    since = procedure.times_used - before
    reason = f"used {procedure.times_used} times, confidence {procedure.confidence:.2f}, steps stable for {since} uses"
    fit = False
    if procedure.status is not Status.CONFIRMED:
        reason = f"its status is {procedure.status}"
    elif procedure.times_used < MIN_USES:
        reason = f"used {procedure.times_used} times, {MIN_USES} are needed"
    elif procedure.confidence < MIN_CONFIDENCE:
        reason = f"confidence {procedure.confidence:.2f}, {MIN_CONFIDENCE} is needed"
    elif since < MIN_USES:
        reason = f"its steps changed {since} uses ago, {MIN_USES} without a change are needed"
    elif not procedure.steps:
        reason = "it has no steps"
    else:
        fit = True
    return SkillVerdict(procedure_id=procedure.id, name=procedure.name, fit=fit, reason=reason)


def _steps(procedure: Procedure) -> tuple[str, ...]:
    return tuple(s.instruction for s in sorted(procedure.steps, key=lambda s: s.order))
