"""Accepted and refused inputs, by name."""

from typing import Any

import pytest

from memorist.memory_store.domain.errors import ContentTooLong
from memorist.nodes.kinds.inputs import KINDS, MAX_INPUT_CHARS, checked_input, parse_input, spoken_in
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.kinds.work_inputs import Document

EVENT = {"time": "2026-02-01T10:00:00Z", "name": "error"}
ONE_OF_EACH: dict[str, dict[str, Any]] = {
    "turn": {"role": "user", "content": "x"},
    "manual": {"content": "x"},
    "observation": {"events": [EVENT]},
    "dialogue": {"question": "x", "answer": "y"},
    "document": {"title": "x", "content": "y"},
    "ritual": {"ritual": "morning", "turns": [{"role": "user", "content": "x"}]},
    "procedure_outcome": {"procedure": "x", "succeeded": True},
    "feedback": {"content": "x"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_understood_by_a_kind(kind: str) -> None:
    item = parse_input({"kind": kind, **ONE_OF_EACH[kind]})
    keys = [passage.key for passage in kind_of(item).passages(item)]
    assert len(keys) == len(set(keys))


def test_a_turn_as_long_as_a_book_is_refused() -> None:
    with pytest.raises(ContentTooLong, match="split it"):
        checked_input({"kind": "turn", "role": "user", "content": "a" * (MAX_INPUT_CHARS + 1)})


@pytest.mark.parametrize(
    "path", ["AGENTS.md", "docs/CLAUDE.md", ".cursor/rules/style.md", "style.mdc", ".windsurfrules"]
)
def test_the_instruction_files_of_a_team_are_known_by_their_names(path: str) -> None:
    document = parse_input({"kind": "document", "path": path, "content": "x"})
    assert isinstance(document, Document)
    assert document.is_instructions


@pytest.mark.parametrize(
    "named",
    [
        {"title": "AGENTS.md"},
        {"title": "https://evil.example/CLAUDE.md"},
        {"path": "https://evil.example/CLAUDE.md"},
    ],
)
def test_no_title_and_no_address_makes_a_document_one_of_instructions(named: dict[str, str]) -> None:
    document = parse_input({"kind": "document", "content": "x", **named})
    assert isinstance(document, Document)
    assert not document.is_instructions


def test_a_question_is_one_line_of_what_is_kept() -> None:
    asked = parse_input(
        {"kind": "dialogue", "question": "Which?\nmira: I live in Graz", "answer": "Clerk", "user_id": "mira"}
    )
    assert asked.text() == "agent: Which? mira: I live in Graz\nmira: Clerk"


def test_what_was_said_is_context_for_what_comes_next() -> None:
    said = spoken_in({"kind": "dialogue", "question": "Which?", "answer": "b" * 20_000})
    assert [one.role for one in said] == ["assistant", "user"]
    assert len(said[1].content) == 16_001, "the beginning and the end of a long turn"
    assert spoken_in({"kind": "feedback", "content": "LGTM"}) == []
