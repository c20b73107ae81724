"""Memories as Graphiti entity nodes, and back.

Graphiti's own fields keep Graphiti's names (``uuid``, ``name``, ``summary``, ``group_id``, ``created_at``). What is
searched or changes in place is a property of its own; everything else is one JSON property, ``details``, so that
nothing is lost and nothing nested reaches the database. Times are fixed-width text, which sorts as time. A content
too long for a name is kept as the node's ``summary``, which is as searchable, under a name cut short.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json

from memorist.memory_store.domain.claim import claim_id, pattern_id, subject_key, thing_id
from memorist.memory_store.domain.clock import day_number, time_text
from memorist.memory_store.domain.errors import MemoryDamaged
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import Node, facets, parse_node
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import Stub, shortened
from memorist.memory_store.domain.types import ENTITY_TYPES, MODEL_OF_TYPE
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.standing import standing_kind

MEMORY_LABEL = "Memory"
"""Everything that states something."""
LIVE_LABEL = "Live"
"""Label of the nodes that default reads return: the vector index covers it alone, so that dead memories do not crowd
out live ones."""
NAMED_ENTITY_LABEL = "NamedEntity"
"""Everything that names something."""
OWN_LABELS = {"episodic": "EpisodicMemory", "procedural": "Procedure"}
"""Types whose label is not their name: ``Episodic`` is what Graphiti calls the raw input."""

FIRST_LOOK_DAYS = 7
"""Maintenance first looks at a memory when it is as old as the shorter grace of the decay presets."""

FLAT = frozenset(
    {
        "type",
        "status",
        "level",
        "confidence",
        "source",
        "trust",
        "expired_at",
        "valid_from",
        "valid_until",
        "valid_until_condition",
        "entities",
        "source_episode_ids",
        "domain",
        "technology",
        "tags",
        "promoted_to_shared",
        "evidence_count",
        "access_count",
        "last_accessed",
        "reinforced_at",
        "extraction_method",
        "flagged",
        "beside",
        "revision",
        "success_rate",
        "times_used",
        "last_used",
        "aliases",
        "mention_count",
        "last_mentioned",
        "interaction_count",
        "significant_events",
        "trust_level",
        "phase",
        "media_type",
        "modified_at",
    }
)
"""Fields of a memory that are properties under their own name."""

SCOPE_PROPERTIES = ("agent_id", "user_id", "session_id")
JSON_PROPERTIES = frozenset({"expertise", "lineage", "decay", "files", "properties", "quotes"})
"""Nested, but changing in place: JSON text under their own name."""
DERIVED = frozenset(
    "live claim_id subject_key slot_id thing_id topic pattern_id standing look_on_day digests facets "
    "name_embedding".split()
)
"""Properties computed from the others when a memory is written, for the statements to look up."""
PRIOR = frozenset({"status_prior", "valid_until_prior"})
"""Properties with the state before the memory was expired."""
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)
"""Errors of reading properties that hold no memory."""
LONGEST_NAME = 4_000
"""In bytes: Graphiti keeps a range index on names, and a key of Neo4j's range index holds about 8,000."""
PROPERTIES = (
    FLAT
    | DERIVED
    | PRIOR
    | JSON_PROPERTIES
    | frozenset(SCOPE_PROPERTIES)
    | frozenset(
        "uuid name summary group_id created_at details content source_description valid_at invalid_at entity_edges "
        "fact fact_embedding episodes reference_time memory_id reason weight holder seq at run payload speaker role "
        "offset private confided in_confidence unit_embedding last content_home own_id promotion_reason "
        "promotion_threshold maintainer maintained_until marks files forgotten forget_key forgetting erased_at stone "
        "salt digest before link head operation withdrawn "
        "token_ranker token_dimension token_vectors next_embedding next_embedder schema_after "
        "own_summary said is_unread read_by read_model read_version read_at unread unread_count".split()
    )
)
"""Every property name that nodes and edges of ours have."""


def labels_of(memory: Memory) -> tuple[str, ...]:
    """The labels besides ``Entity``: the family, and the type in camel case (``SemanticHardRule``).

    A node of an ontology's own type is of the memories; its label begins with ``Node`` (``NodeProject``), so that no
    type can take the name of a label that means something.
    """
    family = NAMED_ENTITY_LABEL if memory.type in ENTITY_TYPES else MEMORY_LABEL
    camel = "".join(word[:1].upper() + word[1:] for part in memory.type.split(":") for word in part.split("_"))
    camel = camel if memory.type in MODEL_OF_TYPE else f"Node{camel}"
    live = (LIVE_LABEL,) if family == MEMORY_LABEL and memory.status.live else ()
    return (family, OWN_LABELS.get(memory.type, camel), *live)


def to_properties(memory: Memory, ontology: Ontology) -> dict[str, Any]:
    """Return the node's properties, without the vector."""
    data = memory.model_dump(mode="json")
    scope = data.pop("scope")
    flat = {key: data.pop(key) for key in FLAT & data.keys()}
    nested = {key: json.dumps(data.pop(key), sort_keys=True) for key in JSON_PROPERTIES & data.keys()}
    named = _named(data.pop("content"), data.pop("summary"))
    if memory.decay is None:
        nested.pop("decay", None)
    for unused in ("files", "quotes"):
        if not getattr(memory, unused):
            del nested[unused]
    core = {
        "uuid": data.pop("id"),
        **named,
        "created_at": data.pop("created_at"),
        "group_id": scope["group_id"],
    }
    return {
        **core,
        **{key: scope[key] for key in SCOPE_PROPERTIES},
        **flat,
        **nested,
        **derived_of(memory, ontology),
        "details": json.dumps(data, sort_keys=True, ensure_ascii=False),
    }


