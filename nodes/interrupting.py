"""A person is asked: the run stops with a question, and goes on with an answer."""

import json
from collections.abc import Mapping
from typing import Any

from langgraph.config import get_config
from langgraph.types import interrupt
from pydantic import BaseModel, ValidationError

from memorist.memory_store.domain.errors import InvalidInput
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
        refused = InvalidInput(f"{refused}; answer with {form_of(answer)}", field=refused.field)
        # LangGraph notes on its error that the question may be answered again, which a tool node looks for.
        vars(refused).update(vars(error))
        raise refused from error


def form_of(answer: type[BaseModel]) -> str:
    """Return an example of an answer, such as ``{"forget": true}``, and the fields that it may have besides."""
    schema = answer.model_json_schema()
    needed = {name: _example(schema["properties"][name]) for name in schema.get("required", ())}
    besides = [name for name in schema["properties"] if name not in needed]
    return json.dumps(needed) + (f" (and {', '.join(besides)}, if you like)" if besides else "")


def _example(schema: Mapping[str, Any]) -> object:
    """Return a value that fits the schema of a field: its first choice, true where yes or no is asked, else 1."""
    return schema["enum"][0] if "enum" in schema else schema.get("type") == "boolean" or 1
