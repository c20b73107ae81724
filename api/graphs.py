"""The compiled graphs of one store, each built when it is first used and shared by all scopes of a memory."""

from functools import cached_property
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.check_action import build_check_action
from memorist.graphs.homeostasis import build_homeostasis
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.promotion import build_promotion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.store import Store

type Graph = CompiledStateGraph[Any, Any, Any, Any]


class Graphs:
    """One store with the graphs over it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @cached_property
    def ingestion(self) -> Graph:
        """Takes one input in."""
        return build_ingestion(self.store)

    @cached_property
    def retrieval(self) -> Graph:
        """Assembles the prompt for a task."""
        return build_retrieval(self.store)

    @cached_property
    def promotion(self) -> Graph:
        """Promotes, decays, archives."""
        return build_promotion(self.store)

    @cached_property
    def homeostasis(self) -> Graph:
        """Assesses an agent's state."""
        return build_homeostasis(self.store)

    @cached_property
    def threads(self) -> InMemorySaver:
        """Keeps the assessments that wait for an answer."""
        return InMemorySaver()

    @cached_property
    def asking_homeostasis(self) -> Graph:
        """Assesses an agent's state and may stop to ask."""
        return build_homeostasis(self.store, checkpointer=self.threads)

    @cached_property
    def check_action(self) -> Graph:
        """Judges an intended act."""
        return build_check_action(self.store)
