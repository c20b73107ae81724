"""``promote``, ``maintain``, ``review`` as people and programs call them; two processes at once, one killed."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.app.command_line import Cli
from tests.graphs.test_promotion import STORY

MEMORIST = (sys.executable, "-m", "memorist.app.cli")
NOW = "2026-02-12T09:00:00Z"


def command(store: Path, *arguments: str) -> list[str]:
    return [*MEMORIST, *arguments, "--store", f"embedded:{store}", "--agent", "dev-1", "--now", NOW]


def memorist(store: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MEMORIST_LEASE_SECONDS": "2"}
    return subprocess.run(command(store, *arguments), capture_output=True, text=True, timeout=180, env=env, check=False)


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.jsonl"
    path.write_text("\n".join(json.dumps(line) for _, line in STORY), encoding="utf-8")
    return path


def numbers(store: Path) -> dict[str, int]:
    counted = lines(memorist(store, "check", "--json"))[0]["numbers"]
    return {what: n for what, n in counted.items() if not what.startswith("changes")}


@pytest.mark.slow
def test_a_dry_run_shows_what_the_pass_then_does(story: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    assert memorist(store, "ingest", str(story)).returncode == 0
    before = numbers(store)
    (dry,) = lines(memorist(store, "promote", "--dry-run", "--json"))
    assert numbers(store) == before
    (wet,) = lines(memorist(store, "promote", "--json"))
    assert [d["id"] for d in dry["done"]] == [d["id"] for d in wet["done"]] != []
    assert {m["id"] for c in dry["changes"] for m in c["memories"]} <= {d["id"] for d in wet["done"]}
    again = memorist(store, "maintain")
    assert "nothing done" in again.stdout


@pytest.mark.slow
@pytest.mark.parametrize("kills", [1, 10])
def test_two_processes_at_once_one_killed_end_like_one_clean_run(kills: int, story: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean"
    assert memorist(clean, "ingest", str(story)).returncode == 0
    assert memorist(clean, "maintain").returncode == 0
    expected = numbers(clean)
    moments = random.Random(kills)
    for attempt in range(kills):
        store = tmp_path / f"torn{attempt}"
        assert memorist(store, "ingest", str(story)).returncode == 0
        env = {**os.environ, "MEMORIST_LEASE_SECONDS": "2"}
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
        killed = subprocess.Popen(command(store, "maintain"), **quiet)
        other = subprocess.Popen(command(store, "maintain"), **quiet)
        time.sleep(moments.uniform(1.0, 3.5))
        killed.kill()
        killed.wait()
        assert other.wait(120) == 0
        assert memorist(store, "maintain").returncode == 0
        assert numbers(store) == expected
        assert memorist(store, "check").returncode == 0


def test_nothing_waits_and_a_wrong_answer_says_so(cli: Cli) -> None:
    assert cli("review", "--json").out == ""
    assert "no-such-id" in cli("review", "no-such-id", "ok").ended(2).err
    assert "ANSWER" in cli("review", "no-such-id").err
