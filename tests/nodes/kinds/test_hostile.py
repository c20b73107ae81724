"""Long and hostile texts take linear time, whatever the kind of input."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.growth import assert_linear
from tests.nodes.kinds.reading import drafts_of

SIZE = 3_000


def inputs(text: str) -> Iterator[dict[str, Any]]:
    """One input of each kind that is made of a text."""
    seen = {"time": "2026-02-01T10:00:00Z", "body": text}
    for name in ("error", "task.done", "chat.post", "terminal.command", "code_review.comment"):
        yield {"kind": "observation", "events": [{**seen, "name": name}]}
    framed = f"x{text}x"
    yield {"kind": "feedback", "content": framed}
    for ritual in ("morning", "evening"):
        yield {"kind": "ritual", "ritual": ritual, "turns": [{"role": "user", "content": framed}]}
    yield {"kind": "manual", "content": framed, "type": "procedural"}
    yield {"kind": "dialogue", "question": framed, "answer": framed}
    yield {"kind": "document", "title": "x", "content": framed}
    yield {"kind": "document", "path": "AGENTS.md", "content": framed}


@pytest.mark.parametrize(
    "unit", [" ", "\n", "-", "a-", "a, ", " and fix", " until", "missing ", "1. a\n", "(", "- a\n"]
)
def test_the_time_grows_with_the_length_and_no_faster(unit: str) -> None:
    for number, _ in enumerate(inputs("")):
        assert_linear(lambda length, which=number: drafts_of(list(inputs(unit * (length // len(unit))))[which]), SIZE)
