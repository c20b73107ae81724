"""The speaker of a run: ids from the run's context, or from ``configurable``; the group is never taken from there."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from langgraph.config import get_config
from langgraph.runtime import get_runtime

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import InvalidInput

NAMES = ("user_id", "agent_id")
LONGEST = 256


def named(context: object = None) -> dict[str, str]:
    """The ids that a run names: by its context first, then by ``configurable``; numbers and UUIDs as text.

    Raises :class:`InvalidInput` naming the field of an id that is neither: another person's memory must not stand in.
    """
    given = (context, configurable())
    found: dict[str, str] = {}
    for name in NAMES:
        value = next((one for one in (_of(each, name) for each in given) if one is not None), None)
        if value is not None:
            found[name] = _read(name, value)
    return found


def named_by_run() -> dict[str, str]:
    """The same from inside a tool, which is given no runtime; nothing outside of a run."""
    try:
        context = get_runtime().context
    except (RuntimeError, KeyError, AttributeError):
        context = None
    return named(context)


def acting_for(memory: AsyncMemory, ids: Mapping[str, str]) -> AsyncMemory:
    """The memory for the user and agent that the ids name; an id that is not named stays that of the memory."""
    if not ids:
        return memory
    return memory.as_user(ids.get("user_id", memory.scope.user_id), agent=ids.get("agent_id"))


def configurable() -> Mapping[str, Any]:
    """Return ``configurable`` of the run's configuration; empty outside of a run."""
    try:
        return get_config().get("configurable") or {}
    except RuntimeError:
        return {}


def thread() -> str | None:
    """The id of the run's thread."""
    given = configurable().get("thread_id")
    return str(given)[:LONGEST] if given else None


def inside_a_tool() -> bool:
    """Return true if the run was started by a tool of another agent: then a model wrote what is asked, and no
    person."""
    place = str(configurable().get("checkpoint_ns") or "")
    return any(part.startswith("tools:") for part in place.split("|"))


def _of(given: object, name: str) -> object:
    if isinstance(given, Mapping):
        return cast("Mapping[str, object]", given).get(name)
    return getattr(given, name, None)


def _read(name: str, value: object) -> str:
    simple = isinstance(value, str | int | UUID) and not isinstance(value, bool)
    text = str(value).strip() if simple else ""
    if not text or len(text) > LONGEST:
        said = f"expected a text, a whole number or a UUID of at most {LONGEST} characters, got {value!r}"[:200]
        raise InvalidInput(f"run context: field {name}: {said}", field=name)
    return text
