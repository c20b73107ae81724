"""Statements over items and their vectors; the two dialects differ in subqueries and in how vectors are compared.

Items are nodes ``StoreItem``, vectors are nodes ``StoreVector`` that name their item. Both carry ``uuid`` and
``group_id``, so that copy, dump and load carry them like everything else of a group.
"""

from dataclasses import dataclass

from memorist.memory_store.statements.dialects import Dialect

PROPERTIES = (
    "uuid group_id ns key value facets created_at updated_at expires_at ttl indexed item embedder value_embedding"
).split()

_ALIVE = "(i.expires_at IS NULL OR i.expires_at > $now)"
_BELOW = "i.group_id = $group AND i.ns STARTS WITH $prefix"
_FITS = "(i.facets IS NULL OR all(f IN $facets WHERE f IN i.facets))"
_ITEM = "i.uuid AS uuid, i.ns AS ns, i.key AS key, i.value AS value, i.created_at AS created_at, " + (
    "i.updated_at AS updated_at, i.ttl AS ttl, i.indexed AS indexed"
)


@dataclass(frozen=True)
class StoreStatements:
    """Statements of the store, for one dialect."""

    indexes: tuple[str, ...]
    write: str
    nearest: str

    # $ids, $now → items
    get = f"""
UNWIND $ids AS id MATCH (i:StoreItem {{uuid: id}}) WHERE i.group_id = $group AND {_ALIVE}
RETURN {_ITEM}
"""
    # $prefix, $facets, $now, $offset, $limit → items, the last changed first
    listed = f"""
MATCH (i:StoreItem) WHERE {_BELOW} AND {_ALIVE} AND {_FITS}
WITH i ORDER BY i.updated_at DESC, i.uuid SKIP $offset LIMIT $limit
RETURN {_ITEM} ORDER BY updated_at DESC, uuid
"""
    # $prefix, $now → ns
    namespaces = f"""
MATCH (i:StoreItem) WHERE {_BELOW} AND {_ALIVE} RETURN DISTINCT i.ns AS ns
"""
    # $ids, $now (seconds)
    refresh = """
UNWIND $ids AS id MATCH (i:StoreItem {uuid: id}) WHERE i.group_id = $group AND i.ttl IS NOT NULL
SET i.expires_at = $now + i.ttl * 60.0
RETURN count(i) AS refreshed
"""
    # $now, $limit → uuid
    expired = """
MATCH (i:StoreItem) WHERE i.group_id = $group AND i.expires_at <= $now
RETURN i.uuid AS uuid LIMIT $limit
"""


def _write(scope: str, vector: str) -> str:
    """$puts, $vectors, $gone (ids of items), $stale (ids of items whose vectors go): one transaction."""
    return f"""
CALL {scope} {{ UNWIND $stale AS id MATCH (v:StoreVector {{item: id}}) WHERE v.group_id = $group DELETE v }}
CALL {scope} {{ UNWIND $gone AS id MATCH (i:StoreItem {{uuid: id}}) WHERE i.group_id = $group DELETE i }}
CALL {scope} {{ UNWIND $puts AS row MERGE (i:StoreItem {{uuid: row.uuid}})
    SET i.group_id = $group, i.ns = row.ns, i.key = row.key, i.value = row.value, i.facets = row.facets,
        i.created_at = coalesce(i.created_at, row.at), i.updated_at = row.at, i.expires_at = row.expires_at,
        i.ttl = row.ttl, i.indexed = row.indexed }}
CALL {scope} {{ UNWIND $vectors AS row CREATE (v:StoreVector {{uuid: row.uuid}})
    SET v.group_id = $group, v.item = row.item, v.ns = row.ns, v.embedder = $embedder, v.value_embedding = {vector} }}
RETURN 1 AS done
"""


def _nearest(first: str, score: str) -> str:
    """$prefix, $vector, $embedder, $most → item, score: of each item its nearest vector, the best first."""
    return f"""
{first}MATCH (v:StoreVector) WHERE v.group_id = $group AND v.ns STARTS WITH $prefix AND v.embedder = $embedder
WITH v.item AS item, max({score}) AS score ORDER BY score DESC, item LIMIT $most
RETURN item, score
"""


STATEMENTS: dict[Dialect, StoreStatements] = {
    "falkordb": StoreStatements(
        indexes=(
            # Every property name is made known first: a reader that meets one while it is brought in gets an error.
            f"CREATE (i:StoreItem {{{', '.join(f'{name}: 0' for name in PROPERTIES)}}}) DELETE i",
            "CREATE INDEX FOR (i:StoreItem) ON (i.uuid)",
            "CREATE INDEX FOR (i:StoreItem) ON (i.expires_at)",
            "CREATE INDEX FOR (v:StoreVector) ON (v.item)",
        ),
        write=_write("", "vecf32(row.vector)"),
        nearest=_nearest("UNWIND [vecf32($vector)] AS vector\n", "1 - vec.cosineDistance(v.value_embedding, vector)"),
    ),
    "neo4j": StoreStatements(
        indexes=(
            # The name that loading a dump gives it.
            "CREATE CONSTRAINT storeitem_unique IF NOT EXISTS FOR (i:StoreItem) REQUIRE i.uuid IS UNIQUE",
            "CREATE INDEX storeitem_ns IF NOT EXISTS FOR (i:StoreItem) ON (i.group_id, i.ns)",
            "CREATE INDEX storeitem_expires IF NOT EXISTS FOR (i:StoreItem) ON (i.group_id, i.expires_at)",
            "CREATE INDEX storevector_item IF NOT EXISTS FOR (v:StoreVector) ON (v.item)",
            "CREATE INDEX storevector_ns IF NOT EXISTS FOR (v:StoreVector) ON (v.group_id, v.ns)",
        ),
        write=_write("()", "row.vector"),
        nearest=_nearest("", "2 * vector.similarity.cosine(v.value_embedding, $vector) - 1"),
    ),
}
