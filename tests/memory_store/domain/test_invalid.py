"""Messages about invalid values."""

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter

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
