"""The place where a command runs: the store, a folder."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = {"call_timeout": 60.0}
"""Settings of a benchmark, in seconds: it measures how long calls take, and ends none that a busy machine slows."""


@contextmanager
def place(store: str | None) -> Generator[str]:
    """The store asked for, else an embedded one that lasts as long as the run."""
    if store:
        yield store
        return
    with folder_of(None) as folder:
        yield f"embedded:{folder}/store"


@contextmanager
def folder_of(given: Path | None) -> Generator[Path]:
    """Return the folder asked for, else one that lasts as long as the run."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="memorist-") as folder:
        yield Path(folder)
