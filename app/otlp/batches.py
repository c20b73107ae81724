"""From log records to inputs of ingestion: one observation batch a resource and session, with a stable id."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from memorist.app.otlp import agents, genai
from memorist.app.otlp.records import LogRecord
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.memory import readable
from memorist.nodes.ingestion.receive import AHEAD

SESSION = ("session.id", "gen_ai.conversation.id", "conversation.id", "thread.id", "session_id")
OF_RESOURCE = ("service.namespace", "service.name", "service.instance.id")
KEPT = ("service.name", "user.id", "gen_ai.agent.name", "gen_ai.agent.id")
"""Attributes that are kept with every event that has them."""
MAX_EVENTS = 200
MAX_CHARS = 100_000
"""Of one batch; what goes beyond begins another."""
MAX_BODY_CHARS = 4_000
MAX_ATTRIBUTES = 32
MAX_ATTRIBUTE_CHARS = 1_000


@dataclass
class Batch:
    """Events of one resource and session, in the order in which they came."""

    session: str | None
    resource: Mapping[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    records: int = 0
    chars: int = 0

    def as_input(self) -> dict[str, Any]:
        """The batch as an input. The same records again give the same id: a repeated export changes nothing."""
        told = json.dumps([self.session, self.resource, self.events], sort_keys=True, default=str)
        given: dict[str, Any] = {
            "kind": "observation",
            "id": f"otlp-{sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}",
            "events": self.events,
        }
        if service := self.resource.get("service.name"):
            given["title"] = str(service)[:200]
        return {**given, "session_id": self.session} if self.session else given


def batches_of(records: Sequence[LogRecord], now: datetime) -> list[Batch]:
    """Group records; those that say nothing in words are in no batch."""
    closed: list[Batch] = []
    open_: dict[str, Batch] = {}
    for record in records:
        session = session_of(record)
        key = json.dumps([session, *(record.resource.get(name) for name in OF_RESOURCE)], default=str)
        said = list(events_of(record, now))
        if not said:
            continue
        size = sum(len(event["body"]) for event in said)
        batch = open_.setdefault(key, Batch(session, record.resource))
        if batch.events and (len(batch.events) + len(said) > MAX_EVENTS or batch.chars + size > MAX_CHARS):
            closed.append(batch)
            batch = open_[key] = Batch(session, record.resource)
        batch.events += said
        batch.chars += size
        batch.records += 1
    return [*closed, *open_.values()]


def session_of(record: LogRecord) -> str | None:
    """The session a record names, or its resource does."""
    for holder in (record.attributes, record.resource):
        for name in SESSION:
            if value := holder.get(name):
                return str(value)[:256]
    return None


def events_of(record: LogRecord, now: datetime) -> Iterator[dict[str, Any]]:
    """The events that a record becomes: what an agent did, what was said to a model, or its body as it is."""
    short = agents.short_name(record.name, record.body)
    if short is None and isinstance(record.resource.get("service.name"), str):
        # The short name alone, of an agent that says so in its resource.
        service = record.resource["service.name"].replace("-", "_")
        short = record.name if f"{service}." in agents.AGENTS else None
    if short is not None:
        if did := agents.happened(short, record.attributes):
            yield _event(record, now, *did)
        return
    if genai.is_genai(record.name):
        for kind, text in genai.said(record.name, record.body, record.attributes):
            yield _event(record, now, kind, text, {})
        return
    if text := _words(record.body):
        yield _event(record, now, record.name or "log", text, _kept(record.attributes))


def _event(record: LogRecord, now: datetime, kind: str, text: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    beside = {name: record.attributes.get(name, record.resource.get(name)) for name in KEPT}
    kept = {name: str(value)[:MAX_ATTRIBUTE_CHARS] for name, value in beside.items() if value is not None}
    at = record.time or now
    return {
        # A clock may be ahead, and as sent the time is the same each time; what ingestion would refuse is dated now.
        "time": time_text(at if at <= now + AHEAD else now),
        "name": kind[:256],
        "body": readable(text)[:MAX_BODY_CHARS],
        "attributes": {**kept, **attributes},
    }


def _words(body: Any) -> str:
    if isinstance(body, str):
        return body.strip()
    if body is None or isinstance(body, bool | int | float):
        return ""
    return json.dumps(body, ensure_ascii=False, default=str)


def _kept(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes that are small and plain."""
    found: dict[str, Any] = {}
    for name, value in attributes.items():
        if isinstance(value, str):
            found[name] = readable(value)[:MAX_ATTRIBUTE_CHARS]
        elif isinstance(value, bool | int | float):
            found[name] = value
        if len(found) == MAX_ATTRIBUTES:
            break
    return found
