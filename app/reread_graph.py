"""The graph ``reread`` of the LangGraph server, for crons: reads what nobody has read, as ``memorist reread`` does."""

import asyncio
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import Field

from memorist.api.memory import AsyncMemory
from memorist.graphs.binding import BoundNode, compiled
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.settings import WITHOUT_A_MODEL, listed
from memorist.nodes.contexts import GraphInput, RunContext, context_as
from memorist.nodes.resources import SHARED, Resources

PATIENCE, PAUSE = 60.0, 1.0
"""Seconds to wait for maintenance, which a cron may start at the same moment, and seconds between two attempts."""


class RereadRequest(GraphInput):
    """Nothing is needed: what is unread is read by the models of the settings."""

    since: UtcTime | None = Field(default=None, description="said then or later")
    until: UtcTime | None = Field(default=None, description="said before")
    session: Name | None = Field(default=None, description="of this session only")
    everything: bool = Field(default=False, description="also what was read whole")
    reader: str | None = Field(default=None, description="as in MEMORIST_READERS; default: the models among those")


class RereadAnswer(TypedDict):
    """``result``: group, reader, how many episodes were read, failed and made a difference; or ``skipped``, and why."""

    result: dict[str, Any]


def models_of(readers: str) -> str:
    """The names of models among ``readers``; patterns would not read now what they did not read before."""
    return ",".join(one for one in listed(readers) if one not in WITHOUT_A_MODEL)


async def reread(state: RereadRequest, runtime: Runtime[RunContext], resources: Resources) -> dict[str, Any]:
    """Read again."""
    store = await resources.store()
    scope = context_as(RunContext, runtime.context).scope(store.settings)
    reader = state.reader or models_of(store.settings.readers)
    told: dict[str, Any] = {"group": scope.group_id, "reader": reader}
    if not reader:
        return {"result": {**told, "skipped": "no model is among MEMORIST_READERS"}}
    await resources.readers(reader)  # refuses a name that means nothing, also where nothing is unread
    which: dict[str, Any] = state.model_dump(include={"since", "until", "session", "everything"})
    memory, given_up = AsyncMemory(store, scope), asyncio.get_running_loop().time() + PATIENCE
    report = await memory.reread(**which, reader=reader)
    while report.busy is not None and asyncio.get_running_loop().time() < given_up:
        await asyncio.sleep(PAUSE)
        report = await memory.reread(**which, reader=reader)
    if report.busy is not None:
        return {"result": {**told, "skipped": f"{report.busy} is at work; what is unread waits for the next time"}}
    counts = {"episodes": report.episodes, "failed": report.failed, "changed": len(report.differences)}
    return {"result": {**told, **counts}}


def build_reread(resources: Resources) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph: one node."""
    builder = StateGraph(RereadAnswer, context_schema=RunContext, input_schema=RereadRequest)
    builder.add_node("reread", BoundNode(reread, resources), input_schema=RereadRequest)
    builder.add_edge(START, "reread")
    builder.add_edge("reread", END)
    return compiled(builder, "reread")


graph = build_reread(SHARED)
