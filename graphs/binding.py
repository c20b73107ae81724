"""Nodes get their store here: LangGraph passes state and runtime, the rest is bound when a graph is built."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from langgraph.runtime import Runtime

from hypomnema.memory_store.store import Store
from hypomnema.nodes.resources import SHARED, GivenStore, Resources


def resources_of(store: Store | None) -> Resources:
    """The given store, or the one that the settings name, opened at first use."""
    return GivenStore(store) if store is not None else SHARED


def bind(node: Callable[..., Awaitable[dict[str, Any]]], resources: Resources) -> Callable[..., Any]:
    """Return ``node`` as a function of state and runtime alone."""
    wanted = inspect.signature(node).parameters
    extra: dict[str, Any] = {"resources": resources} if "resources" in wanted else {}

    if "runtime" in wanted:

        async def with_runtime(state: Any, runtime: Runtime[Any]) -> dict[str, Any]:
            return await node(state=state, runtime=runtime, **extra)

        return with_runtime

    async def with_state(state: Any) -> dict[str, Any]:
        return await node(state=state, **extra)

    return with_state
