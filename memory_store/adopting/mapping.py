"""Mapping of Graphiti's nodes and edges: pure, one row in, one memory or raw episode out, or the reason why not."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from memorist.memory_store.domain.clock import parse_time, require_utc
from memorist.memory_store.domain.episode import MAX_NAME_CHARS, RawEpisode
from memorist.memory_store.domain.errors import InvalidInput, NaiveTime
from memorist.memory_store.domain.identity import entity_id, folded, stable_id
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import TRUST_OF_SOURCE, Lineage, Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import ENTITY_TYPES, parse_memory
from memorist.memory_store.graphiti.mapping import plain_time

CONFIDENCE = 0.7
"""Highest confidence of a statement that a model read out of a text and no person confirmed."""
METHOD = "graphiti"
OTHER_TYPE = "entity:concept"
FREE_PREDICATE = "relates_to"
"""Predicate for an edge whose name has no letter that a predicate may contain; the name becomes the qualifier."""
MAX_PREDICATE_CHARS = 64
TYPE_OF_LABEL = {type_.removeprefix("entity:"): type_ for type_ in ENTITY_TYPES} | {
    "user": "entity:person",
    "team": "entity:person",
}
"""Graphiti's labels are free; those that name a type of ours, small."""
ENTITY_FIELDS = frozenset("uuid name group_id created_at summary name_embedding labels".split())
FACT_FIELDS = frozenset(
    "uuid name group_id created_at fact fact_embedding episodes expired_at valid_at invalid_at reference_time "
    "source_uuid target_uuid source_node_uuid target_node_uuid".split()
)
"""Properties that Graphiti itself keeps; every other property is an attribute of a user's own type."""

Clean = Callable[[str], str]
"""Cleaning of every text before it is stored."""


class CannotAdopt(Exception):
    """Why one thing stays behind."""


@dataclass(frozen=True)
class Into:
    """Destination of an adoption, its time, and the cleaning of texts."""

    scope: Scope
    at: datetime
    clean: Clean

    def text(self, text: str) -> str:
        """The text as it is kept. Raises :class:`CannotAdopt` for one that no database of ours takes."""
        cleaned = self.clean(text)
        if "\x00" in cleaned:
            raise CannotAdopt(f"{cleaned[:40]!r} contains a NUL character")
        return cleaned

    def id(self, uuid: str) -> str:
        """The id of what Graphiti calls ``uuid``: the same in every run. An entity's follows from its name."""
        return stable_id(self.scope.group_id, "adopted", uuid)


def episode_of(props: Mapping[str, Any], into: Into) -> RawEpisode:
    """An ``Episodic`` node as a raw episode. Raises :class:`CannotAdopt`."""
    created = _needed(props, "created_at")
    source = str(props.get("source") or "text")
    name = into.text(str(props.get("name") or "")) or "episode"
    try:
        return RawEpisode(
            id=into.id(props["uuid"]),
            scope=into.scope,
            name=name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1]}…",
            content=into.text(_text(props.get("content"), "content")),
            source=source if source in ("message", "text", "json") else "text",
            description=into.text(str(props.get("source_description") or "")),
            at=moment_of(props.get("valid_at"), "valid_at") or created,
            created_at=created,
        )
    except ValidationError as error:
        raise CannotAdopt(str(invalid_from(error, of="episode"))) from error


def entity_of(props: Mapping[str, Any], labels: list[str], mentions: int, into: Into) -> Memory:
    """An ``Entity`` node as the named thing of its name. Raises :class:`CannotAdopt`."""
    name = name_of(props.get("name"), into)
    created = _needed(props, "created_at")
    kinds = sorted(label for label in labels if label != "Entity" and label != _group_label(props))
    return _memory(
        {
            "type": next((TYPE_OF_LABEL[k.lower()] for k in kinds if k.lower() in TYPE_OF_LABEL), OTHER_TYPE),
            "id": entity_id(into.scope.group_id, name),
            "content": name,
            "summary": into.text(str(props.get("summary") or "")),
            "created_at": created,
            "valid_from": created,
            "mention_count": mentions,
            "tags": (*kinds, *_attributes(props, ENTITY_FIELDS, into)),
        },
        into,
    )


