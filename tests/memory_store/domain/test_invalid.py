"""Messages about invalid values."""

from typing import Any, Self

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import read_as


class Given(BaseModel):
    model_config = ConfigDict(extra="forbid")

    content: str
    limit: int = 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "turn: field content: Field required"),
        ({"text": "hi"}, "turn: field content: Field required (and nothing there is named text)"),
        (
            {"a": 1, "b": 1, "c": 1, "d": 1},
            "turn: field content: Field required (and nothing there is named a or b or c, 1 more)",
        ),
        ({"content": [], "limit": "x"}, "turn: field content: Input should be a valid string (and 1 more)"),
    ],
)
def test_a_name_that_nothing_has_is_told_with_what_is_missing(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_as(TypeAdapter(Given), given, of="turn")
    assert str(refused.value) == said


class EitherWay(BaseModel):
    content: str | None = None
    path: str | None = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.content is None and self.path is None:
            raise ValueError("give content, or path")
        return self


def test_a_fault_of_the_whole_names_no_field() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_as(TypeAdapter(EitherWay), {}, of="document input")
    assert str(refused.value) == "document input: give content, or path"
    assert refused.value.field == "document input"
