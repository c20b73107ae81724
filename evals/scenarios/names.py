"""The names of memory types as a scenario file may write them."""

from typing import Annotated

from pydantic import AfterValidator, Field

from memorist.memory_store.domain.types import MEMORY_TYPES

TYPE_NAMES = ("semantic", "model", "entity", *MEMORY_TYPES)


def _known_type(name: str) -> str:
    if name not in TYPE_NAMES:
        raise ValueError(f"{name!r} is no memory type: expected one of {', '.join(TYPE_NAMES)}")
    return name


TypeName = Annotated[str, AfterValidator(_known_type), Field(json_schema_extra={"enum": [*TYPE_NAMES]})]
"""A type, or the part of it before the colon."""
