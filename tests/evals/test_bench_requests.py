"""``memorist bench requests``: what binds, what is hidden, and what only sounds like it."""

import json
from pathlib import Path

from typer.testing import CliRunner

from memorist.evals.bench_commands import app

CASES = (
    {"id": "rule", "kind": "rule", "text": "Never push to main."},
    {"id": "idiom", "kind": "lookalike", "text": "Never mind, I found it."},
    {
        "id": "wish",
        "kind": "wish",
        "before": ["My locker code is 4471.", "I live in Graz."],
        "text": "Please forget my locker code.",
        "gone": ["4471"],
        "stays": ["Graz"],
    },
)


def test_rules_lookalikes_and_wishes_are_counted_apart(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")
    result = CliRunner().invoke(app, ["requests", "--data", str(path), "--json"])
    assert result.exit_code == 0, result.output
    counted = json.loads(result.stdout)
    names = ("rules", "bound", "lookalikes", "wrongly_bound", "wishes", "heard", "hidden", "exact", "named")
    assert [counted[name] for name in names] == [1, 1, 1, 0, 1, 1, 1, 1, 0]
