"""Judgements about a change before anything is written: may it be made, and what stands there afterwards."""

from collections.abc import Mapping
from typing import Any

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.errors import Conflict, InvalidInput
from memorist.memory_store.domain.invalid import validated
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.primitives.drafts import Change

OF_MEMORIES = frozenset(
    {
        "confidence", "valid_until_condition", "flagged", "level", "promoted_to_shared", "success_rate", "times_used",
        "last_used", "aliases", "interaction_count", "trust_level", "phase",
    }
)  # fmt: skip
"""Fields of a memory that a caller may change in place; its status follows from what happens to it, content is
superseded."""


def read_change(
    id_: str,
    properties: Mapping[str, Any] | None,
    content: str | bytes | None,
    media_type: str | None,
    revision: int | None,
) -> Change:
    given = {"id": id_, "content": content, "media_type": media_type, "revision": revision}
    return validated(Change, {**given, "properties": dict(properties or {})}, of="change")


def expect_revision(wanted: int | None, found: int, id_: str) -> None:
    if wanted is not None and wanted != found:
        raise Conflict(f"{id_} has revision {found}, the change was made for {wanted}: read it again", ids=[id_])


def memory_update(change: Change, memory: Memory, reason: str) -> Update:
    if change.content is not None:
        raise InvalidInput(
            f"{memory.id} is a memory of type {memory.type}: its content never changes, set_content supersedes it",
            field="content",
            ids=[memory.id],
        )
    allowed = OF_MEMORIES & type(memory).model_fields.keys()
    if refused := sorted(change.properties.keys() - allowed):
        raise InvalidInput(
            f"{memory.type}: field {refused[0]}: does not change in place; only {', '.join(sorted(allowed))} do",
            field=refused[0],
            ids=[memory.id],
        )
    changed = parse_memory({**memory.model_dump(), **change.properties})
    return Update.of(memory, {key: getattr(changed, key) for key in change.properties}, reason)


def merged(before: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**before, **given}.items() if value is not None}
