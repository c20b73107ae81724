"""The store: one database with one embedder, by its parts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from memorist.memory_store.backends.opening import open_database
from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Database
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.migrations import MIGRATIONS, Migration
from memorist.memory_store.ontology.loading import Source, load_ontologies
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.parts.admin import Admin
from memorist.memory_store.parts.changes import Changes
from memorist.memory_store.parts.episodes import Episodes
from memorist.memory_store.parts.evidence import Evidence
from memorist.memory_store.parts.files import Files
from memorist.memory_store.parts.forgetting import Forgetting
from memorist.memory_store.parts.history import History
from memorist.memory_store.parts.maintenance import Maintenance
from memorist.memory_store.parts.memories import Memories
from memorist.memory_store.parts.operations import Operations
from memorist.memory_store.parts.rules import Rules
from memorist.memory_store.parts.search import Search
from memorist.memory_store.rankers.base import Ranker
from memorist.memory_store.search.planner import SearchPlanner
from memorist.memory_store.settings import NO_RANKER, Settings, read_settings
from memorist.memory_store.threads import in_thread

if TYPE_CHECKING:
    from memorist.memory_store.primitives.graph import Graph


class Store:
    """One database with one embedder. Open it with :meth:`open`, close it with :meth:`close`.

    Every method of its parts may raise :class:`StoreUnavailable`; only ``changes``, ``forgetting``, ``files``,
    ``maintenance`` and ``admin`` write.

    Attributes:
        memories: memories by id, all of them, along their edges.
        episodes: raw episodes, read and unread.
        search: what is visible at a moment, by meaning and by words.
        history: what was held when, and what took its place.
        changes: ``apply``, the only way to write; the log, and whether it is whole; the past rebuilt from it.
        operations: what was written as one operation, and what stands upon it.
        rules: all live hard rules, and their snapshot on disk.
        forgetting: erasing on request.
        files: content files.
        evidence: what memories stand on.
        maintenance: the lease of promotion and decay, and what is due.
        admin: numbers, ``check``, ``repair``.
        connection: what the parts share: database, embedder, ontology, settings and clock.
    """

    migrations: ClassVar[Sequence[Migration]] = MIGRATIONS
    """The steps to the version that this store reads and writes."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        ontology: Ontology,
        settings: Settings,
        clock: Clock,
        ranker: Ranker | None = None,
    ) -> None:
        self.connection = StoreConnection(database, embedder, ontology, settings, clock, self.migrations, ranker)
        planner = SearchPlanner(self.connection)
        self.files = Files(self.connection)
        self.memories = Memories(self.connection, self.files, planner)
        self.episodes = Episodes(self.connection, self.files)
        self.search = Search(self.connection, self.files, planner)
        self.history = History(self.connection, self.files)
        self.rules = Rules(self.connection)
        self.changes = Changes(self.connection, self.rules)
        self.operations = Operations(self.connection)
        self.forgetting = Forgetting(self.connection, self.files, self.changes)
        self.evidence = Evidence(self.connection, planner)
        self.maintenance = Maintenance(self.connection)
        self.admin = Admin(self.connection, self.changes, self.files, self.forgetting)

    @classmethod
    async def open(
        cls,
        url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        ranker: Ranker | None = None,
        ontologies: Sequence[Source] = (),
        clock: Clock | None = None,
    ) -> "Store":
        """Open the store at ``url`` (default: the settings' store).

        ``ranker`` is by default the settings'; its model is loaded when it is first needed.
        ``ontologies`` are added to the default one: names of shipped ones (``gtd``, ``jacq``) or paths of YAML files;
        without any, the settings' are.

        Raises:
            InvalidInput: the URL, the name of embedder or ranker, or an ontology is not known, or an ontology is
                malformed.
            OntologyClash: two ontologies declare one name differently.
            StoreUnavailable: not reachable, timed out, or the password is wrong.
            EmbedderUnavailable: the embedding model cannot be loaded.
        """
        settings = settings or read_settings()
        if embedder is None:
            from memorist.memory_store.embedders.named import open_embedder  # heavy, and often passed in

            embedder = open_embedder(settings.embedder, settings)
        if ranker is None and settings.ranker != NO_RANKER:
            from memorist.memory_store.rankers.named import open_ranker

            ranker = open_ranker(settings.ranker)
        await embedder.ready()
        ontology = await in_thread(load_ontologies, ontologies or settings.ontologies)
        database = await open_database(settings.store if url is None else url, settings)
        return cls(database, embedder, ontology, settings, clock or SystemClock(), ranker)

    @property
    def database(self) -> Database:
        """The database."""
        return self.connection.database

    @property
    def embedder(self) -> Embedder:
        """The embedder."""
        return self.connection.embedder

    @property
    def ranker(self) -> Ranker | None:
        """The ranker of a recall's candidates, if there is one."""
        return self.connection.ranker

    @property
    def ontology(self) -> Ontology:
        """The types of nodes and connections that may exist."""
        return self.connection.ontology

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self.connection.settings

    @property
    def clock(self) -> Clock:
        """The clock."""
        return self.connection.clock

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Turn texts into vectors of the database's size; what was embedded a moment ago is not embedded again."""
        return await self.connection.embed(texts)

    def records(self, scope: Scope) -> "Graph":
        """Nodes and connections of any type that an ontology declares, as a scope sees and writes them."""
        from memorist.memory_store.primitives.graph import Graph  # loaded only by those who use records

        return Graph(self, scope)

    async def settled(self) -> None:
        """Count what was used, and wait until no background work is under way."""
        await self.changes.settled()

    async def close(self) -> None:
        """Finish background work, give the connections back; stop an embedded server that nobody else uses."""
        await self.settled()
        await self.connection.close()
