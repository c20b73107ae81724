"""Webhook events of an entry of the change log: pure functions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.app.webhooks.settings import Kind
from memorist.memory_store.domain.clock import UtcTime, time_text
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import HARD_RULE
from memorist.memory_store.reading import ChangeEntry

OF_A_RULE = frozenset({"status", "valid_until", "valid_until_condition", "expired_at", "promoted_to_shared"})
"""Fields of a rule whose change is told: when it holds, and for whom. Uses and confidence are not."""


class WebhookEvent(Part):
    """Something that happened in a group; it names memories by their ids, and holds none of their words.

    Args:
        id: the same for the same change, so that it is sent once.
        kind: what happened.
        sequence: the entry of the change log.
        run: which run made the change.
        memories: ids of the memories it is about.
    """

    id: str
    kind: Kind
    group: str
    sequence: int
    at: UtcTime
    run: str
    memories: tuple[str, ...]


def updated_in(payload: Mapping[str, Any]) -> list[str]:
    """Ids of memories that an entry updated in a field of :data:`OF_A_RULE`: an event for those that are hard rules."""
    return [one["memory_id"] for one in payload.get("updates", ()) if OF_A_RULE & set(one["after"])]


def events_of(entry: ChangeEntry, group: str, rules: frozenset[str]) -> list[WebhookEvent]:
    """The events in an entry of the change log; ``rules`` are the ids of stored hard rules among what it changed."""
    payload = entry.payload
    added = [one for one in payload.get("memories", ()) if "id" in one]
    contested = [one["id"] for one in added if one.get("status") == Status.CONTESTED]
    contested += [
        one["memory_id"] for one in payload.get("updates", ()) if one["after"].get("status") == Status.CONTESTED
    ]
    changed = [one["id"] for one in added if one.get("type") == HARD_RULE]
    changed += [id_ for id_ in updated_in(payload) if id_ in rules]
    told: list[tuple[Kind, list[str]]] = [("memory.contested", contested), ("rule.changed", changed)]
    return [
        WebhookEvent(
            id=f"msg_{stable_id(group, 'webhook', kind, entry.id)}",
            kind=kind,
            group=group,
            sequence=entry.sequence,
            at=entry.at,
            run=entry.run,
            memories=tuple(dict.fromkeys(ids)),
        )
        for kind, ids in told
        if ids
    ]


def body_of(event: WebhookEvent, memories: Sequence[Memory], at: datetime) -> dict[str, Any]:
    """Return the body sent for an event: the memories as they are now, without those forgotten meanwhile."""
    return {
        "type": event.kind,
        "timestamp": time_text(at),
        "data": {
            "group": event.group,
            "change": {
                "sequence": event.sequence,
                "at": time_text(event.at),
                "run": event.run.partition(":")[0],
            },
            "memories": [
                {
                    "id": one.id,
                    "type": one.type,
                    "status": str(one.status),
                    "content": one.content,
                    "valid_until": time_text(one.valid_until) if one.valid_until else None,
                    "waits_for": one.flagged,
                }
                for one in memories
            ],
        },
    }
