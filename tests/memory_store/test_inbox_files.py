"""The files of the inbox: order, durability, privacy, damage."""

import stat
from pathlib import Path

import pytest

from memorist.memory_store.inbox import MAX_ATTEMPTS, Inbox


def said(number: int) -> dict[str, object]:
    return {"kind": "turn", "role": "user", "content": f"turn {number}"}


def contents(inbox: Inbox) -> list[str]:
    return [one.input["content"] for one in inbox.waiting()]


def test_inputs_wait_in_the_order_in_which_they_were_said(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    for number in range(12):
        inbox.keep(said(number), [], "away")
    inbox.keep(said(0), [], "still away")
    assert contents(inbox) == [f"turn {number}" for number in range(12)]


def test_an_outage_is_no_attempt(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    for _ in range(3 * MAX_ATTEMPTS):
        inbox.keep(said(1), [], "away")
    assert [one.attempts for one in inbox.waiting()] == [0]


def test_what_fails_for_a_reason_of_its_own_is_set_aside_after_some_attempts(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    kept = [inbox.keep(said(1), [], "unexpected ValueError", outage=False) for _ in range(MAX_ATTEMPTS)]
    assert kept[-1].suffix == ".failed"
    assert inbox.waiting() == []


DAMAGED = [
    "",
    "{",
    "[]",
    '{"input": 1}',
    '{"input": {"kind": "turn"}, "context": []}',
    '{"input": {"kind": "turn"}, "context": ["x"], "reason": "away", "attempts": 0}',
    '{"input": {"kind": "turn"}, "context": [{"role": "x", "content": "y"}], "reason": "away", "attempts": 0}',
    '{"input": {"kind": "turn"}, "context": [], "reason": "away", "attempts": 1e999}',
    "[" * 100_000,
]


def test_what_another_process_takes_meanwhile_is_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = Inbox(tmp_path / "inbox"), Inbox(tmp_path / "inbox")
    for number in (1, 2):
        here.keep(said(number), [], "away")
    [taken, _] = there.waiting()
    look = Path.glob

    def late(folder: Path, pattern: str) -> list[Path]:
        found = sorted(look(folder, pattern))
        there.settle(taken)
        return found

    monkeypatch.setattr(Path, "glob", late)
    assert contents(here) == ["turn 2"]
    assert here.damaged() == []
    assert here.set_aside(taken) is None


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_told_set_aside_and_stops_nobody(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    inbox = Inbox(tmp_path / "inbox")
    broken = inbox.keep(said(1), [], "away")
    inbox.keep(said(2), [], "away")
    broken.write_text(damage, encoding="utf-8")
    assert contents(inbox) == ["turn 2"]
    assert [file.read_text(encoding="utf-8") for file in inbox.damaged()] == [damage]
    assert str(broken.with_suffix(".damaged")) in caplog.text


def test_only_the_user_may_read_what_waits(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    file = inbox.keep(said(1), [], "away")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(inbox.folder.stat().st_mode) == 0o700
    assert [path.name for path in inbox.folder.iterdir()] == [file.name]
