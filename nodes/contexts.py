"""Inputs and contexts of the graphs: the asker, the time, the knobs, and their validation."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from memorist.memory_store.domain.clock import Clock, UtcTime
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.scope import GroupId, Name, Scope
from memorist.memory_store.settings import Settings

KNOBS = frozenset(
    "as_of audit budget decay_preset dry_run holder known_at on_conflict on_question readers record record_access "
    "stages style target".split()
)
"""Keys of the graphs' contexts besides the asker. An agent gives one context to several of them: each takes what is its
own, and what is no graph's is a slip of the pen."""


def identity_of(scope: Scope, clock: Clock) -> dict[str, Any]:
    """Return the fields of a run's context that say who asks and when: those of the scope, and ``now``."""
    return {**scope.model_dump(), "now": clock.now()}


class ShownAs:
    """Annotation of a field that takes any mapping: the JSON schema of another type is shown in its place.

    The nodes check the field themselves, after secrets are masked, and answer with what is wrong instead of raising.
    """

    def __init__(self, form: Any) -> None:
        self._form = form

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter[Any](self._form).core_schema)


class GraphInput(BaseModel):
    """Input of a graph: the form that Studio shows.

    Raises :class:`InvalidInput` that names the field.
    """

    model_config = ConfigDict(frozen=True)

    if not TYPE_CHECKING:  # the fields are the parameters

        def __init__(self, **given: Any) -> None:
            try:
                super().__init__(**given)
            except ValidationError as error:
                raise invalid_from(error, of=type(self).__name__.removesuffix("Request").lower()) from error


class RunContext(BaseModel):
    """Ids and knobs of one run: the form that Studio shows.

    Raises :class:`InvalidInput` that names the field.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    if not TYPE_CHECKING:  # the fields are the parameters

        def __init__(self, **given: Any) -> None:
            others = KNOBS - type(self).model_fields.keys()
            try:
                super().__init__(**{name: value for name, value in given.items() if name not in others})
            except ValidationError as error:
                raise invalid_from(error, of="context") from error

    group_id: GroupId | None = Field(
        default=None, description="tenant whose memories are used; default: the settings' group"
    )
    agent_id: Name | None = None
    user_id: Name | None = None
    session_id: Name | None = None
    now: UtcTime | None = Field(
        default=None, description="current time of the run, for tests and replays; default: the clock"
    )

    def scope(self, settings: Settings, **given: str | None) -> Scope:
        """The scope of the run: what the input itself says first, then this context, then the settings.

        Raises :class:`InvalidInput` for an input that names another user than the one for whom the run is.
        """
        named = given.get("user_id")
        if named and self.user_id and named != self.user_id:
            raise InvalidInput(
                f"input: field user_id: this is the memory of {self.user_id}, and the input is {named}'s: take the "
                f"memory of {named} (as_user), or one that was opened for nobody in particular",
                field="user_id",
            )
        return Scope(
            group_id=self.group_id or settings.group,
            agent_id=given.get("agent_id") or self.agent_id or settings.agent,
            user_id=given.get("user_id") or self.user_id or settings.user,
            session_id=given.get("session_id") or self.session_id,
        )

    def present(self, clock: Clock) -> datetime:
        """The moment the run happens at."""
        return self.now or clock.now()


def resumed(kept: Mapping[str, Any], given: object) -> dict[str, Any]:
    """The context that a run began with, and over it what is given now: who resumes a run need not give it again."""
    if isinstance(given, RunContext):
        return {**kept, **given.model_dump(exclude_unset=True)}
    values = _values_of(given)
    return {**kept, **{name: values[name] for name in KNOBS | RunContext.model_fields.keys() if name in values}}


def _values_of(given: object) -> Mapping[str, Any]:
    """The fields of a context, in whatever form."""
    return given if isinstance(given, Mapping) else getattr(given, "__dict__", {})  # pyright: ignore[reportUnknownVariableType]


def unknown_in(context: Iterable[str]) -> list[str]:
    """The names in a context that no graph has a field for."""
    return sorted(set(context) - KNOBS - RunContext.model_fields.keys())


def check_owner(state: object, given: object, settings: Settings) -> None:
    """Refuse a run whose state says another group or user than its caller: a state may have been edited in between.

    Args:
        state: of the run; ``scope`` and that of ``episode`` are looked at.
        given: the run's context, in whatever form; without a group in it the settings' is the caller's.
        settings: of the store.

    Raises:
        InvalidInput: they differ.
    """
    caller = _values_of(given)
    group, user = caller.get("group_id") or settings.group, caller.get("user_id")
    if not isinstance(state, Mapping):  # the request of a run: nothing has been decided yet
        return
    values = cast("Mapping[str, Any]", state)
    episode: Mapping[str, Any] = values.get("episode") or {}
    scopes: tuple[Mapping[str, Any] | None, ...] = (values.get("scope"), episode.get("scope"))
    for scope in scopes:
        if not scope:
            continue
        if scope["group_id"] != group:
            told = f"the run is of the group {scope['group_id']}, and its caller of {group}"
            raise InvalidInput(
                f"context: field group_id: {told}: resume it with the context it began with", field="group_id"
            )
        if user is not None and scope.get("user_id") != str(user):
            told = f"the run is of the user {scope.get('user_id')}, and its caller is {user}"
            raise InvalidInput(
                f"context: field user_id: {told}: resume it with the context it began with", field="user_id"
            )


def _check_configurable(context: Mapping[str, Any]) -> None:
    """Refuse an id or knob that stands in ``configurable`` alone: nothing reads it there, and who speaks would be lost.

    Raises :class:`InvalidInput` that names it.
    """
    configurable = _configurable()
    if any(name.startswith("langgraph_") for name in configurable):
        return  # the server repeats contexts there, and says itself who called it
    for name in sorted(KNOBS | RunContext.model_fields.keys()):
        if name in configurable and name not in context:
            raise InvalidInput(
                f"configurable: field {name}: the graphs read it from the run's context: "
                f"context={{{name!r}: {configurable[name]!r}}}",
                field=name,
            )


def _configurable() -> Mapping[str, Any]:
    """Return the configuration of the run; empty outside of a run."""
    from langgraph.config import get_config  # what reads the store alone does without LangGraph

    try:
        return get_config().get("configurable", {})
    except RuntimeError:
        return {}


def in_a_run() -> bool:
    """Return true inside a node of a graph that is running."""
    return "__pregel_task_id" in _configurable()


def role_in_run() -> str | None:
    """The role of the caller for whom a LangGraph server carries out this run; null anywhere else."""
    permissions = _configurable().get("langgraph_auth_permissions")
    return str(permissions[0]) if permissions else None


def context_as[C: RunContext](kind: type[C], given: object) -> C:
    """The run's context as the graph knows it.

    An agent that uses a graph as its subgraph passes its own context, in whatever form; what the graph has a name for
    is taken out of it. One that holds other fields has to name the group: a slip of the pen must not end up in the
    default group. Raises :class:`InvalidInput` that names the field.
    """
    if isinstance(given, kind):
        return given
    values = _values_of(given)
    _check_configurable(values)
    others = unknown_in(values)
    if others and values.get("group_id") is None:
        raise InvalidInput(
            f"context: field {others[0]}: the memory has none of that name, and no group_id is given: name the group, "
            f"beside fields of your own",
            field=others[0],
        )
    return kind(**{name: values[name] for name in kind.model_fields if name in values})
