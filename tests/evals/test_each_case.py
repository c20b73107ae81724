"""Benchmarks over files of cases: each case has a group of its own, and all print one object in one form."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memorist.evals.bench_commands import app

AT = "2026-03-02T09:00:00Z"
CLAIMS: dict[str, Any] = {
    "kind": "plain",
    "turns": [{"at": AT, "role": "user", "content": "I prefer oat milk"}],
    "held": [],
    "ended": [],
    "never": [],
    "why": "",
}
PROMPTS: dict[str, Any] = {
    "memories": [{"id": "m1", "kind": "fact", "at": AT, "content": "The boathouse is booked for the summer party"}],
    "tasks": [{"id": "t1", "at": "2026-03-03T09:00:00Z", "task": "Where is the summer party?", "must": ["m1"]}],
}


@pytest.mark.parametrize(("bench", "case"), [("claims", CLAIMS), ("prompts", PROMPTS)])
def test_a_bench_prints_its_totals_and_each_case_unless_only_totals_are_asked_for(
    tmp_path: Path, bench: str, case: dict[str, Any]
) -> None:
    data = tmp_path / "cases.jsonl"
    data.write_text("".join(f"{json.dumps({'id': id_, **case})}\n" for id_ in ("one", "two")), encoding="utf-8")
    done = CliRunner().invoke(app, [bench, "--data", str(data), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["data"], told["cases"], len(told["results"])) == ("cases.jsonl", 2, 2)
    totals = json.loads(CliRunner().invoke(app, [bench, "--data", str(data), "--json", "--totals"]).stdout)
    assert totals == {name: value for name, value in told.items() if name != "results"}
