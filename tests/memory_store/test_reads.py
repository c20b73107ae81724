"""Results of each read, on every backend."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import WrongDimension
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.parts.memories import PAGE
from memorist.memory_store.reading import Link, Moment, Query
from memorist.memory_store.statements import dialects
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, about, edge, ended, entity, memory, procedure, uses, write
from tests.memory_store.every_type import AWKWARD
from tests.servers.falkordb_server import FalkorServer
from tests.stores import START, test_settings

NOW = Moment.of(START)


async def found(store: Store, scope: Scope, text: str, *, meant: str | None = None, k: int = 20) -> list[str]:
    """Contents in order; ``meant`` is what the vector is made of."""
    vector = (await store.embed([text if meant is None else meant]))[0]
    hits, _ = await store.search.memories(scope, [Query("primary", text, vector, k)], NOW)
    return [hit.memory.content for hit in hits]


async def test_every_live_hard_rule_is_read_without_any_query(store: Store, scope: Scope):
    rules = [memory(scope, f"rule {i}", "semantic:hard_rule", domain=f"d{i}") for i in range(120)]
    over = memory(scope, "no longer", "semantic:hard_rule", valid_until=START)
    await write(store, scope, [*rules, over, memory(scope, "a fact")])
    assert {r.content for r in (await store.search.standing(scope, NOW)).rules} == {r.content for r in rules}


async def test_what_hangs_on_a_model_and_what_happened_lately_stand_too(store: Store, scope: Scope):
    model = memory(scope, "me", "model:self")
    strong, weak = memory(scope, "strong in types"), memory(scope, "weak in css")
    happened = [memory(scope, f"episode {d}", "episodic", at=START - d * DAY / 10) for d in range(20)]
    edges = (
        edge(EdgeType.HAS_STRENGTH, model, strong, scope.group_id),
        edge(EdgeType.HAS_WEAKNESS, model, weak, scope.group_id),
    )
    await write(store, scope, [model, strong, weak, *happened], edges=edges)
    standing = await store.search.standing(scope, NOW)
    assert [m.content for m in standing.models] == ["me"]
    assert {(type_, m.content) for type_, m in standing.linked} == {
        ("HAS_STRENGTH", "strong in types"),
        ("HAS_WEAKNESS", "weak in css"),
    }
    assert [m.content for m in standing.episodes] == [f"episode {d}" for d in range(5)]


async def test_search_finds_by_words_and_by_meaning_and_both_together_best(store: Store, scope: Scope):
    contents = [
        "The login of the phone app is done with Clerk",
        "zyxwv is the code name of the release",
        "Lunch is at noon on Fridays",
        "Postgres keeps the orders",
    ]
    await write(store, scope, [memory(scope, c) for c in contents])
    assert (await found(store, scope, "zyxwv", meant="weather"))[0] == contents[1]
    assert (await found(store, scope, "", meant="mobile authentication"))[0] == contents[0]
    assert (await found(store, scope, "postgres", meant="database for orders"))[0] == contents[3]
    vector = (await store.embed(["database for orders"]))[0]
    [best, *_], plan = await store.search.memories(scope, [Query("primary", "postgres", vector)], NOW)
    assert best.cosine is not None
    assert best.text is not None
    assert plan.kind == "exact"


async def test_a_word_of_a_long_text_is_found_even_at_its_end(store: Store, scope: Scope):
    long = memory(scope, "filler words of no interest " * 2_000 + " zyxwv")
    await write(store, scope, [long, memory(scope, "something else")])
    assert (await found(store, scope, "zyxwv", meant="nothing"))[0] == long.content


@pytest.mark.usefixtures("each_plan")
async def test_a_glance_shows_of_each_memory_what_reading_all_of_it_does(store: Store, scope: Scope):
    mine = scope.model_copy(update={"user_id": "ann"})
    seen = [
        memory(mine, "We use Clerk for auth", claim=uses("Clerk"), entities=["Clerk"], confidence=0.85),
        memory(scope, "auth " * 3_000, summary="much about auth", status="contested"),
        memory(scope, "auth moves", valid_until=START + DAY, valid_until_condition="Clerk 5"),
        memory(scope, "Built auth", "episodic", outcome="success", lessons=["Clerk first"], summary="auth"),
        memory(scope, "auth of apps", "model:domain", characteristics=["tokens"], behaviour_rules=["keep them short"]),
        memory(scope, "auth needs care", "semantic:hard_rule", reason="leaks", alternatives=["EAS"]),
        procedure(scope, "auth is added", "install Clerk"),
    ]
    await write(store, scope, seen)
    query = Query("primary", "auth", (await store.embed(["auth"]))[0])
    for moment in (NOW, Moment.of(START, as_of=START)):
        glances, _ = await store.search.glance(scope, [query], moment)
        memories, _ = await store.search.memories(scope, [query], moment)
        assert {hit.memory.id for hit in glances} == {one.id for one in seen}
        for glance, hit in zip(glances, memories, strict=True):
            assert glance[1:] == hit[1:]
            whole = Glance.of(hit.memory)
            assert glance.memory._replace(own={}) == whole._replace(own={})
            stored = {"success_rate", "times_used", "last_used"}  # of a procedure, which is read as a whole
            assert {k: v for k, v in whole.own.items() if k not in stored}.items() <= glance.memory.own.items()


async def test_queries_keep_apart_by_their_role(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "Clerk is for auth"), memory(scope, "Postgres keeps the orders")])
    texts = {"primary": "auth", "constraint": "orders"}
    vectors = await store.embed(list(texts.values()))
    queries = [Query(role, text, vector) for (role, text), vector in zip(texts.items(), vectors, strict=True)]
    hits, _ = await store.search.memories(scope, queries, NOW)
    best: dict[str, str] = {}
    for hit in hits:
        best.setdefault(hit.role, hit.memory.content)
    assert best == {"primary": "Clerk is for auth", "constraint": "Postgres keeps the orders"}


@pytest.mark.slow_on("neo4j")
@pytest.mark.usefixtures("each_plan")
async def test_no_text_breaks_a_search(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "Clerk is for auth"), procedure(scope, "add auth", "install")])
    texts = [*AWKWARD.values(), "", " ", "\x00", "\ud800", "___", "a" * 5_000, "w " * 500, "AND", "or not", "*", "the"]
    for text in [*texts, "clerk " * 20_000]:
        query = Query("primary", text, (await store.embed([text]))[0])
        hits, _ = await store.search.memories(scope, [query], NOW)
        assert hits
        assert await store.search.procedures(scope, [query], NOW)
    assert (await found(store, scope, 'Clerk\'s; "(clerk)" -auth @name:x', meant="x"))[0] == "Clerk is for auth"


async def test_no_queries_find_nothing(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "x", "y")])
    assert (await store.search.memories(scope, [], NOW))[0] == []
    assert await store.search.procedures(scope, [], NOW) == []
    for read in (store.memories.get, store.memories.links, store.episodes.get):
        assert await read(scope, []) == []


async def test_k_limits_each_way_of_a_query(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, f"auth number {i}") for i in range(30)])
    assert len(await found(store, scope, "", meant="auth", k=7)) == 7
    assert 7 <= len(await found(store, scope, "auth", meant="number", k=7)) <= 14


async def test_a_query_vector_of_another_size_is_refused(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "x", "y"), entity(scope, "Clerk")])
    query = Query("primary", "x", (0.5,) * 3)
    by_query = [search(scope, [query], NOW) for search in (store.search.memories, store.search.procedures)]
    for refused in (*by_query, store.search.neighbourhood(scope, [], query.vector, NOW)):
        with pytest.raises(WrongDimension):
            await refused


async def test_procedures_are_found_by_their_trigger_not_by_their_steps(store: Store, scope: Scope):
    auth = procedure(scope, "auth is needed in a mobile app", "install Clerk")
    release = procedure(scope, "a release is cut", "bump the version", "auth is needed in a mobile app")
    await write(store, scope, [auth, release, memory(scope, "auth is needed in a mobile app")])
    texts = ["Add auth to the new mobile app", "mobile login"]
    queries = [Query(text, text, vector) for text, vector in zip(texts, await store.embed(texts), strict=True)]
    ranked = await store.search.procedures(scope, queries, NOW)
    assert [m.id for m, _ in ranked] == [auth.id, release.id]
    assert ranked[0][1] > 0.7 > ranked[1][1]


@pytest.mark.usefixtures("each_plan")
async def test_the_neighbourhood_reaches_two_steps_and_no_further(store: Store, scope: Scope):
    """Clerk – login – Expo – build – EAS – billing."""
    clerk, expo, eas = (entity(scope, name) for name in ("Clerk", "Expo", "EAS"))
    login, build, billing = (memory(scope, c) for c in ("login", "build", "billing"))
    edges = (about(login, clerk), about(login, expo), about(build, expo), about(build, eas), about(billing, eas))
    await write(store, scope, [clerk, expo, eas, login, build, billing], edges=edges)
    nowhere = (await store.embed(["zyxwv"]))[0]
    near = await store.search.neighbourhood(scope, ["Clerk"], nowhere, NOW, anchors=1)
    assert {(n.memory.content, n.hop) for n in near} == {("login", 1), ("build", 2)}
    assert {(n.anchor, n.nearness) for n in near} == {("Clerk", 1.0)}
    by_vector = await store.search.neighbourhood(scope, [], (await store.embed(["EAS"]))[0], NOW, anchors=1)
    assert ("billing", 1) in {(n.memory.content, n.hop) for n in by_vector}


@pytest.mark.usefixtures("each_plan")
async def test_experiences_of_one_agent_are_alike_by_their_vectors(store: Store, scope: Scope):
    own, other = (scope.model_copy(update={"agent_id": agent}) for agent in ("agent_one", "agent_two"))
    happened = [memory(own, f"The build failed on EAS, try {i}", "episodic", outcome="failure") for i in range(25)]
    apart = [
        memory(own, "Lunch was late", "episodic"),
        memory(own, "The build failed on EAS, try 1"),
        memory(other, "The build failed on EAS, try 2", "episodic"),
    ]
    await write(store, scope, [*happened, *apart])
    alike = await store.evidence.alike(scope.group_id, [happened[0].id], 0.85)
    assert len(alike) == 20
    assert {id_ for id_, _, _ in alike} == {happened[0].id}
    assert {m.id for _, m, _ in alike} < {m.id for m in happened[1:]}
    assert all(0.85 <= similarity <= 1.001 for _, _, similarity in alike)


async def test_what_a_failing_index_does_not_tell_is_told_by_comparing_everything(
    store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    """The index of a Neo4j that much was deleted from may refuse every query."""
    store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": 0})
    clerk, fact = entity(scope, "Clerk"), memory(scope, "Clerk signs in")
    twice = [memory(scope, f"The build failed, try {i}", "episodic") for i in range(2)]
    await write(store, scope, [clerk, fact, *twice], edges=(about(fact, clerk),))
    refused = "CALL db.no.such.index() YIELD node RETURN node"
    store.database.statements = replace(store.database.statements, search_index=refused, neighbourhood_index=refused)
    dialect = store.database.dialect
    changed = {dialect: replace(dialects.PROMOTION[dialect], alike_index=refused)}
    monkeypatch.setattr(dialects, "PROMOTION", {**dialects.PROMOTION, **changed})
    vector = (await store.embed(["Clerk"]))[0]
    found, plan = await store.search.memories(scope, [Query("primary", "Clerk", vector)], NOW)
    assert found[0].memory.id == fact.id
    assert plan.kind == "exact"
    assert {n.memory.id for n in await store.search.neighbourhood(scope, [], vector, NOW)} == {fact.id}
    assert [m.id for _, m, _ in await store.evidence.alike(scope.group_id, [twice[0].id], 0.5)] == [twice[1].id]


@pytest.mark.slow_on("neo4j")
async def test_the_neighbourhood_is_limited_and_shows_the_newest(store: Store, scope: Scope):
    clerk = entity(scope, "Clerk", at=START - 99 * DAY)
    many = [memory(scope, f"fact {i}", at=START - i * timedelta(hours=1)) for i in range(50)]
    await write(store, scope, [clerk, *many], edges=tuple(about(m, clerk) for m in many))
    near = await store.search.neighbourhood(scope, ["Clerk"], (await store.embed(["x"]))[0], NOW, anchors=1, limit=5)
    assert {n.memory.content for n in near} == {f"fact {i}" for i in range(5)}


async def test_each_anchor_has_its_own_neighbours(store: Store, scope: Scope):
    """And what is named with it most comes before what was learned last."""
    names = ("Clerk", "Expo", "EAS", "Sentry", "Jest", "Vite")
    clerk, expo, *others = (entity(scope, name) for name in names)
    many = [memory(scope, f"fact {i}", at=START - i * timedelta(hours=1)) for i in range(40)]
    far = [memory(scope, f"about {name}") for name in names[2:]]
    edges = [about(m, clerk if i < 20 else expo) for i, m in enumerate(many)]
    edges += [about(m, other) for m, other in zip(far, others, strict=True)]
    edges += [about(m, others[1]) for m in many[:2]] + [about(m, others[2]) for m in many[:2]]
    edges += [about(many[0], others[0]), about(many[1], others[3])]
    await write(store, scope, [clerk, expo, *others, *many, *far], edges=tuple(edges))
    near = await store.search.neighbourhood(
        scope, ["Clerk", "Expo"], (await store.embed(["x"]))[0], NOW, anchors=2, limit=5
    )
    assert {(n.anchor, n.memory.content) for n in near if n.hop == 1} == {
        *(("Clerk", f"fact {i}") for i in range(5)),
        *(("Expo", f"fact {i}") for i in range(20, 25)),
    }
    assert {n.memory.content for n in near if n.hop == 2} == {"about Sentry", "about Jest"}


async def test_a_draft_is_compared_with_its_subject_its_claim_its_condition_and_its_likes(store: Store, scope: Scope):
    claimed = memory(scope, "The team uses Clerk", claim=uses("Clerk"))
    waiting = memory(scope, "A workaround", valid_until_condition="NativeWind 4.1")
    similar = memory(scope, "Snapshots of screens take long")
    await write(
        store, scope, [claimed, waiting, similar, memory(scope, "unrelated", claim=uses("pnpm", subject="ann"))]
    )
    vector = (await store.embed(["Snapshots of screens take very long"]))[0]

    async def compared(**parts: Any) -> set[tuple[str, str | None]]:
        rows = await store.memories.comparable(scope, **parts, vectors={"draft": vector}, k=1)
        return {(row.memory.content, row.draft) for row in rows}

    like = (similar.content, "draft")
    assert await compared() == {like}
    assert await compared(subjects=["team|uses"]) == {like, (claimed.content, None)}
    assert await compared(conditions=["NativeWind 4.1"]) == {like, (waiting.content, None)}


async def test_the_live_likeness_is_compared_even_among_many_dead_ones(store: Store, scope: Scope):
    """Each was superseded by the next; a draft that repeats them must meet the one that still stands."""
    dead = [memory(scope, f"The rate limit is {i} a minute") for i in range(12)]
    live = memory(scope, "The limit of the rate a minute is high")
    await write(store, scope, [*dead, live])
    await write(store, scope, updates=tuple(ended(m, since=START) for m in dead))
    vectors = {"draft": (await store.embed(["The rate limit is 3 a minute"]))[0]}
    rows = await store.memories.comparable(scope, vectors=vectors)
    assert [row.memory.content for row in rows] == [live.content]


async def test_a_search_by_index_finds_the_live_among_many_dead_ones(store: Store, scope: Scope):
    store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": 0})
    dead = [memory(scope, f"The rate limit is {i} a minute") for i in range(60)]
    live: list[Memory] = [memory(scope, "The limit of the rate a minute is high"), memory(scope, "Lunch is at noon")]
    await write(store, scope, [*dead, *live])
    await write(store, scope, updates=tuple(ended(m, since=START) for m in dead))
    assert await found(store, scope, "", meant="The rate limit is 3 a minute", k=5) == [m.content for m in live]


@pytest.mark.slow_on("neo4j")
async def test_more_than_a_page_of_memories_is_read_whole(store: Store, scope: Scope):
    many = [memory(scope, f"m{i}", "semantic:policy" if i % 2 else "semantic:fact") for i in range(2 * PAGE + 7)]
    await write(store, scope, many)
    assert {m.id for m in await store.memories.all(scope)} == {m.id for m in many}
    assert len(await store.memories.all(scope, types=["semantic:policy"])) == PAGE + 3


async def test_changes_come_in_order_and_go_on_where_they_stopped(store: Store, scope: Scope):
    for i in range(5):
        await write(store, scope, at=START + i * DAY, reason=f"r{i}", run="test")
    every = await store.changes.log(scope, START)
    assert [(c.sequence, c.reason, c.at) for c in every] == [(i + 1, f"r{i}", START + i * DAY) for i in range(5)]
    assert [c.sequence for c in await store.changes.log(scope, START, after=3)] == [4, 5]
    assert [c.sequence for c in await store.changes.log(scope, START + 3 * DAY)] == [4, 5]
    assert await store.changes.log(scope, START + 9 * DAY) == []


async def test_links_are_told_once_in_both_directions(store: Store, scope: Scope):
    a, b = memory(scope, "a"), memory(scope, "b")
    edges = (
        edge(EdgeType.PROVES, a, b, scope.group_id, reason="seen"),
        edge(EdgeType.CONTRADICTS, b, a, scope.group_id),
    )
    await write(store, scope, [a, b], edges=edges)
    expected = {Link(a.id, b.id, "PROVES", "seen"), Link(b.id, a.id, "CONTRADICTS", None)}
    for ids in ([a.id], [b.id], [a.id, b.id]):
        links = await store.memories.links(scope, ids)
        assert (set(links), len(links)) == (expected, 2)


@pytest.mark.falkor_server
async def test_an_id_that_is_a_common_word_is_not_found_and_nothing_worse():
    """A stop word of the full-text index in an indexed IN list has brought a FalkorDB server down."""
    with FalkorServer() as server:
        store = await Store.open(server.url, settings=test_settings())
        scope = Scope(group_id="words")
        named = memory(scope, "x", id="the")
        await write(store, scope, [named])
        for call in (store.memories.get, store.memories.links, store.episodes.get):
            assert await call(scope, ["a", "and", "no such id"]) == []
        assert await store.memories.get(scope, ["a", "the"]) == [named]
        await store.close()


async def test_numbers_count_everything_and_get_keeps_the_order(store: Store, scope: Scope, clock: VirtualClock):
    a, b, c = memory(scope, "a"), memory(scope, "b", "episodic"), entity(scope, "Clerk")
    await write(store, scope, [a, b, c], edges=(about(a, c), about(b, c)), run="ingestion")
    assert await store.admin.numbers(scope.group_id) == {
        "memories semantic:fact": 1,
        "memories episodic": 1,
        "memories entity:technology": 1,
        "edges ABOUT": 2,
        "changes ingestion": 1,
    }
    assert await store.memories.get(scope, [c.id, "no such id", a.id, b.id]) == [c, a, b]
