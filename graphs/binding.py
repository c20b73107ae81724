"""Nodes get their store here: LangGraph passes state and runtime, the rest is bound when a graph is built."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, get_args, get_type_hints

from langgraph.runtime import Runtime
from langgraph.types import Command, Overwrite
from pydantic import TypeAdapter, ValidationError

from memorist.memory_store.domain.types import invalid_from
from memorist.memory_store.settings import Settings
from memorist.memory_store.store import Store
from memorist.nodes.language.lexicon import Gazetteer, shipped_gazetteer, using
from memorist.nodes.language.own_names import gazetteer_with
from memorist.nodes.resources import SHARED, GivenStore, Resources, check_owner


def resources_of(store: Store | None) -> Resources:
    """The given store, or the one that the settings name, opened at first use."""
    return GivenStore(store) if store is not None else SHARED


type Bound = Callable[..., Awaitable[Any]]
"""A node as LangGraph calls it: with ``state`` and ``runtime``."""


def bind(node: Callable[..., Awaitable[dict[str, Any]]], resources: Resources) -> Bound:
    """Return ``node`` as a function of state and runtime alone, which knows the names of settings and run.

    Before each node the state's group and user must be the caller's: see :func:`check_owner`.

    What it asks for by name is given to it: ``resources``, ``runtime``.
    """
    wanted = inspect.signature(node).parameters

    async def bound(state: Any, runtime: Runtime[Any]) -> dict[str, Any]:
        known = {"resources": resources, "runtime": runtime}
        settings = await resources.settings()
        check_owner(state, runtime.context, settings)
        with using(await names_of(settings)):
            return await node(state=state, **{name: known[name] for name in known if name in wanted})

    return bound


def bind_first(
    node: Callable[..., Awaitable[dict[str, Any]]], resources: Resources, request: type, *, joined: Sequence[str] = ()
) -> Bound:
    """Like :func:`bind`, for the node that a run begins with: it sees what the caller gave, and nothing else.

    Args:
        node: the first node.
        resources: what it is given.
        request: the typed dictionary of what a caller gives; anything else in it is refused with the field's name.
        joined: keys of the state whose updates are joined to what stands there.

    In a thread with a checkpointer the state still holds all that the run before left there: the first update takes it
    back, so that each run begins anew.
    """
    bound, reader = bind(node, resources), TypeAdapter[Any](request)
    keys, name = frozenset(get_type_hints(request)), request.__name__.removesuffix("Request").lower()

    def given(state: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return reader.validate_python({key: state[key] for key in keys & state.keys()})
        except ValidationError as error:
            raise invalid_from(error, of=name) from error

    def anew(state: Mapping[str, Any], update: Mapping[str, Any]) -> dict[str, Any]:
        left = {key: _nothing_like(state[key]) for key in state.keys() - keys}
        begun = {**left, **update}
        return {**begun, **{key: Overwrite(begun[key]) for key in joined if key in left}}

    async def begin(state: Any, runtime: Runtime[Any]) -> dict[str, Any]:
        return anew(state, await bound(given(state), runtime))

    return begin


type Router = Callable[[Any], Awaitable[str]]
"""Names the node that comes next, by the state; its annotation names all that may."""


def naming_next(bound: Bound, then: Router) -> Bound:
    """Have a bound node name the next one with its update.

    A conditional edge asks the same, but LangGraph copies and reads the whole state for each: a twelfth of the time of
    a turn.
    """

    async def going(state: Any, runtime: Runtime[Any]) -> Command[str]:
        update = await bound(state, runtime)
        return Command(update=update, goto=await then({**state, **update}))

    return going


def ends_of(router: Router) -> tuple[str, ...]:
    """All nodes that a router may name, which a picture of the graph shows."""
    return get_args(get_type_hints(router)["return"])


def _nothing_like(value: object) -> Any:
    """An empty value of the same type; null of what has none."""
    if isinstance(value, dict | list):
        return {} if isinstance(value, dict) else []
    return type(value)() if isinstance(value, str | bool | int | float) else None


async def names_of(settings: Settings) -> Gazetteer:
    """The names that the settings know; a file is read in a thread. Raises :class:`InvalidInput` naming the field."""
    if settings.gazetteer is None:
        return shipped_gazetteer()
    return await asyncio.to_thread(gazetteer_with, settings.gazetteer)
