"""Opening a memory for one group, agent and user."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

from memorist.api.memory import AsyncMemory, name_of
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import EmbedderUnavailable, StoreError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.ontology.loading import Source
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.store import Store
from memorist.nodes.language.own_names import names_of


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
) -> AsyncGenerator[AsyncMemory]:
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
        yield AsyncMemory(store, scope)
    finally:
        await store.close()


def scope_of(
    group: str | None, agent: str | int | UUID | None, user: str | int | UUID | None, settings: Settings
) -> Scope:
    """Build the scope from the arguments, which override the settings; an empty name is passed on and refused.

    Raises :class:`InvalidInput` naming the field.
    """
    named = {"group": group, "agent": agent, "user": user}
    who = {name: getattr(settings, name) if given is None else given for name, given in named.items()}
    read = {name: name_of(name, given) for name, given in who.items()}
    return Scope(group_id=str(read["group"]), agent_id=read["agent"], user_id=read["user"])
