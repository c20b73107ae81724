"""Events of a scenario besides inputs: maintenance, a search, a persona on its way, many writers at once."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.api.opening import open_memory
from memorist.evals.scenarios.asking import ingest, input_of, inputs_of, move_to
from memorist.evals.scenarios.model import ScenarioEvent
from memorist.evals.scenarios.model_doing import MaintainEvent, PersonAnswers
from memorist.evals.scenarios.places import Places
from memorist.evals.scenarios.texts import readable
from memorist.evals.scenarios.trace import Interrupted, Maintained, Searched, TakenBack, Together
from memorist.graphs.ingestion import build_ingestion
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.take_in import PersonaImport
from memorist.nodes.promotion.state import PromotionReport


async def maintain(event: ScenarioEvent, wanted: MaintainEvent, memory: OpenMemory) -> Maintained:
    """A pass at the event's time; with ``every_days`` one each so many days from where the clock stands."""
    passes: list[PromotionReport] = []
    if wanted.every_days is not None:
        moment = memory.clock.now() + timedelta(days=wanted.every_days)
        while moment < event.at:
            move_to(memory, moment)
            passes.append(await memory.maintain(stages=wanted.stages))
            moment += timedelta(days=wanted.every_days)
    move_to(memory, event.at)
    passes.append(await memory.maintain(stages=wanted.stages))
    return Maintained(tuple(passes))


async def search(event: ScenarioEvent, memory: OpenMemory) -> Searched:
    """A person's search."""
    assert event.search is not None
    found = await memory.search(event.search.query, include=event.search.include)
    return Searched(tuple(hit.memory for hit in found.hits))


async def export_persona(event: ScenarioEvent, places: Places) -> PersonaFile:
    """Write the file, and keep it for whoever takes it in."""
    assert event.export_persona is not None
    wanted = event.export_persona
    file = await places.at(event.group).personas.export(name=wanted.name, agent_type=wanted.agent_type)
    places.personas[event.id] = file
    return file


async def import_persona(event: ScenarioEvent, places: Places) -> PersonaImport:
    """Take a file in as text, the way it travels."""
    assert event.import_persona is not None
    return await places.at(event.group).personas.import_(places.personas[event.import_persona.of].text())


async def undo_persona(event: ScenarioEvent, places: Places) -> TakenBack:
    """Take an import back."""
    assert event.undo_persona is not None
    memory = places.at(event.group)
    undo = await memory.personas.undo(event.undo_persona.name)
    memories = await memory.store.memories.of_any_agent(memory.scope.group_id, undo.taken_back)
    return TakenBack(undo, tuple(readable(m) for m in memories))


async def write_together(event: ScenarioEvent, places: Places) -> Together:
    """Each agent ingests its own inputs in order, over a connection of its own, all at the same time."""
    memory = places.at(event.group)
    by_agent: dict[Any, list[dict[str, object]]] = {}
    for given in inputs_of(event):
        by_agent.setdefault(given.get("agent_id"), []).append(given)
    written = await asyncio.gather(*(_write(lines, agent, places.url, memory) for agent, lines in by_agent.items()))
    return Together(tuple(result for results in written for result in results))


async def _write(
    lines: Sequence[Mapping[str, Any]], agent: str | None, url: str, memory: OpenMemory
) -> list[IngestResult]:
    async with open_memory(
        url,
        group=memory.scope.group_id,
        agent=agent or memory.scope.agent_id,
        user=memory.scope.user_id,
        clock=memory.clock,
        embedder=memory.store.embedder,
        settings=memory.store.settings,
    ) as own:
        return await ingest(own, lines)


async def ingest_answering(event: ScenarioEvent, said: PersonAnswers, memory: OpenMemory) -> Interrupted:
    """Ingest where a person is there to be asked, and have every question answered so."""
    graph = build_ingestion(memory.store, checkpointer=InMemorySaver())
    context = IngestionContext(**memory.scope.model_dump(), now=memory.clock.now(), on_conflict="ask")
    thread: Any = {"configurable": {"thread_id": str(uuid4())}}
    questions: list[Mapping[str, Any]] = []
    answer: dict[str, Any] = await graph.ainvoke({"input": input_of(event)}, thread, context=context)
    while answer.get("__interrupt__"):
        questions.append(answer["__interrupt__"][0].value)
        answer = await graph.ainvoke(Command(resume=said.model_dump()), thread, context=context)
    return Interrupted(IngestResult.model_validate(answer["result"]), tuple(questions))
