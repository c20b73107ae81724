"""Explanation of an invalid value, in one sentence that names the field and the expected type."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from memorist.memory_store.domain.errors import InvalidInput

MAX_NAMED = 3
LONGEST_NAME = 40
"""Of unknown names that a message repeats."""


def read_as[T](kind: TypeAdapter[T], given: object, *, of: str, field: str = "") -> T:
    """Validate a value as a type. Raises :class:`InvalidInput` naming the field, or the place in it.

    ``of`` says what it is given for; ``field`` is where it stands there, empty if it is all of it.
    """
    try:
        return kind.validate_python(given)
    except ValidationError as error:
        raise invalid_from(error, of=of, within=field) from error


def validated[M: BaseModel](model: type[M], given: Mapping[str, Any], *, of: str) -> M:
    """Validate the fields of a model. Raises :class:`InvalidInput` naming the field; ``of`` says what they are for."""
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        raise invalid_from(error, of=of) from error


def invalid_from(
    error: ValidationError, *, of: str = "memory", within: str = "", tag: str | None = None
) -> InvalidInput:
    """Turn pydantic's report into one sentence that names the field and what was expected.

    ``within`` is the field that the value belongs to which the report is of; ``tag`` the member of a union that was
    tried: pydantic puts it before the field.
    """
    errors = error.errors(include_url=False)
    place = errors[0]["loc"]
    together = (
        [e for e in errors if e["loc"][:-1] == place[:-1]] if place and _TYPE.fullmatch(str(place[-1])) else errors[:1]
    )
    said = " or ".join(dict.fromkeys(_said(e) for e in together)).replace(" or Input should be ", " or ")
    place = place[:-1] if len(together) > 1 else place
    inside = place[1:] if place[:1] == (tag,) else place
    field = ".".join(str(part) for part in ((within, *inside) if within else inside))
    more = _more([e for e in errors if e not in together], beside=errors[0]["loc"][:-1])
    return InvalidInput(f"{of}: {f'field {field}: ' if field else ''}{said}{more}", field=field or of)


def _more(errors: Sequence[ErrorDetails], *, beside: tuple[int | str, ...]) -> str:
    """Return the further faults: unknown names, since one of them is often meant for a missing one."""
    unknown = [str(e["loc"][-1]) for e in errors if e["type"] == "extra_forbidden" and e["loc"][:-1] == beside]
    named = [name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…" for name in unknown[:MAX_NAMED]]
    said = [f"nothing there is named {' or '.join(named)}"] if named else []
    if len(errors) > len(named):
        said.append(f"{len(errors) - len(named)} more")
    return f" (and {', '.join(said)})" if said else ""


_TYPE = re.compile(r"str|int|float|bool|bytes|dict\[.*\]")
"""A type of a union: pydantic reports each of them, as if it were a field."""


_ONLY_HERE = (
    (re.compile(r"^Value error, "), ""),
    (re.compile(r"\bvalid tuple\b"), "valid list"),
    (re.compile(r"^Tuple\b"), "List"),
    (re.compile(r"^'str' instances are not allowed as a Sequence value"), "Input should be a valid list"),
    (re.compile(r"\bvalid dictionary(?: or (?:instance of|object to extract fields from) ?\w*)?"), "valid mapping"),
)
"""Terms of pydantic's messages for Python types, with those of JSON."""


def _said(error: ErrorDetails) -> str:
    """Return the fault, in a few words."""
    if error["type"] == "string_too_short" and error.get("ctx", {}).get("min_length") == 1:
        return "is empty: expected at least 1 character"
    said = error["msg"]
    for of_python, plain in _ONLY_HERE:
        said = of_python.sub(plain, said)
    return said
