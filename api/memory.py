"""The Python API: the graphs over one store, for one scope.

async with memorist.open("embedded:./memory", group="team") as memory:
    await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
    recall = await memory.recall("Set up the new package")
    print(recall.prompt)
"""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from pydantic import TypeAdapter

from memorist.api.graphs import Graphs
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.invalid import read_as
from memorist.memory_store.domain.scope import GroupId, Name, Scope
from memorist.memory_store.store import Store
from memorist.nodes.dates.zone import stamp

if TYPE_CHECKING:
    from memorist.api.forgetting import ScopedForgetting
    from memorist.api.history import ScopedHistory
    from memorist.api.homeostasis import Homeostasis
    from memorist.api.ingesting import Ingestion
    from memorist.api.listing import Listing
    from memorist.api.maintenance import ScopedMaintenance
    from memorist.api.personas import Personas
    from memorist.api.recalling import Recalling
    from memorist.api.rereading import Rereading
    from memorist.api.review import Review
    from memorist.api.rules import ScopedRules
    from memorist.api.search import Searching
    from memorist.api.skills import Skills
    from memorist.api.undo import Undoing
    from memorist.memory_store.settings import Settings


class _Verb[**P, R]:
    """A method of one of the parts, as an attribute of the memory; the part is imported when it is first used."""

    def __init__(self, find: "Callable[[AsyncMemory], Callable[P, R]]") -> None:
        self._find = find

    def __get__(self, memory: "AsyncMemory | None", owner: "type[AsyncMemory]") -> Callable[P, R]:
        if memory is None:  # of the class, which ``help`` and ``inspect`` look at: the function itself
            unopened = owner.__new__(owner)
            vars(unopened).update(graphs=None, scope=None, clock=None)
            method: Any = self._find(unopened)
            return method.__func__
        return self._find(memory)


