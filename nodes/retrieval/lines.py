"""How a memory reads in a prompt: one line that cannot be mistaken for anything but recalled text."""

import re

from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.domain.types import Episodic, HardRule, Procedure

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_FENCE = re.compile(r"<(?=\s*/?\s*recalled)", re.IGNORECASE)


def plain(text: str) -> str:
    """``text`` on one line, without control characters, unable to close the fence or to begin a heading."""
    flat = " ".join(_CONTROL.sub(" ", text).split())
    return _FENCE.sub("‹", flat).replace("```", "ʼʼʼ").lstrip("#>-*=` ") or "…"


def line_of(memory: Memory, note: str = "") -> str:
    """The memory as a line (procedures: several) of its section."""
    if isinstance(memory, HardRule):
        return _rule(memory)
    if isinstance(memory, Procedure):
        return _procedure(memory)
    if isinstance(memory, Episodic):
        lessons = f" Lesson: {'; '.join(plain(x) for x in memory.lessons)}." if memory.lessons else ""
        outcome = f" [{memory.outcome}]" if memory.outcome != "unknown" else ""
        return f"{memory.timestamp:%Y-%m-%d %H:%M}: {plain(memory.summary or memory.content)}{outcome}{lessons}"
    return f"{plain(memory.content)}{_bounds(memory, note)}"


def _rule(rule: HardRule) -> str:
    because = f" Reason: {plain(rule.reason)}." if rule.reason else ""
    instead = f" Instead: {', '.join(plain(a) for a in rule.alternatives)}." if rule.alternatives else ""
    return f"[{rule.severity}] {plain(rule.content).rstrip('.')}.{because}{instead}"


def _procedure(procedure: Procedure) -> str:
    steps = "\n".join(f"  {s.order}. {plain(s.instruction)}" for s in sorted(procedure.steps, key=lambda s: s.order))
    used = f"success rate {procedure.success_rate:.0%}, used {procedure.times_used}×"
    until = f", until {plain(procedure.valid_until_condition)}" if procedure.valid_until_condition else ""
    return f"{plain(procedure.name)} — when: {plain(procedure.trigger.pattern)} ({used}{until})\n{steps}"


def _bounds(memory: Memory, note: str) -> str:
    since = f"{memory.valid_from:%Y-%m-%d}"
    if memory.valid_until is not None:
        same_day = memory.valid_until.date() == memory.valid_from.date()
        span = f"{memory.valid_from:%Y-%m-%d %H:%M} to {memory.valid_until:{'%H:%M' if same_day else '%Y-%m-%d %H:%M'}}"
        bounds = [f"from {span}"]
    else:
        bounds = [f"since {since}"]
    if memory.valid_until_condition:
        bounds.append(f"until {plain(memory.valid_until_condition)}")
    if memory.status is Status.CONTESTED:
        bounds.append("contested")
    if memory.confidence < 0.6:
        bounds.append(f"uncertain, {memory.confidence:.2f}")
    if note.startswith("superseded by"):
        bounds.append(plain(note))
    return f" ({'; '.join(bounds)})"