def from_properties(properties: Mapping[str, Any], *, known_at: str | None = None) -> Memory:
    """Build the memory that a node holds, as it was held to be at ``known_at`` (fixed-width text; null: now).

    Raises :class:`MemoryDamaged` for a node that is no memory of ours.
    """
    try:
        return _memory_from(as_held(properties, known_at))
    except UNREADABLE as error:
        raise damaged(properties, error) from error


def _memory_from(properties: Mapping[str, Any]) -> Memory:
    known: dict[str, Any] = {key: value for key, value in properties.items() if value is not None and key in FLAT}
    known |= {key: from_json(properties[key]) for key in JSON_PROPERTIES & properties.keys() if properties[key]}
    known |= from_json(properties.get("details") or "{}")
    if "valid_until" in known:
        known["valid_until"] = max(known["valid_until"], known["valid_from"])
    content, summary = texts(properties, known)
    known.update(
        id=properties["uuid"],
        content=content,
        summary=summary,
        created_at=plain_time(properties["created_at"]),
        scope={"group_id": properties["group_id"], **{key: properties.get(key) for key in SCOPE_PROPERTIES}},
    )
    return parse_node(known)


def damaged(properties: Mapping[str, Any], error: Exception) -> MemoryDamaged:
    """The error for a node whose properties could not be read."""
    id_, group = str(properties.get("uuid")), properties.get("group_id")
    return MemoryDamaged(
        f"the memory {id_} of group {group} is damaged ({error}): memorist check --whole names all that are", ids=[id_]
    )


def as_held(properties: Mapping[str, Any], known_at: str | None) -> Mapping[str, Any]:
    """The properties as they were before the memory was expired, if that was later."""
    if known_at is None or (properties.get("expired_at") or "") <= known_at:
        return properties
    before = {"status": properties.get("status_prior"), "valid_until": properties.get("valid_until_prior")}
    return {**properties, **before, "expired_at": None}


def texts(properties: Mapping[str, Any], details: dict[str, Any]) -> tuple[str, str]:
    """Content and summary, from under Graphiti's names."""
    name, summary = properties["name"], properties.get("summary") or ""
    own_summary = details.pop("own_summary", properties.get("own_summary"))
    return (name, summary) if own_summary is None else (summary, own_summary)


def changed_properties(after: Mapping[str, Any]) -> dict[str, Any]:
    """The properties that an update of these fields sets; null removes."""
    ready = {key: json_ready(value) for key, value in after.items()}
    nested = {
        key: json.dumps(ready[key], sort_keys=True) for key in JSON_PROPERTIES & ready.keys() if ready[key] is not None
    }
    changed = {**ready, **nested}
    if "files" in ready:
        changed["digests"] = [file["digest"] for file in ready["files"]]
    if "properties" in ready:
        changed["facets"] = facets(ready["properties"])
    if "content" in changed:
        changed |= _named(changed.pop("content"), changed["summary"])
    if changed.get("beside"):
        changed["slot_id"] = None
    if "status" in changed:
        changed["live"] = Status(str(changed["status"])).live
    return changed


def stub_properties(stub: Stub) -> dict[str, str | None]:
    """The properties that the stub of an archived memory sets; null removes."""
    return _named(stub.text, stub.summary)


def _named(content: str, summary: str) -> dict[str, str | None]:
    """Content and summary under Graphiti's names: a long content is the summary, and its beginning the name."""
    if len(content.encode()) <= LONGEST_NAME:
        return {"name": content, "summary": summary, "own_summary": None}
    return {"name": shortened(content), "summary": content, "own_summary": summary}


def plain_time(value: Any) -> Any:
    """Neo4j's own time type as a Python one; anything else as it is."""
    return value.to_native() if hasattr(value, "to_native") else value


def derived_of(memory: Memory, ontology: Ontology) -> dict[str, Any]:
    """Return the properties of a node beside the fields of its memory: its search keys."""
    derived: dict[str, Any] = {"live": memory.status.live}
    if not memory.is_entity:
        derived["look_on_day"] = day_number(memory.created_at) + FIRST_LOOK_DAYS
    if kind := standing_kind(memory):
        derived["standing"] = kind
    if memory.files:
        derived["digests"] = [file.digest for file in memory.files]
    if isinstance(memory, Node):
        derived["facets"] = facets(memory.properties)
    if memory.claim is not None:
        derived["pattern_id"] = pattern_id(memory.scope.group_id, memory.claim)
        derived["claim_id"] = claim_id(memory.scope, memory.claim)
        derived["subject_key"] = subject_key(memory.claim)
        derived["thing_id"] = thing_id(memory.scope.group_id, memory.claim)
        if not memory.beside:
            derived["slot_id"] = ontology.slot_of(memory, memory.claim)
        derived["topic"] = memory.claim.topic
    return derived


def json_ready(value: Any) -> Any:
    """A value of a field as a database or JSON takes it."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, datetime):
        return time_text(value)
    return [json_ready(item) for item in value] if isinstance(value, list | tuple) else value  # pyright: ignore[reportUnknownVariableType]
