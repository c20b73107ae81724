"""The texts of memories in which a scenario looks for words."""

from collections.abc import Iterator
from datetime import datetime

from memorist.evals.scenarios.trace import TakenBack
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import Decision, Episodic, HardRule, Procedure
from memorist.nodes.persona.file import PersonaKnowledge
from memorist.nodes.persona.take_in import PersonaImport


def readable(memory: Memory) -> str:
    """Everything that a memory says in words."""
    return "\n".join(part for part in _parts(memory) if part)


def _parts(memory: Memory) -> Iterator[str]:
    yield memory.content
    yield memory.summary
    match memory:
        case Episodic():
            yield from memory.lessons
        case Procedure():
            yield memory.name
            yield trigger_text(memory)
            yield steps_text(memory)
        case HardRule():
            yield memory.reason or ""
            yield from memory.alternatives
        case Decision():
            yield memory.reasoning or ""
        case _:
            pass


def trigger_text(memory: Memory) -> str:
    """Return the trigger of a procedure; empty for other memories."""
    return "\n".join((memory.trigger.pattern, *memory.trigger.context)) if isinstance(memory, Procedure) else ""


def steps_text(memory: Memory) -> str:
    """The steps of a procedure; nothing for other memories."""
    return "\n".join(step.instruction for step in memory.steps) if isinstance(memory, Procedure) else ""


def application_text(memory: Memory) -> str:
    """Return all texts of a memory that say what it applies to."""
    claim = memory.claim
    narrowed = (claim.qualifier, claim.topic, *claim.platforms) if claim else ()
    return "\n".join(part for part in (*narrowed, memory.domain, *memory.technology, *memory.tags) if part)


def type_within(type_: str, name: str) -> bool:
    """Return true if a type is ``name``, or of the family (``semantic``) of this name."""
    return f"{type_}:".startswith(f"{name}:")


def one_line(memory: Memory) -> str:
    """A memory for a report: type, status, confidence, validity, content."""
    until = day(memory.valid_until) or memory.valid_until_condition or "now"
    span = f"{day(memory.valid_from)} to {until}"
    return f"{memory.type} [{memory.status}, {memory.confidence:.2f}, {span}] {memory.content}"


def day(moment: datetime | None) -> str:
    """The day of a time, or nothing."""
    return moment.date().isoformat() if moment else ""


def fates(answer: PersonaImport | TakenBack) -> Iterator[tuple[str, str]]:
    """Return the fate and the content of each memory of a persona."""
    if isinstance(answer, PersonaImport):
        yield from ((arrival.effect, arrival.content) for arrival in answer.arrivals)
        return
    yield from (("taken_back", content) for content in answer.contents)
    yield from (("kept", kept.content) for kept in answer.undo.kept)


def knowledge_text(knowledge: PersonaKnowledge) -> str:
    """Return the words of a memory of a persona, its details included."""
    details = " ".join(str(value) for value in knowledge.details().values() if value not in (None, "", (), []))
    return f"{knowledge.type}: {knowledge.content} {details}".strip()
