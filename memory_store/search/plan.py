"""The plan of a search, with its reason."""

from dataclasses import dataclass, replace
from math import ceil
from typing import Literal


@dataclass(frozen=True)
class SearchPlan:
    """``exact`` compares every vector; ``index`` asks the vector index for ``fetch`` candidates and filters those."""

    kind: Literal["exact", "index"]
    k: int
    fetch: int
    why: str

    def exactly(self, why: str) -> "SearchPlan":
        """The same search by comparing everything, because the index would not do."""
        return replace(self, kind="exact", fetch=0, why=f"{self.why}; {why}, so everything was compared")


def choose(
    *,
    live: int,
    indexed: int,
    k: int,
    historic: bool,
    exact_scan_limit: int,
    over_fetch: int,
    what: str = "live memories",
) -> SearchPlan:
    """Choose the plan of one search.

    Args:
        live: about how many live memories the group has.
        indexed: about how many vectors the index holds that its answers are filtered from: those of all groups where it
            cannot filter by group itself.
        k: how many results are wanted.
        historic: the question is about the past, which the index does not hold.
        exact_scan_limit: up to this many memories, comparing all of them is both fast and complete.
        over_fetch: how many times ``k`` the index is asked for, because filters come after it.
        what: what is searched, as it is called in the plan's reason.
    """
    if historic:
        return SearchPlan("exact", k, 0, "a look into the past compares everything, the index answers for the present")
    if live <= exact_scan_limit:
        return SearchPlan("exact", k, 0, f"{live} {what} are few enough to compare them all")
    fetch = k * over_fetch * max(1, ceil(indexed / max(1, live)))
    if indexed > live and fetch >= live:
        return SearchPlan(
            "exact", k, 0, f"to find {k} of {live} among {indexed} by index takes longer than to compare them"
        )
    return SearchPlan("index", k, fetch, f"{live} {what}: the index gives {fetch}, {k} are kept")
