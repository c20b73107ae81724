"""Journal of the finished entries of an import, so that an interrupted one is resumed."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from memorist.memory_store.private_file import make_folder, private


class Journal:
    """A file of ids in a private folder. Ids are known by their digests: a journal holds no words.

    Args:
        folder: where journals are.
        key: what makes this import this one.
        resume: go on with what an interrupted import noted; else it is forgotten.
    """

    def __init__(self, folder: Path, key: Mapping[str, Any], *, resume: bool) -> None:
        named = sha256(json.dumps(key, sort_keys=True, default=str).encode()).hexdigest()[:32]
        make_folder(folder)
        self._path = folder / f"{named}.done"
        if not resume:
            self._path.unlink(missing_ok=True)
        self._done = frozenset(self._path.read_text("ascii").split()) if self._path.exists() else frozenset[str]()

    def __contains__(self, id_: str) -> bool:
        """Return true if an entry was done before."""
        return _digest(id_) in self._done

    def note(self, *ids: str) -> None:
        """Note that entries are done."""
        with open(self._path, "ab", opener=private) as file:
            file.write("".join(f"{_digest(id_)}\n" for id_ in ids).encode("ascii"))

    def finish(self) -> None:
        """The import is done: nothing is left to be resumed."""
        self._path.unlink(missing_ok=True)


def _digest(id_: str) -> str:
    return sha256(id_.encode("utf-8", "replace")).hexdigest()[:32]
