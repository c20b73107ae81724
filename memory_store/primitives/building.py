"""From drafts to memories and connections: what becomes a typed field, what a property, and what an id is."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.clock import parse_time, require_utc
from memorist.memory_store.domain.edge import BaseEdge, EdgeType
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.errors import InvalidInput, NaiveTime
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.invalid import validated
from memorist.memory_store.domain.memory import TRUST_OF_SOURCE, Memory, Source, Trust
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MODEL_OF_TYPE, parse_memory
from memorist.memory_store.primitives.contents import StoredContent
from memorist.memory_store.primitives.drafts import ConnectionDraft, NodeDraft

_UUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)
NOT_GIVEN = frozenset(
    {
        "type", "id", "scope", "content", "status", "created_at", "expired_at", "valid_from", "revision", "claim",
        "files", "access_count", "last_accessed", "mention_count", "last_mentioned",
    }
)  # fmt: skip
"""Fields of a memory that its lifecycle sets. A claim takes part in reconciliation, so it comes by ingestion alone."""
OF_EDGES = frozenset(BaseEdge.model_fields) - {"type", "group_id", "source", "target", "created_at", "valid_from"}
"""Fields of an edge that a caller may set."""


def is_id(text: str) -> bool:
    """Return true if it can be an id at all. Nothing else is sent: FalkorDB falls over some words in a list of ids."""
    return _UUID.fullmatch(text) is not None


def chosen_id(id_: str, what: str) -> str:
    """An id that a caller chose. Raises :class:`InvalidInput` for one that is no uuid."""
    if not is_id(id_):
        raise InvalidInput(f"{what}: field id: {id_!r} is not a uuid; leave it out to get one", field="id", ids=[id_])
    return id_


def begins(given: Any, now: datetime) -> datetime:
    """Since when something is so. Raises :class:`InvalidInput` for what is no time with a zone."""
    if given is None:
        return now
    try:
        return require_utc(given) if isinstance(given, datetime) else parse_time(str(given))
    except NaiveTime:
        raise
    except ValueError as error:
        raise InvalidInput(
            f"field valid_from: {given!r} is no time such as 2026-02-01T09:00:00Z", field="valid_from"
        ) from error


def node_of(draft: NodeDraft, kept: StoredContent, scope: Scope, now: datetime, id_: str) -> Memory:
    """The node that a draft becomes. Raises :class:`InvalidInput` naming the field."""
    since = begins(draft.valid_from, now)
    common: dict[str, Any] = {
        "type": draft.type, "id": id_, "scope": scope, "content": kept.text, "created_at": now, "valid_from": since,
        "files": kept.files, "extraction_method": "primitives",
    }  # fmt: skip
    if draft.type not in MODEL_OF_TYPE:
        given = {**common, "source": Source.MANUAL, "trust": Trust.USER, "summary": kept.title, "modified_at": now}
        given |= {"properties": draft.properties, "media_type": kept.media_type}
        return validated(Node, given, of=draft.type)
    if refused := sorted(NOT_GIVEN & draft.properties.keys()):
        raise InvalidInput(
            f"{draft.type}: field {refused[0]}: cannot be given here; content and type are arguments, a claim comes by "
            "ingestion, the rest is set by what happens to the memory",
            field=refused[0],
        )
    source = draft.properties.get("source", Source.MANUAL)
    # A source that is none is told by the model.
    trust = TRUST_OF_SOURCE[Source(source)] if source in set(Source) else Trust.INFERRED
    happened = {"timestamp": since} if draft.type == "episodic" else {}
    given = {"source": source, "trust": trust, "summary": draft.title or "", **happened}
    return parse_memory({**common, **given, **draft.properties, "scope": scope.model_dump()})


def connection_of(draft: ConnectionDraft, ends: tuple[str, str], scope: Scope, now: datetime, id_: str) -> Connection:
    """The connection that a draft becomes. Raises :class:`InvalidInput` naming the field."""
    fields, properties = split(draft.type, draft.properties)
    given: dict[str, Any] = {
        "type": draft.type, "id": id_, "group_id": scope.group_id, "source": ends[0], "target": ends[1],
        "created_at": now, "valid_from": begins(draft.valid_from, now), "modified_at": now,
        "properties": properties, "content": draft.content,
    }  # fmt: skip
    return validated(Connection, {**given, **fields}, of=draft.type)


def split(type_: str, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split properties into the typed fields of an edge and its free ones: one of the twenty-four types has fields
    alone.

    Raises :class:`InvalidInput` for a field that they do not have.
    """
    if type_ not in set(EdgeType):
        return {}, dict(given)
    if unknown := sorted(given.keys() - OF_EDGES):
        raise InvalidInput(
            f"{type_}: field {unknown[0]}: there is none of that name; it has {', '.join(sorted(OF_EDGES))}",
            field=unknown[0],
        )
    return dict(given), {}


def end_of(end: str, nodes: Sequence[Memory], what: str) -> str:
    """The id that an end of a draft means: a place among the drafts (``#0``) or an id."""
    if not end.startswith("#"):
        return end
    place = end[1:]
    if not place.isdecimal() or int(place) >= len(nodes):
        raise InvalidInput(
            f"{what}: field source or target: {end} is the place of no draft, there are {len(nodes)}", field="source"
        )
    return nodes[int(place)].id


def made_id(scope: Scope, kind: str, change_id: str, place: int) -> str:
    """The id of the draft at a place of a request: the same when the request is repeated."""
    return stable_id(scope.group_id, kind, change_id, str(place))
