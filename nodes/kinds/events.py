"""Observation batches: OpenTelemetry log records, in OTLP/JSON or with plain attributes."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.clock import UtcTime, time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.kinds.base import InputBase


class Event(BaseModel):
    """One log record. ``body`` is what happened in words, ``name`` the kind of event (``event.name``)."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    time: UtcTime
    name: str
    body: str = ""
    attributes: dict[str, Any] = Field(default_factory=dict)


class ObservationBatch(InputBase):
    """Events observed while somebody worked."""

    kind: Literal["observation"] = "observation"
    events: Annotated[tuple[Event, ...], Field(min_length=1)]
    title: str | None = None

    def text(self) -> str:
        """One line an event."""
        return "\n".join(f"[{time_text(e.time)}] {e.name}: {e.body}" for e in self.events)

    def moment(self, now: datetime) -> datetime:
        """The time of its last event, so that the same batch given twice is one input."""
        return self.at or min(now, max(event.time for event in self.events))

    def ahead_of(self, latest: datetime) -> str | None:
        """As of any input, also of an event."""
        ahead = next((place for place, event in enumerate(self.events) if event.time > latest), None)
        return super().ahead_of(latest) or (f"events[{ahead}].time" if ahead is not None else None)


def otel_event(record: Any, place: int = 0) -> Any:
    """Flatten one OTel log record: OTLP/JSON wraps values (``{"stringValue": …}``) and lists attributes.

    Anything but a mapping is returned unchanged, so that validation refuses it. ``place`` is the record's index, for
    messages. Raises :class:`InvalidInput` for attributes and times in a form that OTLP does not have.
    """
    if not isinstance(record, Mapping):
        return record
    raw = cast("Mapping[str, Any]", record)
    try:
        body = _plain(raw.get("body")) or ""
        attributes = {key: _plain(value) for key, value in _attributes(raw.get("attributes") or {}, place).items()}
    except InvalidInput:
        raise
    except (TypeError, AttributeError, ValueError) as error:
        raise InvalidInput(
            f"observation input: field events.{place}: a value is not what OTLP wraps: {error}", field=f"events.{place}"
        ) from error
    name = raw.get("eventName") or raw.get("name") or attributes.pop("event.name", None)
    return {"time": _time(raw, place), "name": name or "event", "body": body, "attributes": attributes}


_MILLISECONDS = 20_000_000_000
"""Above it a number of seconds would lie in the year 2603."""


def _time(raw: Mapping[str, Any], place: int) -> Any:
    moment = raw.get("time") or raw.get("timestamp")
    nanos = raw.get("timeUnixNano") or raw.get("observedTimeUnixNano")
    if isinstance(moment, int | float):  # as tools write it: in seconds, or in milliseconds
        nanos = moment * (1_000_000 if moment > _MILLISECONDS else 1_000_000_000)
    elif moment is not None or nanos is None:
        return moment
    try:
        return datetime.fromtimestamp(int(nanos) / 1_000_000_000, UTC)
    except (TypeError, ValueError, OverflowError, OSError) as error:
        field = f"events.{place}.timeUnixNano"
        raise InvalidInput(
            f"observation input: field {field}: expected nanoseconds since 1970, got {nanos!r}", field=field
        ) from error


def _attributes(listed: Any, place: int) -> dict[str, Any]:
    """Attributes as a mapping, from either of OTLP's forms."""
    if isinstance(listed, Mapping):
        return dict(cast("Mapping[str, Any]", listed))
    try:
        return {str(attribute["key"]): attribute.get("value") for attribute in listed}
    except (TypeError, KeyError, AttributeError) as error:
        field = f"events.{place}.attributes"
        raise InvalidInput(
            f"observation input: field {field}: expected a mapping, or a list of key and value", field=field
        ) from error


def _plain(value: Any) -> Any:
    """Unwrap OTLP's ``AnyValue``."""
    if not isinstance(value, Mapping):
        return value
    wrapped = cast("Mapping[str, Any]", value)
    for key in ("stringValue", "boolValue", "doubleValue"):
        if key in wrapped:
            return wrapped[key]
    if "intValue" in wrapped:
        return None if wrapped["intValue"] is None else int(wrapped["intValue"])
    if "arrayValue" in wrapped:
        array: Mapping[str, Any] = wrapped["arrayValue"] or {}
        return [_plain(v) for v in array.get("values") or ()]
    return {k: _plain(v) for k, v in wrapped.items()}
