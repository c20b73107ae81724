"""The store that a command runs on."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def place(store: str | None) -> Generator[str]:
    """The store asked for, else an embedded one that lasts as long as the run."""
    if store:
        yield store
        return
    with tempfile.TemporaryDirectory(prefix="memorist-") as folder:
        yield f"embedded:{folder}/store"
