"""The demo for programs: one JSON object per line."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memorist.evals.scenarios.trace import CheckpointTrace, EventTrace, Trace
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.reading import HistoryEntry


def line_of(entry: EventTrace | CheckpointTrace) -> dict[str, Any]:
    """Return an event or a question of the demo as one object."""
    return event_line(entry) if isinstance(entry, EventTrace) else checkpoint_line(entry)


def event_line(entry: EventTrace) -> dict[str, Any]:
    """An event with its result in the form of ``ingest --json``; none when only time passed."""
    return {
        "event": entry.event.id,
        "at": time_text(entry.event.at),
        "why": entry.event.why,
        "result": entry.result.model_dump(mode="json") if entry.result else None,
    }


def checkpoint_line(entry: CheckpointTrace) -> dict[str, Any]:
    """A question with its prompt or history, and what the scenario says about it."""
    line: dict[str, Any] = {"checkpoint": entry.checkpoint.id, "at": time_text(entry.at)}
    if entry.asked:
        line |= {"task": entry.asked.task, "recall": entry.asked.recall.model_dump(mode="json")}
    if entry.history:
        line |= {"history": [_past(e) for e in entry.history]}
    scores = [{"passed": s.passed, **s.model_dump(mode="json")} for s in entry.scores]
    return line | {"passed": entry.passed, "scores": scores}


def closing_lines(trace: Trace, numbers: Mapping[str, int]) -> Sequence[dict[str, Any]]:
    """The graph in numbers, and how many expectations hold."""
    scores = [score for entry in trace.checkpoints for score in entry.scores]
    held = sum(score.passed for score in scores)
    return (
        {"numbers": dict(numbers)},
        {"expectations": len(scores), "held": held, "seconds": round(trace.seconds, 3)},
    )


def as_line(data: Mapping[str, Any]) -> str:
    """One object on one line."""
    return json.dumps(data, ensure_ascii=False)


def _past(entry: HistoryEntry) -> dict[str, Any]:
    memory = entry.memory.model_dump(mode="json")
    return {"memory": memory, "superseded_by": entry.superseded_by, "reason": entry.reason}
