"""The form of a model's answer, and the schema that is sent along with the question."""

import re
from collections.abc import Sequence
from typing import Any, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from memorist.nodes.reading.reader import WITHOUT_CONTENT, Operation

OPERATIONS: tuple[str, ...] = get_args(Operation)
REQUIRED = ("passage", "quote", "operation")
"""Required fields; any other absent field has its empty value, so that short answers stay short."""
MAX_TEXT_CHARS = 1_000
MAX_LIST = 16
_NOT_STORABLE = re.compile("[\ud800-\udfff\x00]")
"""Lone surrogates and NUL, which no database takes."""


def storable(text: str) -> str:
    """Return the text with a mark for each character that no database takes."""
    return _NOT_STORABLE.sub("\ufffd", text)


class Item(BaseModel):
    """One memory, or one change of what is held, as a model puts it. It is held against the text before it counts."""

    model_config = ConfigDict(extra="ignore")

    passage: str = ""
    quote: str = ""
    operation: str = "add"
    targets: tuple[str, ...] = ()
    type: str = ""
    content: str = ""
    subject: str = ""
    predicate: str = ""
    object: str = ""
    qualifier: str = ""
    negated: bool = False
    hypothetical: bool = False
    entities: tuple[str, ...] = ()
    since: str = Field(default="", alias="from")
    until: str = ""
    on: str = ""
    until_event: str = ""
    reason: str = ""
    alternatives: tuple[str, ...] = ()
    trigger: str = ""
    steps: tuple[str, ...] = ()

    @field_validator("content", mode="before")
    @classmethod
    def _is_text(cls, given: Any) -> Any:
        if not isinstance(given, str):
            return ""
        if len(given) > MAX_TEXT_CHARS:
            raise ValueError(f"its content has more than {MAX_TEXT_CHARS} characters")
        return storable(given).strip()

    @field_validator(
        "passage", "quote", "operation", "type", "subject", "predicate", "object", "qualifier",
        "since", "until", "on", "until_event", "reason", "trigger", mode="before",
    )  # fmt: skip
    @classmethod
    def _text(cls, given: Any) -> str:
        """Null and anything that is no text is empty; a number is told as one."""
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            return ""
        return storable(str(given)).strip()[:MAX_TEXT_CHARS]

    @model_validator(mode="after")
    def _tells(self) -> Self:
        if not self.content and self.operation not in WITHOUT_CONTENT:
            raise ValueError("it has no content")
        return self

    @field_validator("targets", "entities", "alternatives", "steps", mode="before")
    @classmethod
    def _texts(cls, given: Any) -> tuple[str, ...]:
        listed: list[Any] = given if isinstance(given, list) else [given]  # pyright: ignore[reportUnknownVariableType]
        texts = (storable(one).strip()[:MAX_TEXT_CHARS] for one in listed[:MAX_LIST] if isinstance(one, str))
        return tuple(filter(None, texts))

    @field_validator("negated", "hypothetical", mode="before")
    @classmethod
    def _truth(cls, given: Any) -> bool:
        return given is True or (isinstance(given, str) and given.strip().casefold() == "true")


def answer_schema(
    *, passages: Sequence[str], targets: Sequence[str], types: Sequence[str], predicates: Sequence[str]
) -> dict[str, Any]:
    """The JSON schema of an answer: only these keys, ids, types and predicates may be named."""
    text: dict[str, Any] = {"type": "string"}
    texts: dict[str, Any] = {"type": "array", "items": text}
    forms: dict[Any, dict[str, Any]] = {str: text, bool: {"type": "boolean"}}
    properties = {field.alias or name: forms.get(field.annotation, texts) for name, field in Item.model_fields.items()}
    properties |= {
        "passage": {"type": "string", "enum": list(passages)},
        "operation": {"type": "string", "enum": list(OPERATIONS)},
        "targets": {"type": "array", "items": {"type": "string", "enum": list(targets)}} if targets else texts,
        "type": {"type": "string", "enum": list(types)},
        "predicate": {"type": "string", "enum": ["", *predicates]},
    }
    item = {"type": "object", "properties": properties, "required": list(REQUIRED)}
    return {
        "title": "memories",
        "description": "What the passages say that is worth remembering.",
        "type": "object",
        "properties": {"items": {"type": "array", "items": item}},
        "required": ["items"],
    }
