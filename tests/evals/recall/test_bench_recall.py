"""``memorist bench recall``: chats told to a memory, and what its prompts say weeks later."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memorist.evals.bench_commands import app
from memorist.evals.recall.case import load_chats

DATA = Path(__file__).parents[3] / "evals" / "recall"
CHAT: dict[str, Any] = {
    "id": "one",
    "user": "ana",
    "persona": "runs a shop",
    "turns": [
        {"at": "2026-03-02T09:00:00Z", "role": "user", "content": "We use Firebase for auth in the shop"},
        {"at": "2026-03-09T09:00:00Z", "role": "user", "content": "We switched from Firebase to Clerk for auth"},
        {
            "at": "2026-03-10T09:00:00Z",
            "role": "user",
            "content": "Uwe paints the signs, he wants oat milk in his coffee",
        },
    ],
    "questions": [
        {
            "at": "2026-06-02T09:00:00Z",
            "ask": "Which auth do we use?",
            "expect": [["Clerk"]],
            "absent": ["uses Firebase"],
        },
        {
            "at": "2026-06-02T09:00:00Z",
            "ask": "What does the painter drink?",
            "expect": [["oat"], ["tea", "coffee"], ["rum"]],
        },
        {"at": "2026-06-02T09:00:00Z", "ask": "How tall is the mayor of Porto?", "unknown": True},
    ],
}


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text(json.dumps(CHAT) + "\n", encoding="utf-8")
    return path


def test_what_prompts_say_is_compared_with_what_questions_need(chats: Path):
    result = CliRunner().invoke(app, ["recall", "--data", str(chats), "--json"])
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    auth, painter, mayor = answer["results"]
    assert (auth["missing"], auth["outdated"]) == ([], [])
    assert any("Clerk" in line for line in auth["lines"])
    assert painter["missing"] == ["rum"]
    assert not mayor["claimed"]
    assert (answer["questions"], answer["found"], answer["whole"]) == (3, 0.75, 0.5)
    assert (answer["outdated"], answer["claimed"]) == (0.0, 0.0)


def test_it_is_told_in_a_sentence_and_what_is_missing_by_question(chats: Path):
    told = CliRunner().invoke(app, ["recall", "--data", str(chats)]).stdout
    assert "3 questions about 1 chats of chats.jsonl: 0.750 of what they need" in " ".join(told.split())
    assert "missing: rum" in told
    totals = CliRunner().invoke(app, ["recall", "--data", str(chats), "--totals"]).stdout
    assert "rum" not in totals


def test_a_bad_chat_is_named_with_its_line_and_field(chats: Path):
    chats.write_text(json.dumps(CHAT | {"questions": []}) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["recall", "--data", str(chats)])
    assert (result.exit_code, "line 1, field questions" in result.stderr) == (2, True)


@pytest.mark.parametrize("name", ["dev.jsonl", "blind.jsonl"])
def test_the_chats_are_well_formed(name: str):
    every = load_chats(DATA / name)
    assert len(every) == 7
    for chat in every:
        assert list(chat.turns) == sorted(chat.turns, key=lambda turn: turn.at)
        said = "\n".join(turn.content for turn in chat.turns).casefold()
        wanted = [phrases for question in chat.questions for phrases in question.expect]
        assert all(any(phrase in said for phrase in phrases) for phrases in wanted)
        assert all(not question.expect for question in chat.questions if question.unknown)
