"""Files of cases: one JSON object a line, each with an id of its own."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from memorist.memory_store.domain.errors import InvalidInput


class CasePart(BaseModel):
    """Strict data: an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _lower(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)


type Words = Annotated[tuple[str, ...], AfterValidator(_lower)]
"""Parts of a text, compared without regard to case."""


class Identified(CasePart):
    """A case; ``id`` is unique in its file."""

    id: str = Field(min_length=1)


def read_cases[C: Identified](path: Path, kind: type[C]) -> list[C]:
    """Read cases of one kind from JSON lines.

    Raises :class:`InvalidInput` that names the file, the line and the field.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read ({error.strerror})", field="data") from error
    cases = list(parsed(path, lines, kind))
    seen: dict[str, int] = {}
    for number, case in enumerate(cases, start=1):
        if case.id in seen:
            raise InvalidInput(f"{path}: case {number}: id {case.id!r} is that of case {seen[case.id]}", field="id")
        seen[case.id] = number
    if not cases:
        raise InvalidInput(f"{path}: no cases in it; one JSON object a line is expected", field="data")
    return cases


def parsed[M: BaseModel](path: Path, lines: Iterable[str], kind: type[M]) -> Iterator[M]:
    """Read the lines of a file as models, empty ones left out.

    Raises :class:`InvalidInput` that names the file, the line and the field.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield kind.model_validate(json.loads(line))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise InvalidInput(f"{path}, line {number}, field {field}: {first['msg']}", field=field) from error
        except ValueError as error:
            raise InvalidInput(f"{path}, line {number}: no JSON ({error})", field="data") from error
