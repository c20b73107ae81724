"""Graphiti as it comes, with its own drivers and no code of ours, reads a store that we filled."""

import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from falkordb.asyncio import FalkorDB
from graphiti_core import Graphiti
from graphiti_core.driver.driver import GraphDriver
from graphiti_core.driver.falkordb import STOPWORDS as THEIR_STOPWORDS
from graphiti_core.driver.falkordb_driver import FalkorDriver
from graphiti_core.driver.neo4j_driver import Neo4jDriver
from graphiti_core.edges import EntityEdge, EpisodicEdge
from graphiti_core.nodes import EntityNode, EpisodicNode
from graphiti_core.search.search_config import EdgeSearchConfig, EdgeSearchMethod, SearchConfig
from graphiti_core.search.search_config_recipes import NODE_HYBRID_SEARCH_RRF

from memorist.memory_store.backends.falkordb import STOPWORDS
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.vanilla import NoModel, NoRanking, OurEmbedder
from memorist.memory_store.store import Store
from tests.memory_store.builders import (
    DAY,
    about,
    claim_edge,
    entity,
    episode,
    hold,
    learn,
    memory,
    supersession,
    uses,
    write,
)
from tests.stores import START

BY_MEANING = SearchConfig(
    edge_config=EdgeSearchConfig(search_methods=[EdgeSearchMethod.cosine_similarity], sim_min_score=0.3)
)


def driver_for(store_url: str, group: str) -> GraphDriver:
    """Graphiti's own driver; on FalkorDB the group is the graph."""
    if store_url.startswith("embedded:"):
        place = Path(store_url.removeprefix("embedded:")) / "server.json"
        client = FalkorDB(unix_socket_path=json.loads(place.read_text(encoding="utf-8"))["socket"])
        return FalkorDriver(falkor_db=client, database=group)
    parts = urlsplit(store_url)
    if parts.scheme == "falkor":
        return FalkorDriver(host=str(parts.hostname), port=parts.port or 0, database=group)
    return Neo4jDriver(f"bolt://{parts.hostname}:{parts.port}", parts.username, parts.password)


@dataclass
class Told:
    """The store with its inputs, and Graphiti over it."""

    scope: Scope
    old: Memory
    new: Memory
    clerk: Memory
    firebase: Memory
    said: tuple[str, str]
    driver: GraphDriver
    graphiti: Graphiti


@pytest.fixture
async def told(store: Store, store_url: str, scope: Scope) -> AsyncGenerator[Told]:
    """Firebase for auth, Clerk a day later."""
    team = entity(scope, "team", "entity:person")
    firebase, clerk = entity(scope, "Firebase"), entity(scope, "Clerk", at=START + DAY)
    old = memory(scope, "The team uses Firebase for authentication", claim=uses("Firebase"))
    new = memory(scope, "The team uses Clerk for authentication", claim=uses("Clerk"), at=START + DAY)
    first, second = episode(scope, "We use Firebase"), episode(scope, "We use Clerk now", at=START + DAY)
    await learn(
        store,
        scope,
        first,
        [team, firebase, old],
        edges=(about(old, firebase),),
        claims=(claim_edge(old, team, firebase, of=first),),
        holds=(hold(old),),
    )
    parts: dict[str, Any] = {**supersession(new, old)}
    parts["edges"] = (*parts["edges"], about(new, clerk))
    parts.pop("memories")
    await learn(store, scope, second, [clerk, new], claims=(claim_edge(new, team, clerk, of=second),), **parts)
    await write(store, scope, [memory(scope, "Never use Realm in the mobile app", "semantic:hard_rule")])
    driver = driver_for(store_url, scope.group_id)
    graphiti = Graphiti(
        graph_driver=driver, llm_client=NoModel(), embedder=OurEmbedder(store.embedder), cross_encoder=NoRanking()
    )
    yield Told(scope, old, new, clerk, firebase, (first.id, second.id), driver, graphiti)
    await graphiti.close()


