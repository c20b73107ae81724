"""The compiled graphs of one store, each imported and built when it is first used, and shared by its scopes."""

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memorist.api.recent import Recent
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.memory_store.store import Store
from memorist.nodes.reading.reader import Spoken

if TYPE_CHECKING:
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph.state import CompiledStateGraph

type Graph = CompiledStateGraph[Any, Any, Any, Any]


CONTEXT_TURNS = 6
"""Turns before an input that readers are shown."""
NO_CHECKPOINTER = False
"""A call inside of a caller's node is no subgraph of theirs: where the node runs again, it is another call."""
CONTEXT_SESSIONS = 256
"""Sessions whose last turns are kept; the ones used least recently are dropped first."""


class SessionTurns:
    """The last turns of each session, which are the context of what is said next."""

    def __init__(self) -> None:
        self._said = Recent[tuple[str, ...], deque[Spoken]](CONTEXT_SESSIONS)

    def of(self, scope: Scope, session: str) -> deque[Spoken]:
        """The last turns of a session of somebody."""
        key = (scope.group_id, scope.agent_id or "", scope.user_id or "", session)
        return self._said.use(key, lambda: deque(maxlen=CONTEXT_TURNS))

    def end(self, scope: Scope, session: str) -> None:
        """Forget the turns of a session that is over."""
        self._said.pop((scope.group_id, scope.agent_id or "", scope.user_id or "", session), None)


class Graphs:
    """One store with the graphs over it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sessions = SessionTurns()

    @property
    def settings(self) -> Settings:
        """The settings of the store."""
        return self.store.settings

    @cached_property
    def ingestion(self) -> Graph:
        """Takes one input in."""
        from memorist.graphs.ingestion import build_ingestion

        return build_ingestion(self.store, checkpointer=NO_CHECKPOINTER)

    @cached_property
    def retrieval(self) -> Graph:
        """Assembles the prompt for a task."""
        from memorist.graphs.retrieval import build_retrieval

        return build_retrieval(self.store, checkpointer=NO_CHECKPOINTER)

    @cached_property
    def promotion(self) -> Graph:
        """Promotes, decays, archives."""
        from memorist.graphs.promotion import build_promotion

        return build_promotion(self.store, checkpointer=NO_CHECKPOINTER)

    @cached_property
    def homeostasis(self) -> Graph:
        """Assesses an agent's state."""
        from memorist.graphs.homeostasis import build_homeostasis

        return build_homeostasis(self.store, checkpointer=NO_CHECKPOINTER)

    @cached_property
    def threads(self) -> "InMemorySaver":
        """Keeps the assessments that wait for an answer."""
        from langgraph.checkpoint.memory import InMemorySaver

        return InMemorySaver()

    @cached_property
    def asking_homeostasis(self) -> Graph:
        """Assesses an agent's state and may stop to ask."""
        from memorist.graphs.homeostasis import build_homeostasis

        return build_homeostasis(self.store, checkpointer=self.threads)

    @cached_property
    def check_action(self) -> Graph:
        """Judges an intended act."""
        from memorist.graphs.check_action import build_check_action

        return build_check_action(self.store, checkpointer=NO_CHECKPOINTER)
