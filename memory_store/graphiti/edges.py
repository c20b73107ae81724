"""Typed edges and connections as the properties of relationships, and back.

Edges have no vector and no place in Graphiti's search, so that vanilla Graphiti leaves them alone. What is nested is
JSON; the properties of a connection are also ``facets``, texts that statements compare whatever the names are.
"""

import json
from collections.abc import Mapping
from typing import Any

from memorist.memory_store.domain.edge_change import EdgeUpdate
from memorist.memory_store.domain.edges import AnyEdge, Connection, parse_edge
from memorist.memory_store.domain.node import facets
from memorist.memory_store.graphiti.mapping import json_ready, plain_time

ENDS = ("type", "source", "target")


def edge_properties(edge: AnyEdge) -> dict[str, Any]:
    """The properties of the relationship, without its type and ends."""
    # Merging an edge again, as ingestion may, must not set its revision back.
    data = edge.model_dump(mode="json", exclude={*ENDS, "id", "revision"}, exclude_none=True)
    if isinstance(edge, Connection):
        data["own_id"] = True
        data["facets"] = facets(edge.properties)
        data["properties"] = json.dumps(data["properties"], sort_keys=True)
    return data


def changed_edge_properties(update: EdgeUpdate) -> dict[str, Any]:
    """The properties that an update sets; null removes."""
    changed = {key: json_ready(value) for key, value in update.after.items()}
    if "properties" in changed:
        changed["facets"] = facets(changed["properties"])
        changed["properties"] = json.dumps(changed["properties"], sort_keys=True)
    return changed


def edge_from(properties: Mapping[str, Any], *, type_: str, source: str, target: str) -> AnyEdge:
    """Build the edge that a relationship holds. An edge that ingestion wrote has no id but that of its ends."""
    known = {key: plain_time(value) for key, value in properties.items() if value is not None}
    own_id = known.pop("own_id", False)
    uuid = known.pop("uuid", None)
    known.pop("facets", None)
    if own_id:
        known["id"] = uuid
        known["properties"] = json.loads(known.get("properties") or "{}")
    return parse_edge({**known, "type": type_, "source": source, "target": target})