@pytest.mark.slow_on("neo4j")
async def test_its_nodes_are_our_memories_with_labels_and_times(told: Told):
    nodes = {n.uuid: n for n in await EntityNode.get_by_group_ids(told.driver, [told.scope.group_id])}
    assert len(nodes) == 6
    node = nodes[told.new.id]
    assert (node.name, node.group_id) == (told.new.content, told.scope.group_id)
    assert {"Memory", "SemanticFact"} <= set(node.labels)
    assert {"NamedEntity", "EntityTechnology"} <= set(nodes[told.clerk.id].labels)
    assert _instant(node.created_at) == told.new.created_at
    assert node.attributes["status"] == "confirmed"
    assert nodes[told.old.id].attributes["status"] == "superseded"
    [alone] = await EntityNode.get_by_uuids(told.driver, [told.clerk.id])
    assert alone.name == "Clerk"
    await alone.load_name_embedding(told.driver)
    assert alone.name_embedding is not None
    assert len(alone.name_embedding) == 256


async def test_its_edges_are_our_claims_and_know_when_they_ended(told: Told):
    edges = {e.fact: e for e in await EntityEdge.get_by_group_ids(told.driver, [told.scope.group_id])}
    assert set(edges) == {told.old.content, told.new.content}
    old, new = edges[told.old.content], edges[told.new.content]
    assert (new.name, new.target_node_uuid, new.episodes) == ("uses", told.clerk.id, [told.said[1]])
    assert _instant(new.valid_at) == told.new.valid_from
    assert (new.invalid_at, new.expired_at) == (None, None)
    assert old.target_node_uuid == told.firebase.id
    assert _instant(old.invalid_at) == told.new.valid_from
    assert _instant(old.expired_at) == told.new.created_at


async def test_its_episodes_are_our_raw_inputs(told: Told):
    episodes = {e.uuid: e for e in await EpisodicNode.get_by_group_ids(told.driver, [told.scope.group_id])}
    assert {e.content for e in episodes.values()} == {"We use Firebase", "We use Clerk now"}
    first = episodes[told.said[0]]
    assert (str(first.source.value), first.source_description) == ("message", "chat turn")
    assert _instant(first.valid_at) == START
    mentions = await EpisodicEdge.get_by_group_ids(told.driver, [told.scope.group_id])
    assert (told.said[1], told.new.id) in {(m.source_node_uuid, m.target_node_uuid) for m in mentions}


async def test_its_search_finds_our_facts_by_words_and_by_meaning(told: Told):
    groups = [told.scope.group_id]
    by_words = await told.graphiti.search("team", group_ids=groups)
    by_meaning = (await told.graphiti.search_("our squads authenticate", config=BY_MEANING, group_ids=groups)).edges
    for found in (by_words, by_meaning):
        assert {edge.fact for edge in found} == {told.old.content, told.new.content}
    [best, *_] = await told.graphiti.search("Clerk", group_ids=groups)
    assert best.fact == told.new.content


async def test_its_node_search_finds_our_rules(told: Told):
    results = await told.graphiti.search_("Realm", config=NODE_HYBRID_SEARCH_RRF, group_ids=[told.scope.group_id])
    assert results.nodes[0].name == "Never use Realm in the mobile app"


async def test_our_store_is_as_sound_after_its_visit_as_before(told: Told, store: Store):
    before = await store.admin.numbers(told.scope.group_id)
    await told.driver.build_indices_and_constraints()
    await told.graphiti.search("Clerk", group_ids=[told.scope.group_id])
    assert await store.admin.numbers(told.scope.group_id) == before
    assert await store.admin.check(told.scope.group_id) == []


async def test_a_long_memory_can_still_be_written_after_its_visit(told: Told, store: Store):
    """It builds an index on names of its own, which on Neo4j takes no long ones."""
    await told.driver.build_indices_and_constraints()
    long = memory(told.scope, "A long story. " * 3_000)
    await write(store, told.scope, [long])
    assert await store.memories.get(told.scope, [long.id]) == [long]


def _instant(moment: datetime | str | None) -> datetime | None:
    return datetime.fromisoformat(moment) if isinstance(moment, str) else moment


def test_a_search_leaves_out_the_words_that_graphitis_indexes_leave_out() -> None:
    assert set(THEIR_STOPWORDS) == STOPWORDS
