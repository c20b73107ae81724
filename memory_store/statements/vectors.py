"""How the databases compare vectors."""

READ_ONCE = "UNWIND [vecf32($vector)] AS vector"
"""As an argument of FalkorDB it would be read again for every row, which is most of what comparing everything takes."""


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
