"""Exports of chats: in several parts, spoken, with pictures and files."""

import zipfile
from pathlib import Path
from typing import Any

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from tests.app.importing import exports
from tests.app.importing.given import inputs, left_out, said


def test_pictures_files_and_metadata_that_are_left_out_are_told(tmp_path: Path) -> None:
    parts = [{"content_type": "image_asset_pointer"}, "My dog Rex", {"content_type": "audio_transcription", "text": ""}]
    message = {"id": "m", "author": {"role": "user"}, "content": {"content_type": "multimodal_text", "parts": parts}}
    chat = exports.written(tmp_path / "gpt.json", [{"mapping": {"n": {"message": message}}, "current_node": "n"}])
    assert left_out("chatgpt", chat) == {"part of type image_asset_pointer": 1}
    attached = {"attachments": [{"file_name": "a.txt", "extracted_content": "x"}], "files": [{"file_name": "b.png"}]}
    said = {"uuid": "m", "sender": "human", "text": "See this", **attached}
    claude = exports.written(tmp_path / "claude.json", [{"uuid": "c", "chat_messages": [said]}])
    assert left_out("claude", claude) == {"attached file without its text": 1}
    assert [each["content"] for each in inputs("claude", claude)] == ["x", "See this"]


def test_what_was_spoken_is_read_from_its_transcription(tmp_path: Path) -> None:
    heard = {"content_type": "audio_transcription", "text": "I moved to Bergen.", "direction": "in"}
    content = {"content_type": "multimodal_text", "parts": [heard, {"content_type": "audio_asset_pointer"}]}
    message = {"id": "m", "author": {"role": "user"}, "create_time": 1_760_000_000, "content": content}
    path = exports.written(tmp_path / "c.json", [{"mapping": {"n": {"message": message}}, "current_node": "n"}])
    assert said("chatgpt", path) == [("user", "I moved to Bergen.", "2025-10-09T08:53")]


def test_an_export_in_several_parts_is_read_whole(tmp_path: Path) -> None:
    def part(name: str) -> dict[str, Any]:
        message = {"id": name, "author": {"role": "user"}, "content": {"content_type": "text", "parts": [name]}}
        return {"conversation_id": name, "current_node": "n", "mapping": {"n": {"message": message}}}

    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "conversations.json.index").write_text("no part")
    for number, name in enumerate(("one", "two", "three")):
        exports.written(folder / f"conversations-{number:03}.json", [part(name)])
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for each in folder.iterdir():
            packed.write(each, f"account/{each.name}")
    for path in (folder, archive):
        assert [each["content"] for each in inputs("chatgpt", path)] == ["one", "two", "three"]
    assert [each["content"] for each in inputs("chatgpt", folder / "conversations-001.json")] == ["two"]
    (tmp_path / "none").mkdir()
    for source in ("chatgpt", "claude"):
        with pytest.raises(InvalidInput, match=r"holds no conversations\.json"):
            inputs(source, tmp_path / "none")


def _said(uuid: str, parent: str, text: str, second: int, sender: str = "human") -> dict[str, Any]:
    at = f"2026-05-02T08:00:{second:02}Z"
    return {"uuid": uuid, "parent_message_uuid": parent, "sender": sender, "text": text, "created_at": at}


def test_of_edited_messages_the_branch_that_was_shown_last_is_read(tmp_path: Path) -> None:
    root = "00000000-0000-4000-8000-000000000000"
    messages = [
        _said("p1", root, "I live in Porto.", 0),
        _said("p2", "p1", "ok", 1, "assistant"),
        _said("p3", root, "I live in Braga.", 2),
        _said("p4", "p3", "fine", 3, "assistant"),
        _said("p5", "p4", "Never send mail to customers.", 4),
        _said("p6", "p4", "Never send mail after 18:00.", 5),
    ]
    path = exports.written(tmp_path / "conversations.json", [{"uuid": "k", "chat_messages": messages}])
    assert [text for _, text, _ in said("claude", path)] == ["I live in Braga.", "fine", "Never send mail after 18:00."]
    assert left_out("claude", path) == {"message of a branch that was not shown last": 3}
    plain = [{key: value for key, value in one.items() if key != "parent_message_uuid"} for one in messages]
    older = exports.written(tmp_path / "older.json", [{"uuid": "k", "chat_messages": plain}])
    assert len(inputs("claude", older)) == len(messages)


def test_what_claude_remembers_of_its_user_is_read_from_memories_json(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    exports.written(folder / "conversations.json", [])
    told = {"conversations_memory": "Mira rows on Sundays.", "project_memories": {"p1": "Apollo runs on Go."}}
    exports.written(folder / "memories.json", [{**told, "account_uuid": "a"}])
    found = inputs("claude", folder)
    assert [(one["content"], one["personal"]) for one in found] == [
        ("Mira rows on Sundays.", True),
        ("Apollo runs on Go.", True),
    ]
    assert inputs("claude", folder / "memories.json") == found
