"""Plans of searches, and that the quick way finds what the complete one finds."""

from statistics import mean
from uuid import uuid4

import pytest

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.search.fuse import SearchHit, fuse
from memorist.memory_store.search.plan import choose
from memorist.memory_store.store import Store
from tests.memory_store.builders import about, entity, memory, write
from tests.memory_store.crowd import QUESTIONS, fill, sentences
from tests.stores import START

NOW = Moment.of(START)


@pytest.mark.parametrize(
    ("live", "historic", "limit", "kind"),
    [
        (0, False, 2_000, "exact"),
        (2_000, False, 2_000, "exact"),
        (2_001, False, 2_000, "index"),
        (10**9, False, 2_000, "index"),
        (0, False, 0, "exact"),
        (1, False, 0, "index"),
        (1, True, 0, "exact"),
        (10**9, True, 2_000, "exact"),
    ],
)
def test_a_small_group_and_the_past_are_searched_exactly(live: int, historic: bool, limit: int, kind: str):
    plan = choose(live=live, indexed=live, k=10, historic=historic, exact_scan_limit=limit, over_fetch=8)
    assert (plan.kind, plan.k) == (kind, 10)
    assert plan.fetch == (80 if kind == "index" else 0)
    assert plan.why


@pytest.mark.parametrize(
    ("live", "indexed", "kind", "fetch"),
    [(10_000, 10_000, "index", 80), (10_000, 100_000, "index", 800), (1_000, 1_000_000, "exact", 0)],
)
def test_a_small_group_in_a_crowd_is_compared_whole(live: int, indexed: int, kind: str, fetch: int):
    """An index that cannot filter by group must be asked for more the smaller the group's part in it."""
    plan = choose(live=live, indexed=indexed, k=10, historic=False, exact_scan_limit=500, over_fetch=8)
    assert (plan.kind, plan.fetch) == (kind, fetch)


@pytest.mark.parametrize(
    ("cosine", "text", "expected"),
    [(1.0, 5.0, 1.0), (0.5, 5.0, 0.7), (0.5, None, 0.3), (None, 5.0, 0.4), (-0.3, 5.0, 0.4), (1.2, None, 0.6)],
)
def test_two_ways_of_finding_are_added_up(cosine: float | None, text: float | None, expected: float):
    found = memory(Scope(group_id="g"), "x")
    hits = [SearchHit(found, "primary", "vector", cosine)] if cosine is not None else []
    hits += [SearchHit(found, "primary", "text", text)] if text is not None else []
    [fused] = fuse(hits)
    assert fused.similarity == pytest.approx(expected)


def test_the_best_of_each_query_counts_full_and_the_order_is_always_the_same():
    scope = Scope(group_id="g")
    a, b = memory(scope, "a", id="1"), memory(scope, "b", id="2")
    hits = [
        SearchHit(b, "p", "text", 3.0),
        SearchHit(a, "p", "text", 3.0),
        SearchHit(a, "q", "text", 1.0),
        SearchHit(b, "q", "text", 0.5),
    ]
    ranked = [(f.memory.id, f.role, f.similarity) for f in fuse(hits)]
    assert ranked == [("1", "p", 0.4), ("1", "q", 0.4), ("2", "p", 0.4), ("2", "q", 0.2)]
    assert fuse([]) == []
    assert fuse([SearchHit(a, "p", "text", 0.0)])[0].similarity == 0.4


async def top(store: Store, scope: Scope, question: str, limit: int, k: int = 10) -> tuple[list[Memory], str]:
    """The nearest by vector alone, by one of the two plans."""
    store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": limit})
    hits, plan = await store.search.memories(scope, [Query("q", "", (await store.embed([question]))[0], k)], NOW)
    return [hit.memory for hit in hits], plan.kind


async def test_the_index_finds_nine_of_ten_that_comparing_everything_finds(store: Store, large: Scope):
    overlaps: list[float] = []
    by_index = 0
    for question in QUESTIONS:
        exact, how = await top(store, large, question, 10**6)
        indexed, how_else = await top(store, large, question, 0)
        assert (how, len(exact), len(indexed)) == ("exact", 10, 10)
        overlaps.append(len({m.id for m in exact} & {m.id for m in indexed}) / 10)
        by_index += how_else == "index"
    assert mean(overlaps) >= 0.9
    # Where an index that cannot filter by group loses its way in another group, everything is compared.
    assert by_index >= 0.8 * len(QUESTIONS)


async def test_how_near_something_is_does_not_depend_on_the_plan(store: Store, large: Scope):
    """An index that rounds the numbers of a vector is off in the second place, and what is a duplicate hangs on it."""
    query = Query("q", "", (await store.embed([QUESTIONS[0]]))[0])
    near: list[dict[str, float]] = []
    for limit in (10**6, 0):
        store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": limit})
        near.append({hit.memory.id: hit.cosine or 0.0 for hit in (await store.search.memories(large, [query], NOW))[0]})
    both = near[0].keys() & near[1].keys()
    assert both
    assert [near[1][found] for found in both] == pytest.approx([near[0][found] for found in both], abs=1e-4)


