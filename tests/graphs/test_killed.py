"""Ingestion killed at random moments: nothing half written, and a replay completes it."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memorist.evals.scenarios.asking import input_of
from memorist.evals.scenarios.load import load_scenario

MEMORIST = (sys.executable, "-m", "memorist.app.cli")
GROUP = "killed"
KILLS = 50


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """The inputs of the master week as lines."""
    lines = [input_of(event) for event in load_scenario("master_week").events if event.input is not None]
    path = tmp_path / "week.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def memorist(store: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*MEMORIST, *arguments, "--store", f"embedded:{store}", "--group", GROUP]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def ingest_and_kill(store: Path, week: Path, after: float) -> None:
    command = [*MEMORIST, "ingest", str(week), "--store", f"embedded:{store}", "--group", GROUP]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()


def numbers(store: Path) -> dict[str, int]:
    answer = memorist(store, "check", "--json")
    return json.loads(answer.stdout.splitlines()[-1])["numbers"]


@pytest.mark.slow
def test_an_ingestion_killed_at_random_moments_loses_and_breaks_nothing(week: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert memorist(whole, "ingest", str(week)).returncode == 0
    moments = random.Random(KILLS)
    for attempt in range(KILLS):
        store = tmp_path / f"killed{attempt}"
        ingest_and_kill(store, week, after=moments.uniform(1.2, 4.5))
        checked = memorist(store, "check")
        assert checked.returncode == 0, checked.stdout + checked.stderr
        replayed = memorist(store, "ingest", str(week))
        assert replayed.returncode == 0, replayed.stdout + replayed.stderr
        assert numbers(store) == numbers(whole)