class AsyncMemory:
    """A store with its graphs, for one group, agent and user.

    The verbs that most callers need are attributes of the memory itself; the parts behind them, and those for rarer
    work (``review``, ``personas``, ``skills``, ``rules``, ``homeostasis``), are objects of their own.
    """

    def __init__(self, store: Store, scope: Scope, *, graphs: Graphs | None = None) -> None:
        self.scope = scope
        self.clock: Clock = store.clock
        self.graphs = graphs or Graphs(store)

    @property
    def store(self) -> Store:
        """The store under the graphs."""
        return self.graphs.store

    @cached_property
    def ingestion(self) -> "Ingestion":
        """Takes inputs in."""
        from memorist.api.ingesting import Ingestion

        return Ingestion(self.graphs, self.scope, self.clock)

    @cached_property
    def maintenance(self) -> "ScopedMaintenance":
        """Promotes, decays, archives."""
        from memorist.api.maintenance import ScopedMaintenance

        return ScopedMaintenance(self.graphs, self.scope, self.clock)

    @cached_property
    def recalling(self) -> "Recalling":
        """Assembles prompts."""
        from memorist.api.recalling import Recalling

        return Recalling(self.graphs, self.scope, self.clock)

    @cached_property
    def searching(self) -> "Searching":
        """Finds memories."""
        from memorist.api.search import Searching

        return Searching(self.graphs, self.scope, self.clock)

    @cached_property
    def listing(self) -> "Listing":
        """Lists memories."""
        from memorist.api.listing import Listing

        return Listing(self.graphs, self.scope, self.clock)

    @cached_property
    def looking_back(self) -> "ScopedHistory":
        """History, changes, receipts."""
        from memorist.api.history import ScopedHistory

        return ScopedHistory(self.graphs, self.scope, self.clock)

    @cached_property
    def forgetting(self) -> "ScopedForgetting":
        """Erases on request."""
        from memorist.api.forgetting import ScopedForgetting

        return ScopedForgetting(self.graphs, self.scope, self.clock)

    @cached_property
    def review(self) -> "Review":
        """Decisions that wait for a person."""
        from memorist.api.review import Review

        return Review(self.graphs, self.scope, self.clock)

    @cached_property
    def rereading(self) -> "Rereading":
        """Reads kept inputs again."""
        from memorist.api.rereading import Rereading

        return Rereading(self.graphs, self.scope, self.clock)

    @cached_property
    def personas(self) -> "Personas":
        """Exports and imports what is known of a user."""
        from memorist.api.personas import Personas

        return Personas(self.graphs, self.scope, self.clock)

    @cached_property
    def skills(self) -> "Skills":
        """Writes and reads skill files."""
        from memorist.api.skills import Skills

        return Skills(self.graphs, self.scope, self.clock)

    @cached_property
    def rules(self) -> "ScopedRules":
        """Hard rules and policies for AGENTS.md."""
        from memorist.api.rules import ScopedRules

        return ScopedRules(self.graphs, self.scope, self.clock)

    @cached_property
    def undoing(self) -> "Undoing":
        """Takes operations back."""
        from memorist.api.undo import Undoing

        return Undoing(self.graphs, self.scope, self.clock)

    @cached_property
    def homeostasis(self) -> "Homeostasis":
        """Assesses an agent's state and intended acts."""
        from memorist.api.homeostasis import Homeostasis

        return Homeostasis(self.graphs, self.scope, self.clock)

    ingest = _Verb(lambda memory: memory.ingestion.ingest)
    retry_kept = _Verb(lambda memory: memory.ingestion.retry_kept)
    recall = _Verb(lambda memory: memory.recalling.recall)
    search = _Verb(lambda memory: memory.searching.search)
    list = _Verb(lambda memory: memory.listing.newest)
    about = _Verb(lambda memory: memory.listing.about)
    history = _Verb(lambda memory: memory.looking_back.of)
    changes = _Verb(lambda memory: memory.looking_back.changes)
    receipt = _Verb(lambda memory: memory.looking_back.receipt)
    receipts = _Verb(lambda memory: memory.looking_back.receipts)
    verify_log = _Verb(lambda memory: memory.looking_back.verify_log)
    forget = _Verb(lambda memory: memory.forgetting.forget)
    preview_forget = _Verb(lambda memory: memory.forgetting.preview)
    forget_group = _Verb(lambda memory: memory.forgetting.group)
    reread = _Verb(lambda memory: memory.rereading.reread)
    undo = _Verb(lambda memory: memory.undoing.undo)
    maintain = _Verb(lambda memory: memory.maintenance.maintain)
    promote = _Verb(lambda memory: memory.maintenance.promote)
    end_session = _Verb(lambda memory: memory.maintenance.end_session)
    assess = _Verb(lambda memory: memory.homeostasis.assess)
    check_action = _Verb(lambda memory: memory.homeostasis.check_action)

    def stamp(self) -> str:
        """Return the present as ``at`` of an input that a program makes: on the clock of ``MEMORIST_TIMEZONE``."""
        return stamp(self.clock.now(), self.settings.timezone)

    @property
    def settings(self) -> "Settings":
        """The settings that the store was opened with."""
        return self.graphs.settings

    def as_user(self, user: str | int | UUID | None, *, agent: str | int | UUID | None = None) -> Self:
        """The same memory for another user of the group, and if given another agent: one store serves them all.

        Cheap enough to be made for each request: graphs and connections are shared.

        Raises:
            InvalidInput: the name is empty.
        """
        who = {"user_id": name_of("user", user), "agent_id": name_of("agent", agent) or self.scope.agent_id}
        return self._with_scope(self.scope.model_copy(update=who))

    def _with_scope(self, scope: Scope) -> Self:
        return type(self)(self.store, scope, graphs=self.graphs)


_NAMES: dict[str, TypeAdapter[Any]] = {
    "group": TypeAdapter(GroupId),
    "agent": TypeAdapter(Name | None),
    "user": TypeAdapter(Name | None),
}


def name_of(field: str, given: object) -> str | None:
    """A name as a scope takes it; whole numbers and UUIDs become text. Raises :class:`InvalidInput`."""
    plain = str(given) if isinstance(given, int | UUID) and not isinstance(given, bool) else given
    return read_as(_NAMES[field], plain, of="open", field=field)
