"""Statements about the vectors of the tokens of raw episodes, by which a ranker scores them."""

from dataclasses import dataclass

from memorist.memory_store.statements.scope import Ours, every_node, nodes_of_group


@dataclass(frozen=True)
class TokenStatements:
    """One dialect's statements. ``$group`` is everywhere."""

    of: str
    """$ids → id, token_ranker, token_dimension, token_vectors: those that have any."""
    waiting: str
    """$ranker, $limit → n: raw episodes that are found by a vector and have no token vectors of this ranker."""
    keep: str
    """$rows [{uuid, props}]: sets them, of episodes that were not erased meanwhile."""
    findings: str
    """$ranker, $dimension → kind, message, ids: token vectors of another ranker or size, and episodes without any."""


def _statements(ours: Ours) -> TokenStatements:
    return TokenStatements(
        of=f"""
UNWIND $ids AS id MATCH (n:Episodic {{uuid: id}}) WHERE {ours("n")}n.token_vectors IS NOT NULL
RETURN n.uuid AS id, n.token_ranker AS token_ranker, n.token_dimension AS token_dimension,
       n.token_vectors AS token_vectors
""",
        waiting=f"""
MATCH (n:Episodic) WHERE {ours("n")}n.unit_embedding IS NOT NULL AND coalesce(n.token_ranker, '') <> $ranker
WITH n LIMIT $limit RETURN n {{.*, unit_embedding: null, token_vectors: null}} AS n
""",
        keep=f"""
UNWIND $rows AS row MATCH (n:Episodic {{uuid: row.uuid}}) WHERE {ours("n")}n.unit_embedding IS NOT NULL
SET n += row.props
""",
        findings=f"""
MATCH (n:Episodic) WHERE {ours("n")}n.token_vectors IS NOT NULL
  AND (n.token_ranker <> $ranker OR n.token_dimension <> $dimension)
RETURN 'foreign_token_vectors' AS kind,
       'the token vectors of an episode are not of the ranker that is set: memorist re-embed' AS message,
       [n.uuid] AS ids LIMIT 100
UNION
MATCH (n:Episodic) WHERE {ours("n")}n.unit_embedding IS NOT NULL AND n.token_vectors IS NULL
RETURN 'missing_token_vectors' AS kind,
       'an episode has no token vectors for the ranker that is set: memorist re-embed' AS message,
       [n.uuid] AS ids LIMIT 100
""",
    )


FALKORDB = _statements(every_node)
NEO4J = _statements(nodes_of_group)
