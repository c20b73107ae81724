"""Events of a scenario besides an input: maintenance, a search, a persona on its way, many at once."""

from typing import Any, Literal

from pydantic import Field

from memorist.evals.scenarios.basics import Label, Sentence
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.domain.status import Status


class MaintainEvent(Part):
    """A maintenance pass over the group; with ``every_days`` also one each so many days since the event before."""

    stages: Literal["all", "promote"] = "all"
    every_days: int | None = Field(default=None, ge=1)


class SearchEvent(Part):
    """A person (default: the first user) searches, also among what is no longer live."""

    query: Sentence
    user: Name | None = None
    include: tuple[Status, ...] = ()


class ExportPersonaEvent(Part):
    """Write the part of the group's knowledge that may be handed on to a file."""

    name: Name
    agent_type: Name | None = None


class ImportPersonaEvent(Part):
    """The file that the event ``of`` wrote is taken in."""

    of: Label


class UndoPersonaEvent(Part):
    """An import is taken back."""

    name: Name


class TogetherEvent(Part):
    """Inputs of several agents at the same time: each agent has a connection of its own and keeps its own order."""

    inputs: tuple[dict[str, Any], ...] = Field(min_length=2)


class PersonAnswers(Part):
    """A person's answers when the input of the event contradicts something and the run is interrupted to ask."""

    choice: Literal["keep_stored", "take_new", "keep_both", "later"]
    reason: str = ""
