"""A memory at a glance: what it takes to rank it and to tell it in one line, without reading all of it.

A recall looks at some hundred and fifty memories and tells thirty; making models of all of them takes longer than
finding them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.visibility import is_personal

_COMMON = frozenset(Memory.model_fields)


class Glance(NamedTuple):
    """The part of a memory that ranking and telling need.

    Args:
        claim: the JSON of its :class:`Claim`, every field of it.
        valid_from: text that sorts as time, as ``valid_until`` is.
        user: whose it is, where it is one person's.
        own: the JSON of the fields that its type adds to those of every memory, where it was written with them.
        session: in which it was first said; null where nobody noted one.
    """

    id: str
    type: str
    content: str
    summary: str
    entities: tuple[str, ...]
    claim: dict[str, Any] | None
    status: str
    confidence: float
    valid_from: str
    valid_until: str | None
    valid_until_condition: str | None
    user: str | None
    extraction_method: str
    own: Mapping[str, Any]
    tags: tuple[str, ...] = ()
    session: str | None = None

    @property
    def personal(self) -> bool:
        """True if it is about the person who said it, or confided, as :func:`is_personal` tells."""
        return is_personal(self.content, type_=self.type, user=self.user, claim=self.claim, tags=self.tags)

    @classmethod
    def of(cls, memory: Memory) -> "Glance":
        """That of a memory that was read as a whole."""
        added = type(memory).model_fields.keys() - _COMMON
        return cls(
            id=memory.id,
            type=memory.type,
            content=memory.content,
            summary=memory.summary,
            entities=memory.entities,
            claim=memory.claim and memory.claim.model_dump(mode="json"),
            status=memory.status.value,
            confidence=memory.confidence,
            valid_from=time_text(memory.valid_from),
            valid_until=memory.valid_until and time_text(memory.valid_until),
            valid_until_condition=memory.valid_until_condition,
            user=memory.scope.user_id,
            extraction_method=memory.extraction_method,
            own=memory.model_dump(mode="json", include=added) if added else {},
            tags=memory.tags,
            session=memory.scope.session_id,
        )
