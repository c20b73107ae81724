"""The models of the twenty-four types of edge, and connections with an id and properties of their own."""

# pyright: reportIncompatibleVariableOverride=false
# The models are frozen, so narrowing `type` to one literal is safe.

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.edge import BaseEdge, Edge, EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import validated
from memorist.memory_store.domain.memory import Content
from memorist.memory_store.domain.node import Properties


class PromotedTo(Edge):
    """The only type with fields of its own: why, and the number that had to be reached."""

    promotion_reason: str = Field(min_length=1)
    promotion_threshold: float = Field(allow_inf_nan=False)


class Connection(BaseEdge):
    """A connection with an id, properties and content of its own, of any type that an ontology declares.

    Two of one type may stand between the same nodes. ``properties`` hold what the ontology's type adds; what every
    edge has (weight, confidence, validity …) stays a field.
    """

    type: Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=64)]
    id: str = Field(min_length=1, max_length=128)
    properties: Properties = Field(default_factory=dict)
    content: Content | None = None
    modified_at: UtcTime


AnyEdge = Edge | Connection

MODEL_OF_EDGE: dict[EdgeType, type[Edge]] = {**dict.fromkeys(EdgeType, Edge), EdgeType.PROMOTED_TO: PromotedTo}


def parse_edge(data: Mapping[str, Any]) -> AnyEdge:
    """Build the edge that ``data["type"]`` names; with an id of its own it is a :class:`Connection`.

    Raises :class:`InvalidInput` naming the field.
    """
    known = data.get("type") in set(EdgeType)
    model: type[AnyEdge] = MODEL_OF_EDGE[EdgeType(data["type"])] if known and "id" not in data else Connection
    if model is Connection and "id" not in data:
        raise InvalidInput(
            f"edge: field type: {data.get('type')!r} is none of {', '.join(EdgeType)}; a connection of "
            "another type has an id of its own",
            field="type",
        )
    return validated(model, data, of="edge")
