"""Events and their answers in words, for reports: what asked for something, and what came back."""

import json
from collections.abc import Iterator
from textwrap import shorten

from pydantic import BaseModel

from memorist.api.homeostasis import Intake
from memorist.api.skills import SkillExport
from memorist.evals.scenarios.done_scorers import fates, knowledge_text
from memorist.evals.scenarios.model import EVENT_KINDS, ScenarioEvent
from memorist.evals.scenarios.story import what_happened
from memorist.evals.scenarios.texts import one_line
from memorist.evals.scenarios.trace import (
    Answer,
    AuditedVerdict,
    Interrupted,
    Maintained,
    Searched,
    TakenBack,
    Together,
)
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.take_in import PersonaImport

LONG = 400
"""Characters of something that has no words of its own."""


def happened(event: ScenarioEvent, user: str | None) -> str:
    """Return an event in one line or two; ``user`` is the speaker if an input names none."""
    if event.input is not None:
        return what_happened({"user_id": user, **event.input} if user else event.input)
    if event.assess is not None:
        return f"{event.assess.agent or 'the agent'} asks how it is doing: {_short(event.assess.state)}"
    if event.act is not None:
        return f"{event.act.agent or 'the agent'} wants to: {_short(event.act.action)}"
    if event.advance:
        return "time passes"
    if event.together is not None:
        return "\n".join(
            ["at the same time:", *(what_happened({"user_id": user, **i} if user else i) for i in event.inputs)]
        )
    if event.maintain is not None:
        return "maintenance" + (f" every {event.maintain.every_days} days" if event.maintain.every_days else "")
    if event.search is not None:
        also = f", also among {', '.join(event.search.include)}" if event.search.include else ""
        return f"{event.search.user or user or 'somebody'} searches “{event.search.query}”{also}"
    kind = next(name for name in EVENT_KINDS if getattr(event, name) is not None)
    given = getattr(event, kind)
    return kind.replace("_", " ") + ("" if given is True else f": {_short(given)}")


def answered(answer: Answer) -> Iterator[str]:
    """Return the result of an event that asks for something, a line each."""
    match answer:
        case None:
            return
        case Assessment():
            yield from (f"{d.name}: {d.state} ({'; '.join(d.evidence)})" for d in answer.dimensions)
            yield from (f"advice: {line}" for line in answer.advice)
            if answer.question:
                yield f"question: {answer.question.question} → {answer.question.answer or answer.question.when}"
        case AuditedVerdict():
            given = answer.verdict
            yield f"{given.action}: {given.reason} {given.alternative}".strip(": ")
        case SkillExport():
            yield from (f"{v.name}: {'a skill' if v.fit else 'not yet'}, {v.reason}" for v in answer.verdicts)
        case Intake():
            yield from (f"rule: {m.content}" for rule in answer.rules for m in rule.memories)
        case Maintained():
            yield from (f"{d.what}: {d.content} ({d.why})" for report in answer.passes for d in report.done)
            yield from (f"question: {q.question}" for report in answer.passes for q in report.questions)
        case Searched():
            yield from (f"found {one_line(memory)}" for memory in answer.found)
        case Interrupted():
            yield from (f"asked: {_short(dict(question))}" for question in answer.questions)
        case PersonaFile():
            yield from (f"holds {knowledge_text(knowledge)}" for knowledge in answer.knowledge())
            yield from (f"removed {r.kind}: {r.count}, {r.reason}" for r in answer.removals)
        case PersonaImport() | TakenBack():
            yield from (f"{fate.replace('_', ' ')}: {content}" for fate, content in fates(answer))
        case Together():
            return  # what was ingested is told by its results


def _short(given: object) -> str:
    plain = given.model_dump(mode="json", exclude_none=True) if isinstance(given, BaseModel) else given
    return shorten(json.dumps(plain, ensure_ascii=False, default=str), LONG, placeholder=" …")
