"""Entries of each source, from files in their real form; and files that are wrong, or meant to harm."""

import json
import os
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memorist.app.importing import files
from memorist.app.importing.entries import ImportEntry, Unreadable, bounded, moment
from memorist.app.importing.sources import SOURCES, reader_of
from memorist.app.importing.sources.langgraph_store import user_of
from memorist.memory_store.domain.errors import InvalidInput
from tests.app.importing import exports
from tests.app.importing.given import inputs, left_out, problems, said


@pytest.mark.parametrize(
    ("source", "make", "expected"),
    [
        ("mem0", exports.mem0_export, """
            Prefers window seats on trains|Prefers window seats on trains|2025-11-03T18:00
            The staging database runs Postgres 16|The staging database runs Postgres 16|2025-12-01T08:30"""),
        ("mem0", exports.mem0_history, """
            Uses npm for packages|Uses npm for packages|2025-11-03T10:00
            Uses pnpm for packages|Uses pnpm for packages|2025-12-04T10:00"""),
        ("letta", exports.letta_file, """
            Letta block human of Ada (block-0)|The human is called Mira and works on Apollo.|2025-10-02T00:00
            user|We deploy on Tuesdays|2025-10-01T09:00
            assistant|Noted!|2025-10-01T09:00"""),
        ("transcript", exports.claude_code_transcript, """
            user|We use pnpm for packages.|2026-01-10T09:00
            assistant|Good to know.|2026-01-10T09:00
            tool|Bash: a.py|2026-01-10T09:00"""),
        ("transcript", exports.codex_rollout, """
            user|The API listens on port 8443.|2026-01-11T10:00
            assistant|Understood.|2026-01-11T10:00"""),
        ("chatgpt", exports.chatgpt_export, """
            user|I live in Bergen.|2025-10-09T08:53
            assistant|Rainy!|2025-10-09T08:53"""),
        ("claude", exports.claude_export, """
            user|I drink green tea.|2025-08-01T10:01
            assistant|Tea it is.|2025-08-01T10:02"""),
    ],
)  # fmt: skip
def test_a_source_gives_what_was_said(tmp_path: Path, source: str, make: Callable[[Path], Path], expected: str) -> None:
    assert ["|".join(one) for one in said(source, make(tmp_path))] == [one.strip() for one in expected.splitlines()[1:]]


def test_items_of_langgraphs_store_are_documents(tmp_path: Path) -> None:
    found = {title: text for title, text, _ in said("langgraph-store", exports.langgraph_sqlite(tmp_path))}
    assert found == {
        "Mira rows on Sundays": "Mira rows on Sundays",
        "prefs": "    prefs;\n    theme: dark;\n    n: 3",
    }
    lines = tmp_path / "items.jsonl"
    item = {"namespace": ["notes"], "key": "k", "value": {"text": "a note here"}, "updated_at": "2026-01-01T00:00:00Z"}
    lines.write_text(f"{json.dumps(item)}\n7\n{{\n")
    assert said("langgraph-store", lines) == [("a note here", "a note here", "2026-01-01T00:00")]
    assert problems("langgraph-store", lines) == ["line 2", "line 3"]


@pytest.mark.parametrize("indent", [None, 2])
def test_items_of_langgraphs_store_may_be_one_list(tmp_path: Path, indent: int | None) -> None:
    item = {"namespace": ["notes"], "key": "k", "value": {"text": "a note here"}, "updated_at": "2026-01-01T00:00:00Z"}
    whole = tmp_path / "items.json"
    for given in ([item, 7], {"items": [item, 7]}):
        whole.write_text(json.dumps(given, indent=indent))
        assert said("langgraph-store", whole) == [("a note here", "a note here", "2026-01-01T00:00")]
        assert problems("langgraph-store", whole) == ["item 2"]
    whole.write_text("[{")
    with pytest.raises(InvalidInput, match="not JSON"):
        said("langgraph-store", whole)


