"""``memorist bench extraction`` as a user calls it."""

import gzip
import json
from pathlib import Path

from typer.testing import CliRunner

from memorist.evals.bench_commands import app

CASES = [
    {
        "id": "one",
        "family": "use",
        "turns": [{"role": "user", "content": "We use Clerk for auth"}],
        "expected": {"action": "keep", "types": ["semantic:fact"], "entities": ["Clerk"], "facts": ["team uses Clerk"]},
    },
    {"id": "two", "turns": [{"role": "user", "content": "thanks!"}], "expected": {"action": "skip"}},
]


def written(folder: Path) -> Path:
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")
    return path


def test_the_figures_and_every_case_come_as_one_json_object(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["extraction", "--data", str(written(tmp_path)), "--json"])
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["gate"]["f1"] == answer["facts"]["f1"] == 1.0
    assert answer["negation_errors"] == answer["assistant_facts"] == 0
    assert [row["id"] for row in answer["results"]] == ["one", "two"]


def test_totals_tell_no_single_case(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["extraction", "--data", str(written(tmp_path)), "--json", "--totals"])
    assert "results" not in json.loads(result.stdout)


def test_pairs_and_conversations_are_scored_beside(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.json"
    pairs.write_text(
        json.dumps(
            [
                {"class": "related", "a": "The rate limit is 100", "b": "The rate limit is 500"},
                {"class": "paraphrase", "a": "We use Clerk for auth", "b": "Clerk is our auth provider"},
            ]
        ),
        encoding="utf-8",
    )
    talk = {
        "conversation": "c",
        "turns": [
            {"id": str(n), "session": "s", "at": "2026-01-01", "speaker": "A", "text": text}
            for n, text in enumerate(("I moved to Berlin", "ok"))
        ],
        "questions": [{"id": "q", "question": "Where?", "gold": ["0"]}],
    }
    conversations = tmp_path / "talk.jsonl.gz"
    with gzip.open(conversations, "wt", encoding="utf-8") as file:
        file.write(json.dumps(talk) + "\n")
    options = ["--pairs", str(pairs), "--locomo", str(conversations), "--json"]
    result = CliRunner().invoke(app, ["extraction", "--data", str(written(tmp_path)), *options])
    answer = json.loads(result.stdout)
    assert answer["pairs"]["wrong_merges"] == []
    assert answer["pairs"]["meeting"] == 1
    assert answer["locomo"]["evidence_passed"] == 1.0
    assert answer["locomo"]["other_passed"] == 0.0
