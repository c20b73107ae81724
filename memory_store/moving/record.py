"""Records of a group, free of databases: nodes and edges with one canonical form each.

A record carries everything that the database holds, whatever it means, so that no capability has to be known here to be
moved. Its form is the same for every database: times as fixed-width text, vectors as single-precision bytes.
"""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Any, cast

import numpy as np

from memorist.memory_store.domain.clock import require_utc, time_text
from memorist.memory_store.domain.errors import InvalidInput, NaiveTime
from memorist.memory_store.graphiti.mapping import plain_time
from memorist.memory_store.statements.moving import KINDS

LOG = "ChangeLog"
"""The node that says whose group it is. It is no record: it is written last, and makes the group whole."""
NATIVE_TIMES: dict[str, frozenset[str]] = {
    "Entity": frozenset({"created_at"}),
    "Episodic": frozenset({"created_at", "valid_at"}),
    "Community": frozenset({"created_at"}),
    "Saga": frozenset({"created_at", "last_summarized_at", "last_summarized_episode_valid_at"}),
    "RELATES_TO": frozenset({"created_at", "valid_at", "invalid_at", "expired_at", "reference_time"}),
    "MENTIONS": frozenset({"created_at"}),
    "HAS_MEMBER": frozenset({"created_at"}),
    "HAS_EPISODE": frozenset({"created_at"}),
    "NEXT_EPISODE": frozenset({"created_at"}),
}
"""Graphiti's own time fields, by kind of node or type of edge: native times on Neo4j, text on FalkorDB."""
VECTOR_SUFFIX = "_embedding"
"""A list of numbers under such a name is a vector."""
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
"""Allowed names of labels, edge types and properties: they are part of statements."""
DIGITS = 15
"""Significant digits of a number that count: as many as FalkorDB answers with. Of fewer, one number in twenty would be
rounded twice on its way, to another last digit."""


@dataclass(frozen=True, slots=True)
class EdgeEnd:
    """One end of an edge."""

    kind: str
    uuid: str


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node; ``vectors`` are little-endian single-precision numbers by property name."""

    kind: str
    labels: tuple[str, ...]
    props: Mapping[str, Any]
    vectors: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    def as_json(self) -> dict[str, Any]:
        """The form of a dump's line."""
        return {"node": {"labels": list(self.labels), "props": self.props, **_vectors_json(self.vectors)}}


@dataclass(frozen=True, slots=True)
class EdgeRecord:
    """An edge between two nodes of the group."""

    type: str
    source: EdgeEnd
    target: EdgeEnd
    props: Mapping[str, Any]
    vectors: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    def as_json(self) -> dict[str, Any]:
        """The form of a dump's line."""
        ends = {name: [end.kind, end.uuid] for name, end in (("source", self.source), ("target", self.target))}
        return {"edge": {"type": self.type, **ends, "props": self.props, **_vectors_json(self.vectors)}}


Record = NodeRecord | EdgeRecord


class Digest:
    """The sum of the records' hashes: the same in whatever order they come.

    Two groups with the same records have the same digest; what differs by one number or one letter has another.
    """

    def __init__(self) -> None:
        self._sum = 0
        self.nodes = 0
        self.edges = 0

    def add(self, records: Iterable[Record]) -> None:
        """Take in records."""
        for record in records:
            text = json.dumps(stable(record.as_json()), sort_keys=True, ensure_ascii=False)
            self._sum += int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).digest())
            if isinstance(record, NodeRecord):
                self.nodes += 1
            else:
                self.edges += 1

    @property
    def text(self) -> str:
        """The digest so far, as 64 hexadecimal digits."""
        return f"{self._sum % (1 << 256):064x}"


def kind_of(labels: Iterable[str]) -> str:
    """Return the kind of node that these labels make. Raises :class:`InvalidInput` when that cannot be told."""
    names = set(labels)
    found = [kind for kind in (*KINDS, LOG) if kind in names] or sorted(names)
    if len(found) != 1:
        raise InvalidInput(
            f"labels: {', '.join(sorted(names)) or 'none'} do not say which kind of node this is; expected one of "
            f"{', '.join(KINDS)} among them, or a single label",
            field="labels",
        )
    return found[0]


def node_record(labels: Iterable[str], properties: Mapping[str, Any]) -> NodeRecord:
    """A node as a database gave it."""
    names = tuple(sorted(labels))
    kind = kind_of(names)
    props, vectors = _parted(properties, NATIVE_TIMES.get(kind, frozenset()))
    return _checked(NodeRecord(kind, names, props, vectors))