def test_notes_of_a_folder_are_documents(tmp_path: Path) -> None:
    folder = exports.markdown_folder(tmp_path)
    found = {title: (text, at) for title, text, at in said("markdown", folder)}
    assert set(found) == {"projects/Apollo.md", "Bare.md", "bomb.md"}
    text, at = found["projects/Apollo.md"]
    assert text.startswith("# Apollo\n\n## Observations")
    assert "part_of the billing program" in text
    assert at == "2025-09-01T12:00"
    assert found["Bare.md"][0] == "Just a line about Apollo."
    assert problems("markdown", folder) == ["broken.md"]
    assert said("markdown", folder / "Bare.md")[0][0] == "Bare.md"


def test_what_is_not_taken_is_counted_and_what_is_broken_is_placed(tmp_path: Path) -> None:
    transcript = exports.claude_code_transcript(tmp_path)
    once = {"no message": 1, "side chain of another agent": 1, "summary of what was said before": 1}
    assert left_out("transcript", transcript) == {**once, "put in by the program": 2}
    assert problems("transcript", transcript) == ["s-1.jsonl:9", "s-1.jsonl:10"]
    assert problems("chatgpt", exports.chatgpt_export(tmp_path)) == ["conversations.json[1]"]
    assert problems("claude", exports.claude_export(tmp_path)) == ["conversations.json[0].chat_messages[3]"]


def test_ids_are_the_same_each_time_and_change_with_a_documents_text(tmp_path: Path) -> None:
    path = exports.mem0_export(tmp_path)
    first, again = ([each["id"] for each in inputs("mem0", path)] for _ in range(2))
    path.write_text(path.read_text().replace("window", "aisle"))
    changed = [each["id"] for each in inputs("mem0", path)]
    assert (first == again, first[0] == changed[0], first[1:] == changed[1:]) == (True, False, True)
    assert len(bounded("x" * 5_000)) == 256


def test_an_archive_is_read_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("conversations.json", b" " * 2_000_000)
    monkeypatch.setattr(files, "MAX_JSON", 1_000_000)
    with pytest.raises(InvalidInput, match="more than 1,000,000 bytes"):
        inputs("chatgpt", archive)


