"""The declared vocabulary: which types of nodes and connections may exist, which may meet, what claims may say."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from memorist.memory_store.domain.claim import Cardinality, Claim, slot_id, slot_kind
from memorist.memory_store.domain.errors import InvalidConnectionType, InvalidNodeType
from memorist.memory_store.domain.memory import Memory

ANY = "*"
"""Any type of any loaded ontology; ``semantic:*`` is any type of a family."""
GRAPHITIS_OWN = frozenset({"RELATES_TO", "MENTIONS", "HAS_MEMBER", "HAS_EPISODE", "NEXT_EPISODE"})
"""Relationships whose meaning Graphiti fixes."""

TypeName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*(:[A-Za-z][A-Za-z0-9_]*)?$", max_length=64)]
ConnectionName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=64)]
TypePattern = Annotated[
    str, StringConstraints(pattern=r"^(\*|[A-Za-z][A-Za-z0-9_]*(:(\*|[A-Za-z][A-Za-z0-9_]*))?)$", max_length=64)
]
PropertyName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=64)]


class Declared(BaseModel):
    """Base of what an ontology declares. ``origin`` is the ontology, and its file, that did."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    description: str = ""
    origin: str = Field(default="", exclude=True, repr=False)

    def meaning(self) -> tuple[object, ...]:
        """The part on which two declarations of one name must agree."""
        return ()


class Predicate(Declared):
    """One verb of the claim vocabulary: ``one`` and ``one_per_qualifier`` are single-valued, ``many`` is not."""

    cardinality: Cardinality

    def meaning(self) -> tuple[object, ...]:
        """Its cardinality."""
        return (self.cardinality,)


class NodeType(Declared):
    """One type of node, with the properties that each node of it must have."""

    required_properties: tuple[PropertyName, ...] = ()

    def meaning(self) -> tuple[object, ...]:
        """Its requirements."""
        return (frozenset(self.required_properties),)


class ConnectionType(Declared):
    """One type of connection: from which types of node to which, with the properties that each must have."""

    source: tuple[TypePattern, ...] = Field(alias="from", min_length=1)
    target: tuple[TypePattern, ...] = Field(alias="to", min_length=1)
    required_properties: tuple[PropertyName, ...] = ()

    def meaning(self) -> tuple[object, ...]:
        """Its topology and what it requires."""
        return (frozenset(self.source), frozenset(self.target), frozenset(self.required_properties))


class Ontology(BaseModel):
    """A vocabulary, of one file or merged from several. It is complete: each type it speaks of is declared in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    node_types: dict[TypeName, NodeType] = Field(default_factory=dict)
    connection_types: dict[ConnectionName, ConnectionType] = Field(default_factory=dict)
    predicates: dict[str, Predicate] = Field(default_factory=dict)

    @field_validator("connection_types")
    @classmethod
    def _not_graphitis(cls, declared: dict[str, ConnectionType]) -> dict[str, ConnectionType]:
        if taken := sorted(GRAPHITIS_OWN & declared.keys()):
            raise ValueError(f"{', '.join(taken)} belongs to Graphiti: choose another name")
        return declared

    def cardinality(self, predicate: str) -> Cardinality:
        """Return the number of objects that ``predicate`` allows; an undeclared one allows many, so it never
        contradicts by itself."""
        known = self.predicates.get(predicate)
        return known.cardinality if known else Cardinality.MANY

    def slot_of(self, memory: Memory, claim: Claim) -> str:
        """The id of the slot that a memory occupies with its claim."""
        return slot_id(memory.scope, claim, self.cardinality(claim.predicate), kind=slot_kind(memory.type))

    def node_type(self, name: str, *, ids: Sequence[str] = ()) -> NodeType:
        """The declaration of a type of node. Raises :class:`InvalidNodeType`."""
        if name not in self.node_types:
            raise InvalidNodeType(
                f"there is no node type {name!r}: {self._known(self.node_types)}", field="type", ids=ids
            )
        return self.node_types[name]

    def connection_type(self, name: str, *, ids: Sequence[str] = ()) -> ConnectionType:
        """The declaration of a type of connection. Raises :class:`InvalidConnectionType`."""
        if name not in self.connection_types:
            raise InvalidConnectionType(
                f"there is no connection type {name!r}: {self._known(self.connection_types)}", field="type", ids=ids
            )
        return self.connection_types[name]

    def may_connect(self, name: str, source_type: str, target_type: str) -> bool:
        """Return true if a connection of this type may go from the one type of node to the other.

        Raises:
            InvalidConnectionType: no loaded ontology declares the connection.
            InvalidNodeType: none declares one of the node types.
        """
        self.connection_type(name)
        self.node_type(source_type)
        self.node_type(target_type)
        sources, targets = self.ends(name)
        return source_type in sources and target_type in targets

    def ends(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        """The types of node that a declared connection may start from, and those it may lead to."""
        return self._topology[name]

    @cached_property
    def _topology(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        return {
            name: (frozenset(self._matching(declared.source)), frozenset(self._matching(declared.target)))
            for name, declared in self.connection_types.items()
        }

    def _matching(self, patterns: Iterable[str]) -> Iterable[str]:
        return (name for name in self.node_types if any(fits(pattern, name) for pattern in patterns))

    def _known(self, declared: Iterable[str]) -> str:
        return f"ontology {self.name} knows {', '.join(sorted(declared)) or 'none'}"


def fits(pattern: str, type_name: str) -> bool:
    """Return true if a type's name is meant by a pattern of a topology."""
    if pattern.endswith(ANY):
        return type_name.startswith(pattern.removesuffix(ANY))
    return type_name == pattern
