"""The index query alone, without words, filters or memories: what a search is compared with.

$vector, $k → uuid, score. On Neo4j the index holds every group.
"""

FALKORDB = """
CALL db.idx.vector.queryNodes('Live', 'name_embedding', $k, vecf32($vector)) YIELD node, score
RETURN node.uuid AS uuid, score
"""
NEO4J = """
CALL db.index.vector.queryNodes('live_vector', $k, $vector) YIELD node, score
RETURN node.uuid AS uuid, score
"""
