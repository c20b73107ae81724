"""The twenty-four types of edge, a model each, and the connection of its own id and properties."""

# pyright: reportIncompatibleVariableOverride=false
# The models are frozen, so narrowing `type` to one literal is safe.

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.edge import BaseEdge, Edge, EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Content
from memorist.memory_store.domain.node import Properties
from memorist.memory_store.domain.types import invalid_from


class ContributedTo(Edge):
    """What the target was learned from."""

    type: Literal[EdgeType.CONTRIBUTED_TO] = EdgeType.CONTRIBUTED_TO


class PromotedTo(Edge):
    """From the lower rung to the higher, with why, and the number that had to be reached."""

    type: Literal[EdgeType.PROMOTED_TO] = EdgeType.PROMOTED_TO
    promotion_reason: str = Field(min_length=1)
    promotion_threshold: float = Field(allow_inf_nan=False)


class Supersedes(Edge):
    """From the new to the old."""

    type: Literal[EdgeType.SUPERSEDES] = EdgeType.SUPERSEDES


class Proves(Edge):
    """Evidence for the target."""

    type: Literal[EdgeType.PROVES] = EdgeType.PROVES


class Contradicts(Edge):
    """Evidence against the target, or its rival."""

    type: Literal[EdgeType.CONTRADICTS] = EdgeType.CONTRADICTS


class AbstractedTo(Edge):
    """From the specific to what was drawn from it in general."""

    type: Literal[EdgeType.ABSTRACTED_TO] = EdgeType.ABSTRACTED_TO


class DerivedFrom(Edge):
    """From the conclusion to what it was drawn from."""

    type: Literal[EdgeType.DERIVED_FROM] = EdgeType.DERIVED_FROM


class Contains(Edge):
    """From the whole to its part."""

    type: Literal[EdgeType.CONTAINS] = EdgeType.CONTAINS


class HasRule(Edge):
    """From the field, project or team to a rule that holds there."""

    type: Literal[EdgeType.HAS_RULE] = EdgeType.HAS_RULE


class HasPreference(Edge):
    """From the person to what he prefers."""

    type: Literal[EdgeType.HAS_PREFERENCE] = EdgeType.HAS_PREFERENCE


class HasProcedure(Edge):
    """From the practice or field to how it is done."""

    type: Literal[EdgeType.HAS_PROCEDURE] = EdgeType.HAS_PROCEDURE


class About(Edge):
    """From the memory to what it speaks of."""

    type: Literal[EdgeType.ABOUT] = EdgeType.ABOUT


class Prefers(Edge):
    """From the person to what he would choose."""

    type: Literal[EdgeType.PREFERS] = EdgeType.PREFERS


class Uses(Edge):
    """From the project or person to what is used."""

    type: Literal[EdgeType.USES] = EdgeType.USES


class Expects(Edge):
    """From the person to what he expects of others."""

    type: Literal[EdgeType.EXPECTS] = EdgeType.EXPECTS


class Knows(Edge):
    """Who knows about what."""

    type: Literal[EdgeType.KNOWS] = EdgeType.KNOWS


class WorksOn(Edge):
    """Who is busy with what."""

    type: Literal[EdgeType.WORKS_ON] = EdgeType.WORKS_ON


class DocumentedAt(Edge):
    """From the knowledge to where it is written down."""

    type: Literal[EdgeType.DOCUMENTED_AT] = EdgeType.DOCUMENTED_AT


class ObservedBy(Edge):
    """Whose observation it is."""

    type: Literal[EdgeType.OBSERVED_BY] = EdgeType.OBSERVED_BY


class HasStrength(Edge):
    """What an agent does well."""

    type: Literal[EdgeType.HAS_STRENGTH] = EdgeType.HAS_STRENGTH


class HasWeakness(Edge):
    """What an agent does badly."""

    type: Literal[EdgeType.HAS_WEAKNESS] = EdgeType.HAS_WEAKNESS


class Missed(Edge):
    """What an agent should have done and did not."""

    type: Literal[EdgeType.MISSED] = EdgeType.MISSED


class Applied(Edge):
    """The knowledge that was put to use."""

    type: Literal[EdgeType.APPLIED] = EdgeType.APPLIED


class Reviewed(Edge):
    """Who looked over whom, or over what."""

    type: Literal[EdgeType.REVIEWED] = EdgeType.REVIEWED


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

MODEL_OF_EDGE: dict[EdgeType, type[Edge]] = {
    model.model_fields["type"].default: model for model in Edge.__subclasses__()
}


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
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        raise invalid_from(error, of="edge") from error
