"""The Python API: the graphs over one store, for one scope.

async with memorist.open("embedded:./memory", group="team") as memory:
    await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
    recall = await memory.recall("Set up the new package")
    print(recall.prompt)
"""

from typing import Any, Self
from uuid import UUID

from pydantic import TypeAdapter

from memorist.api.forgetting import Forgetting
from memorist.api.graphs import Graphs
from memorist.api.history import History
from memorist.api.homeostasis import Homeostasis
from memorist.api.ingesting import Ingestion
from memorist.api.listing import Listing
from memorist.api.maintenance import Maintenance
from memorist.api.personas import Personas
from memorist.api.recalling import Recalling
from memorist.api.rereading import Rereading
from memorist.api.review import Review
from memorist.api.rules import Rules
from memorist.api.search import Searching
from memorist.api.skills import Skills
from memorist.api.undo import Undoing
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.invalid import read_as
from memorist.memory_store.domain.scope import GroupId, Name, Scope
from memorist.memory_store.store import Store


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
        self.listing = Listing(store, scope, self.clock)
        self.looking_back = History(store, scope)
        self.forgetting = Forgetting(store, scope)
        self.review = Review(store, scope, self.clock)
        self.rereading = Rereading(self.graphs, scope, self.clock)
        self.personas = Personas(store, scope, self.clock)
        self.skills = Skills(store, scope, self.clock)
        self.rules = Rules(store, scope)
        self.undoing = Undoing(store, scope, self.clock)
        self.homeostasis = Homeostasis(self.graphs, scope, self.clock)

        self.ingest = self.ingestion.ingest
        self.retry_kept = self.ingestion.retry_kept
        self.recall = self.recalling.recall
        self.search = self.searching.search
        self.list = self.listing.newest
        self.about = self.listing.about
        self.history = self.looking_back.of
        self.changes = self.looking_back.changes
        self.receipt = self.looking_back.receipt
        self.receipts = self.looking_back.receipts
        self.verify_log = self.looking_back.verify_log
        self.forget = self.forgetting.forget
        self.preview_forget = self.forgetting.preview
        self.forget_group = self.forgetting.group
        self.reread = self.rereading.reread
        self.undo = self.undoing.undo
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
        who = {"user_id": name_of("user", user), "agent_id": name_of("agent", agent) or self.scope.agent_id}
        return type(self)(self.store, self.scope.model_copy(update=who), graphs=self.graphs)


_NAMES: dict[str, TypeAdapter[Any]] = {
    "group": TypeAdapter(GroupId),
    "agent": TypeAdapter(Name | None),
    "user": TypeAdapter(Name | None),
}


def name_of(field: str, given: object) -> str | None:
    """A name as a scope takes it; whole numbers and UUIDs become text. Raises :class:`InvalidInput`."""
    plain = str(given) if isinstance(given, int | UUID) and not isinstance(given, bool) else given
    return read_as(_NAMES[field], plain, of="open", field=field)
