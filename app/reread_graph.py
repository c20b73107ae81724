"""The graph ``reread`` of the LangGraph server, for crons: reads what nobody has read, as ``memorist reread`` does."""

from datetime import datetime
from typing import Any, NotRequired, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from memorist.api.memory import Memory
from memorist.graphs.binding import bind_first
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.resources import SHARED, Resources, RunContext, context_as


class RereadRequest(TypedDict):
    """Nothing is needed: what is unread is read by the models of the settings.

    Keys: ``since`` and ``until`` (said then or later, and before; ISO times with a zone), ``session``, ``everything``
    (also what was read whole) and ``reader`` (as in ``MEMORIST_READERS``).
    """

    since: NotRequired[str]
    until: NotRequired[str]
    session: NotRequired[str]
    everything: NotRequired[bool]
    reader: NotRequired[str]


class RereadAnswer(TypedDict):
    """``result``: group, reader, how many episodes were read, failed and made a difference; or ``skipped``, and why."""

    result: dict[str, Any]


class RereadState(RereadRequest, RereadAnswer):
    """What is asked and what is answered."""


def models_of(readers: str) -> str:
    """The readers that are models: what patterns did not read, they do not read the next time either."""
    return ",".join(one for one in map(str.strip, readers.split(",")) if one not in ("", "patterns", "none"))


async def reread(state: RereadState, runtime: Runtime[RunContext], resources: Resources) -> dict[str, Any]:
    """Read again. Raises :class:`InvalidInput` naming the field."""
    store = await resources.store()
    scope = context_as(RunContext, runtime.context).scope(store.settings)
    reader = state.get("reader") or models_of(store.settings.readers)
    told: dict[str, Any] = {"group": scope.group_id, "reader": reader}
    if not reader:
        return {"result": {**told, "skipped": "no model is among MEMORIST_READERS"}}
    report = await Memory(store, scope).reread(
        since=_time(state, "since"),
        until=_time(state, "until"),
        session=state.get("session"),
        everything=bool(state.get("everything")),
        reader=reader,
    )
    counts = {"episodes": report.episodes, "failed": report.failed, "changed": len(report.differences)}
    return {"result": {**told, **counts}}


def _time(state: RereadState, name: str) -> datetime | None:
    text = state.get(name)
    try:
        return parse_time(str(text)) if text else None
    except ValueError as error:
        said = f"reread: field {name}: expected a time such as 2026-02-01T09:00:00Z, got {text!r}"
        raise InvalidInput(said, field=name) from error


def build_reread(resources: Resources) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph: one node."""
    builder = StateGraph(RereadState, context_schema=RunContext, input_schema=RereadRequest, output_schema=RereadAnswer)
    builder.add_node("reread", bind_first(reread, resources, RereadRequest))
    builder.add_edge(START, "reread")
    builder.add_edge("reread", END)
    return builder.compile(name="reread")


graph = build_reread(SHARED)
