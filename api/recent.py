"""Values of what was used last: of sessions, scopes, browsers."""

from collections import OrderedDict
from collections.abc import Callable


class Recent[K, V](OrderedDict[K, V]):
    """A dictionary of the ``most`` values that were used last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def use(self, key: K, make: Callable[[], V]) -> V:
        """Return a value, which is made where there is none; the one used least recently makes room for it."""
        if key not in self:
            self[key] = make()
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
        return self[key]
