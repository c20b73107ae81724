"""Execution of events on an open memory; done a second time an event must change nothing."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memorist.api.homeostasis import OnQuestion
from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.evals.scenarios import doing
from memorist.evals.scenarios.asking import input_of, move_to, seen_with
from memorist.evals.scenarios.model import ActEvent, ScenarioEvent
from memorist.evals.scenarios.places import Places
from memorist.evals.scenarios.trace import Answer, AuditedVerdict
from memorist.nodes.ingestion.result import IngestResult


async def happen(event: ScenarioEvent, places: Places) -> tuple[IngestResult | None, Answer]:
    """Let the event happen at its time: the result of an input, or the answer to what it asks."""
    memory = seen_with(places.at(event.group), event.user)
    if event.maintain is not None:
        return None, await doing.maintain(event, event.maintain, memory)
    move_to(memory, event.at)
    if event.input is not None and event.answer is not None:
        interrupted = await doing.ingest_answering(event, event.answer, memory)
        return interrupted.result, interrupted
    if event.input is not None:
        (result,) = await memory.ingest(input_of(event))
        return result, None
    return None, await _answer(event, memory) or await _travelled(event, places)


async def _travelled(event: ScenarioEvent, places: Places) -> Answer:
    if event.export_persona is not None:
        return await doing.export_persona(event, places)
    if event.import_persona is not None:
        return await doing.import_persona(event, places)
    if event.undo_persona is not None:
        return await doing.undo_persona(event, places)
    return await doing.write_together(event, places) if event.together is not None else None


async def _answer(event: ScenarioEvent, memory: OpenMemory) -> Answer:
    if event.assess is not None:
        ask = _answering(event.assess.answer) if event.assess.answer is not None else None
        return await memory.assess(event.assess.state, agent=event.assess.agent, on_question=ask)
    if event.act is not None:
        return await _checked(event.act, event.at, memory)
    if event.intake is not None:
        return await memory.homeostasis.intake(event.intake.form, agent=event.intake.agent)
    if event.export_skills is not None:
        return await memory.skills.export()
    return await doing.search(event, memory) if event.search is not None else None


def _answering(said: int | str) -> OnQuestion:
    def answer(_: Mapping[str, Any]) -> int | str:
        return said

    return answer


async def _checked(act: ActEvent, at: datetime, memory: OpenMemory) -> AuditedVerdict:
    verdict = await memory.check_action(act.action, state=act.state, agent=act.agent)
    entries = await memory.store.changes.log(memory.scope, at)
    return AuditedVerdict(verdict, tuple(e.reason for e in entries if e.id == verdict.audit_id))
