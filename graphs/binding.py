"""Nodes get their store here: LangGraph passes state and runtime, the rest is bound when a graph is built."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from langgraph.runtime import Runtime

from hypomnema.memory_store.settings import Settings
from hypomnema.memory_store.store import Store
from hypomnema.nodes.language.learned_names import LearnedName, gazetteer_knowing
from hypomnema.nodes.language.lexicon import Gazetteer, shipped_gazetteer, using
from hypomnema.nodes.language.own_names import gazetteer_with
from hypomnema.nodes.resources import SHARED, GivenStore, Resources


def resources_of(store: Store | None) -> Resources:
    """The given store, or the one that the settings name, opened at first use."""
    return GivenStore(store) if store is not None else SHARED


def bind(node: Callable[..., Awaitable[dict[str, Any]]], resources: Resources) -> Callable[..., Any]:
    """Return ``node`` as a function of state and runtime alone, which knows the names of settings and run."""
    wanted = inspect.signature(node).parameters
    extra: dict[str, Any] = {"resources": resources} if "resources" in wanted else {}

    if "runtime" in wanted:

        async def with_runtime(state: Any, runtime: Runtime[Any]) -> dict[str, Any]:
            with using(await _names_for(resources, state)):
                return await node(state=state, runtime=runtime, **extra)

        return with_runtime

    async def with_state(state: Any) -> dict[str, Any]:
        with using(await _names_for(resources, state)):
            return await node(state=state, **extra)

    return with_state


async def names_of(settings: Settings) -> Gazetteer:
    """The names that the settings know; a file is read in a thread. Raises :class:`InvalidInput` naming the field."""
    if settings.gazetteer is None:
        return shipped_gazetteer()
    return await asyncio.to_thread(gazetteer_with, settings.gazetteer)


async def _names_for(resources: Resources, state: Mapping[str, Any]) -> Gazetteer:
    """The names that the settings know, and those that the run found to be learned."""
    learned = tuple(LearnedName(*one) for one in state.get("learned_names") or ())
    return gazetteer_knowing(learned, await names_of(await resources.settings()))
