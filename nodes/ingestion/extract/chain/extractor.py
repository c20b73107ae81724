"""What every extractor offers, what it is asked, and how it says that it cannot."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, field_validator

from memorist.memory_store.domain.memory import Part

SaidType = Literal[
    "fact", "preference", "policy", "decision", "prohibition", "procedure", "reference", "self_observation"
]


class Question(Part):
    """The statements of one turn that no pattern read, numbered from 1, with the turns before it.

    ``predicates`` is the vocabulary that claims may use.
    """

    statements: tuple[str, ...]
    before: tuple[str, ...] = ()
    speaker: str = "user"
    at: datetime
    predicates: tuple[str, ...] = ()


class Said(BaseModel):
    """One memory, as a model puts it. Everything in it is checked against the text before it is believed."""

    model_config = ConfigDict(extra="ignore")

    statement: int = Field(default=1, description="number of the statement it comes from")
    type: SaidType = "fact"
    content: str = Field(description="one self-contained sentence, in the words of the statement")
    subject: str = ""
    predicate: str = ""
    object: str = ""
    purpose: str = Field(default="", description="what or where for, if the statement narrows it")
    negated: bool = Field(default=False, description="true if the statement says that it is NOT so")
    entities: list[str] = Field(default_factory=list[str], description="names that stand in the statement")

    @field_validator("type", mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        """A small model's own word for a type is no reason to lose the memory."""
        return given if given in SaidType.__args__ else "fact"


class Answer(BaseModel):
    """What an extractor returns for a turn."""

    model_config = ConfigDict(extra="ignore")

    memories: list[Said]
    not_worth_keeping: list[int] = Field(
        default_factory=list[int], description="numbers of statements that say nothing about this person, team or work"
    )


class CannotExtract(Exception):
    """An extractor did not give an answer; the message says why, and what would help.

    ``lasting``: it is not there at all, so that asking again soon is useless.
    """

    def __init__(self, reason: str, *, lasting: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lasting = lasting


class Extractor(Protocol):
    """One way of reading what patterns could not."""

    name: str
    """The extraction method of what it reads: ``ollama``."""
    model: str
    """Which model answers."""
    prompt_version: str
    """Which wording it was asked with."""

    async def healthy(self) -> None:
        """Return if it can be asked, else raise :class:`CannotExtract`; cheap."""
        ...

    async def extract(self, question: Question) -> Answer:
        """Read the statements. Raises :class:`CannotExtract`."""
        ...


def numbered(texts: Sequence[str]) -> str:
    """Statements as a list for a prompt, one line each."""
    return "\n".join(f"{place}. {' '.join(text.split())}" for place, text in enumerate(texts, start=1))
