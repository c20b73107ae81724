"""A person is asked: the run stops with a question, and goes on with an answer."""

from collections.abc import Mapping
from typing import Any

from langgraph.config import get_config
from langgraph.types import interrupt
from pydantic import BaseModel, ValidationError

from memorist.memory_store.domain.invalid import invalid_from

_CHECKPOINTER = "__pregel_checkpointer"
"""Key under which LangGraph passes on the checkpointer of a run, or null."""


def can_wait() -> bool:
    """Return true if the run may be interrupted: without a checkpointer nothing keeps it until a person answers."""
    return get_config().get("configurable", {}).get(_CHECKPOINTER) is not None


def ask_person[A: BaseModel](question: Mapping[str, Any], answer: type[A]) -> A:
    """Interrupt the run with a question; resumed, return what was answered.

    Raises:
        InvalidInput: it was resumed with what is no answer; names the field. The question is still open then.
    """
    try:
        return answer.model_validate(interrupt(dict(question), response_schema=answer))
    except ValidationError as error:
        refused = invalid_from(error, of="answer")
        # LangGraph notes on its error that the question may be answered again, which a tool node looks for.
        vars(refused).update(vars(error))
        raise refused from error
