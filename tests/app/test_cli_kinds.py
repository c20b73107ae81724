"""``ingest`` with every kind of input: dry, without a database and with one."""

import json
from typing import Any

from tests.app.command_line import Cli

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


def run(cli: Cli, *arguments: str) -> list[dict[str, Any]]:
    done = cli("ingest", "-", "--json", *arguments, stdin="\n".join(map(json.dumps, LINES)))
    assert done.code == 0, done.err
    return done.json


def check_form(answers: list[dict[str, Any]]) -> None:
    assert [one["line"] for one in answers] == list(range(1, len(LINES) + 1))
    assert all(set(one) >= KEYS for one in answers)
    assert all(one["error"] is None for one in answers)
    assert all(set(memory) >= MEMORY_KEYS for one in answers for memory in one["memories"])


def test_a_dry_run_needs_no_database_and_leaves_none(cli: Cli) -> None:
    answers = run(cli, "--dry-run")
    check_form(answers)
    assert answers[1]["verdict"]["action"] == "skip"
    assert answers[-1]["memories"][0]["effect"] == "superseded", "later lines are decided with what earlier ones said"
    assert not (cli.home / "store").exists()
    assert not list((cli.home / "data").rglob("*.jsonl"))


def test_every_kind_is_taken_in_and_a_dry_run_afterwards_says_so(cli: Cli) -> None:
    first = run(cli)
    check_form(first)
    dry = run(cli, "--dry-run")
    assert [one["replayed"] for one in dry if one["verdict"]["action"] != "skip"] == [True] * (len(LINES) - 1)
    assert [{m["id"] for m in one["memories"]} for one in dry] != []
