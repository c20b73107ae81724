"""The few things that a replay does with an open memory."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.api.opening import open_memory
from memorist.evals.scenarios.model import ScenarioEvent
from memorist.evals.scenarios.model_memory import RecallExpectation
from memorist.evals.scenarios.trace import AskedRecall
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.rule_snapshot import RuleSnapshots
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.retrieval.result import Recall

NOWHERE = "falkor://127.0.0.1:1"
"""An address at which no store answers."""
SOON = 0.5
"""Seconds after which it is given up."""


def move_to(memory: OpenMemory, moment: datetime) -> None:
    """Put the clock of a replay to ``moment``."""
    if not isinstance(memory.clock, VirtualClock):
        raise TypeError("a scenario needs a memory with a virtual clock")
    memory.clock.move_to(moment)


def inputs_of(event: ScenarioEvent) -> list[dict[str, object]]:
    """All inputs of an event, each with the event's time unless it has its own."""
    return [{"at": event.at.isoformat(), **given} for given in event.inputs]


def seen_with(memory: OpenMemory, user: str | None, agent: str | None = None) -> OpenMemory:
    """The memory with the eyes of a user and an agent; null: those that it was opened for."""
    return memory.as_user(user or memory.scope.user_id, agent=agent)


async def ingest(memory: OpenMemory, lines: Iterable[Mapping[str, Any]]) -> list[IngestResult]:
    """Ingest each input as the user that it names: nobody else may."""
    return [result for given in lines for result in await seen_with(memory, given.get("user_id")).ingest(given)]


async def everything(memory: OpenMemory, agent: str | None = None) -> list[Memory]:
    """All memories that the reader may see, of whatever status and time."""
    return await memory.store.memories.all(seen_with(memory, None, agent).scope, statuses=[*Status])


async def everyones(memory: OpenMemory, agents: tuple[str, ...]) -> list[Memory]:
    """Return the memories that any of the agents and users may see, each once."""
    whole = memory.as_user(None)
    found = {m.id: m for agent in (None, *agents) for m in await everything(whole, agent)}
    return list(found.values())


async def fingerprint(memory: OpenMemory, agents: tuple[str, ...]) -> dict[str, str]:
    """Every memory with all of its fields, and how many of everything there are."""
    numbers = await counts(memory)
    return {m.id: m.model_dump_json() for m in await everyones(memory, agents)} | numbers


async def counts(memory: OpenMemory) -> dict[str, str]:
    """Return how many of everything there are, the change log included."""
    await memory.store.settled()  # uses are counted in the background
    numbers = await memory.store.admin.numbers(memory.scope.group_id)
    return {f"number of {what}": str(count) for what, count in numbers.items()}


async def ask(
    memory: OpenMemory, asked: RecallExpectation, agent: str | None = None, group: str | None = None
) -> AskedRecall:
    """Assemble the prompt for a task, and note which hard rules were live."""
    rules = await memory.store.memories.all(
        seen_with(memory, None, agent).scope, types=["semantic:hard_rule"], as_of=asked.as_of, known_at=asked.known_at
    )
    if asked.without_store:
        recall = await _ask_without_store(memory, asked.task, agent)
    else:
        recall = await memory.recall(
            asked.task, as_of=asked.as_of, known_at=asked.known_at, agent=agent, target=asked.target
        )
    return AskedRecall(asked.task, recall, tuple(rules), group=group, without_store=bool(asked.without_store))


async def _ask_without_store(memory: OpenMemory, task: str, agent: str | None) -> Recall:
    """Ask on a machine that knew the rules and cannot reach the store any more."""
    await memory.store.settled()  # the snapshot is written in the background
    scope = seen_with(memory, None, agent).scope
    settings = memory.store.settings.model_copy(update={"connect_timeout": SOON})
    last = memory.store.rules.snapshots.read(scope.group_id)
    if last is not None:
        RuleSnapshots.of(settings, NOWHERE).write(scope.group_id, last.rules, last.at)
    async with open_memory(
        NOWHERE,
        group=scope.group_id,
        agent=scope.agent_id,
        user=scope.user_id,
        clock=memory.clock,
        embedder=memory.store.embedder,
        settings=settings,
        degraded=True,
    ) as away:
        return await away.recall(task)
