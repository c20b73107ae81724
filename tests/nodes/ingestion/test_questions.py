"""Questions without their mark, and what only looks like one."""

import pytest

from memorist.nodes.ingestion.questions import is_question


@pytest.mark.parametrize(
    "text",
    [
        "if you were a database which one would you be",
        "our house or the Prince hotel, what do you think",
        "were in the june one right",
        "it's due on the 24th right",
        "where'd you get three from",
        "`Unused import: 'dart:async'` how do i autofix those",
        "ok interesting, and what does hateoas mean",
        "so my question is just what data source reads it",
    ],
)
def test_a_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "can only go live after 18:00",
        "what hasn't changed: still no orm",
        "it's the second door on the right",
        "he is right",
        "we're moving to the right",
    ],
)
def test_no_question(text: str) -> None:
    assert not is_question(text)
