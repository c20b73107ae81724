"""The result of one check of ``memorist doctor``."""

from typing import Literal

from memorist.memory_store.domain.memory import Part

State = Literal["ok", "info", "warning", "problem"]


class Looked(Part):
    """Finding about one thing.

    Args:
        what: the thing ("store", "embedder").
        state: ``problem`` where nothing works without it; ``warning`` where something is missing.
        found: what is there, in a sentence.
        todo: what to do, as a command where there is one; empty where there is nothing to do.
    """

    what: str
    state: State
    found: str
    todo: str = ""