@pytest.mark.parametrize("place", ["name", "content"])
def test_a_damaged_archive_is_named(tmp_path: Path, place: str) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_LZMA) as packed:
        packed.writestr("é/conversations.json", b"[]" * 1_000)
    data = archive.read_bytes()
    start = data.index(b"conversations.json") + len(b"conversations.json")
    harmed = (
        data.replace("é".encode(), b"\xff\xff")
        if place == "name"
        else data[: start + 9] + b"\xff" * 9 + data[start + 18 :]
    )
    archive.write_bytes(harmed)
    with pytest.raises(InvalidInput, match=r"export\.zip cannot be unpacked"):
        inputs("chatgpt", archive)


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "markdown"])
@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[[[[" * 50_000, b'"text"', b"{}", b"SQLite format 3\0junk"])
def test_a_file_of_another_kind_is_refused_or_gives_nothing(tmp_path: Path, source: str, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    try:
        found = list(reader_of(source)(path))
    except InvalidInput as error:
        assert str(path) in str(error)
    else:
        assert not [each for each in found if isinstance(each, ImportEntry)]


@pytest.mark.parametrize("source", list(SOURCES))
def test_only_regular_files_are_read(tmp_path: Path, source: str) -> None:
    fifo = tmp_path / "fifo.md"
    os.mkfifo(fifo)
    for path in (fifo, Path("/dev/zero"), tmp_path / "nothing"):
        try:
            found = list(reader_of(source)(path))
        except InvalidInput:
            continue
        assert all(isinstance(each, Unreadable) for each in found)


def test_a_view_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    with sqlite3.connect(path) as base:
        base.execute("CREATE VIEW history AS SELECT 1 AS id")
    with pytest.raises(InvalidInput, match="no table history"):
        inputs("mem0", path)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05+00:00"),
        ("2026-01-02 03:04:05", "2026-01-02T03:04:05+00:00"),
        ("2026-01-02T03:04:05-08:00", "2026-01-02T11:04:05+00:00"),
        (1_767_323_045, "2026-01-02T03:04:05+00:00"),
        (1_767_323_045_000, "2026-01-02T03:04:05+00:00"),
        (None, None),
        (True, None),
        ("soon", None),
        (float("nan"), None),
        (10**30, None),
        (0, None),
    ],
)
def test_times_are_read_in_every_form(value: Any, expected: str | None) -> None:
    found = moment(value)
    assert (found.isoformat() if found else None) == expected


def test_a_source_that_is_none_is_told_with_those_there_are() -> None:
    with pytest.raises(InvalidInput, match="letta"):
        reader_of("notion")


@pytest.mark.parametrize(
    ("namespace", "user"),
    [
        (("memories", "ana"), "ana"),
        (("ana", "memories"), "ana"),
        (("acme", "users", "Ana", "profile"), "Ana"),
        (("memories", "acme", "ana"), "ana"),
        (("memories", "team"), None),
        (("project", "apollo", "memories"), None),
        (("prefs",), None),
        (("docs", "api"), None),
    ],
)
def test_a_namespace_names_the_user_whose_items_it_holds(namespace: tuple[str, ...], user: str | None) -> None:
    assert user_of(namespace) == user


def test_what_is_past_its_time_is_left_out_and_counted(tmp_path: Path) -> None:
    def memory(number: int, **more: Any) -> dict[str, Any]:
        return {"id": f"x{number}", "memory": f"Plays instrument {number}", "user_id": "ana", **more}

    ends = [{"expiration_date": "2026-02-01"}, {"metadata": {"expiration_date": "2026-02-01"}}, {"metadata": None}]
    kept = memory(9, expiration_date="2190-01-01")
    path = exports.written(tmp_path / "m.json", {"results": [*(memory(n, **end) for n, end in enumerate(ends)), kept]})
    assert [each["content"] for each in inputs("mem0", path)] == [
        "Plays instrument 2",
        "Plays instrument 9 (until 2190-01-01)",
    ]
    assert left_out("mem0", path)["expired in Mem0"] == 2
    item = {
        "namespace": ["memories", "ana"],
        "value": {"text": "Rows on Sundays"},
        "created_at": "2026-01-01T10:00:00Z",
    }
    items = [{**item, "key": "a", "ttl": 60}, {**item, "key": "b", "expires_at": "2190-01-01T00:00:00Z"}]
    lines = tmp_path / "items.jsonl"
    lines.write_text("\n".join(map(json.dumps, items)))
    assert [(each["user_id"], each["personal"]) for each in inputs("langgraph-store", lines)] == [("ana", True)]
    assert left_out("langgraph-store", lines) == {"past its time to live": 1}


@pytest.mark.parametrize(
    ("name", "text", "day"),
    [
        ("2025-03-10.md", "# Monday\n\nThe audit is tomorrow.", "2025-03-10"),
        ("20250310 shed.md", "The shed was built yesterday.", "2025-03-10"),
        ("a.md", '---\ncreated: "[[2026-01-15]]"\n---\nWe moved.', "2026-01-15"),
        ("a.md", "---\ncreated: [[2026-01-15]]\n---\nWe moved.", "2026-01-15"),
        ("a.md", "# 2025-03-10\n\nThe boiler was replaced today.", "2025-03-10"),
        ("a.md", "---\ndate: 10.03.2025\n---\nThe roof was fixed yesterday.", "2025-03-10"),
        ("a.md", "---\ncreated_at: 2025-03-10T08:00\n---\nPainted today.", "2025-03-10"),
        ("a.md", "---\ncreated: 2025-03-10\nmodified: 2026-11-20\n---\nWelded today.", "2025-03-10"),
        ("a.md", "Nobody knows when this was written today.", None),
        ("99999999.md", "No day.", None),
    ],
)
def test_the_day_of_a_note_is_never_that_of_its_file(tmp_path: Path, name: str, text: str, day: str | None) -> None:
    (tmp_path / name).write_text(text)
    [found] = inputs("markdown", tmp_path)
    assert (found.get("at", "")[:10] or None, found.get("dated", True)) == (day, day is not None)
