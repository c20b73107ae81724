"""``bench answers``: prompts answered and judged by files and by models, blind to the system."""

import json
from collections import deque
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from memorist.evals.answers.folder import Folder, Prompt
from tests.evals.benches import bench, figures, lines, prompt, refusal, write
from tests.servers.ollama_wire import OllamaWire

QUESTIONS = [
    ("q0", "Which pet does Ada have?", "pets", "a parrot", False),
    ("q1", "What did Bob sell?", "sales", "his bicycle", False),
    ("q2", "What did Bob buy?", "sales", "a tent", False),
    ("q3", "Where does Ada work?", "sales", "", True),
]
MEMORIST, BM25 = "memorist", "bm25"


def told(number: int, system: str, text: str) -> Prompt:
    id_, question, category, answer, abstain = QUESTIONS[number]
    return prompt(
        id=id_, question=question, category=category, answer=answer, abstain=abstain, system=system, prompt=text
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    prompts = [told(n, MEMORIST, f"what memorist tells of {n}") for n in range(4)]
    prompts += [told(n, BM25, f"what bm25 tells of {n}") for n in range(3)]
    prompts.append(told(3, BM25, "what memorist tells of 3"))
    return write(tmp_path / "prompts_small.jsonl", *(one.model_dump(mode="json") for one in prompts)).parent


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Generator[OllamaWire]:
    with OllamaWire(replies=deque()) as wire:
        monkeypatch.setenv("MEMORIST_OLLAMA_URL", wire.url)
        yield wire


def rows(folder: Path, *arguments: str) -> dict[str, Any]:
    return {row["system"]: row for row in figures("answers", folder, *arguments)["rows"]}


def test_what_is_to_be_answered_and_judged_does_not_tell_the_system(folder: Path) -> None:
    assert rows(folder)[MEMORIST]["open"] == 4
    asked = lines(folder / "ask.jsonl")
    assert len(asked) == 7
    assert set(asked[0]) == {"key", "question", "at", "prompt"}
    assert lines(folder / "judge.jsonl") == []
    write(folder / "answers_first.jsonl", *({"key": one["key"], "answer": "No idea."} for one in asked))
    assert rows(folder)[MEMORIST]["open"] == 4
    assert lines(folder / "ask.jsonl") == []
    judged = lines(folder / "judge.jsonl")
    assert {(one["question"], one["right_answer"]) for one in judged} == {
        (question, answer or None) for _, question, _, answer, _ in QUESTIONS
    }
    assert set(judged[0]) == {"key", "question", "right_answer", "answer"}


def test_accuracy_by_type_and_system(folder: Path) -> None:
    rows(folder)
    right = {"what memorist tells of 0", "what memorist tells of 1", "what memorist tells of 3", "what bm25 tells of 1"}
    asked = lines(folder / "ask.jsonl")
    write(
        folder / "answers.jsonl",
        *({"key": one["key"], "answer": "yes" if one["prompt"] in right else "no"} for one in asked),
    )
    rows(folder)
    judged = lines(folder / "judge.jsonl")
    write(folder / "judged.jsonl", *({"key": one["key"], "right": one["answer"] == "yes"} for one in judged))
    right_of = rows(folder)
    assert (right_of[MEMORIST]["judged"], right_of[MEMORIST]["accuracy"]) == (4, 0.75)
    assert right_of[MEMORIST]["by_type"] == {"abstention": [1.0, 1], "pets": [1.0, 1], "sales": [0.5, 2]}
    assert right_of[MEMORIST]["by_type_weighted"] == pytest.approx(2.5 / 3, abs=1e-3)
    assert (right_of[BM25]["accuracy"], right_of[BM25]["by_type_weighted"]) == (0.5, 0.5)
    shown = bench("answers", folder).stdout
    assert "memorist" in shown
    assert "still to be" not in shown


def test_models_answer_and_judge_and_nothing_is_asked_twice(folder: Path, ollama: OllamaWire) -> None:
    def reply(messages: list[dict[str, Any]]) -> str:
        asked = messages[-1]["content"]
        if asked.startswith("Memory:"):
            return json.dumps({"answer": "a parrot" if "Which pet" in asked else "I do not know"})
        return json.dumps(
            {"right": "a parrot" in asked.rpartition("Answer:")[2] or "There is no right answer" in asked}
        )

    ollama.replies.append(reply)
    model = ("--model", "ollama:llama3.2", "--judge", "ollama:llama3.2")
    assert rows(folder, *model)[MEMORIST]["by_type"] == {"abstention": [1.0, 1], "pets": [1.0, 1], "sales": [0.0, 2]}
    chats = [seen for seen in ollama.seen if seen.path == "/api/chat"]
    assert len(chats) == 7 + 4
    assert not any(system in json.dumps(chat.body) for chat in chats[7:] for system in (MEMORIST, BM25))
    assert bench("answers", folder, *model).exit_code == 0
    assert len([seen for seen in ollama.seen if seen.path == "/api/chat"]) == len(chats)


def test_a_model_that_fails_is_told_and_what_it_answered_is_kept(folder: Path, ollama: OllamaWire) -> None:
    ollama.replies.extend([json.dumps({"answer": "a parrot"}), "nothing of the kind"])
    code, said = refusal("answers", folder, "--model", "ollama:llama3.2")
    assert (code, "what was answered so far is kept" in said) == (2, True)
    assert len(Folder(folder).answers) == 1
    assert len(lines(folder / "ask.jsonl")) == 6


def test_a_folder_without_prompts_and_a_bad_line_are_refused(folder: Path, tmp_path: Path) -> None:
    (empty := tmp_path / "empty").mkdir()
    assert "no prompts*.jsonl in it" in bench("answers", empty).stderr
    write(folder / "judged.jsonl", {"key": "k", "right": "perhaps"})
    code, said = refusal("answers", folder)
    assert (code, "judged.jsonl, line 1, field right" in said) == (2, True)
