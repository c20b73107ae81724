"""Merge: several ontologies become one, or it is said which two disagree."""

from collections.abc import Mapping, Sequence

from memorist.memory_store.domain.errors import InvalidInput, OntologyClash
from memorist.memory_store.ontology.ontology import Declared, Ontology, fits


def merge(ontologies: Sequence[Ontology]) -> Ontology:
    """One vocabulary out of several. Declaring the same thing twice, in the same way, is no clash.

    Raises:
        OntologyClash: one name is declared differently; the message names both sides with their files.
        InvalidInput: a connection speaks of a type that none of them declares.
    """
    merged = Ontology(
        name="+".join(one.name for one in ontologies),
        node_types=_united("node type", [one.node_types for one in ontologies]),
        connection_types=_united("connection type", [one.connection_types for one in ontologies]),
        predicates=_united("predicate", [one.predicates for one in ontologies]),
    )
    _all_types_are_declared(merged)
    return merged


def _united[D: Declared](kind: str, declarations: Sequence[Mapping[str, D]]) -> dict[str, D]:
    united: dict[str, D] = {}
    for declared in declarations:
        for name, what in declared.items():
            known = united.setdefault(name, what)
            if known.meaning() != what.meaning():
                raise OntologyClash(
                    f"{kind} {name} is declared by {known.origin or 'one ontology'} and, differently, by "
                    f"{what.origin or 'another'}: rename one of them, or make them say the same",
                    field="ontologies",
                    ids=[name],
                )
    return united


def _all_types_are_declared(ontology: Ontology) -> None:
    for name, connection in ontology.connection_types.items():
        for end, patterns in (("from", connection.source), ("to", connection.target)):
            for pattern in patterns:
                if not any(fits(pattern, known) for known in ontology.node_types):
                    raise InvalidInput(
                        f"ontology {connection.origin or ontology.name}: connection type {name}: field {end}: there "
                        f"is no node type {pattern}; declare it, or load the ontology that does",
                        field=end,
                        ids=[name],
                    )
