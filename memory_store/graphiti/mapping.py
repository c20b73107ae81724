"""Memories as Graphiti entity nodes, and back.

Graphiti's own fields keep Graphiti's names (``uuid``, ``name``, ``summary``, ``group_id``, ``created_at``). What is
searched or changes in place is a property of its own; everything else is one JSON property, ``details``, so that
nothing is lost and nothing nested reaches the database. Times are fixed-width text, which sorts as time.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from hypomnema.memory_store.domain.claim import claim_id, subject_key
from hypomnema.memory_store.domain.clock import time_text
from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.domain.types import parse_memory
from hypomnema.memory_store.ontology.ontology import Ontology

MEMORY_LABEL = "Memory"
"""Everything that states something."""
LIVE_LABEL = "Live"
"""What default reads see: the vector index stands on it, so that the dead do not crowd out the living."""
NAMED_ENTITY_LABEL = "NamedEntity"
"""Everything that names something."""
OWN_LABELS = {"episodic": "EpisodicMemory", "procedural": "Procedure"}
"""Types whose label is not their name: ``Episodic`` is what Graphiti calls the raw input."""

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
        "extraction_method",
        "flagged",
        "revision",
        "success_rate",
        "times_used",
        "last_used",
        "aliases",
        "mention_count",
        "last_mentioned",
        "interaction_count",
        "trust_level",
        "phase",
    }
)
"""Fields of a memory that are properties under their own name."""

SCOPE_PROPERTIES = ("agent_id", "user_id", "session_id")
JSON_PROPERTIES = frozenset({"lineage"})
"""Nested, but changing in place: JSON text under their own name."""
DERIVED = frozenset({"live", "claim_id", "subject_key", "slot_id", "topic", "name_embedding"})
"""Properties computed from the others when a memory is written, for the statements to look up."""
PRIOR = frozenset({"status_prior", "valid_until_prior"})
"""What was believed until the memory was expired."""
PROPERTIES = (
    FLAT
    | DERIVED
    | PRIOR
    | JSON_PROPERTIES
    | frozenset(SCOPE_PROPERTIES)
    | frozenset(
        "uuid name summary group_id created_at details content source_description valid_at invalid_at entity_edges "
        "fact fact_embedding episodes reference_time memory_id reason weight holder seq at run payload".split()
    )
)
"""Every property name that nodes and edges of ours have."""


def labels_of(memory: Memory) -> tuple[str, ...]:
    """The labels besides ``Entity``: the family, and the type in camel case (``SemanticHardRule``)."""
    family = NAMED_ENTITY_LABEL if memory.is_entity else MEMORY_LABEL
    camel = "".join(word.capitalize() for part in memory.type.split(":") for word in part.split("_"))
    live = (LIVE_LABEL,) if family == MEMORY_LABEL and memory.status.live else ()
    return (family, OWN_LABELS.get(memory.type, camel), *live)


def to_properties(memory: Memory, ontology: Ontology) -> dict[str, Any]:
    """Return the node's properties, without the vector."""
    data = memory.model_dump(mode="json")
    scope = data.pop("scope")
    flat = {key: data.pop(key) for key in FLAT & data.keys()}
    nested = {key: json.dumps(data.pop(key), sort_keys=True) for key in JSON_PROPERTIES & data.keys()}
    core = {
        "uuid": data.pop("id"),
        "name": data.pop("content"),
        "summary": data.pop("summary"),
        "created_at": data.pop("created_at"),
        "group_id": scope["group_id"],
    }
    return {
        **core,
        **{key: scope[key] for key in SCOPE_PROPERTIES},
        **flat,
        **nested,
        **_derived(memory, ontology),
        "details": json.dumps(data, sort_keys=True, ensure_ascii=False),
    }


def from_properties(properties: Mapping[str, Any], *, known_at: str | None = None) -> Memory:
    """Build the memory that a node holds, as it was held to be at ``known_at`` (fixed-width text; null: now).

    Raises :class:`InvalidInput` for a node that is no memory of ours.
    """
    if known_at is not None and (properties.get("expired_at") or "") > known_at:
        before = {"status": properties.get("status_prior"), "valid_until": properties.get("valid_until_prior")}
        properties = {**properties, **before, "expired_at": None}
    known: dict[str, Any] = {key: properties[key] for key in FLAT if properties.get(key) is not None}
    known.update({key: json.loads(properties[key]) for key in JSON_PROPERTIES if properties.get(key)})
    known.update(json.loads(properties.get("details") or "{}"))
    if "valid_until" in known:
        known["valid_until"] = max(known["valid_until"], known["valid_from"])
    known.update(
        id=properties["uuid"],
        content=properties["name"],
        summary=properties.get("summary") or "",
        created_at=plain_time(properties["created_at"]),
        scope={"group_id": properties["group_id"], **{key: properties.get(key) for key in SCOPE_PROPERTIES}},
    )
    return parse_memory(known)


def changed_properties(after: Mapping[str, Any]) -> dict[str, Any]:
    """The properties that an update of these fields sets; null removes."""
    changed = {
        key: json.dumps(_json_ready(value), sort_keys=True) if key in JSON_PROPERTIES else _json_ready(value)
        for key, value in after.items()
    }
    if "status" in changed:
        changed["live"] = Status(str(changed["status"])).live
    return changed


def episode_properties(episode: RawEpisode) -> dict[str, Any]:
    """Return the properties of Graphiti's ``EpisodicNode``."""
    return {
        "uuid": episode.id,
        "name": episode.name,
        "group_id": episode.scope.group_id,
        "content": episode.content,
        "source": episode.source,
        "source_description": episode.description,
        "valid_at": time_text(episode.at),
        "created_at": time_text(episode.created_at),
        "agent_id": episode.scope.agent_id,
        "user_id": episode.scope.user_id,
        "session_id": episode.scope.session_id,
        "entity_edges": [],
    }


def plain_time(value: Any) -> Any:
    """Neo4j's own time type as a Python one; anything else as it is."""
    return value.to_native() if hasattr(value, "to_native") else value


def _derived(memory: Memory, ontology: Ontology) -> dict[str, Any]:
    derived: dict[str, Any] = {"live": memory.status.live}
    if memory.claim is not None:
        derived["claim_id"] = claim_id(memory.scope, memory.claim)
        derived["subject_key"] = subject_key(memory.claim)
        derived["slot_id"] = ontology.slot_of(memory, memory.claim)
        derived["topic"] = memory.claim.topic
    return derived


def _json_ready(value: Any) -> Any:
    if isinstance(value, datetime):
        return time_text(value)
    return list(value) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
