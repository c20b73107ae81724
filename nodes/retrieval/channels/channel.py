"""Common code of all channels: a time limit, a named failure instead of an exception, statements read once.

What a channel finds stays in the process, with the graph, by run; the state holds ids and similarities.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from memorist.nodes.language.words import content_words
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.attribution import sessions_attended, sessions_withheld, shown_to
from memorist.nodes.retrieval.lines import line_of
from memorist.nodes.retrieval.state import (
    Channel,
    Formulation,
    Found,
    RetrievalContext,
    RetrievalState,
    Role,
    remembered,
)

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

_log = logging.getLogger(__name__)


SMALL = 200
"""A memory of so many statements is looked at whole."""


class _Once[T]:
    """The first caller starts the work, the others wait for the same result."""

    def __init__(self, start: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._start = start
        self._task: asyncio.Task[T] | None = None

    async def get(self) -> T:
        if self._task is None:
            self._task = asyncio.create_task(self._start())
            # Each channel tells the failure it saw; when all ran out of time before, nobody would look at this one.
            self._task.add_done_callback(lambda done: done.cancelled() or done.exception())
        # Shielded: a channel that runs out of time must not take the result from the others.
        return await asyncio.shield(self._task)


@dataclass(frozen=True)
class Asked:
    """One run's question, parsed, with the store to ask.

    ``notices`` holds, by channel, failures that did not keep the channel from finding something, such as a ranker's.
    """

    store: Store
    scope: Scope
    moment: Moment
    formulation: Formulation
    notices: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]])

    @cached_property
    def now(self) -> str:
        """The moment that is asked about, as text that sorts as time."""
        return time_text(self.moment.valid_at)

    @classmethod
    async def of(cls, state: RetrievalState, resources: Resources) -> "Asked":
        """Read the state."""
        moment = state["moment"]
        return cls(
            store=await resources.store(),
            scope=Scope.model_validate(state["scope"]),
            moment=Moment(parse_time(moment["valid_at"]), parse_time(moment["known_at"]), moment["historic"]),
            formulation=Formulation.model_validate(state["formulation"]),
        )

    def at_least(self, k: int) -> int:
        """Return how many candidates to ask for: ``k``, or everything that a small memory holds."""
        live = self.store.connection.counts(self.scope.group_id).live
        return max(k, live) if live <= SMALL else k

    async def vector(self, text: str) -> Vector:
        """The vector of the task or of a query: all of them are embedded in one go, once a run."""
        return (await self._vectors.get())[text]

    async def queries(self, texts: list[tuple[str, str]]) -> list[Query]:
        """Queries from pairs of role and text: the vector of the whole text, the content words for full text."""
        vectors = await self._vectors.get()
        return [Query(role, content_words(text), vectors[text]) for role, text in texts]

    @cached_property
    def _vectors(self) -> _Once[dict[str, Vector]]:
        return _Once(self._embedded)

    async def _embedded(self) -> dict[str, Vector]:
        texts = list(dict.fromkeys(query.text for query in self.formulation.queries))
        return dict(zip(texts, await self.store.embed(texts), strict=True))


type Search = Callable[[Asked], Awaitable[list[Found]]]
"""A channel: what it finds for a task. It may raise; the run goes on without it and names the failure."""


RUNS_KEPT = 256
"""Runs whose shared data a graph keeps: a run that breaks off before its channels joined never drops it."""


@dataclass
class _Run:
    asked: Asked | None = None
    found: dict[str, list[Found]] = field(default_factory=dict[str, list[Found]])


class Runs:
    """Shared data of the channels of each run of one graph: the parsed question, its vectors, finds."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, _Run] = OrderedDict()

    def _of(self, run: str) -> _Run:
        shared = self._runs.setdefault(run, _Run())
        while len(self._runs) > RUNS_KEPT:
            self._runs.popitem(last=False)
        return shared

    async def asked(self, state: RetrievalState, resources: Resources) -> Asked:
        """The question of a run, parsed once, however many channels ask."""
        shared = self._of(state["run"])
        if shared.asked is None:
            asked = await Asked.of(state, resources)
            shared.asked = shared.asked or asked  # another channel may have been faster
        return shared.asked

    def keep(self, run: str, channel: str, found: list[Found]) -> None:
        """Keep what a channel of a run found."""
        self._of(run).found[channel] = found

    def found(self, run: str, channels: Collection[str]) -> list[Found] | None:
        """Return the findings of a run's channels, in their order; null if they ran in another process."""
        found = self._of(run).found
        return [one for name in channels for one in found[name]] if all(name in found for name in channels) else None

    def let_go(self, run: str) -> None:
        """Drop what the channels of a run shared, once all of them are through."""
        self._runs.pop(run, None)


