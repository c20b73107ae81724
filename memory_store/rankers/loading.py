"""A model that is loaded when it is first needed, in a thread."""

from collections.abc import Callable
from threading import Lock

from memorist.memory_store.domain.errors import RankerUnavailable
from memorist.memory_store.threads import in_thread


class LoadedOnce[M]:
    """Holds what ``load`` returns; ``load`` blocks, and is called again only if it failed."""

    def __init__(self, load: Callable[[], M]) -> None:
        self._load = load
        self._loaded: M | None = None
        self._loading = Lock()

    async def get(self) -> M:
        """The model. Who runs out of time while it is loaded does not stop the loading."""
        if self._loaded is None:
            return await in_thread(self._first)
        return self._loaded

    @property
    def there(self) -> M:
        """The model, once it is loaded."""
        if self._loaded is None:
            raise RankerUnavailable("the name of a ranker is not known before `await ranker.ready()`")
        return self._loaded

    def _first(self) -> M:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded
