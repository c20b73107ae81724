"""The place where a command runs: the store, a folder."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

PATIENT = dict.fromkeys(("call_timeout", "channel_timeout", "check_timeout", "statement_timeout"), 60.0)
"""Settings of everything that is judged by what is answered: no call ends because a cold server plans its statements
slowly, or the machine is busy. Seconds."""


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
