"""Long and hostile texts take linear time, whatever the kind of input."""

from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest

from tests.nodes.kinds.reading import drafts_of

SIZE = 6_000


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


def seconds(data: dict[str, Any]) -> float:
    began = process_time()
    drafts_of(data)
    return process_time() - began


@pytest.mark.parametrize(
    "unit", [" ", "\n", "-", "a-", "a, ", " and fix", " until", "missing ", "1. a\n", "(", "- a\n"]
)
def test_twice_the_text_takes_about_twice_the_time(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    for once, twice in zip(inputs(text), inputs(text * 2), strict=True):
        first, second = seconds(once), seconds(twice)
        assert second < 4 * first + 0.5, (once["kind"], first, second)
