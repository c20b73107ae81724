"""The line of a memory in a prompt, which cannot be mistaken for anything but recalled text."""

from datetime import date, timedelta

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import FROM_DOCUMENT, UNDATED, HardRule, Procedure
from memorist.nodes.dates.zone import local_time
from memorist.nodes.retrieval.fence import one_line as plain

MAX_LINE_CHARS = 800
"""Length of a line; longer text is replaced by its summary, an episode without one by its beginning: one line must not
push out ten."""

LONG_AGO = timedelta(days=180)
"""Age from which a line says in which month it was told."""


def line_of(memory: Memory | Glance, note: str = "", *, now: str = "", dated: bool = True) -> str:
    """The memory as a line (procedures: several) of its section; the arguments are :func:`line_at_a_glance`'s."""
    if isinstance(memory, HardRule):
        return _rule(memory)
    if isinstance(memory, Procedure):
        return _procedure(memory)
    seen = memory if isinstance(memory, Glance) else Glance.of(memory)
    return line_at_a_glance(seen, note, now=now, dated=dated)


def line_at_a_glance(memory: Glance, note: str = "", *, now: str = "", dated: bool = True) -> str:
    """The line of a memory that is neither a rule nor a procedure, of which no more was read.

    Args:
        memory: what is told.
        note: why it is told; who replaced it is part of the line.
        now: text that sorts as time; tells what is only about to begin, and what was told long ago.
        dated: tell also the day on which it was merely told: it takes as many tokens as a short statement.
    """
    if memory.type == "episodic":
        lessons = f" Lesson: {'; '.join(map(plain, told))}." if (told := memory.own.get("lessons")) else ""
        outcome = f" [{end}]" if (end := memory.own.get("outcome", "unknown")) != "unknown" else ""
        return f"{line_of_episode(memory.own['timestamp'], memory.content, memory.summary)}{outcome}{lessons}"
    details = f": {'; '.join(map(plain, told))}" if (told := characteristics(memory)) else ""
    return f"{plain(said_briefly(memory))}{details}{_bounds(memory, note, now, dated=dated)}"


def characteristics(memory: Glance) -> list[str]:
    """Return the characteristics in the model of a field; empty for any other memory."""
    if memory.type != "model:domain":
        return []
    return [*memory.own.get("characteristics", ()), *memory.own.get("behaviour_rules", ())]


def line_of_episode(at: str, content: str, summary: str = "") -> str:
    """Return the time (text that sorts as time), and the events or words of an episode."""
    fits = len(content) <= MAX_LINE_CHARS
    return f"{_minute(at)}: {plain(content if fits else summary or shortened(content))}"


def _day(time: str) -> str:
    return local_time(time)[: len("2026-02-01")]


def _clock(time: str) -> str:
    return local_time(time)[len("2026-02-01T") : len("2026-02-01T17:00")]


def _minute(time: str) -> str:
    return f"{_day(time)} {_clock(time)}"


def said_briefly(memory: Memory | Glance) -> str:
    """The content, or the summary of a long one that has any: a statement is never cut in the middle."""
    return memory.summary or memory.content if len(memory.content) > MAX_LINE_CHARS else memory.content


def shortened(text: str) -> str:
    """The beginning of a text, to the end of a word."""
    if len(text) <= MAX_LINE_CHARS:
        return text
    return f"{text[:MAX_LINE_CHARS].rpartition(' ')[0] or text[:MAX_LINE_CHARS]} …"


def _rule(rule: HardRule) -> str:
    told = rule.reason is None or folded(rule.reason) in folded(rule.content)
    because = "" if told else f" Reason: {shortened(plain(str(rule.reason))).rstrip('.')}."
    others = shortened(", ".join(plain(a) for a in rule.alternatives))
    instead = f" Instead: {others}." if others else ""
    return f"[{rule.severity}] {plain(rule.content).rstrip('.')}.{because}{instead}"


def _procedure(procedure: Procedure) -> str:
    steps = "\n".join(f"  {s.order}. {plain(s.instruction)}" for s in sorted(procedure.steps, key=lambda s: s.order))
    rate = f"success rate {procedure.success_rate:.0%}, used {procedure.times_used}×"
    used = rate if procedure.times_used else "not used yet"
    until = f", until {plain(procedure.valid_until_condition)}" if procedure.valid_until_condition else ""
    return f"{plain(procedure.name)} — when: {plain(procedure.trigger.pattern)} ({used}{until})\n{steps}"


def _span(since: str, until: str) -> str:
    """From when to when (exclusive): what ends at midnight by its last day, whole days as days."""
    if since < until and _clock(until) == "00:00":
        last = (date.fromisoformat(_day(until)) - timedelta(days=1)).isoformat()
        if _clock(since) != "00:00":
            return f"since {_day(since)}, until {last}"
        return f"on {last}" if last == _day(since) else f"from {_day(since)} to {last}"
    end = _clock(until) if _day(until) == _day(since) else _minute(until)
    return f"from {_minute(since)} to {end}"


def _begin(since: str, now: str, *, dated: bool) -> str:
    """From when on: a day that was named (it begins at midnight) always, else when it was told if that is asked for or
    long ago."""
    if "" < now < since:
        return f"from {_day(since)} on"
    if dated or not now or _clock(since) == "00:00":
        return f"since {_day(since)}"
    age = date.fromisoformat(_day(now)) - date.fromisoformat(_day(since))
    return f"told {_day(since)[: len('2026-02')]}" if age >= LONG_AGO else ""


def _bounds(memory: Glance, note: str, now: str, *, dated: bool) -> str:
    since, until = memory.valid_from, memory.valid_until
    observed = memory.type == "observation" or memory.extraction_method.startswith("promotion:")  # nobody told it
    bounds = [_span(since, until) if until is not None else _begin(since, now, dated=dated or observed)]
    if UNDATED in memory.tags:
        bounds = [f"until {_minute(until)}"] if until is not None else []
    if memory.extraction_method == FROM_DOCUMENT and memory.type != "semantic:reference":
        bounds.insert(0, f"from a document of {memory.user}" if memory.user else "from a document")
    ends = memory.valid_until_condition
    if ends and f"until {ends}".casefold() not in memory.content.casefold():  # which says it itself
        bounds.append(f"until {plain(ends)}")
    if memory.status == Status.CONTESTED:
        bounds.append("contested")
    if memory.confidence < 0.6:
        bounds.append(f"uncertain, {memory.confidence:.2f}")
    if note.startswith("superseded by"):
        bounds.append(plain(note))
    told = "; ".join(filter(None, bounds))
    return f" ({told})" if told else ""
