"""The condition in which most statements of the two dialects differ: a group is a graph, or a property of nodes."""

from collections.abc import Callable

Ours = Callable[[str], str]
"""Maps the variable of a node or edge to the condition, followed by AND, that it belongs to the group."""


def every_node(name: str) -> str:
    """FalkorDB: the graph is the group."""
    return ""


def nodes_of_group(name: str) -> str:
    """Neo4j: the group is a property."""
    return f"{name}.group_id = $group AND "


Steps = Callable[..., str]
"""Gives subqueries that run only when the list ``go`` holds something; see :func:`steps_falkordb`."""


def steps_falkordb(*bodies: str, also: str = "") -> str:
    """Subqueries that run when ``go`` holds something; ``also`` are further names that they see (``"log, "``)."""
    return "".join(f"CALL {{ WITH {also}go UNWIND go AS _ {body} }}\n" for body in bodies)


def steps_neo4j(*bodies: str, also: str = "") -> str:
    """The same for Neo4j."""
    return "".join(f"CALL ({also}go) {{ UNWIND go AS _ {body} }}\n" for body in bodies)
