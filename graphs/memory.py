"""The graphs, compiled over one store, as two calls: the Python API.

async with memorist.open("embedded:./memory", group="team") as memory:
    await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
    recall = await memory.recall("Set up the new package")
    print(recall.prompt)
"""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import copy
from typing import Any, Self

from pydantic import TypeAdapter

from memorist.graphs.agents_md import Ruled
from memorist.graphs.attentive import Attentive
from memorist.graphs.balance import SelfAware
from memorist.graphs.binding import names_of
from memorist.graphs.forgetting import Forgetful
from memorist.graphs.given import Number, When, Words, checked
from memorist.graphs.personas import Portable
from memorist.graphs.promotion import build_promotion
from memorist.graphs.retrieval import build_retrieval
from memorist.graphs.reviewing import Reviewable
from memorist.graphs.searching import Searchable
from memorist.graphs.skills import Skilled
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import EmbedderUnavailable, MemoristError, StoreError
from memorist.memory_store.domain.scope import GroupId, Name, Scope
from memorist.memory_store.domain.types import read_as
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.ontology.loading import Source
from memorist.memory_store.reading import HistoryEntry
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.store import Store
from memorist.nodes.language.gazetteer import name_asked_for, topic_of
from memorist.nodes.language.lexicon import using
from memorist.nodes.promotion.state import PromotionContext, PromotionReport, PromotionRequest, Stages
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext

_log = logging.getLogger(__name__)


