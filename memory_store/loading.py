"""A model that is loaded when it is first needed, in a thread."""

from collections.abc import Callable
from threading import Lock
from typing import Protocol

from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.threads import in_thread


class Model(Protocol):
    """A loaded model; everything it does blocks."""

    @property
    def name(self) -> str:
        """With a fingerprint where it comes from a folder."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...


class LoadedOnce[M: Model]:
    """Holds the model that ``load`` returns; ``load`` blocks, and is called again only if it failed.

    ``early`` makes the error of asking for the model before it is loaded.
    """

    def __init__(self, load: Callable[[], M], early: Callable[[], MemoristError]) -> None:
        self._load = load
        self._early = early
        self._loaded: M | None = None
        self._loading = Lock()

    @property
    def name(self) -> str:
        """As the model says."""
        return self._there.name

    @property
    def dimension(self) -> int:
        """As the model says."""
        return self._there.dimension

    async def ready(self) -> None:
        """Load the model in a thread."""
        await self.model()

    async def model(self) -> M:
        """The model. Who runs out of time while it is loaded does not stop the loading."""
        return await in_thread(self._first) if self._loaded is None else self._loaded

    @property
    def _there(self) -> M:
        if self._loaded is None:
            raise self._early()
        return self._loaded

    def _first(self) -> M:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded
