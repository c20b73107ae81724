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
    before = max((p.times_used for p in predecessors if instructions(p) != instructions(procedure)), default=0)
    since = procedure.times_used - before
    used, confidence = f"used {procedure.times_used} times", f"confidence {procedure.confidence:.2f}"
    reasons = (
        (procedure.status is not Status.CONFIRMED, f"its status is {procedure.status}"),
        (procedure.times_used < MIN_USES, f"{used}, {MIN_USES} are needed"),
        (procedure.confidence < MIN_CONFIDENCE, f"{confidence}, {MIN_CONFIDENCE} is needed"),
        (since < MIN_USES, f"its steps changed {since} uses ago, {MIN_USES} without a change are needed"),
        (not procedure.steps, "it has no steps"),
    )
    unfit = next((reason for so, reason in reasons if so), None)
    reason = unfit or f"{used}, {confidence}, steps stable for {since} uses"
    return SkillVerdict(procedure_id=procedure.id, name=procedure.name, fit=unfit is None, reason=reason)


def instructions(procedure: Procedure) -> list[str]:
    """The steps in words, in their order."""
    return [step.instruction for step in sorted(procedure.steps, key=lambda step: step.order)]