def fact_of(row: Mapping[str, Any], sources: tuple[str, ...], into: Into) -> Memory:
    """A ``RELATES_TO`` edge as a fact with its claim; ``sources`` are the ids of the raw episodes it is from.

    What ended in Graphiti is superseded here: it was believed, and true, until then. Raises :class:`CannotAdopt`.
    """
    props: Mapping[str, Any] = row["props"]
    content = into.text(_text(props.get("fact"), "fact"))
    subject, object_ = (name_of(row[end], into, of=end) for end in ("subject", "object"))
    predicate, qualifier = predicate_of(str(props.get("name") or ""))
    return _memory(
        {
            "type": "semantic:fact",
            "id": into.id(props["uuid"]),
            "content": content,
            "confidence": CONFIDENCE,
            "claim": {
                "subject": subject,
                "predicate": predicate,
                "object": object_,
                "object_kind": "entity",
                "qualifier": into.text(qualifier) if qualifier else None,
            },
            "entities": tuple(dict.fromkeys((subject, object_))),
            "source_episode_ids": sources,
            "lineage": Lineage(original_source_ids=sources).model_dump(),
            "evidence_count": max(1, len(sources)),
            "tags": _attributes(props, FACT_FIELDS, into),
            # It fades for want of use from now on: before, nobody could use it here.
            "reinforced_at": into.at,
            **_times(props, into.at),
        },
        into,
    )


def _times(props: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    created = _needed(props, "created_at")
    valid, invalid, expired = (moment_of(props.get(name), name) for name in ("valid_at", "invalid_at", "expired_at"))
    if valid is not None and invalid is not None and invalid < valid:
        raise CannotAdopt(f"invalid_at {invalid.isoformat()} lies before valid_at {valid.isoformat()}")
    # When it began is not known: not after its end, at least.
    begins = valid or min(created, invalid or created)
    times: dict[str, Any] = {"created_at": created, "valid_from": begins, "valid_until": invalid}
    if expired is None and (invalid is None or invalid > at):
        return {**times, "status": Status.STAGED}
    learned = max(expired or invalid or created, created)
    return {
        **times,
        "status": Status.SUPERSEDED,
        "expired_at": learned,
        "valid_until": invalid or max(learned, begins),
    }


def predicate_of(name: str) -> tuple[str, str | None]:
    """An edge's name in snake case, and the name itself where that says less than it.

    >>> predicate_of("WORKS_AT"), predicate_of("worksAt"), predicate_of("работает в")
    (('works_at', None), ('works_at', None), ('relates_to', 'работает в'))
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name.strip())
    plain = unicodedata.normalize("NFKD", parted).encode("ascii", "ignore").decode().lower()
    predicate = re.sub(r"^[^a-z]+", "", re.sub(r"[^a-z0-9]+", "_", plain))[:MAX_PREDICATE_CHARS].rstrip("_")
    same = re.sub(r"[\W_]+", "", name).casefold() == predicate.replace("_", "")
    return predicate or FREE_PREDICATE, None if same else name.strip() or None


def name_of(value: object, into: Into, *, of: str = "name") -> str:
    """The name of an entity, in one line. Raises :class:`CannotAdopt` when there is none."""
    name = into.text(" ".join(str(value or "").split()))
    if not folded(name):
        raise CannotAdopt("it has no name" if of == "name" else f"its {of} has no name")
    return name


def moment_of(value: object, field: str) -> datetime | None:
    """A time of Graphiti's, native or text, in UTC. Raises :class:`CannotAdopt` for one without a zone, or none."""
    value = plain_time(value)
    if value is None:
        return None
    try:
        if isinstance(value, datetime):
            return require_utc(value)
        return parse_time(str(value))
    except NaiveTime as error:
        raise CannotAdopt(f"{field}: {error}") from error
    except (ValueError, OverflowError) as error:
        raise CannotAdopt(f"{field}: {str(value)[:80]!r} is no time") from error


def _needed(props: Mapping[str, Any], field: str) -> datetime:
    moment = moment_of(props.get(field), field)
    if moment is None:
        raise CannotAdopt(f"{field}: it has none")
    return moment


def _text(value: object, field: str) -> str:
    text = str(value or "")
    if not text.strip():
        raise CannotAdopt(f"it has no {field}" if field == "content" else f"it has no text ({field})")
    return text


def _attributes(props: Mapping[str, Any], known: frozenset[str], into: Into) -> tuple[str, ...]:
    """The attributes of a user's own type, as ``name=value``."""
    own = sorted((key, value) for key, value in props.items() if key not in known and value not in (None, "", []))
    return tuple(into.text(f"{key}={_plain(value)}") for key, value in own)


def _plain(value: object) -> str:
    value = plain_time(value)
    return value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)


def _group_label(props: Mapping[str, Any]) -> str:
    """Graphiti labels nodes with their group, too, where it shards by label."""
    return f"Entity_{str(props.get('group_id') or '').replace('-', '')}"


def _memory(fields: Mapping[str, Any], into: Into) -> Memory:
    given: dict[str, Any] = {
        "scope": into.scope.model_dump(),
        "source": Source.IMPORTED,
        "trust": TRUST_OF_SOURCE[Source.IMPORTED],
        "extraction_method": METHOD,
    }
    try:
        return parse_memory({**given, **fields})
    except InvalidInput as error:
        raise CannotAdopt(str(error)) from error
