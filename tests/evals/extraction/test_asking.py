"""A corpus read with a model behind the patterns, asked over the wire."""

import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from memorist.evals.bench_commands import app
from tests.servers.ollama_wire import OllamaWire
from tests.servers.recorded_answers import recorded_answers

STRANGE = "Their compliance people are adamant about EU hosting for the patient records"
FACT = {"subject": "compliance people", "predicate": "requires", "object": "EU hosting"}
CASES = [
    {
        "id": "strange",
        "turns": [{"role": "user", "content": STRANGE}],
        "expected": {"action": "keep", "facts": [{"claim": FACT}]},
    },
    {"id": "thanks", "turns": [{"role": "user", "content": "thanks!"}], "expected": {"action": "skip"}},
]
SAID = {**FACT, "content": STRANGE, "purpose": "patient records"}


def bench(folder: Path, *arguments: str) -> Result:
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")
    return CliRunner().invoke(app, ["extraction", "--data", str(path), *arguments])


def figures(folder: Path, *arguments: str) -> dict[str, Any]:
    result = bench(folder, "--json", *arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"statement": STRANGE, "memories": [SAID], "worth_keeping": True}) + "\n", "utf-8")
    return path


def test_without_an_extractor_nobody_is_asked(tmp_path: Path) -> None:
    told = figures(tmp_path)
    assert (told["asked"]["extractor"], told["asked"]["questions"]) == ("none", 0)
    assert "pattern:none" in told["results"][0]["memories"][0]


def test_what_a_model_adds_is_scored(tmp_path: Path, recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with OllamaWire(replies=deque([recorded_answers(recorded)])) as ollama:
        monkeypatch.setenv("MEMORIST_OLLAMA_URL", ollama.url)
        told = figures(tmp_path, "--extractor", "ollama")
    asked = told["asked"]
    assert (asked["questions"], asked["answered"], asked["memories"], asked["not_believed"]) == (1, 1, 1, {})
    assert "ollama] " in told["results"][0]["memories"][0]
    assert "compliance people requires EU hosting" in told["results"][0]["memories"][0]


def test_what_a_model_makes_up_is_counted(tmp_path: Path, recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {**SAID, "content": f"{STRANGE} for 30 days"}
    recorded.write_text(json.dumps({"statement": STRANGE, "memories": [told], "worth_keeping": True}) + "\n", "utf-8")
    with OllamaWire(replies=deque([recorded_answers(recorded)])) as ollama:
        monkeypatch.setenv("MEMORIST_OLLAMA_URL", ollama.url)
        told = figures(tmp_path, "--extractor", "ollama")
    assert (told["asked"]["memories"], told["asked"]["not_believed"]) == (0, {"number": 1})


def test_a_model_that_is_not_there_is_told_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORIST_OLLAMA_URL", "http://127.0.0.1:9")
    told = figures(tmp_path, "--extractor", "ollama")
    assert told["asked"]["answered"] == 0
    assert any("not reachable" in reason for reason in told["asked"]["failures"])
    assert told["results"] == figures(tmp_path)["results"]
    assert "not reachable" in bench(tmp_path, "--extractor", "ollama").stdout


def test_an_extractor_that_means_nothing_is_refused(tmp_path: Path) -> None:
    result = bench(tmp_path, "--extractor", "olama")
    assert result.exit_code == 2
    assert "olama" in result.stderr
