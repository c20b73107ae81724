"""The Python API: the graphs over one store, for one scope.

async with memorist.open("embedded:./memory", group="team") as memory:
    await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
    recall = await memory.recall("Set up the new package")
    print(recall.prompt)
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self
from uuid import UUID

from pydantic import TypeAdapter

from memorist.api.forgetting import Forgetting
from memorist.api.graphs import Graphs
from memorist.api.history import History
from memorist.api.homeostasis import Homeostasis
from memorist.api.ingesting import Ingestion
from memorist.api.maintenance import Maintenance
from memorist.api.personas import Personas
from memorist.api.recalling import Recalling
from memorist.api.rereading import Rereading
from memorist.api.review import Review
from memorist.api.rules import Rules
from memorist.api.search import Searching
from memorist.api.skills import Skills
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import EmbedderUnavailable, StoreError
from memorist.memory_store.domain.scope import GroupId, Name, Scope
from memorist.memory_store.domain.types import read_as
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.ontology.loading import Source
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.store import Store
from memorist.nodes.language.own_names import names_of


class Memory:
    """A store with its graphs, for one group, agent and user.

    The verbs that most callers need are attributes of the memory itself; the parts behind them, and those for rarer
    work (``review``, ``personas``, ``skills``, ``rules``, ``homeostasis``), are objects of their own.
    """

    def __init__(self, store: Store, scope: Scope, *, graphs: Graphs | None = None) -> None:
        self.store = store
        self.scope = scope
        self.clock: Clock = store.clock
        self.graphs = graphs or Graphs(store)

        self.ingestion = Ingestion(self.graphs, scope, self.clock)
        self.maintenance = Maintenance(self.graphs, self.ingestion, scope, self.clock)
        self.recalling = Recalling(self.graphs, scope, self.clock)
        self.searching = Searching(store, scope, self.clock)
        self.looking_back = History(store, scope)
        self.forgetting = Forgetting(store, scope)
        self.review = Review(store, scope, self.clock)
        self.rereading = Rereading(self.graphs, scope, self.clock)
        self.personas = Personas(store, scope, self.clock)
        self.skills = Skills(store, scope, self.clock)
        self.rules = Rules(store, scope)
        self.homeostasis = Homeostasis(self.graphs, scope, self.clock)

        self.ingest = self.ingestion.ingest
        self.retry_kept = self.ingestion.retry_kept
        self.recall = self.recalling.recall
        self.search = self.searching.search
        self.history = self.looking_back.of
        self.changes = self.looking_back.changes
        self.forget = self.forgetting.forget
        self.preview_forget = self.forgetting.preview
        self.forget_group = self.forgetting.group
        self.reread = self.rereading.reread
        self.maintain = self.maintenance.maintain
        self.promote = self.maintenance.promote
        self.end_session = self.maintenance.end_session
        self.assess = self.homeostasis.assess
        self.check_action = self.homeostasis.check_action

    def as_user(self, user: str | int | UUID | None, *, agent: str | int | UUID | None = None) -> Self:
        """The same memory for another user of the group, and if given another agent: one store serves them all.

        Cheap enough to be made for each request: graphs and connections are shared.

        Raises:
            InvalidInput: the name is empty.
        """
        who = {"user_id": _named("user", user), "agent_id": _named("agent", agent) or self.scope.agent_id}
        return type(self)(self.store, self.scope.model_copy(update=who), graphs=self.graphs)


@asynccontextmanager
async def open_memory(
    url: str | None = None,
    *,
    group: str | None = None,
    agent: str | int | UUID | None = None,
    user: str | int | UUID | None = None,
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
        from memorist.api.degraded import MemoryWithoutStore

        where = settings.model_copy(update={"store": settings.store if url is None else url})
        given = {"embedder": embedder, "ontologies": ontologies, "clock": clock}
        without = MemoryWithoutStore(scope, where, error, **given)
        try:
            yield without
        finally:
            await without.close()
        return
    try:
        await store.admin.known(scope.group_id)
        yield Memory(store, scope)
    finally:
        await store.close()


def scope_of(
    group: str | None, agent: str | int | UUID | None, user: str | int | UUID | None, settings: Settings
) -> Scope:
    """Who asks, by what is given over the settings; an empty name is given, and refused: it is nobody's.

    Raises :class:`InvalidInput` naming the field.
    """
    named = {"group": group, "agent": agent, "user": user}
    who = {name: getattr(settings, name) if given is None else given for name, given in named.items()}
    read = {name: _named(name, given) for name, given in who.items()}
    return Scope(group_id=str(read["group"]), agent_id=read["agent"], user_id=read["user"])


_NAMES: dict[str, TypeAdapter[Any]] = {
    "group": TypeAdapter(GroupId),
    "agent": TypeAdapter(Name | None),
    "user": TypeAdapter(Name | None),
}


def _named(field: str, given: object) -> str | None:
    """A name as a scope takes it; whole numbers and UUIDs become text. Raises :class:`InvalidInput`."""
    plain = str(given) if isinstance(given, int | UUID) and not isinstance(given, bool) else given
    return read_as(_NAMES[field], plain, of="open", field=field)
