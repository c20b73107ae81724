"""From a request to its log records, each with what its resource says; a malformed one is refused by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from memorist.app.otlp.body import INVALID_ARGUMENT, RequestRefused

MAX_RECORDS = 10_000
MAX_DEPTH = 16
_SCALARS = {"stringValue": str, "boolValue": bool, "doubleValue": float}


@dataclass(frozen=True)
class LogRecord:
    """A log record in plain values. ``time`` is null where neither time was set."""

    time: datetime | None
    name: str
    body: Any
    attributes: Mapping[str, Any]
    resource: Mapping[str, Any]


@dataclass
class Records:
    """The parsed records of a request, and the count of refused ones with the first reasons."""

    records: list[LogRecord] = field(default_factory=list[LogRecord])
    refused: int = 0
    reasons: list[str] = field(default_factory=list[str])

    def refuse(self, reason: str) -> None:
        """Count a record that is not taken."""
        self.refused += 1
        if len(self.reasons) < 3 and reason not in self.reasons:
            self.reasons.append(reason)


def records_of(request: Any) -> Records:
    """The records of a request in OTLP/JSON. Unknown fields are ignored, as the standard demands.

    Raises :class:`RequestRefused` for what is no request at all.
    """
    found = Records()
    for path, resource, raw in _raw_records(request):
        if len(found.records) >= MAX_RECORDS:
            found.refuse(f"at most {MAX_RECORDS:,} records are taken at once")
            continue
        try:
            found.records.append(_record(raw, resource))
        except (TypeError, ValueError, AttributeError, KeyError, OverflowError, OSError) as error:
            found.refuse(f"{path}: {error}")
    return found


def _raw_records(request: Any) -> Iterator[tuple[str, Mapping[str, Any], Any]]:
    try:
        listed = _items(request, "resourceLogs")
        if request and "resourceLogs" not in request:
            raise ValueError(f"expected resourceLogs, got {', '.join(sorted(map(str, request)))[:200]}")
        for place, of_resource in enumerate(listed):
            resource = attributes_of((of_resource.get("resource") or {}).get("attributes"))
            for scope_place, of_scope in enumerate(_items(of_resource, "scopeLogs")):
                for number, raw in enumerate(_items(of_scope, "logRecords")):
                    yield f"resourceLogs[{place}].scopeLogs[{scope_place}].logRecords[{number}]", resource, raw
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body is no ExportLogsServiceRequest: {error}") from error


def _items(holder: Any, name: str) -> list[Any]:
    if not isinstance(holder, Mapping):
        raise TypeError(f"expected an object with {name}, got {type(holder).__name__}")
    return _listed(cast("Mapping[str, Any]", holder).get(name), name)


def _listed(given: Any, name: str) -> list[Any]:
    """A list, empty where nothing is given. Raises ``TypeError`` for anything else."""
    if given is None:
        return []
    if not isinstance(given, list):
        raise TypeError(f"{name}: expected a list, got {type(given).__name__}")
    return cast("list[Any]", given)


def _record(raw: Any, resource: Mapping[str, Any]) -> LogRecord:
    if not isinstance(raw, Mapping):
        raise TypeError(f"expected an object, got {type(raw).__name__}")
    given = cast("Mapping[str, Any]", raw)
    attributes = attributes_of(given.get("attributes"))
    nanos = int(given.get("timeUnixNano") or 0) or int(given.get("observedTimeUnixNano") or 0)
    return LogRecord(
        time=datetime.fromtimestamp(nanos / 1e9, UTC) if nanos else None,
        name=str(given.get("eventName") or attributes.get("event.name") or ""),
        body=plain(given.get("body")),
        attributes=attributes,
        resource=resource,
    )


def attributes_of(listed: Any) -> dict[str, Any]:
    """A list of keys and values as a mapping. Raises ``TypeError`` or ``ValueError`` for anything else."""
    found: dict[str, Any] = {}
    for each in _listed(listed, "attributes"):
        if each is None:
            continue
        if not isinstance(each, Mapping) or "key" not in each:
            raise TypeError(f"attributes: expected a list of key and value, got {type(each).__name__}")  # pyright: ignore[reportUnknownArgumentType]
        pair = cast("Mapping[str, Any]", each)
        found[str(pair["key"])] = plain(pair.get("value"))
    return found


def plain(value: Any, depth: int = 0) -> Any:
    """A value without OTLP's wrapper. Raises ``TypeError`` or ``ValueError`` for what is none."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise TypeError(f"a value: expected an object such as {{'stringValue': …}}, got {type(value).__name__}")
    if depth > MAX_DEPTH:
        raise ValueError(f"a value is nested more than {MAX_DEPTH} deep")
    wrapped = cast("Mapping[str, Any]", value)
    for name, kind in _SCALARS.items():
        if (scalar := wrapped.get(name)) is not None:
            return kind(scalar)
    if (number := wrapped.get("intValue")) is not None:
        return int(number)
    if (array := wrapped.get("arrayValue")) is not None:
        return [plain(each, depth + 1) for each in _listed(array.get("values"), "arrayValue")]
    if (pairs := wrapped.get("kvlistValue")) is not None:
        return {
            str(pair["key"]): plain(pair.get("value"), depth + 1)
            for pair in _listed(pairs.get("values"), "kvlistValue")
        }
    return None  # bytes are not read, and what is empty or null is none
