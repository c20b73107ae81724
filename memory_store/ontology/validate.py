"""Validate: whether a change set is what the ontology allows, before anything of it is sent.

What the set itself holds is judged here. Of stored nodes it only names ids; the types they must have
(:func:`expected_types`) go along with the set and are looked at where it is applied, in the same transaction.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from memorist.memory_store.domain.change_set import ChangeSet, Update
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.edges import AnyEdge, Connection
from memorist.memory_store.domain.errors import InvalidNodeType, InvalidTopology, RequiredPropertyMissing
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.types import MEMORY_TYPES
from memorist.memory_store.ontology.ontology import NodeType, Ontology

TYPED_EDGES = frozenset(EdgeType)
NO_TYPE = "-"
"""A type that no node has; expected of a node that two connections require to be of different types."""


def validate(changes: ChangeSet, ontology: Ontology) -> None:
    """Judge everything that a change set holds.

    Raises:
        InvalidNodeType: no loaded ontology declares the type of a node.
        InvalidConnectionType: none declares the type of a connection.
        InvalidTopology: a connection may not stand between nodes of these types.
        RequiredPropertyMissing: a node or connection lacks what its type requires.
    """
    types = {memory.id: memory.type for memory in changes.memories}
    for memory in changes.memories:
        required = ontology.node_type(memory.type, ids=[memory.id]).required_properties
        _has(required, properties_of(memory), f"a node of type {memory.type}", memory.id)
    for edge in changes.edges:
        required = ontology.connection_type(edge.type, ids=[edge.id]).required_properties
        _has(required, properties_of(edge), f"a connection of type {edge.type}", edge.id)
        if error := next(_misplaced([edge], types, ontology), None):
            raise error
    for update in changes.updates:
        if update.node_type:
            required = _of_own_node(update, ontology).required_properties
            after = _afterwards(update.after, required, typed=False)
            _has(required, after, f"a node of type {update.node_type}", update.memory_id)
    for update in changes.edge_updates:
        required = ontology.connection_type(update.type, ids=[update.edge_id]).required_properties
        after = _afterwards(update.after, required, typed=update.type in TYPED_EDGES)
        _has(required, after, f"a connection of type {update.type}", update.edge_id)


def expected_types(changes: ChangeSet, ontology: Ontology) -> dict[str, frozenset[str] | None]:
    """The types that stored nodes must have which the set refers to; null: any."""
    expected: dict[str, frozenset[str] | None] = dict.fromkeys(changes.endpoints())
    everything = frozenset(ontology.node_types)
    for edge in changes.edges:
        for end, allowed in zip((edge.source, edge.target), ontology.ends(edge.type), strict=True):
            if end in expected and allowed != everything:
                before = expected[end]
                both = allowed if before is None else before & allowed
                expected[end] = both or frozenset({NO_TYPE})
    for update in changes.updates:
        if update.node_type and update.memory_id in expected:
            expected[update.memory_id] = frozenset({update.node_type})
    return expected


def properties_of(thing: Memory | AnyEdge) -> dict[str, Any]:
    """Return the properties that an ontology can require: the fields of a typed thing, the free properties of
    another."""
    if isinstance(thing, Node) or (isinstance(thing, Connection) and thing.type not in TYPED_EDGES):
        return thing.properties
    return dict(thing)


def _of_own_node(update: Update, ontology: Ontology) -> NodeType:
    if update.node_type in MEMORY_TYPES:
        raise InvalidNodeType(
            f"{update.memory_id} is a memory of type {update.node_type}: its content stays, supersede it",
            field="node_type",
            ids=[update.memory_id],
        )
    return ontology.node_type(str(update.node_type), ids=[update.memory_id])


def _afterwards(after: Mapping[str, Any], required: Iterable[str], *, typed: bool) -> dict[str, Any]:
    """The properties after an update, as far as known; required ones that it does not touch count as present."""
    if typed:
        return {**dict.fromkeys(required, True), **after}
    return after["properties"] if "properties" in after else dict.fromkeys(required, True)


def _has(required: Iterable[str], given: Mapping[str, Any], what: str, id_: str) -> None:
    for name in required:
        if given.get(name) is None:
            raise RequiredPropertyMissing(f"{what} needs the property {name}: {id_} has none", field=name, ids=[id_])


def _misplaced(edges: Iterable[AnyEdge], types: Mapping[str, str], ontology: Ontology) -> Iterator[InvalidTopology]:
    """Say of each end of a connection whose type is known and cannot be there, which it is."""
    for edge in edges:
        ends = zip(("source", "target"), (edge.source, edge.target), ontology.ends(edge.type), strict=True)
        for end, id_, allowed in ends:
            if id_ in types and types[id_] not in allowed:
                yield InvalidTopology(
                    f"{edge.type}: its {end} {id_} is of type {types[id_]}, only "
                    f"{', '.join(sorted(allowed)) or 'nothing'} can be there",
                    field=end,
                    ids=[edge.id, id_],
                )


def mistyped(changes: ChangeSet, ontology: Ontology, found: Mapping[str, str]) -> InvalidTopology:
    """The error for stored nodes that turned out to be of another type than the set expects."""
    told = ", ".join(f"{id_} is of type {type_}" for id_, type_ in found.items())
    otherwise = InvalidTopology(f"{told}: it cannot change that way", ids=list(found))
    return next(_misplaced(changes.edges, found, ontology), otherwise)
