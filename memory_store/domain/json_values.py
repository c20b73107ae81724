"""Values read from JSON that somebody else wrote: of any shape, or no JSON at all."""

import json
from collections.abc import Collection, Mapping
from typing import Any, cast

from memorist.memory_store.domain.errors import InvalidInput


def json_or_none(text: str | bytes) -> Any:
    """Return the value that a text is the JSON of; null for any other text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def json_object(text: str | bytes, *, of: str, field: str, hint: str = "") -> dict[str, Any]:
    """Return the JSON object that a text holds.

    Args:
        text: the text.
        of: its source, for the error.
        field: the field that an error names.
        hint: what an error says behind the fault.

    Raises:
        InvalidInput: it is not JSON, or another value.
    """
    try:
        given: object = json.loads(text)
    except json.JSONDecodeError as error:
        said = f"{of}:{error.lineno}: not JSON: {error.msg} at column {error.colno}"
        raise InvalidInput(f"{said}{hint}", field=field) from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{of}: not JSON: {error}{hint}", field=field) from error
    if not isinstance(given, dict):
        raise InvalidInput(f"{of}: expected a JSON object{hint}", field=field)
    return cast("dict[str, Any]", given)


def as_object(given: Any) -> Mapping[str, Any]:
    """Return a JSON object; an empty one where the value is none."""
    return cast("Mapping[str, Any]", given if isinstance(given, Mapping) else {})


def objects_in(given: Any) -> list[Mapping[str, Any]]:
    """Return the JSON objects of a list; none where the value is no list."""
    items = cast("list[Any]", given) if isinstance(given, list) else []
    return [as_object(each) for each in items if isinstance(each, Mapping)]


def texts_of(content: Any, types: Collection[str] | None = None) -> list[str]:
    """Return the texts of a message's content: a text, or a list of parts.

    Args:
        content: of the message.
        types: of the parts whose text counts; a part without a type is a ``text``. Default: all types.
    """
    if isinstance(content, str):
        return [content]
    parts = (part for part in objects_in(content) if types is None or part.get("type", "text") in types)
    return [text for part in parts if isinstance(text := part.get("text"), str)]