def update_of(
    state: RetrievalState, runs: Runs, channel: str, found: list[Found], failed: list[dict[str, Any]], ms: float
) -> dict[str, Any]:
    """Keep what a channel found, and return its part of the state: ids and similarities, best first."""
    runs.keep(state["run"], channel, found)
    best = sorted(found, key=lambda one: -one.similarity)
    return {
        "found": {channel: [[one.memory["id"], round(one.similarity, 3)] for one in best]},
        "failed": failed,
        "timings_ms": {channel: ms},
    }


LATE = "did not answer in time"


async def run_channel(
    name: str,
    state: RetrievalState,
    resources: Resources,
    runs: Runs,
    search: Search,
    *,
    timeout: float | None = None,  # noqa: ASYNC109 - a deadline that the channel's own task keeps
) -> dict[str, Any]:
    """Run one channel: what it found, or that it failed and why; never an exception.

    ``timeout`` in seconds; default: the settings' for channels.
    """
    began = perf_counter()
    found: list[Found] = []
    failed: list[dict[str, Any]] = []
    try:
        async with asyncio.timeout(timeout or (await resources.settings()).channel_timeout):
            asked = await runs.asked(state, resources)
            user, task = asked.scope.user_id, asked.formulation.task
            brought = await search(asked)
            found = [shown_to(user, task, one) for one in brought]
            if heard := await sessions_attended(asked.store, asked.scope, sessions_withheld(found), asked.moment):
                found = [shown_to(user, task, one, heard) for one in brought]
            failed = asked.notices.pop(name, [])
    except TimeoutError:
        failed = [{"channel": name, "error": LATE}]
    except MemoristError as error:
        failed = [{"channel": name, "error": str(error)}]
    except Exception as error:  # noqa: BLE001 - the agent goes on with what the other channels found
        _log.exception("channel %s", name)
        failed = [{"channel": name, "error": f"unexpected {type(error).__name__}: {error}"}]
    return update_of(state, runs, name, found, failed, (perf_counter() - began) * 1e3)


type ChannelNode = Callable[[RetrievalState, Runtime[RetrievalContext], Resources], Awaitable[dict[str, Any]]]


def channel_node(name: str, search: Search, runs: Runs) -> ChannelNode:
    """The node of a channel."""

    from langgraph.runtime import Runtime  # what searches the store alone does without LangGraph

    async def node(state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources) -> dict[str, Any]:
        return await run_channel(name, state, resources, runs, search)

    return node


def found_by(
    channel: Channel,
    memory: Memory | Glance,
    similarity: float,
    *,
    role: Role | None = None,
    note: str = "",
    asked: Asked | None = None,
) -> Found:
    """One find, with its memory as a line; where ``asked`` is given, the line tells the times that matter for it."""
    seen = memory if isinstance(memory, Glance) else Glance.of(memory)
    return Found(
        memory=remembered(seen),
        line=line_of(
            memory,
            note,
            now=asked.now if asked else "",
            dated=asked is None or asked.formulation.about_times,
        ),
        channel=channel,
        role=role,
        similarity=similarity,
        note=note,
    )
