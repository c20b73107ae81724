"""``ingest`` with every kind of input: dry, without a database and with one."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memorist.app.cli.program import app

LINES: list[dict[str, Any]] = [
    {"kind": "turn", "role": "user", "content": "We use Clerk for mobile auth", "at": "2026-02-01T09:00:00Z"},
    {"kind": "turn", "role": "user", "content": "Good morning!", "at": "2026-02-01T09:01:00Z"},
    {"kind": "manual", "content": "Never use Realm", "reason": "sync issues", "at": "2026-02-01T09:02:00Z"},
    {
        "kind": "observation",
        "at": "2026-02-01T10:00:00Z",
        "events": [{"time": "2026-02-01T09:50:00Z", "name": "package.install", "body": "pnpm add zod"}],
    },
    {"kind": "dialogue", "question": "Which database?", "answer": "Postgres", "at": "2026-02-01T10:01:00Z"},
    {
        "kind": "document",
        "title": "AGENTS.md",
        "content": "## Release\n1. Build the image\n2. Push it\n",
        "annotations": ["ask Dana first"],
        "at": "2026-02-01T10:02:00Z",
    },
    {
        "kind": "ritual",
        "ritual": "morning",
        "turns": [{"role": "user", "content": "Today I'll finish the profile screen"}],
        "at": "2026-02-01T10:03:00Z",
    },
    {"kind": "procedure_outcome", "procedure": "Release", "succeeded": True, "at": "2026-02-01T10:04:00Z"},
    {"kind": "feedback", "content": "Missing null checks on the user object", "at": "2026-02-01T10:05:00Z"},
    {
        "kind": "turn",
        "role": "user",
        "content": "We're switching from Clerk to Firebase Auth",
        "at": "2026-02-01T11:00:00Z",
    },
]
KEYS = {"line", "id", "verdict", "memories", "entities", "error"}
MEMORY_KEYS = {
    "id", "type", "content", "confidence", "polarity", "claim", "entities", "extraction_method", "valid_from",
    "valid_until", "valid_until_condition", "effect", "affected",
}  # fmt: skip


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        "MEMORIST_STORE": f"embedded:{tmp_path / 'store'}",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }


def run(environment: dict[str, str], *arguments: str, lines: list[dict[str, Any]] = LINES) -> list[dict[str, Any]]:
    text = "\n".join(json.dumps(line) for line in lines)
    result = CliRunner().invoke(app, ["ingest", "-", "--json", *arguments], input=text, env=environment)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def check_form(answers: list[dict[str, Any]]) -> None:
    assert [one["line"] for one in answers] == list(range(1, len(LINES) + 1))
    assert all(set(one) >= KEYS for one in answers)
    assert all(one["error"] is None for one in answers)
    assert all(set(memory) >= MEMORY_KEYS for one in answers for memory in one["memories"])


def test_a_dry_run_needs_no_database_and_leaves_none(environment: dict[str, str], tmp_path: Path) -> None:
    answers = run(environment, "--dry-run")
    check_form(answers)
    assert answers[1]["verdict"]["action"] == "skip"
    assert answers[-1]["memories"][0]["effect"] == "superseded", "later lines are decided with what earlier ones said"
    assert not (tmp_path / "store").exists()
    assert not list((tmp_path / "data").rglob("*.jsonl")) if (tmp_path / "data").exists() else True


def test_every_kind_is_taken_in_and_a_dry_run_afterwards_says_so(environment: dict[str, str]) -> None:
    first = run(environment)
    check_form(first)
    dry = run(environment, "--dry-run")
    assert [one["replayed"] for one in dry if one["verdict"]["action"] != "skip"] == [True] * (len(LINES) - 1)
    assert [{m["id"] for m in one["memories"]} for one in dry] != []
