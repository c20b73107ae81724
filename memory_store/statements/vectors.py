"""Vector comparison and vector indexes of the databases."""

VECTOR_FIELDS = {
    "Procedure": "name_embedding",
    "NamedEntity": "name_embedding",
    "Episodic": "unit_embedding",
    "Live": "name_embedding",
}
"""The vector that is indexed, by label; the largest index is the last."""

READ_ONCE = "UNWIND [vecf32($vector)] AS vector"
"""As an argument of FalkorDB it would be read again for every row, which is most of what comparing everything takes."""


def create_falkordb(label: str, dimension: int) -> str:
    """Create FalkorDB's vector index of a label; the server builds it in the background.

    It is laid with a quarter of the default care: of 100,000 vectors it is built in a third of the time, and of the ten
    nearest .997 are still among the 80 that it is asked for (of the default one all).
    """
    return (
        f"CREATE VECTOR INDEX FOR (n:{label}) ON (n.{VECTOR_FIELDS[label]}) "
        f"OPTIONS {{dimension: {dimension:d}, similarityFunction: 'cosine', efConstruction: 50}}"
    )


def drop_falkordb(label: str) -> str:
    """Drop FalkorDB's vector index of a label."""
    return f"DROP VECTOR INDEX FOR (n:{label}) ON (n.{VECTOR_FIELDS[label]})"


def nearest(k: str, vector: str, field: str = "name_embedding") -> str:
    """Of the rows ``n, score`` that an index of Neo4j gave, the best ``k`` by the vectors themselves.

    Its index rounds each number of a vector to a byte: a cosine is off by up to .03, and of the best ten one in twenty
    and more is lost. Among twice as many they are.
    """
    return f"""WITH n, score ORDER BY score DESC
    WITH collect(n) AS near UNWIND near[0..2 * {k}] AS n
    WITH n, 2 * vector.similarity.cosine(n.{field}, {vector}) - 1 AS score ORDER BY score DESC
    WITH collect({{n: n, score: score}}) AS best UNWIND best[0..{k}] AS one
    WITH one.n AS n, one.score AS score"""


def index_options(dimension: int) -> str:
    """Return the options of a Neo4j index for vectors of this length.

    Its graph has twice the links of the default one and is laid twice as carefully, which writing and asking do not
    feel. Where thousands of memories say almost the same, a search of the default graph stays among them, and misses
    half of the nearest ten of some questions; an index that is there already stays as it is.
    """
    return (
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension:d}, `vector.similarity_function`: 'cosine', "
        "`vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200}}"
    )
