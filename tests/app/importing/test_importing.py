"""An import into a memory: twice, dry, interrupted and resumed; and the command."""

import json
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import typer

import memorist
from memorist.app.cli.commands import Commands
from memorist.app.importing.command import command
from memorist.app.importing.importing import import_source
from memorist.app.importing.journal import Journal
from memorist.memory_store.domain.errors import StoreUnavailable
from tests.app.command_line import Cli
from tests.app.importing import exports


async def test_an_import_is_recalled_and_twice_changes_nothing(memory: memorist.Memory, tmp_path: Path) -> None:
    path = exports.claude_code_transcript(tmp_path)
    steps: list[tuple[str, int, int]] = []
    first = await import_source("transcript", path, memory, on_progress=lambda *step: steps.append(step))
    assert (first.entries, first.imported + first.skipped, first.failed, first.sessions) == (3, 3, 2, 1)
    assert first.imported
    assert steps[-1] == ("importing", 3, 3)
    assert "pnpm" in (await memory.recall("Install a package")).prompt
    before = await memory.store.admin.numbers(memory.scope.group_id)
    second = await import_source("transcript", path, memory)
    assert (second.imported, second.known + second.skipped, second.memories) == (0, 3, 0)
    assert await memory.store.admin.numbers(memory.scope.group_id) == before


async def test_entries_kept_for_a_user_are_that_users_facts_and_have_no_invented_day(
    memory: memorist.Memory, tmp_path: Path
) -> None:
    items = [
        {"id": "1", "memory": "User is allergic to penicillin", "user_id": "ana", "metadata": {"ward": "B3"}},
        {"id": "2", "memory": "User is vegan", "user_id": "ben"},
    ]
    await import_source("mem0", exports.written(tmp_path / "mem0.json", {"results": items}), memory)
    mine = memory.as_user("ana")
    assert "User is allergic to penicillin" in {one.content for one in await mine.list()}
    told = (await mine.recall("When did the doctor learn which medicine I must not get?")).prompt
    assert "User is allergic to penicillin" in told
    assert "ward: B3" in told
    assert not [word for word in ("vegan", "Document: User", "since ") if word in told]


async def test_a_dry_run_reads_and_writes_nothing(memory: memorist.Memory, tmp_path: Path) -> None:
    report = await import_source("mem0", exports.mem0_history(tmp_path), None)
    assert report.kinds == {"document": 2}
    assert report.left_out == {"deleted in Mem0": 2}
    assert (report.first or "").startswith("2025-11-03")
    assert not any((await memory.store.admin.numbers(memory.scope.group_id)).values())


async def test_a_wrong_entry_does_not_stop_the_others_and_a_dry_run_tells_of_it(
    memory: memorist.Memory, tmp_path: Path
) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(
        "\n".join(json.dumps({"role": "user", "content": text}) for text in ("x " * 200_000, "We use pnpm."))
    )
    dry, done = await import_source("transcript", path, None), await import_source("transcript", path, memory)
    assert dry.problems == done.problems
    assert (dry.entries, dry.failed) == (done.entries, done.failed) == (2, 1)
    assert (done.imported, done.problems[0].place) == (1, "session.jsonl:1")


async def test_an_interrupted_import_goes_on_where_it_was(
    memory: memorist.Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "session.jsonl"
    words = ["one", "two", "three", "four"]
    lines = [{"role": "user", "content": f"We keep the number {each}.", "id": each} for each in words]
    path.write_text("\n".join(map(json.dumps, lines)))
    ingest, seen = memory.ingest, list[str]()

    async def failing(given: Any, **options: Any) -> Sequence[Any]:
        seen.extend(one["id"] for one in given)
        if len(seen) == 4:
            await ingest(given[:2], **options)
            raise StoreUnavailable("the database is away")
        return await ingest(given, **options)

    monkeypatch.setattr(memory, "ingest", failing)
    folder = tmp_path / "imports"
    with pytest.raises(StoreUnavailable):
        await import_source("transcript", path, memory, journal=Journal(folder, {"a": 1}, resume=False))
    assert (folder.stat().st_mode & 0o777, next(folder.iterdir()).stat().st_mode & 0o777) == (0o700, 0o600)
    journal = Journal(folder, {"a": 1}, resume=True)
    report = await import_source("transcript", path, memory, journal=journal)
    assert (report.resumed, report.imported) == (2, 2)
    assert len(seen) == 6
    journal.finish()
    assert list(folder.iterdir()) == []


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.chdir(tmp_path)
    program = typer.Typer(cls=Commands)
    program.command("import")(command)
    program.callback()(lambda: None)
    return Cli(tmp_path, program=program)


def test_the_command(cli: Cli) -> None:
    path = str(exports.chatgpt_export(cli.home))
    dry = cli("import", "chatgpt", path, "--dry-run")
    assert "2 turn" in dry.out
    assert "nothing was written" in dry.out
    assert not (cli.home / "store").exists()
    done = cli("import", "chatgpt", path, "--json")
    [report] = done.json
    assert (report["imported"] + report["skipped"], report["failed"], done.code) == (2, 1, 1)
    assert report["imported"]
    [again] = cli("import", "chatgpt", path, "--json", "--resume").json
    assert (again["imported"], again["known"] + again["skipped"]) == (0, 2)
    assert "unknown source 'notion'" in cli("import", "notion", path).ended(2).err
    assert "Traceback" not in cli("import", "chatgpt", path, "--store", "falkor://127.0.0.1:1").ended(3).err


def test_the_command_runs_where_entry_points_are_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["memorist", "import", "--help"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("memorist.app.importing", run_name="__main__")
    assert (end.value.code, "Usage: memorist import" in capsys.readouterr().out) == (0, True)


async def test_a_report_counts_inputs_with_sentences_that_nobody_read(memory: memorist.Memory, tmp_path: Path) -> None:
    said = "We use GitLab CI for our pipelines, and never deploy on Fridays."
    line = {"type": "user", "uuid": "u1", "sessionId": "s", "timestamp": "2026-01-10T09:00:00Z"}
    path = exports.written(tmp_path / "said.jsonl", {**line, "message": {"role": "user", "content": said}})
    report = await import_source("transcript", path, memory)
    assert (report.imported, report.unread) == (1, 1)
