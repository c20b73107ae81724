"""Execution of events on an open memory; done a second time an event must change nothing."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.api.opening import open_memory
from memorist.evals.scenarios.asking import ingest, inputs_of, move_to, seen_with
from memorist.evals.scenarios.model import ActEvent, AssessEvent, IntakeEvent, ScenarioEvent
from memorist.evals.scenarios.model_doing import (
    ExportPersonaEvent,
    ImportPersonaEvent,
    MaintainEvent,
    PersonAnswers,
    SearchEvent,
    TogetherEvent,
    UndoPersonaEvent,
)
from memorist.evals.scenarios.places import Places
from memorist.evals.scenarios.texts import readable
from memorist.evals.scenarios.trace import (
    Answer,
    AuditedVerdict,
    Interrupted,
    Maintained,
    Searched,
    TakenBack,
    Together,
)
from memorist.graphs.ingestion import build_ingestion
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.promotion.state import PromotionReport


async def happen(event: ScenarioEvent, places: Places) -> tuple[IngestResult | None, Answer]:
    """Let the event happen at its time: the result of an input, or the answer to what it asks."""
    memory = seen_with(places.at(event.group), event.user)
    if event.maintain is None:  # whose passes begin where the clock stands
        move_to(memory, event.at)
    if event.input is not None and event.answer is not None:
        interrupted = await _ingest_answering(event, event.answer, memory)
        return interrupted.result, interrupted
    if event.input is not None:
        (result,) = await memory.ingest(inputs_of(event)[0])
        return result, None
    return None, await _answer(event, memory, places)


async def _ingest_answering(event: ScenarioEvent, answers: PersonAnswers, memory: OpenMemory) -> Interrupted:
    """Ingest where a person is there to be asked, and have every question answered so."""
    graph = build_ingestion(memory.store, checkpointer=InMemorySaver())
    context = IngestionContext(**memory.scope.model_dump(), now=memory.clock.now(), on_conflict="ask")
    thread: Any = {"configurable": {"thread_id": str(uuid4())}}
    questions: list[Mapping[str, Any]] = []
    answer: dict[str, Any] = await graph.ainvoke({"input": inputs_of(event)[0]}, thread, context=context)
    while answer.get("__interrupt__"):
        questions.append(answer["__interrupt__"][0].value)
        answer = await graph.ainvoke(Command(resume=answers.model_dump()), thread, context=context)
    return Interrupted(IngestResult.model_validate(answer["result"]), tuple(questions))


async def _answer(event: ScenarioEvent, memory: OpenMemory, places: Places) -> Answer:
    """Do what is neither an input nor the passing of time. Personas are the group's, not one user's."""
    here, answer = places.at(event.group), None
    match event:
        case ScenarioEvent(maintain=MaintainEvent() as given):
            answer = await _maintain(given, event, memory)
        case ScenarioEvent(search=SearchEvent() as given):
            found = await memory.search(given.query, include=given.include)
            answer = Searched(tuple(hit.memory for hit in found.hits))
        case ScenarioEvent(assess=AssessEvent() as given):
            reply = given.answer
            on_question: Callable[[Mapping[str, Any]], int | str] | None = None if reply is None else lambda _: reply
            answer = await memory.assess(given.state, agent=given.agent, on_question=on_question)
        case ScenarioEvent(act=ActEvent() as given):
            verdict = await memory.check_action(given.action, state=given.state, agent=given.agent)
            entries = await memory.store.changes.log(memory.scope, event.at)
            answer = AuditedVerdict(verdict, tuple(e.reason for e in entries if e.id == verdict.audit_id))
        case ScenarioEvent(intake=IntakeEvent() as given):
            answer = await memory.homeostasis.intake(given.form, agent=given.agent)
        case ScenarioEvent(export_skills=True):
            answer = await memory.skills.export()
        case ScenarioEvent(export_persona=ExportPersonaEvent() as given):
            answer = places.personas[event.id] = await here.personas.export(
                name=given.name, agent_type=given.agent_type
            )
        case ScenarioEvent(import_persona=ImportPersonaEvent() as given):
            answer = await here.personas.import_(places.personas[given.of].text())  # as text, the way it travels
        case ScenarioEvent(undo_persona=UndoPersonaEvent() as given):
            undo = await here.personas.undo(given.name)
            memories = await here.store.memories.of_any_agent(here.scope.group_id, undo.taken_back)
            answer = TakenBack(undo, tuple(readable(m) for m in memories))
        case ScenarioEvent(together=TogetherEvent()):
            answer = await _write_together(event, here, places.url)
        case _:
            pass
    return answer


async def _maintain(given: MaintainEvent, event: ScenarioEvent, memory: OpenMemory) -> Maintained:
    """A pass at the event's time; with ``every_days`` one each so many days from where the clock stands."""
    passes: list[PromotionReport] = []
    step = timedelta(days=given.every_days) if given.every_days else event.at - memory.clock.now()
    moment = memory.clock.now() + step
    while moment < event.at:
        move_to(memory, moment)
        passes.append(await memory.maintain(stages=given.stages))
        moment += step
    move_to(memory, event.at)
    passes.append(await memory.maintain(stages=given.stages))
    return Maintained(tuple(passes))


async def _write_together(event: ScenarioEvent, memory: OpenMemory, url: str) -> Together:
    """Each agent ingests its own inputs in order, over a connection of its own, all at the same time."""
    by_agent: dict[Any, list[dict[str, object]]] = {}
    for given in inputs_of(event):
        by_agent.setdefault(given.get("agent_id"), []).append(given)
    written = await asyncio.gather(*(_write(lines, agent, url, memory) for agent, lines in by_agent.items()))
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