def edge_record(type_: str, source: EdgeEnd, target: EdgeEnd, properties: Mapping[str, Any]) -> EdgeRecord:
    """An edge as a database gave it."""
    props, vectors = _parted(properties, NATIVE_TIMES.get(type_, frozenset()))
    return _checked(EdgeRecord(type_, source, target, props, vectors))


def record_of(line: Mapping[str, Any]) -> Record | None:
    """The record of a dump's line; null when the line is none.

    Raises :class:`InvalidInput` naming the field that is wrong.
    """
    if "node" in line:
        given = _part(line, "node", {"labels": list, "props": dict})
        labels = tuple(sorted(str(label) for label in given["labels"]))
        return _checked(NodeRecord(kind_of(labels), labels, given["props"], _vectors_of(given)))
    if "edge" in line:
        given = _part(line, "edge", {"type": str, "source": list, "target": list, "props": dict})
        try:
            source, target = EdgeEnd(*map(str, given["source"])), EdgeEnd(*map(str, given["target"]))
        except TypeError as error:
            raise InvalidInput("edge: source and target are [kind, uuid] each", field="source") from error
        return _checked(EdgeRecord(given["type"], source, target, given["props"], _vectors_of(given)))
    return None


def _part(line: Mapping[str, Any], name: str, fields: Mapping[str, type]) -> dict[str, Any]:
    given = line[name]
    if not isinstance(given, dict):
        raise InvalidInput(f"{name}: expected an object", field=name)
    part = cast("dict[str, Any]", given)
    for field_, kind in fields.items():
        if not isinstance(part.get(field_), kind):
            raise InvalidInput(f"{name}.{field_}: missing, or not of the type {kind.__name__}", field=field_)
    return part


def numbers_of(vector: bytes) -> list[float]:
    """The vector as numbers that keep every bit."""
    return np.frombuffer(vector, dtype="<f4").tolist()


def canonical(value: Any) -> Any:
    """A property as every database would give it: times as text."""
    value = plain_time(value)
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, list | tuple):
        return [canonical(item) for item in cast("list[Any]", value)]
    return value


def _parted(properties: Mapping[str, Any], times: frozenset[str]) -> tuple[dict[str, Any], dict[str, bytes]]:
    props: dict[str, Any] = {}
    vectors: dict[str, bytes] = {}
    for name, value in properties.items():
        if value is None:
            continue
        if name.endswith(VECTOR_SUFFIX) and isinstance(value, list | tuple):
            vectors[name] = np.asarray(cast("list[float]", value), dtype="<f4").tobytes()
        elif name in times and isinstance(value, str):
            props[name] = _as_fixed(value)
        else:
            props[name] = canonical(value)
    return props, vectors


def _as_fixed(text: str) -> str:
    """A time that was written in another way (Graphiti's own drivers do) in ours."""
    try:
        return time_text(require_utc(datetime.fromisoformat(text)))
    except (ValueError, NaiveTime):
        return text


def _checked[R: (NodeRecord, EdgeRecord)](record: R) -> R:
    if isinstance(record, NodeRecord):
        names, what = record.labels, f"a node of the kind {record.kind}"
    else:
        names, what = (record.type, record.source.kind, record.target.kind), f"an edge of the type {record.type}"
    for name in (*names, *record.props, *record.vectors):
        if not NAME.fullmatch(name):
            raise InvalidInput(f"{what} has the name {name!r}: expected letters, digits and _", field=name)
    if not isinstance(record.props.get("uuid"), str):
        raise InvalidInput(f"{what} has no uuid, so it cannot be identified", field="uuid")
    for name, value in record.props.items():
        if isinstance(value, str) and "\x00" in value:
            raise InvalidInput(f"{what} {record.props['uuid']}: {name} holds a NUL character: remove it", field=name)
    return record


def _vectors_json(vectors: Mapping[str, bytes]) -> dict[str, Any]:
    return {"vectors": {name: base64.b64encode(v).decode() for name, v in vectors.items()}} if vectors else {}


def _vectors_of(rest: Mapping[str, Any]) -> dict[str, bytes]:
    given = rest.get("vectors", {})
    try:
        vectors = {str(name): base64.b64decode(text, validate=True) for name, text in given.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise InvalidInput(f"vectors: expected base64 text by name ({error})", field="vectors") from error
    if any(len(vector) % 4 for vector in vectors.values()):
        raise InvalidInput("vectors: a vector is cut off within a number", field="vectors")
    return vectors


def stable(value: Any) -> Any:
    """A value with its numbers as texts of the digits that count."""
    if isinstance(value, dict):
        return {name: stable(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [stable(item) for item in cast("list[Any]", value)]
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    return value
