"""From log records to inputs of ingestion: a turn of what somebody said, one observation batch a resource and session.

Each has a stable id.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from memorist.app.otlp import agents, genai
from memorist.app.otlp.records import LogRecord
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.episode import EpisodeRole
from memorist.memory_store.domain.memory import readable
from memorist.nodes.ingestion.receive import AHEAD
from memorist.nodes.kinds.turn import TOOL_CHARS, tool_output

SESSION = ("session.id", "gen_ai.conversation.id", "conversation.id", "thread.id", "session_id")
OF_RESOURCE = ("service.namespace", "service.name", "service.instance.id")
KEPT = ("service.name", "user.id", "gen_ai.agent.name", "gen_ai.agent.id")
"""Attributes that are kept with every event that has them."""
MAX_EVENTS = 200
MAX_CHARS = 100_000
"""Of one batch; what goes beyond begins another."""
MAX_BODY_CHARS = 4_000
MAX_SAID_CHARS = 64_000
"""Of what a person or an agent said; as much as a long pasted text has."""
ERRORS = ("exception.message", "error.message", "error_message")
"""Attributes that hold the text of an error."""
MAX_ATTRIBUTES = 32
MAX_ATTRIBUTE_CHARS = 1_000


@dataclass(frozen=True)
class SaidInRecord:
    """Words of a person, an agent or a tool in a record.

    Args:
        records: the number of the record.
        role: whose words they are.
        tool: the name of the tool, where one returned them.
        at: when; null where the record has no time.
        again: the same words in this session may be sent with each request, which does not make them new.
    """

    records: frozenset[int]
    session: str | None
    resource: Mapping[str, Any]
    role: EpisodeRole
    tool: str
    text: str
    at: datetime | None
    now: datetime
    again: bool

    @property
    def shortened(self) -> bool:
        """Tell whether it is longer than what is kept."""
        return len(self.text) > (TOOL_CHARS if self.role == "tool" else MAX_SAID_CHARS)

    def as_input(self) -> dict[str, Any]:
        """Return it as a turn. The same words again give the same id: a repeated export changes nothing."""
        words = tool_output(self.tool, self.text) if self.role == "tool" else self.text[:MAX_SAID_CHARS]
        at = None if self.again and self.session else self.at
        of = [self.resource.get(name) for name in OF_RESOURCE]
        turn = {
            "kind": "turn",
            "role": self.role,
            "content": words,
            "at": time_text(_not_ahead(self.at, self.now)),
            "id": _id([self.session, of, self.role, words, at]),
        }
        return {**turn, "session_id": self.session} if self.session else turn


@dataclass
class EventBatch:
    """Events of one resource and session, in the order in which they came."""

    session: str | None
    resource: Mapping[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    records: set[int] = field(default_factory=set[int])
    chars: int = 0

    @property
    def shortened(self) -> bool:
        """Tell whether a body was longer than what is kept."""
        return any(len(event["body"]) == MAX_BODY_CHARS for event in self.events)

    def as_input(self) -> dict[str, Any]:
        """The batch as an input. The same records again give the same id: a repeated export changes nothing."""
        given: dict[str, Any] = {
            "kind": "observation",
            "id": _id([self.session, self.resource, self.events]),
            "events": self.events,
        }
        if service := self.resource.get("service.name"):
            given["title"] = str(service)[:200]
        return {**given, "session_id": self.session} if self.session else given


def inputs_of(records: Sequence[LogRecord], now: datetime) -> list[SaidInRecord | EventBatch]:
    """Return what records become: the turns of who said something, then what happened, in batches.

    Records that say nothing in words become nothing.
    """
    said: list[SaidInRecord | EventBatch] = []
    closed: list[EventBatch] = []
    open_: dict[str, EventBatch] = {}
    for number, record in enumerate(records):
        session = session_of(record)
        short = _short_name(record)
        said += _said_in(record, number, session, short, now)
        events = list(_events_of(record, short, now))
        if not events:
            continue
        key = json.dumps([session, *(record.resource.get(name) for name in OF_RESOURCE)], default=str)
        size = sum(len(event["body"]) for event in events)
        batch = open_.setdefault(key, EventBatch(session, record.resource))
        if batch.events and (len(batch.events) + len(events) > MAX_EVENTS or batch.chars + size > MAX_CHARS):
            closed.append(batch)
            batch = open_[key] = EventBatch(session, record.resource)
        batch.events += events
        batch.chars += size
        batch.records.add(number)
    return [*said, *closed, *open_.values()]


def session_of(record: LogRecord) -> str | None:
    """The session a record names, or its resource does."""
    for holder in (record.attributes, record.resource):
        for name in SESSION:
            if value := holder.get(name):
                return str(value)[:256]
    return None


def _short_name(record: LogRecord) -> str | None:
    """Return the name of a coding agent's event without the agent's; null for any other record."""
    short = agents.short_name(record.name, record.body)
    if short is None and isinstance(record.resource.get("service.name"), str):
        # The short name alone, of an agent that says so in its resource.
        service = record.resource["service.name"].replace("-", "_")
        short = record.name if f"{service}." in agents.AGENTS else None
    return short


def _said_in(
    record: LogRecord, number: int, session: str | None, short: str | None, now: datetime
) -> Iterator[SaidInRecord]:
    """Give what people, agents and tools said in a record."""
    by_agent = agents.said(short, record.attributes) if short is not None else None
    messages = [by_agent] if by_agent else []
    if short is None and genai.has_messages(record.name, record.body, record.attributes):
        messages = [*genai.said(record.name, record.body, record.attributes)]
    for role, tool, text in messages:
        said, of = readable(text).strip(), frozenset({number})
        yield SaidInRecord(of, session, record.resource, role, tool, said, record.time, now, again=short is None)


def _events_of(record: LogRecord, short: str | None, now: datetime) -> Iterator[dict[str, Any]]:
    """Give what happened: what an agent did, an error, or the body of any other record as it is."""
    if short is not None:
        if did := agents.happened(short, record.attributes):
            yield _event(record, now, *did)
        return
    if genai.has_messages(record.name, record.body, record.attributes):
        if problem := _error(record.attributes):
            yield _event(record, now, "error", problem, {})
        return
    text, problem = _words(record.body), _error(record.attributes)
    if text and problem and problem not in text:
        text = f"{text}: {problem}"
    if text or problem:
        yield _event(
            record, now, record.name or ("log" if text else "error"), text or problem, _kept(record.attributes)
        )


def _error(attributes: Mapping[str, Any]) -> str:
    """Return the text of an error that the attributes tell of, with its type."""
    told = next((str(attributes[name]).strip() for name in ERRORS if attributes.get(name)), "")
    kind = str(attributes.get("exception.type") or "").strip()
    return f"{kind}: {told}" if kind and told and kind not in told else told


def _event(record: LogRecord, now: datetime, kind: str, text: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    beside = {name: record.attributes.get(name, record.resource.get(name)) for name in KEPT}
    kept = {name: str(value)[:MAX_ATTRIBUTE_CHARS] for name, value in beside.items() if value is not None}
    return {
        "time": time_text(_not_ahead(record.time, now)),
        "name": kind[:256],
        "body": readable(text)[:MAX_BODY_CHARS],
        "attributes": {**kept, **attributes},
    }


def _not_ahead(at: datetime | None, now: datetime) -> datetime:
    """Return the time as sent, which is the same each time; now where ingestion would refuse it as too far ahead."""
    return at if at is not None and at <= now + AHEAD else now


def _id(parts: Sequence[Any]) -> str:
    told = json.dumps(parts, sort_keys=True, default=str)
    return f"otlp-{sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}"


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
