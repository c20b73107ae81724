"""Which way a search goes, and why."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Plan:
    """``exact`` compares every vector; ``index`` asks the vector index for ``fetch`` candidates and filters those."""

    kind: Literal["exact", "index"]
    k: int
    fetch: int
    why: str


def choose(*, live: int, k: int, historic: bool, exact_scan_limit: int, over_fetch: int) -> Plan:
    """Choose the plan of one search.

    Args:
        live: about how many live memories the group has.
        k: how many results are wanted.
        historic: the question is about the past, which the index does not hold.
        exact_scan_limit: up to this many memories, comparing all of them is both fast and complete.
        over_fetch: how many times ``k`` the index is asked for, because filters come after it.
    """
    if historic:
        return Plan("exact", k, 0, "a look into the past compares every memory, the index holds only live ones")
    if live <= exact_scan_limit:
        return Plan("exact", k, 0, f"{live} live memories are few enough to compare them all")
    return Plan("index", k, k * over_fetch, f"{live} live memories: the index gives {k * over_fetch}, {k} are kept")
