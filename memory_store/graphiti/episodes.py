"""Raw episodes as Graphiti's ``EpisodicNode``, with the mark of their last reading, and back.

Besides Graphiti's properties an episode has ``said``, its time as a number that an index keeps in order, and
``is_unread``: whether nobody read it, or not all of it.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.clock import moment_number, parse_time, require_utc, time_text
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.episode import (
    MAX_NAME_CHARS,
    WITHHELD,
    EpisodeRead,
    EpisodeReading,
    RawEpisode,
    TokenVectors,
)
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.mapping import SCOPE_PROPERTIES, plain_time

SOURCES = ("message", "text", "json")
NOTHING_TO_READ: dict[str, Any] = {"is_unread": False, "read_by": WITHHELD}
"""Instead of a reading, of an episode whose words were erased."""


def episode_properties(episode: RawEpisode) -> dict[str, Any]:
    """Return the properties of Graphiti's ``EpisodicNode``."""
    files = [file.model_dump() for file in episode.files]
    kept = {"files": json.dumps(files, sort_keys=True), "digests": [file["digest"] for file in files]} if files else {}
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
        "speaker": episode.speaker,
        "role": episode.role,
        "offset": episode.offset,
        "private": None if episode.private is None else list(episode.private),
        "confided": None if episode.sensitive is None else list(episode.sensitive),  # its name before there were two
        "in_confidence": None if episode.confided is None else list(episode.confided),
        "entity_edges": [],
        "said": moment_number(episode.at),
        **(NOTHING_TO_READ if episode.content == WITHHELD else {"is_unread": True}),
        **kept,
    }


def places_in(value: Sequence[int] | None) -> tuple[int, ...] | None:
    """Return the places of private sentences that a node, or a row, holds; null where nobody judged."""
    return None if value is None else tuple(value)


def token_properties(tokens: TokenVectors) -> dict[str, Any]:
    """Return the properties that hold the vectors of an episode's tokens."""
    return {"token_ranker": tokens.ranker, "token_dimension": tokens.dimension, "token_vectors": tokens.data}


def tokens_from(properties: Mapping[str, Any]) -> TokenVectors | None:
    """Build the token vectors that a node, or a row with these columns, holds; null where it holds none."""
    if properties.get("token_vectors") is None:
        return None
    return TokenVectors(
        ranker=properties["token_ranker"],
        dimension=properties["token_dimension"],
        data=properties["token_vectors"],
    )


def reading_properties(reading: EpisodeReading) -> dict[str, Any]:
    """Return the properties that a reading sets; null removes."""
    return {
        "read_by": reading.reader,
        "read_model": reading.model or None,
        "read_version": reading.version,
        "read_at": time_text(reading.at),
        "unread": list(reading.unread) or None,
        "unread_count": reading.unread_count,
        "is_unread": not reading.is_complete,
        "withdrawn": reading.withdrawn or None,
    }


def episode_read_from(properties: Mapping[str, Any]) -> EpisodeRead:
    """Build the episode that a node holds, with its reading.

    Episodes that Graphiti wrote by itself are read, too: longer names are cut, other sources count as text.
    """
    source = properties.get("source")
    episode = RawEpisode(
        id=properties["uuid"],
        scope=Scope(group_id=properties["group_id"], **{key: properties.get(key) for key in SCOPE_PROPERTIES}),
        name=(properties.get("name") or "")[:MAX_NAME_CHARS],
        content=properties.get("content") or "",
        source=source if source in SOURCES else "text",
        description=properties.get("source_description") or "",
        at=moment_from(properties["valid_at"]),
        created_at=moment_from(properties["created_at"]),
        files=tuple(ContentRef(**file) for file in json.loads(properties.get("files") or "[]")),
        speaker=properties.get("speaker"),
        role=properties.get("role"),
        offset=properties.get("offset"),
        private=places_in(properties.get("private")),
        sensitive=places_in(properties.get("confided")),
        confided=places_in(properties.get("in_confidence")),
    )
    return EpisodeRead(episode=episode, reading=_reading_from(properties))


def moment_from(value: Any) -> datetime:
    """A time as any of the databases gives it."""
    plain = plain_time(value)
    return require_utc(plain) if isinstance(plain, datetime) else parse_time(str(plain))


def _reading_from(properties: Mapping[str, Any]) -> EpisodeReading | None:
    if properties.get("read_at") is None:
        return None
    return EpisodeReading(
        episode_id=properties["uuid"],
        reader=properties["read_by"],
        model=properties.get("read_model") or "",
        version=properties.get("read_version") or "",
        at=moment_from(properties["read_at"]),
        unread=tuple(properties.get("unread") or ()),
        unread_count=properties.get("unread_count") or 0,
        withdrawn=bool(properties.get("withdrawn")),
    )
