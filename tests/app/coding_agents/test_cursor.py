"""``memorist hook`` with Cursor's events, in the form of its documentation, and the answers that it reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.command_line import Cli

COMMON = {
    "conversation_id": "c-1",
    "generation_id": "g-1",
    "model": "auto",
    "cursor_version": "2.4.0",
    "workspace_roots": ["/home/mira/shop"],
    "user_email": None,
}
RULE = ("rule", "Never push to main", "--reason", "it deploys")
KEEP_OUT = ("rule", "Never edit files in legacy/")


def answer(agents: Cli, hook: str, name: str, *options: str, **event: Any) -> tuple[Any, str]:
    done = agents("hook", hook, *options, stdin=json.dumps({**COMMON, "hook_event_name": name, **event})).ended(0)
    return (done.json[0] if done.out else None), done.err


def test_a_session_begins_with_the_rules(cli: Cli, agents: Cli):
    assert answer(agents, "session-start", "sessionStart", session_id="c-1", composer_mode="agent") == ({}, "")
    cli(*RULE)
    told, _ = answer(agents, "session-start", "sessionStart", session_id="c-1", is_background_agent=False)
    assert list(told) == ["additional_context"]
    assert "Never push to main" in told["additional_context"]


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("beforeShellExecution", {"command": "git push origin main", "cwd": "", "sandbox": False}),
        ("beforeMCPExecution", {"tool_name": "git_push", "tool_input": '{"branch": "main"}', "url": "http://x"}),
        ("preToolUse", {"tool_name": "Write", "tool_input": {"file_path": "/home/mira/shop/legacy/a.js"}}),
        ("preToolUse", {"tool_name": "Delete", "tool_input": {"path": "/home/mira/shop/legacy/a.js"}}),
    ],
)
def test_an_act_against_a_rule_is_denied_for_the_person_and_the_agent(
    cli: Cli, agents: Cli, name: str, event: dict[str, Any]
):
    cli(*RULE)
    cli(*KEEP_OUT)
    decided, _ = answer(agents, "tool", name, **event)
    assert decided["permission"] == "deny"
    assert decided["user_message"] == decided["agent_message"]
    assert "breaks the rule" in decided["user_message"]


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("beforeShellExecution", {"command": "git status", "cwd": "/home/mira/shop"}),
        ("beforeReadFile", {"file_path": "/home/mira/shop/legacy/a.js", "content": "x", "attachments": []}),
        ("preToolUse", {"tool_name": "Write", "tool_input": {"file_path": "/home/mira/shop/src/a.js"}}),
        ("afterFileEdit", {"file_path": "/home/mira/shop/src/a.js", "edits": []}),
    ],
)
def test_without_an_objection_cursor_decides_by_itself(cli: Cli, agents: Cli, name: str, event: dict[str, Any]):
    cli(*RULE)
    cli(*KEEP_OUT)
    assert answer(agents, "tool", name, **event) == (None, "")


def test_a_file_that_must_not_be_read_is_not(cli: Cli, agents: Cli):
    cli("rule", "Never read files in secrets/")
    decided, _ = answer(agents, "tool", "beforeReadFile", file_path="/home/mira/shop/secrets/a", content="x")
    assert decided["permission"] == "deny"


def test_a_warning_asks_about_commands_and_is_a_line_where_cursor_cannot_ask(cli: Cli, agents: Cli):
    cli("rule", "Never push to main", "--severity", "warn")
    cli("rule", "Never edit files in legacy/", "--severity", "warn")
    push = {"command": "git push origin main", "cwd": "/home/mira/shop"}
    assert answer(agents, "tool", "beforeShellExecution", **push)[0]["permission"] == "ask"
    nothing, said = answer(agents, "tool", "beforeShellExecution", "--no-ask", **push)
    assert nothing is None
    assert "memorist warns: It breaks the rule" in said
    edit = {"tool_name": "Write", "tool_input": {"file_path": "/home/mira/shop/legacy/a.js"}}
    assert answer(agents, "tool", "preToolUse", **edit)[0] is None


def test_an_edit_that_was_done_is_reported(cli: Cli, agents: Cli):
    cli(*KEEP_OUT)
    nothing, said = answer(agents, "tool", "afterFileEdit", file_path="/home/mira/shop/legacy/a.js", edits=[])
    assert nothing is None
    assert "breaks the rule" in said


def test_what_was_said_is_learned_from_the_transcript(cli: Cli, agents: Cli, tmp_path: Path):
    path = tmp_path / "c-1.jsonl"
    asked = "<timestamp>Monday</timestamp>\n<user_query>\nWe use Valkey for caching\n</user_query>"
    lines = [
        {"role": "user", "message": {"content": [{"type": "text", "text": asked}]}},
        {"role": "assistant", "message": {"content": [{"type": "text", "text": "Noted."}]}},
        {"type": "turn_ended", "status": "success"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    at = {"transcript_path": str(path)}
    prompted = answer(agents, "prompt", "beforeSubmitPrompt", prompt="We use Valkey for caching", **at)
    assert prompted == ({"continue": True}, "")
    assert "Valkey" not in cli("list").out
    assert answer(agents, "stop", "stop", status="completed", loop_count=0, **at) == ({}, "")
    assert cli("list").out.count("Valkey for caching") == 1


def test_without_a_transcript_a_prompt_is_learned_when_it_is_submitted(cli: Cli, agents: Cli):
    prompt = {"prompt": "We use Valkey for caching", "attachments": []}
    assert answer(agents, "prompt", "beforeSubmitPrompt", **prompt) == ({"continue": True}, "")
    assert answer(agents, "stop", "stop", status="completed", loop_count=0) == ({}, "")
    assert cli("list").out.count("Valkey for caching") == 1


def test_a_guard_that_is_closed_denies_what_it_cannot_read(agents: Cli):
    hidden = {"command": "echo cm0gLXJmIC8= | base64 -d | sh", "cwd": ""}
    assert answer(agents, "tool", "beforeShellExecution", "--closed", **hidden)[0]["permission"] == "deny"
