"""Transcripts of coding agents: whose words they are, and that nothing is taken twice."""

import json
from pathlib import Path
from typing import Any

from tests.app.importing import exports
from tests.app.importing.given import inputs, left_out, said


def test_of_a_persons_message_only_what_the_program_put_in_is_left_out(tmp_path: Path) -> None:
    opened = "<ide_opened_file>The user opened x.py</ide_opened_file>"
    reminder = "<system-reminder>Be brief</system-reminder>"
    given: list[tuple[str, list[str], dict[str, Any]]] = [
        ("user", [opened, "We use pnpm."], {}),
        ("user", [reminder, "My editor is vim.", reminder], {}),
        ("user", [opened, reminder], {}),
        ("user", ["<teammate-message>I use emacs</teammate-message>"], {}),
        ("assistant", ["API Error: 500"], {"isApiErrorMessage": True}),
    ]
    lines: list[dict[str, Any]] = []
    for number, (role, texts, more) in enumerate(given):
        content = [{"type": "text", "text": text} for text in texts]
        lines.append({"type": role, "uuid": f"u{number}", "message": {"role": role, "content": content}, **more})
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert [text for _, text, _ in said("transcript", path)] == ["We use pnpm.", "My editor is vim."]
    assert left_out("transcript", path) == {"put in by the program": 3}


def test_a_turn_has_one_id_wherever_its_transcript_lies(tmp_path: Path) -> None:
    folder = tmp_path / "sessions" / "2026"
    folder.mkdir(parents=True)
    exports.codex_rollout(folder)
    whole = inputs("transcript", tmp_path / "sessions")
    assert whole == inputs("transcript", folder) == inputs("transcript", next(folder.iterdir()))
    session = exports.claude_code_transcript(tmp_path)
    first = {each["id"] for each in inputs("transcript", session)}
    resumed = (session / "s-1.jsonl").read_text().replace('"s-1"', '"s-2"')
    (session / "s-2.jsonl").write_text(resumed)
    assert {each["id"] for each in inputs("transcript", session)} == first


def test_what_is_typed_while_claude_code_works_is_the_person_s(tmp_path: Path) -> None:
    def queued(prompt: Any, **more: str) -> dict[str, Any]:
        attachment = {"type": "queued_command", "commandMode": "prompt", "prompt": prompt, **more}
        return {"type": "attachment", "uuid": str(prompt)[:9], "sessionId": "s", "attachment": attachment}

    lines = [
        queued("Never push to main without asking me"),
        queued([{"type": "text", "text": "We use pnpm, not npm."}]),
        queued("ls", commandMode="bash"),
        {"type": "attachment", "uuid": "f", "attachment": {"type": "file", "content": "x"}},
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert [(role, text) for role, text, _ in said("transcript", path)] == [
        ("user", "Never push to main without asking me"),
        ("user", "We use pnpm, not npm."),
    ]
