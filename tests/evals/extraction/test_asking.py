"""A corpus read with a model before the patterns, asked over the wire."""

import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from memorist.evals.bench_commands import app
from tests.nodes.reading.made import answer, item
from tests.servers.ollama_wire import OllamaWire

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


def bench(folder: Path, *arguments: str) -> Result:
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")
    return CliRunner().invoke(app, ["extraction", "--data", str(path), *arguments])


def figures(folder: Path, *arguments: str) -> dict[str, Any]:
    result = bench(folder, "--json", *arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def read_by(said: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The figures where a model answers this."""
    with OllamaWire(replies=deque([said])) as ollama:
        monkeypatch.setenv("MEMORIST_OLLAMA_URL", ollama.url)
        return figures(folder, "--readers", "ollama:llama3.2,patterns")


def test_without_a_model_what_no_pattern_reads_stays_unread(tmp_path: Path) -> None:
    told = figures(tmp_path)
    asked = told["asked"]
    assert (asked["readers"], asked["turns"], asked["memories"], asked["unread"]) == ("patterns", 1, 0, 1)
    assert told["results"][0]["memories"] == []


def test_what_a_model_reads_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = read_by(answer(item(STRANGE, **FACT)), tmp_path, monkeypatch)
    asked = told["asked"]
    assert (asked["turns"], asked["memories"], asked["unread"], asked["not_believed"]) == (1, 1, 0, {})
    assert (told["facts"]["f1"], told["gate"]["f1"]) == (1.0, 1.0)
    assert "compliance people requires EU hosting" in told["results"][0]["memories"][0]


def test_what_a_model_makes_up_is_refused_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = item(STRANGE, **FACT) | {"content": f"{STRANGE} for 30 days"}
    told = read_by(answer(made_up), tmp_path, monkeypatch)
    assert (told["asked"]["memories"], sum(told["asked"]["not_believed"].values())) == (0, 1)
    assert told["results"][0]["memories"] == []


def test_a_model_that_is_not_there_is_told_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORIST_OLLAMA_URL", "http://127.0.0.1:9")
    both = ("--readers", "ollama:llama3.2,patterns")
    told = figures(tmp_path, *both)
    assert any("not reachable" in reason for reason in told["asked"]["failures"])
    assert told["results"] == figures(tmp_path)["results"]
    assert "not reachable" in bench(tmp_path, *both).stdout


def test_a_reader_that_means_nothing_is_refused(tmp_path: Path) -> None:
    result = bench(tmp_path, "--readers", "olama")
    assert result.exit_code == 2
    assert "olama" in result.stderr
