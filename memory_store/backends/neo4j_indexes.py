"""The indexes of a Neo4j database, and which of them are not there yet."""

import re
from collections.abc import Collection, Iterable, Iterator

from memorist.memory_store.statements.vectors import index_options

UNIQUE = ("Entity", "Episodic", "Slot", "Session", "Spent", "Change", "ChangeLog")
OWN_INDEXES = (
    "CREATE INDEX entity_page IF NOT EXISTS FOR (n:Entity) ON (n.group_id, n.uuid)",
    "CREATE INDEX episodic_page IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.uuid)",
    "CREATE INDEX slot_page IF NOT EXISTS FOR (n:Slot) ON (n.group_id, n.uuid)",
    "CREATE INDEX change_page IF NOT EXISTS FOR (n:Change) ON (n.group_id, n.uuid)",
    "CREATE INDEX episode_unread IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.is_unread, n.said, n.uuid)",
    "CREATE INDEX episode_of_user IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.session_id, n.user_id)",
    "CREATE INDEX episode_of_speaker IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.session_id, n.speaker)",
    "CREATE INDEX episode_said IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.said, n.uuid)",
    "CREATE INDEX memory_group IF NOT EXISTS FOR (n:Memory) ON (n.group_id)",
    "CREATE INDEX live_group IF NOT EXISTS FOR (n:Live) ON (n.group_id)",
    "CREATE INDEX procedure_group IF NOT EXISTS FOR (n:Procedure) ON (n.group_id)",
    "CREATE INDEX named_entity_group IF NOT EXISTS FOR (n:NamedEntity) ON (n.group_id)",
    "CREATE INDEX tombstone_group IF NOT EXISTS FOR (n:Tombstone) ON (n.group_id)",
    "CREATE INDEX memory_type IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.type)",
    "CREATE INDEX memory_newest IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.valid_from)",
    "CREATE INDEX memory_used IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.last_accessed)",
    "CREATE INDEX memory_subject IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.subject_key)",
    "CREATE INDEX memory_claim IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.claim_id)",
    "CREATE INDEX memory_thing IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.thing_id)",
    "CREATE INDEX memory_topic IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.topic)",
    "CREATE INDEX memory_condition IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.valid_until_condition)",
    "CREATE INDEX memory_pattern IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.pattern_id)",
    "CREATE INDEX memory_look IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.look_on_day)",
    "CREATE INDEX memory_slot IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.slot_id)",
    "CREATE INDEX memory_standing IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.standing, n.valid_from)",
    "CREATE INDEX memory_standing_own IF NOT EXISTS FOR (n:Memory) "
    "ON (n.group_id, n.standing, n.user_id, n.valid_from)",
    "CREATE INDEX memory_flagged IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.flagged)",
    "CREATE INDEX change_order IF NOT EXISTS FOR (n:Change) ON (n.group_id, n.seq)",
    "CREATE INDEX change_operation IF NOT EXISTS FOR (n:Change) ON (n.group_id, n.operation)",
)
VECTOR_INDEX_NAMES = {"Live": "live_vector", "Procedure": "procedure_vector", "NamedEntity": "named_entity_vector"}
PRESENT = "SHOW INDEXES YIELD name RETURN name"
"""→ name: those that keep a constraint have its name. Asked once: to have each of some sixty made IF NOT EXISTS takes
a fifth of a second, and the first word of every group would wait for it."""
_NAMED = re.compile(r"\bINDEX (?P<name>\w+) IF NOT EXISTS")
_ON_UUID = re.compile(r"FOR \(n:(?P<label>\w+)\) ON \(n\.uuid\)$")


def indexes_for_memories(dimension: int, *, filtered: bool) -> list[str]:
    """Graphiti's indexes, our own, and those for vectors of so many numbers; ``filtered``: these take predicates."""
    # Graphiti brings the package openai: it is imported only where a group is made.
    from graphiti_core.driver.driver import GraphProvider
    from graphiti_core.graph_queries import get_fulltext_indices, get_range_indices

    prefix, filters = ("CYPHER 25 ", " WITH [n.group_id, n.live]") if filtered else ("", "")
    vectors = (
        f"{prefix}CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (n:{label}) ON n.name_embedding{filters} "
        + index_options(dimension)
        for label, name in VECTOR_INDEX_NAMES.items()
    )
    kept = (*get_range_indices(GraphProvider.NEO4J), *get_fulltext_indices(GraphProvider.NEO4J), *OWN_INDEXES)
    return [*kept, *vectors]


def missing(statements: Iterable[str], present: Collection[str]) -> Iterator[str]:
    """The statements whose index is not ``present``; the uuids that are unique have one by their constraint."""
    for statement in statements:
        named, on_uuid = _NAMED.search(statement), _ON_UUID.search(statement)
        if not (named and named["name"] in present) and not (on_uuid and on_uuid["label"] in UNIQUE):
            yield statement
