"""How a memory reads in a prompt: one line that cannot be mistaken for anything but recalled text."""

from datetime import datetime

from hypomnema.memory_store.domain.identity import folded
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.domain.types import DomainModel, Episodic, HardRule, Procedure
from hypomnema.nodes.retrieval.fence import one_line as plain

MAX_LINE_CHARS = 800
"""What is longer is told by its summary, an episode without one by its beginning: one line must not push out ten."""


def line_of(memory: Memory, note: str = "") -> str:
    """The memory as a line (procedures: several) of its section."""
    if isinstance(memory, HardRule):
        return _rule(memory)
    if isinstance(memory, Procedure):
        return _procedure(memory)
    if isinstance(memory, Episodic):
        lessons = f" Lesson: {'; '.join(plain(x) for x in memory.lessons)}." if memory.lessons else ""
        outcome = f" [{memory.outcome}]" if memory.outcome != "unknown" else ""
        return f"{line_of_episode(memory.timestamp, memory.content, memory.summary)}{outcome}{lessons}"
    told = [*memory.characteristics, *memory.behaviour_rules] if isinstance(memory, DomainModel) else []
    details = f": {'; '.join(plain(x) for x in told)}" if told else ""
    return f"{plain(said_briefly(memory))}{details}{_bounds(memory, note)}"


def line_of_episode(at: datetime, content: str, summary: str = "") -> str:
    """When it was, and what happened or was said."""
    return f"{at:%Y-%m-%d %H:%M}: {plain(summary or shortened(content))}"


def said_briefly(memory: Memory) -> str:
    """The content, or the summary of a long one that has any: a statement is never cut in the middle."""
    return memory.summary or memory.content if len(memory.content) > MAX_LINE_CHARS else memory.content


def shortened(text: str) -> str:
    """The beginning of a text, to the end of a word."""
    if len(text) <= MAX_LINE_CHARS:
        return text
    return f"{text[:MAX_LINE_CHARS].rpartition(' ')[0] or text[:MAX_LINE_CHARS]} …"


def _rule(rule: HardRule) -> str:
    told = rule.reason is None or folded(rule.reason) in folded(rule.content)
    because = "" if told else f" Reason: {plain(str(rule.reason))}."
    instead = f" Instead: {', '.join(plain(a) for a in rule.alternatives)}." if rule.alternatives else ""
    return f"[{rule.severity}] {plain(rule.content).rstrip('.')}.{because}{instead}"


def _procedure(procedure: Procedure) -> str:
    steps = "\n".join(f"  {s.order}. {plain(s.instruction)}" for s in sorted(procedure.steps, key=lambda s: s.order))
    rate = f"success rate {procedure.success_rate:.0%}, used {procedure.times_used}×"
    used = rate if procedure.times_used else "not used yet"
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
