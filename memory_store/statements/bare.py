"""The index query alone, without words, filters or memories: what a search is compared with."""

from hypomnema.memory_store.statements.moving import is_neo4j

_FALKORDB = """
CALL db.idx.vector.queryNodes('Live', 'name_embedding', $k, vecf32($vector)) YIELD node, score
RETURN node.uuid AS uuid, score
"""
_NEO4J = """
CALL db.index.vector.queryNodes('live_vector', $k, $vector) YIELD node, score
RETURN node.uuid AS uuid, score
"""


def bare_index_query(url: str) -> str:
    """$vector, $k → uuid, score. On Neo4j the index holds every group."""
    return _NEO4J if is_neo4j(url) else _FALKORDB
