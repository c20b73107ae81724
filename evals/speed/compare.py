"""Our search beside the bare index query and vanilla Graphiti's, on the same data in the same run."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from statistics import fmean

from memorist.evals.benchmark import Figures
from memorist.evals.speed.crowd import BEGINNING, TASKS
from memorist.evals.speed.measure import Timing, timed
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.vanilla import vanilla_search
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.statements import dialects
from memorist.memory_store.store import Store

K = 20
NOW = Moment.of(BEGINNING + timedelta(days=3_650))


async def searches(store: Store, scope: Scope, runs: int, vanilla_runs: int) -> list[Timing]:
    """Our hybrid search, our search by vector alone, the bare index query, and vanilla Graphiti's search."""
    vectors = await store.embed(TASKS)
    bare = dialects.BARE[store.database.dialect]

    async def ours(number: int, text: bool = True) -> None:
        place = number % len(TASKS)
        await store.search.memories(scope, [Query("q", TASKS[place] if text else "", vectors[place], K)], NOW)

    async def index(number: int) -> None:
        vector = list(vectors[number % len(TASKS)])
        await store.database.read(scope.group_id, bare, {"vector": vector, "k": K})

    timings = [
        await timed("search, vector and words", store, runs, ours),
        await timed("search, vector alone", store, runs, partial(ours, text=False)),
        await timed("bare index query", store, runs, index),
    ]
    driver = await store.database.graphiti_driver(scope.group_id)
    async with vanilla_search(driver, store.embedder, scope.group_id) as search:

        async def vanilla(number: int) -> None:
            await search(TASKS[number % len(TASKS)], K)

        timings.append(await timed("vanilla Graphiti's search", store, vanilla_runs, vanilla))
    return timings


def ratios(timings: Sequence[Timing]) -> dict[str, float]:
    """Medians against medians: ours to the bare index query (less is better), vanilla Graphiti's to ours (more is)."""
    p50 = {timing.path: timing.p50_ms for timing in timings}
    ours = p50["search, vector and words"]
    return {
        "search / bare index query": round(ours / p50["bare index query"], 2),
        "vector search / bare index query": round(p50["search, vector alone"] / p50["bare index query"], 2),
        "vanilla Graphiti / search": round(p50["vanilla Graphiti's search"] / ours, 1),
    }


async def recall_of_plan(store: Store, scope: Scope, memories: int) -> Figures:
    """Return the share of what an exhaustive comparison finds that the chosen plan finds, by vector alone."""
    shares: list[float] = []
    plan = None
    for task in TASKS:
        [vector] = await store.embed([task])
        query = [Query("q", "", vector, K)]
        found, plan = await store.search.memories(scope, query, NOW)
        usual = store.settings
        store.connection.settings = usual.model_copy(update={"exact_scan_limit": 10**9})
        exact, _ = await store.search.memories(scope, query, NOW)
        store.connection.settings = usual
        wanted = {hit.memory.id for hit in exact}
        shares.append(len(wanted & {hit.memory.id for hit in found}) / max(1, len(wanted)))
    assert plan is not None
    return {
        "group": scope.group_id,
        "memories": memories,
        "plan": plan.kind,
        "why": plan.why,
        "recall_at_20": round(fmean(shares), 4),
    }
