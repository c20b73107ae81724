"""A graph that Graphiti wrote by itself, with its own classes and driver, and nothing of ours but the vectors."""

from datetime import datetime, timedelta
from typing import Any

from graphiti_core.driver.driver import GraphDriver
from graphiti_core.edges import EntityEdge, EpisodicEdge
from graphiti_core.nodes import CommunityNode, EntityNode, EpisodeType, EpisodicNode

from memorist.memory_store.database import Database
from tests.stores import START

DAY = timedelta(days=1)
VECTOR = [0.1] * 8
"""Graphiti's own vectors are not read: of whatever size they are."""


def uuid(name: str, group: str) -> str:
    """Of one thing; no two groups of a database share one."""
    return f"{name}-{group}"


class VanillaGraph:
    """Writes one group of Graphiti's."""

    def __init__(self, driver: GraphDriver, group: str) -> None:
        self._driver = driver
        self._group = group

    async def episode(self, name: str, content: str, **fields: Any) -> None:
        """A raw input."""
        given: dict[str, Any] = {
            "source": EpisodeType.message,
            "source_description": "chat",
            "created_at": START,
            "valid_at": START,
        }
        node = EpisodicNode(
            uuid=uuid(name, self._group), name=name, group_id=self._group, content=content, **{**given, **fields}
        )
        await node.save(self._driver)

    async def entity(self, id_: str, name: str, *, mentioned_in: tuple[str, ...] = (), **fields: Any) -> None:
        """A named thing, and the episodes that speak of it."""
        given: dict[str, Any] = {"created_at": START, "name_embedding": VECTOR}
        node = EntityNode(uuid=uuid(id_, self._group), name=name, group_id=self._group, **{**given, **fields})
        await node.save(self._driver)
        for episode in mentioned_in:
            edge = EpisodicEdge(
                uuid=uuid(f"{episode}-{id_}", self._group),
                group_id=self._group,
                source_node_uuid=uuid(episode, self._group),
                target_node_uuid=node.uuid,
                created_at=START,
            )
            await edge.save(self._driver)

    async def fact(
        self, id_: str, ends: tuple[str, str], name: str, fact: str, *, episodes: tuple[str, ...] = (), **fields: Any
    ) -> None:
        """Relation of one entity to another."""
        given: dict[str, Any] = {"created_at": START, "valid_at": START, "fact_embedding": VECTOR}
        edge = EntityEdge(
            uuid=uuid(id_, self._group),
            group_id=self._group,
            source_node_uuid=uuid(ends[0], self._group),
            target_node_uuid=uuid(ends[1], self._group),
            name=name,
            fact=fact,
            episodes=[uuid(episode, self._group) for episode in episodes],
            **{**given, **fields},
        )
        await edge.save(self._driver)

    async def set_time(self, id_: str, field: str, value: str) -> None:
        """A time as Graphiti would not write it, of a node or an edge."""
        given = {"uuid": uuid(id_, self._group), "value": value}
        for found in ("(x:Episodic {uuid: $uuid})", "(:Entity)-[x:RELATES_TO {uuid: $uuid}]->(:Entity)"):
            await self._driver.execute_query(f"MATCH {found} SET x.{field} = $value", **given)


async def fill(database: Database, group: str) -> None:
    """Zoë's jobs and homes, with what cannot be adopted among it.

    She moved from Łódź (ended in Graphiti), says twice and in other words that she works at Acme, and has two places
    at a time, where one fits.
    """
    driver = await database.graphiti_driver(group)
    await driver.build_indices_and_constraints()
    graph = VanillaGraph(driver, group)
    await graph.episode("e1", "zoë: I live in Łódź 🏙️ and work at Acme")
    await graph.episode("e2", "zoë: Kraków it is", valid_at=START + 10 * DAY, source=EpisodeType.text)
    await graph.episode("broken", "nobody knows when")
    await graph.set_time("broken", "valid_at", "2026-02-01T09:00:00")
    mentioned = ("e1", "e2", "broken")
    person: dict[str, Any] = {"labels": ["Person"], "attributes": {"role": "engineer"}}
    await graph.entity("zoe", "Zoë Łuczak", summary="She moved to Kraków.", mentioned_in=mentioned, **person)
    await graph.entity("acme", "Acme", labels=["Organization"], mentioned_in=("e1",))
    for city in ("Łódź", "Kraków", "Gdańsk"):
        await graph.entity(city, city)
    await graph.entity("again", "acme", summary="The same under another uuid.")
    await graph.entity("nameless", " ")
    works, lives = ("zoe", "acme"), ("zoe", "Łódź")
    await graph.fact(
        "works", works, "WORKS_AT", "Zoë works at Acme", episodes=("e1", "gone"), attributes={"since": 2019}
    )
    await graph.fact("twice", works, "WORKS_AT", "Zoë works at Acme", valid_at=START - DAY)
    await graph.fact(
        "closer", ("zoe", "again"), "worksAt", "Zoë works at Acme as an engineer", valid_at=START - 2 * DAY
    )
    await graph.fact(
        "left", lives, "LOCATED_IN", "Zoë lives in Łódź", episodes=("e1",),
        invalid_at=START + 10 * DAY, expired_at=START + 11 * DAY,
    )  # fmt: skip
    await graph.fact(
        "moved", ("zoe", "Kraków"), "LOCATED_IN", "Zoë lives in Kraków", episodes=("e2",), valid_at=START + 10 * DAY
    )
    await graph.fact("stays", ("zoe", "Gdańsk"), "LOCATED_IN", "Zoë has a flat in Gdańsk", valid_at=START - 90 * DAY)
    await graph.fact(
        "once", works, "STUDIED_WITH", "Zoë studied with Acme until 2019", valid_at=None, invalid_at=START - 999 * DAY
    )
    await graph.fact("cyrillic", works, "дружит с", "Зоя дружит с Acme", valid_at=None)
    await graph.fact("silent", works, "KNOWS", "")
    await graph.fact("naive", works, "KNOWS", "Zoë knows Acme")
    await graph.set_time("naive", "invalid_at", "2026-02-01T09:00:00")
    await graph.fact("backwards", works, "LIKES", "Zoë likes Acme", invalid_at=START - DAY)
    await graph.fact("to_nobody", ("zoe", "nameless"), "KNOWS", "Zoë knows somebody")
    community = CommunityNode(
        uuid=uuid("all", group), name="all", group_id=group, summary="", created_at=START, name_embedding=VECTOR
    )
    await community.save(driver)
    await driver.close()


LEFT = {
    ("episodes", "broken"): "has no zone",
    ("entities", "again"): "stands for both",
    ("entities", "nameless"): "no name",
    ("facts", "works"): "its source gone",
    ("facts", "silent"): "no text (fact)",
    ("facts", "naive"): "has no zone",
    ("facts", "backwards"): "lies before valid_at",
    ("facts", "to_nobody"): "was not adopted",
    ("mentions", "broken-zoe"): "was not adopted",
}
"""Rows that are left out, or not whole, and a part of the reason."""


def later(days: int) -> datetime:
    """So many days after the graph began."""
    return START + days * DAY
