"""Rank: each memory once, in its section, by its score."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from time import perf_counter
from typing import Any

from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.nodes.language.words import stems
from memorist.nodes.retrieval.channels.channel import let_go
from memorist.nodes.retrieval.overtaken import overtaken
from memorist.nodes.retrieval.related import COMPLETE, with_related
from memorist.nodes.retrieval.scored import Scored, Section, score
from memorist.nodes.retrieval.state import Found, RetrievalState

SECTION_ORDER: Mapping[Section, int] = {
    "constraints": 0,
    "procedures": 1,
    "facts": 2,
    "self": 3,
    "user": 4,
    "episodes": 5,
    "turns": 6,
    "related": 7,
}


def rank_all(found: Iterable[Found], moment: datetime, task: str = "") -> list[Scored]:
    """The best find of each memory for a task, by section and score.

    A memory stands in one place: where a query found it near enough, else where its own channel puts it. What is
    preferred, or known to be wrong, about another thing stands behind what is used for the same purpose since then.
    """
    best: dict[str, Scored] = {}
    told: dict[str, tuple[str, ...]] = {}
    beside: dict[str, bool] = {}
    for one in found:
        beside[one.memory["id"]] = one.beside
        told[one.memory["id"]] = one.told
        scored = score(one, moment)
        known = best.get(one.memory["id"])
        if known is None or _preference(scored) > _preference(known):
            best[one.memory["id"]] = scored
    ranked = sorted(
        overtaken(best.values(), time_text(moment)), key=lambda s: (SECTION_ORDER[s.section], -s.score, s.memory["id"])
    )
    kept = {s.memory["id"]: s.memory["content"] for s in ranked if s.out is None}
    asked = stems(task)
    return [
        _unless_told(scored, {by: kept[by] for by in told[id_] if by in kept}, asked, beside=beside[id_])
        for scored in ranked
        for id_ in (scored.memory["id"],)
    ]


def _unless_told(scored: Scored, by: Mapping[str, str], asked: frozenset[str], *, beside: bool) -> Scored:
    """A turn is out when what was learned from it is in: the memory is shorter, and knows whether it still holds.

    It stays when it speaks of more that the task names than those memories do: of several statements of one turn the
    one that is near enough may be the one that says least.
    """
    if scored.out is not None or not by or (stems(scored.memory["content"]) & asked) - stems(" ".join(by.values())):
        return scored
    return scored._replace(out=f"said by memory {min(by)}, which was learned from it", far=beside)


def _preference(scored: Scored) -> tuple[bool, bool, float]:
    by_query = scored.channel in ("hard_rules", "procedures", "semantic", "graph")
    return (scored.out is None, by_query, scored.score)


async def rank(state: RetrievalState) -> dict[str, Any]:
    """Score everything that was found."""
    began = perf_counter()
    let_go(state["run"])
    found = [Found(**f) for f in state.get("found", [])]
    ranked = rank_all(found, parse_time(state["moment"]["valid_at"]), state["task"])
    if state["formulation"]["asks"] not in COMPLETE:
        ranked = with_related(ranked, {one.memory["id"]: one.told for one in found if one.told})
    return {
        "ranked": [scored._asdict() for scored in ranked],
        "timings_ms": {"rank": (perf_counter() - began) * 1e3},
    }
