"""Binding of nodes to the resources of their graph."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from typing import Any, cast

from langgraph.channels.ephemeral_value import EphemeralValue
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import RetryPolicy

from memorist.graphs.tracing import span
from memorist.memory_store.domain.actor import acting_in
from memorist.memory_store.domain.errors import EmbedderUnavailable, InvalidInput, StoreUnavailable
from memorist.memory_store.store import Store
from memorist.nodes.contexts import check_owner, in_a_run, resumed, role_in_run, unknown_in
from memorist.nodes.dates.zone import told_in
from memorist.nodes.language.lexicon import using
from memorist.nodes.language.own_names import names_of
from memorist.nodes.reading.reader import Reader
from memorist.nodes.resources import SHARED, GivenStore, Resources

type NeedsResources = Callable[[Any, Runtime[Any], Resources], Awaitable[dict[str, Any]]]
"""A node that reads or writes: called with state, runtime and resources."""

ON_STORE_FAILURE = RetryPolicy(retry_on=(StoreUnavailable, EmbedderUnavailable), initial_interval=0.2, max_attempts=2)
"""Retries a node once if store or embedder are unavailable; it is safe, since the node writes the same ids again."""


def resources_of(store: Store | None, readers: Sequence[Reader] | None = None) -> Resources:
    """The given store, or the one that the settings name, opened at first use.

    Args:
        store: null: that of the settings.
        readers: who reads inputs, in this order until one answers; null: those of the settings. Needs a store.

    Raises :class:`InvalidInput` for what is no store, and for readers without one.
    """
    if store is not None and not isinstance(store, Store):  # pyright: ignore[reportUnnecessaryIsInstance]
        given = f"{store!r}" if isinstance(store, str) else type(store).__name__
        raise InvalidInput(
            f"store: {given} is no open store: pass memory.store, or await Store.open(url)", field="store"
        )
    if store is not None:
        return GivenStore(store, readers=readers)
    if readers is not None:
        raise InvalidInput("readers need a store: pass the store that the graph is built for", field="store")
    return SHARED


class KnownInput(EphemeralValue[Any]):
    """The channel of a graph's input: an input with a key that the graph does not take is refused.

    LangGraph would leave the key out without a word. A graph that runs inside another one takes of its state what it
    has a name for.
    """

    def update(self, values: Sequence[Any]) -> bool:
        """Take the input of a run. Raises :class:`InvalidInput` that names the key and those that the graph takes."""
        known = self.typ.model_fields
        for given in values:
            named = cast("dict[Any, Any]", given if isinstance(given, dict) else {})
            others = [str(name) for name in named if name not in known]
            if others and not in_a_run():
                of = self.typ.__name__.removesuffix("Request").lower()
                place = "" if unknown_in(others[:1]) else f": {others[0]} goes into the context"
                raise InvalidInput(
                    f"{of}: field {others[0]}: the input has none of that name; it takes {', '.join(known)}{place}",
                    field=others[0],
                )
        return super().update(values)


def compiled(
    builder: StateGraph[Any, Any, Any, Any], name: str, checkpointer: Any = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Compile a graph that refuses an input with keys it does not take."""
    graph = builder.compile(name=name, checkpointer=checkpointer)
    graph.channels[START] = KnownInput(builder.input_schema)
    return graph


class BoundNode:
    """A node bound to the resources of its graph; it runs in a span, with own names and time zone from the settings.

    A resumed run keeps the context that it began with. Before a node runs, :func:`check_owner` refuses a state that
    belongs to another group or user than the caller. An object and no function: of functions LangGraph disassembles the
    code, in search of subgraphs, each time a graph is compiled.
    """

    def __init__(self, node: NeedsResources, resources: Resources) -> None:
        module: str = getattr(node, "func", node).__module__  # of a partial: the module of the function that it wraps
        self._name = f"memorist.{module.removeprefix('memorist.nodes.')}"
        self._node, self._resources = node, resources

    async def __call__(self, state: Any, runtime: Runtime[Any]) -> dict[str, Any]:
        settings, begun = await self._resources.settings(), as_begun(state, runtime)
        check_owner(state, begun.context, settings)
        own_names, role = await names_of(settings), role_in_run()
        with span(self._name), using(own_names), told_in(settings.timezone), acting_in(role) if role else nullcontext():
            return await self._node(state, begun, self._resources)


def as_begun(state: Any, runtime: Runtime[Any]) -> Runtime[Any]:
    """The runtime with the context that the run began with, which graphs that interrupt keep in their state."""
    kept: Any = cast("dict[str, Any]", state).get("begun_with") if isinstance(state, dict) else None
    return runtime.override(context=resumed(kept, runtime.context)) if kept else runtime
