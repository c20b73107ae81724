"""Ontologies from YAML: shipped ones by name, own ones by path, each checked before it counts."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from memorist.memory_store.domain.errors import InvalidInput, OntologyClash
from memorist.memory_store.domain.invalid import validated
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


SHIPPED = ("galatea", "jacq", "gtd")
DEFAULT = "galatea"
"""Always loaded: ingestion, promotion and retrieval speak its words."""
SECTIONS = ("node_types", "connection_types", "predicates")
MAX_FILE_BYTES = 1_000_000

Source = str | Path | Ontology


def load_ontologies(sources: Iterable[Source] = ()) -> Ontology:
    """Load the default ontology and these, and merge them.

    Args:
        sources: names of shipped ontologies, paths of YAML files, or ontologies that are loaded already.

    Raises:
        InvalidInput: a name is not known, a file cannot be read or says something that an ontology does not have.
        OntologyClash: two of them declare one name differently.
    """
    loaded = [load(DEFAULT), *(load(source) for source in sources)]
    return merge([one for place, one in enumerate(loaded) if one not in loaded[:place]])


def load(source: Source) -> Ontology:
    """Load one ontology. Raises as :func:`load_ontologies` does."""
    if isinstance(source, Ontology):
        return source
    if isinstance(source, str) and source in SHIPPED:
        return load_ontology(source)
    path = Path(source)
    if path.suffix.lower() not in {".yaml", ".yml"}:
        raise InvalidInput(
            f"ontology: there is none called {str(source)!r}; shipped are {', '.join(SHIPPED)}, an own one is named by "
            "the path of its .yaml file",
            field="ontologies",
        )
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        text = data.decode("utf-8")
    except (OSError, ValueError) as error:
        raise InvalidInput(f"ontology {path}: cannot be read ({error})", field="ontologies") from error
    if len(data) > MAX_FILE_BYTES:
        raise InvalidInput(f"ontology {path}: is larger than {MAX_FILE_BYTES} bytes", field="ontologies")
    return parse(text, place=str(path), default_name=path.stem)


@lru_cache
def load_ontology(name: str) -> Ontology:
    """Load one shipped ontology by name. Raises :class:`InvalidInput` for an unknown one."""
    if name not in SHIPPED:
        raise InvalidInput(f"there is no ontology called {name!r}; shipped are {', '.join(SHIPPED)}", field="ontology")
    source = files(__package__ or __name__) / f"{name}.yaml"
    return parse(source.read_text(encoding="utf-8"), place=f"{name}.yaml", default_name=name)


def parse(text: str, *, place: str, default_name: str) -> Ontology:
    """Read one ontology from YAML.

    ``node_types`` is a list of names or a map of name → what it requires; ``connection_types`` and ``predicates`` are
    maps. Raises :class:`InvalidInput` naming the place, and the line or the field.
    """
    try:
        data: Any = yaml.load(text, Loader=_Strict)
    except (yaml.YAMLError, RecursionError) as error:
        raise InvalidInput(f"ontology {place}: {_told(error)}", field="ontologies") from error
    if not isinstance(data, dict):
        raise InvalidInput(f"ontology {place}: a map with {', '.join(SECTIONS)} was expected", field="ontologies")
    given: dict[str, Any] = {"name": default_name, **data}
    if isinstance(given.get("node_types"), list):
        given["node_types"] = _by_name(list(given["node_types"]), place)
    origin = f"{given['name']} ({place})"
    for section in SECTIONS:
        given[section] = _with_origin(given.get(section), origin, section, place)
    return validated(Ontology, given, of=f"ontology {place}")


def _by_name(names: list[Any], place: str) -> dict[Any, Any]:
    if any(not isinstance(name, Hashable) for name in names):
        raise InvalidInput(f"ontology {place}: field node_types: a list holds names alone", field="node_types")
    if twice := sorted({str(name) for name in names if names.count(name) > 1}):
        raise InvalidInput(f"ontology {place}: node type {', '.join(twice)} is declared twice", field="node_types")
    return dict.fromkeys(names)


def _with_origin(declared: Any, origin: str, section: str, place: str) -> dict[Any, Any]:
    if not isinstance(declared or {}, dict):
        raise InvalidInput(f"ontology {place}: field {section}: expected a mapping", field=section)
    items: dict[Any, Any] = dict(declared or {})
    return {
        name: {**(what or {}), "origin": origin} if isinstance(what, dict | None) else what
        for name, what in items.items()
    }


def _told(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error) or type(error).__name__
    return f"line {mark.line + 1}: {problem}" if mark is not None else str(problem)


class _Strict(yaml.SafeLoader):
    """A name declared twice in one file is an error, not the last one's."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Build a map; raises for a key that comes twice."""
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable) and key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"{key!r} is declared twice", key_node.start_mark)
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep)
