"""Events and their answers in words, for reports: what asked for something, and what came back."""

import json
from collections.abc import Iterator
from textwrap import shorten

from pydantic import BaseModel

from memorist.api.homeostasis import Intake
from memorist.api.skills import SkillExport
from memorist.evals.scenarios.model import EVENT_KINDS, ScenarioEvent
from memorist.evals.scenarios.story import what_happened
from memorist.evals.scenarios.trace import Answer, AuditedVerdict
from memorist.nodes.homeostasis.result import Assessment

LONG = 400
"""Characters of something that has no words of its own."""


def happened(event: ScenarioEvent, user: str | None) -> str:
    """What came in, in one line or two; ``user`` is who speaks where an input does not say."""
    if event.input is not None:
        return what_happened({"user_id": user, **event.input} if user else event.input)
    if event.assess is not None:
        return f"{event.assess.agent or 'the agent'} asks how it is doing: {_short(event.assess.state)}"
    if event.act is not None:
        return f"{event.act.agent or 'the agent'} wants to: {_short(event.act.action)}"
    if event.advance:
        return "time passes"
    kind = next(name for name in EVENT_KINDS if getattr(event, name) is not None)
    given = getattr(event, kind)
    return kind.replace("_", " ") + ("" if given is True else f": {_short(given)}")


def answered(answer: Answer) -> Iterator[str]:
    """What came of an event that asks for something, a line each."""
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
        case _:
            yield _short(answer)


def _short(given: object) -> str:
    plain = given.model_dump(mode="json", exclude_none=True) if isinstance(given, BaseModel) else given
    return shorten(json.dumps(plain, ensure_ascii=False, default=str), LONG, placeholder=" …")
