"""The few things that a replay does with an open memory."""

from datetime import datetime

from hypomnema.evals.scenarios.model import RecallExpectation, ScenarioEvent
from hypomnema.evals.scenarios.trace import AskedRecall
from hypomnema.graphs.memory import Memory as OpenMemory
from hypomnema.memory_store.domain.clock import VirtualClock
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.status import Status


def move_to(memory: OpenMemory, moment: datetime) -> None:
    """Put the clock of a replay to ``moment``."""
    if not isinstance(memory.clock, VirtualClock):
        raise TypeError("a scenario needs a memory with a virtual clock")
    memory.clock.move_to(moment)


def input_of(event: ScenarioEvent) -> dict[str, object]:
    """The input of an event, with the event's time unless it has its own."""
    return {"at": event.at.isoformat(), **(event.input or {})}


async def everything(memory: OpenMemory) -> list[Memory]:
    """All memories that the reader may see, of whatever status and time."""
    return await memory.store.memories(memory.scope, statuses=[*Status])


async def ask(memory: OpenMemory, asked: RecallExpectation) -> AskedRecall:
    """Assemble the prompt for a task, and note which hard rules were live."""
    rules = await memory.store.memories(
        memory.scope, types=["semantic:hard_rule"], as_of=asked.as_of, known_at=asked.known_at
    )
    recall = await memory.recall(asked.task, as_of=asked.as_of, known_at=asked.known_at, agent=asked.agent)
    return AskedRecall(asked.task, recall, tuple(rules))