async def test_procedures_by_index_are_those_of_the_complete_way(store: Store, large: Scope):
    overlaps: list[float] = []
    vectors = await store.embed(QUESTIONS)
    for vector in vectors:
        found: list[set[str]] = []
        for limit in (10**6, 0):
            store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": limit})
            ranked = await store.search.procedures(large, [Query("q", "", vector)], NOW, k=5)
            found.append({m.id for m, _ in ranked[:5]})
        overlaps.append(len(found[0] & found[1]) / 5)
    assert mean(overlaps) >= 0.9


async def test_a_procedure_that_several_queries_find_is_told_once_by_the_nearest_in_both_plans(
    store: Store, large: Scope
):
    vectors = await store.embed(QUESTIONS[:4])
    queries = [Query(str(place), "", vector) for place, vector in enumerate(vectors)]
    for limit in (10**6, 0):
        store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": limit})
        alone = [await store.search.procedures(large, [query], NOW, k=5) for query in queries]
        together = await store.search.procedures(large, queries, NOW, k=5)
        assert [len(ranked) for ranked in alone] == [5] * len(queries)
        assert len({m.id for m, _ in together}) == len(together) == 5
        scores = [score for _, score in together]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] == pytest.approx(max(score for ranked in alone for _, score in ranked), abs=1e-4)


@pytest.mark.parametrize("limit", [2_000, 0], ids=["default plan", "by index"])
async def test_a_small_tenant_beside_a_big_one_finds_all_of_its_own(
    store: Store, scope: Scope, large: Scope, limit: int
):
    """The small tenant's statements are the big one's, repeated many times."""
    small = await fill(store, scope, list(sentences(15)))
    for question in QUESTIONS[:5]:
        found, _ = await top(store, scope, question, limit)
        assert len(found) == 10
        assert {m.id for m in found} <= {m.id for m in small}


async def test_a_small_tenant_beside_a_big_one_compares_its_drafts_with_its_own(
    store: Store, scope: Scope, large: Scope
):
    """The draft is nearer to hundreds of memories of the big tenant than to the only one of the small."""
    await write(store, scope, [memory(scope, "Somebody of ours prefers Clerk")])
    draft = next(iter(sentences(1)))
    rows = await store.memories.comparable(scope, vectors={"d": (await store.embed([draft]))[0]})
    assert [row.memory.content for row in rows] == ["Somebody of ours prefers Clerk"]


async def test_a_small_tenant_beside_a_big_one_finds_its_entities(store: Store, scope: Scope, large: Scope):
    """Among forty names of others that are as near."""
    other = Scope(group_id=f"n{uuid4().hex[:8]}")
    await write(store, other, [entity(other, f"Clerk {i}") for i in range(60)])
    clerk, fact = entity(scope, "Clerk auth service"), memory(scope, "fact")
    await write(store, scope, [clerk, fact], edges=(about(fact, clerk),))
    near = await store.search.neighbourhood(scope, [], (await store.embed(["Clerk 7"]))[0], NOW)
    assert {n.memory.content for n in near} == {"fact"}


async def test_what_shares_one_word_is_no_match_for_what_shares_all_however_many_groups_there_are(
    store: Store, scope: Scope
):
    """One index over all groups: the name of a group is a rare word that each memory of it has."""
    for _ in range(3):
        await fill(store, Scope(group_id=f"other{uuid4().hex[:8]}"), list(sentences(100)))
    near, far = memory(scope, "The billing queue runs on RabbitMQ"), memory(scope, "Ann likes to take the night train")
    await write(store, scope, [near, far])
    query = Query("q", "the billing queue RabbitMQ", (await store.embed(["x"]))[0], 5)
    texts = {hit.memory.id: hit.text for hit in (await store.search.memories(scope, [query], NOW))[0]}
    assert texts[near.id] == 1.0
    assert (texts[far.id] or 0.0) < 0.3


async def test_what_others_keep_moves_nobodys_ranking(store: Store, scope: Scope):
    """A word that all of a crowd have is rare for whoever has it once."""
    mine = [memory(scope, "We moved to Tamagui for styling"), memory(scope, "Implement the orders screen")]
    await write(store, scope, mine)
    query = Query("q", "What are we using for styling the settings screen", (await store.embed(["x"]))[0], 5)

    async def texts() -> dict[str, float]:
        found, _ = await store.search.memories(scope, [query], NOW)
        return {hit.memory.content: round(hit.text or 0.0, 2) for hit in found}

    alone = await texts()
    for _ in range(3):
        crowd = Scope(group_id=f"other{uuid4().hex[:8]}")
        await write(store, crowd, [memory(crowd, f"{n}: we moved to Tamagui for styling") for n in range(30)])
    assert await texts() == alone
    assert alone[mine[0].content] == 1.0
