"""``bench answers``: prompts answered and judged by files and by models, blind to the system."""

import json
from collections import deque
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memorist.evals.answers.folder import Folder, Prompt
from memorist.evals.bench_commands import app
from tests.servers.ollama_wire import OllamaWire

QUESTIONS = [
    ("q0", "Which pet does Ada have?", "pets", "a parrot", False),
    ("q1", "What did Bob sell?", "sales", "his bicycle", False),
    ("q2", "What did Bob buy?", "sales", "a tent", False),
    ("q3", "Where does Ada work?", "sales", "", True),
]
MEMORIST, BM25 = "memorist", "bm25"


def prompt(number: int, system: str, text: str) -> Prompt:
    id_, question, category, answer, abstain = QUESTIONS[number]
    return Prompt(
        id=id_,
        question=question,
        at=datetime(2026, 1, 4, tzinfo=UTC),
        category=category,
        answer=answer,
        abstain=abstain,
        system=system,
        target=1000,
        prompt=text,
        tokens=10,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    prompts = [prompt(n, MEMORIST, f"what memorist tells of {n}") for n in range(4)]
    prompts += [prompt(n, BM25, f"what bm25 tells of {n}") for n in range(3)]
    prompts.append(prompt(3, BM25, "what memorist tells of 3"))
    lines = "".join(f"{one.model_dump_json()}\n" for one in prompts)
    (tmp_path / "prompts_small.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Generator[OllamaWire]:
    with OllamaWire(replies=deque()) as wire:
        monkeypatch.setenv("MEMORIST_OLLAMA_URL", wire.url)
        yield wire


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["answers", *arguments])


def rows(folder: Path) -> dict[str, Any]:
    done = run(str(folder), "--json")
    assert done.exit_code == 0, done.output
    return {row["system"]: row for row in json.loads(done.stdout)["rows"]}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, *given: dict[str, Any]) -> None:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in given), encoding="utf-8")


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
    told = rows(folder)
    assert (told[MEMORIST]["judged"], told[MEMORIST]["accuracy"]) == (4, 0.75)
    assert told[MEMORIST]["by_type"] == {"abstention": [1.0, 1], "pets": [1.0, 1], "sales": [0.5, 2]}
    assert told[MEMORIST]["by_type_weighted"] == pytest.approx(2.5 / 3, abs=1e-3)
    assert (told[BM25]["accuracy"], told[BM25]["by_type_weighted"]) == (0.5, 0.5)
    shown = run(str(folder)).stdout
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
    done = run(str(folder), *model, "--json")
    assert done.exit_code == 0, done.output
    first = {row["system"]: row for row in json.loads(done.stdout)["rows"]}
    assert first[MEMORIST]["by_type"] == {"abstention": [1.0, 1], "pets": [1.0, 1], "sales": [0.0, 2]}
    chats = [seen for seen in ollama.seen if seen.path == "/api/chat"]
    assert len(chats) == 7 + 4
    assert not any(system in json.dumps(chat.body) for chat in chats[7:] for system in (MEMORIST, BM25))
    assert run(str(folder), *model).exit_code == 0
    assert len([seen for seen in ollama.seen if seen.path == "/api/chat"]) == len(chats)


def test_a_model_that_fails_is_told_and_what_it_answered_is_kept(folder: Path, ollama: OllamaWire) -> None:
    ollama.replies.extend([json.dumps({"answer": "a parrot"}), "nothing of the kind"])
    done = run(str(folder), "--model", "ollama:llama3.2")
    assert (done.exit_code, "what was answered so far is kept" in done.stderr) == (2, True)
    assert len(Folder(folder).answers) == 1
    assert len(lines(folder / "ask.jsonl")) == 6


def test_a_folder_without_prompts_and_a_bad_line_are_refused(folder: Path, tmp_path: Path) -> None:
    (empty := tmp_path / "empty").mkdir()
    assert "no prompts*.jsonl in it" in run(str(empty)).stderr
    write(folder / "judged.jsonl", {"key": "k", "right": "perhaps"})
    refused = run(str(folder))
    assert (refused.exit_code, "judged.jsonl, line 1, field right" in refused.stderr) == (2, True)
