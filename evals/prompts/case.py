"""Memories of some people, and tasks with the lines that their prompts must, may and must not hold."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from memorist.evals.case_file import CasePart, Identified, read_cases
from memorist.memory_store.domain.clock import UtcTime

_NEGATIVE = frozenset({"-", "negative", "neg", "not", "no", "false"})


def _polarity(given: Any) -> Any:
    """A polarity as a truth value, however it is spelled."""
    if given is None:
        return True
    return given.casefold() not in _NEGATIVE if isinstance(given, str) else given


class PromptLine(CasePart):
    """One memory.

    Args:
        kind: a type of memory, whole (``semantic:hard_rule``) or by its last word (``rule``, ``preference``), or
            ``turn`` for what was said and never read.
        user: who said it; null: nobody in particular.
        polarity: false denies the claim.
        content: as it is stored.
    """

    id: str = Field(min_length=1)
    kind: str = "fact"
    at: UtcTime
    user: str | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    qualifier: str | None = None
    polarity: Annotated[bool, BeforeValidator(_polarity)] = True
    content: str = Field(min_length=1)


class Task(CasePart):
    """A task and the lines of its prompt, each named by the id of a memory or by a part of the line.

    Args:
        at: when it is asked.
        user: for whom.
        must: without these the task goes wrong.
        may: neither counted for nor against.
        must_not: what misleads, or is none of the asker's business.
        why: in words.
    """

    id: str = Field(min_length=1)
    at: UtcTime
    user: str | None = None
    task: str
    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    why: str = ""


class PromptCase(Identified):
    """One memory with its tasks; ``persona`` says whose it is."""

    persona: str = ""
    users: tuple[str, ...] = ()
    memories: tuple[PromptLine, ...] = Field(min_length=1)
    tasks: tuple[Task, ...] = Field(min_length=1)


def load_prompt_cases(path: Path) -> list[PromptCase]:
    """Read cases from JSON lines. Raises :class:`InvalidInput` that names the file, the line and the field."""
    return read_cases(path, PromptCase)