class Memory(SelfAware, Skilled, Ruled, Portable, Forgetful, Searchable, Reviewable, Attentive):
    """A store with its graphs. ``memory.store`` gives the store itself."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store = store
        self.scope = scope
        self.clock = store.clock
        self._listen()
        self._retrieval = build_retrieval(store)
        self._promotion = build_promotion(store)

    def acting_for(self, *, user_id: str | None = None, agent_id: str | None = None) -> Self:
        """The same memory for another person or agent of the group: one store, and graphs that were compiled once."""
        named = {name: value for name, value in (("user_id", user_id), ("agent_id", agent_id)) if value is not None}
        other = copy(self)
        other.scope = self.scope.model_copy(update=named)
        other._inbox_of_scope()
        return other

    @checked
    async def recall(
        self,
        task: Words,
        *,
        as_of: When | None = None,
        known_at: When | None = None,
        agent: Name | None = None,
        budget: Number | None = None,
    ) -> Recall:
        """The prompt for a task, with citations and the score of everything considered.

        Args:
            task: what the agent is about to do, or a question; where nobody said a word, hard rules and standing
                constraints are told.
            as_of: what was true then.
            known_at: what was believed then.
            agent: ask as this agent instead of the one the memory was opened for.
            budget: tokens of the prompt; default: the settings'.

        Raises:
            InvalidInput: something is not what it should be; names the field.
        """
        identity: dict[str, Any] = {**self._identity(), **({"agent_id": agent} if agent else {})}
        context = RetrievalContext(**identity, as_of=as_of, known_at=known_at, budget=budget)
        answer = await self._retrieval.ainvoke({"task": task}, context=context, output_keys=["recall"])
        return Recall.model_validate(answer["recall"])

    @checked
    async def maintain(
        self,
        *,
        stages: Stages = "all",
        dry_run: bool = False,
        reason: str | None = None,
        holder: Name | None = None,
        on_progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> PromotionReport:
        """One maintenance pass over the group: promote, weigh anew, fade, archive, share. Safe to run twice, by many.

        Args:
            stages: all, or only what promotes.
            dry_run: decide, tell the change sets, write nothing.
            reason: kept in the report ("session end").
            holder: who takes the group's lease; default: a new name. While another has it, ``busy`` in the report
                names him, and nothing was done.
            on_progress: told of each page: {stage, done, total}.
        """
        context = PromotionContext(**self._identity(), stages=stages, dry_run=dry_run, holder=holder)
        given: PromotionRequest = {"reason": reason} if reason else {}
        result: dict[str, Any] = {}
        stream: Any = self._promotion.astream(given, context=context, stream_mode=["custom", "updates"])
        async for mode, told in stream:
            if mode == "custom" and on_progress is not None:
                on_progress(told)
            elif mode == "updates" and "report" in told:
                result = told["report"]["result"]
        return PromotionReport.model_validate(result)

    @checked
    async def promote(self, *, dry_run: bool = False) -> PromotionReport:
        """:meth:`maintain` without what fades and falls: for the end of a session."""
        return await self.maintain(stages="promote", dry_run=dry_run)

    async def end_session(self, session_id: str | None = None) -> PromotionReport | None:
        """The hook for embedders: what was learned in the session climbs. Never raises: the agent is done anyway."""
        if session_id is not None:
            self._said.pop(session_id, None)
        try:
            return await self.maintain(stages="promote", reason="session end")
        except MemoristError:
            _log.exception("the session's memories could not be promoted; the next pass makes up for it")
            return None

    @checked
    async def history(self, topic: Words, *, known_at: When | None = None) -> list[HistoryEntry]:
        """Everything ever held about a name ("Postgres") or a field ("sign-in"), oldest first, and what ended it."""
        with using(await names_of(self.store.settings)):
            fields = dict.fromkeys(field for field in (topic_of(topic), topic) if field)
            name = name_asked_for(topic)
        return await self.store.history(self.scope, names=[name], topics=list(fields), known_at=known_at)


@asynccontextmanager
async def open_memory(
    url: str | None = None,
    *,
    group: str | None = None,
    agent: str | None = None,
    user: str | None = None,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    ontologies: Sequence[Source] = (),
    settings: Settings | None = None,
    degraded: bool = False,
) -> AsyncGenerator[Memory]:
    """Open a memory for one group, agent and user; what is not given (null) comes from the settings.

    With ``degraded`` a store that cannot be opened is no error: prompts then hold the last known hard rules and say so.

    ``ontologies`` are added to the default one: names of shipped ones (``gtd``, ``jacq``) or paths of YAML files.

    Raises:
        InvalidInput: the URL, the group, the embedder's name, an ontology or the file of names is malformed.
        OntologyClash: two ontologies declare one name differently.
        StoreUnavailable: the server cannot be reached or refuses the password.
        EmbedderMismatch: the group was filled by another embedder.
        EmbedderUnavailable: the embedding model cannot be loaded.
    """
    settings = settings or read_settings()
    scope = scope_of(group, agent, user, settings)
    await names_of(settings)  # what is wrong with them is told now, not with the first input
    try:
        store = await Store.open(url, settings=settings, embedder=embedder, ontologies=ontologies, clock=clock)
    except (StoreError, EmbedderUnavailable) as error:
        if not degraded:
            raise
        from memorist.graphs.degraded import MemoryWithoutStore

        where = settings.model_copy(update={"store": settings.store if url is None else url})
        given = {"embedder": embedder, "ontologies": ontologies, "clock": clock}
        without = MemoryWithoutStore(scope, where, error, **given)
        try:
            yield without
        finally:
            await without.close()
        return
    try:
        await store.known(scope.group_id)
        yield Memory(store, scope)
    finally:
        await store.close()


def scope_of(group: str | None, agent: str | None, user: str | None, settings: Settings) -> Scope:
    """Who asks, by what is given over the settings; an empty name is given, and refused: it is nobody's.

    Raises :class:`InvalidInput` naming the field.
    """
    named = {"group": group, "agent": agent, "user": user}
    who = {name: getattr(settings, name) if given is None else given for name, given in named.items()}
    read = {name: read_as(_NAMES[name], given, of="open", field=name) for name, given in who.items()}
    return Scope(group_id=read["group"], agent_id=read["agent"], user_id=read["user"])


_NAMES: dict[str, TypeAdapter[Any]] = {
    "group": TypeAdapter(GroupId),
    "agent": TypeAdapter(Name | None),
    "user": TypeAdapter(Name | None),
}
