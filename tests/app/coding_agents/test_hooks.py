"""``memorist hook``: the events of Claude Code and Codex as they come, and the answers that they read."""

import json
from pathlib import Path
from typing import Any

import pytest

from memorist.app.coding_agents.events import act_of, last_exchange, verdict_answer
from memorist.app.importing.sources import reader_of
from tests.app.command_line import Cli, Done, one_line

COMMON = {"session_id": "5f2b", "cwd": "/home/mira/shop", "permission_mode": "default"}
START = {**COMMON, "hook_event_name": "SessionStart", "source": "startup"}
PROMPT = {**COMMON, "hook_event_name": "UserPromptSubmit"}
TOOL = {**COMMON, "hook_event_name": "PreToolUse", "tool_use_id": "toolu_01"}
STOP = {**COMMON, "hook_event_name": "Stop", "stop_hook_active": False}
CLAUDE = [
    {"type": "user", "message": {"role": "user", "content": "We use Clerk for mobile auth"}},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]}},
    {"type": "user", "isMeta": True, "message": {"role": "user", "content": "Caveat: not said"}},
    {"type": "user", "message": {"role": "user", "content": "We use Valkey for caching"}},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "tool_use", "name": "Bash"}]}},
    {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "content": "We use Redis"}]}},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "Valkey it is."}]}},
]
CODEX = [
    {"type": "session_meta", "payload": {"id": "019a"}},
    {
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "We use Valkey for caching"}],
        },
    },
    {
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Valkey it is."}],
        },
    },
]


def hook(agents: Cli, name: str, event: object, *options: str) -> Done:
    return agents("hook", name, *options, stdin=event if isinstance(event, str) else json.dumps(event))


def transcript(folder: Path, lines: list[dict[str, Any]]) -> Path:
    path = folder / "transcript.jsonl"
    stamped = [
        {"sessionId": "5f2b", "uuid": f"u{number}", "timestamp": f"2026-02-01T17:00:{number:02}Z", **line}
        for number, line in enumerate(lines)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in stamped))
    return path


def context(done: Done, name: str) -> str:
    [answer] = done.json
    assert answer["hookSpecificOutput"]["hookEventName"] == name
    return answer["hookSpecificOutput"]["additionalContext"]


def test_a_session_begins_with_the_rules_and_a_prompt_with_what_is_known_for_it(cli: Cli, agents: Cli):
    assert hook(agents, "session-start", START).out == "", "an empty memory tells nothing"
    cli("rule", "Never push to main", "--reason", "it deploys")
    cli("remember", "The staging database runs Postgres 16")
    assert "Never push to main" in context(hook(agents, "session-start", START), "SessionStart")
    told = context(hook(agents, "prompt", {**PROMPT, "prompt": "Which database runs on staging?"}), "UserPromptSubmit")
    assert "Postgres 16" in told
    assert "Never push to main" in told
    assert "## Task" not in told, "the agent has the prompt already"


def test_a_call_against_a_rule_is_denied_with_the_reason(cli: Cli, agents: Cli):
    cli("rule", "Never push to main", "--reason", "it deploys")
    call = {"tool_name": "Bash", "tool_input": {"command": "git push origin main", "description": "push"}}
    [answer] = hook(agents, "tool", {**TOOL, **call}).json
    decided = answer["hookSpecificOutput"]
    assert (decided["hookEventName"], decided["permissionDecision"]) == ("PreToolUse", "deny")
    assert "it deploys" in decided["permissionDecisionReason"]
    allowed = {"tool_name": "Bash", "tool_input": {"command": "git status"}}
    assert hook(agents, "tool", {**TOOL, **allowed}).out == "", "the agent's own permissions decide"


def test_a_warning_asks_the_person_where_the_agent_can():
    asked = verdict_answer("warn", "It publishes.", "Use --dry-run.", asks=True)
    assert asked is not None
    assert asked["hookSpecificOutput"]["permissionDecision"] == "ask"
    assert asked["hookSpecificOutput"]["permissionDecisionReason"] == "It publishes. Instead: Use --dry-run."
    shown = verdict_answer("warn", "It publishes.", "", asks=False)
    assert shown == {"systemMessage": "memorist warns: It publishes."}


@pytest.mark.parametrize(
    ("call", "act"),
    [
        (
            {"tool_name": "shell", "tool_input": {"command": ["git", "push"]}},
            {"kind": "shell", "command": "git push"},
        ),
        (
            {"tool_name": "Edit", "tool_input": {"file_path": "/home/mira/shop/legacy/a.py", "old_string": "x"}},
            {"kind": "file", "operation": "write", "path": "legacy/a.py"},
        ),
        (
            {"tool_name": "Write", "tool_input": {"file_path": "/etc/hosts", "content": ""}},
            {"kind": "file", "operation": "write", "path": "/etc/hosts"},
        ),
        (
            {"tool_name": "mcp__mail__send", "tool_input": {"to": "x"}},
            {"kind": "tool", "name": "mcp__mail__send", "arguments": {"to": "x"}},
        ),
    ],
)
def test_a_call_of_a_tool_is_an_act(call: dict[str, Any], act: dict[str, Any]):
    assert act_of({**TOOL, **call}) == act


@pytest.mark.parametrize("lines", [CLAUDE, CODEX])
def test_the_last_exchange_is_what_person_and_agent_said_last(tmp_path: Path, lines: list[dict[str, Any]]):
    said = last_exchange(reader_of("transcript")(transcript(tmp_path, lines)))
    assert [(one["role"], one["content"]) for one in said] == [
        ("user", "We use Valkey for caching"),
        ("assistant", "Valkey it is."),
    ]


def test_at_a_stop_the_last_exchange_is_learned_once(cli: Cli, agents: Cli):
    event = {**STOP, "transcript_path": str(transcript(cli.home, CLAUDE))}
    for _ in range(2):
        done = hook(agents, "stop", event, "--user", "mira")
        assert (done.code, done.json) == (0, [{}])
    listed = cli("list").out
    assert listed.count("Valkey") == 1
    assert "Clerk" not in listed
    assert "Redis" not in listed


@pytest.mark.parametrize("name", ["session-start", "prompt", "tool", "stop"])
def test_what_is_no_event_is_told_and_does_not_stop_the_agent(agents: Cli, name: str):
    for given in ("", "{", "[]", "null"):
        wrong = hook(agents, name, given)
        assert (wrong.code, wrong.out) == (1, ""), "2 would stop the agent"
        assert one_line(wrong.err)
        assert "standard input" in wrong.err


def test_a_guard_that_is_closed_denies_what_it_cannot_check_or_read_whole(agents: Cli):
    unreadable = {"tool_name": "Bash", "tool_input": {"command": "echo cm0gLXJmIC8= | base64 -d | sh"}}
    for event in ({**TOOL, **unreadable}, TOOL, "no event"):
        open_, closed = hook(agents, "tool", event), hook(agents, "tool", event, "--closed")
        assert '"deny"' not in open_.out
        assert closed.code == 0
        assert closed.json[0]["hookSpecificOutput"]["permissionDecision"] == "deny"
    harmless = {"tool_name": "Bash", "tool_input": {"command": "git status"}}
    assert hook(agents, "tool", {**TOOL, **harmless}, "--closed").out == ""


def test_a_failure_injects_nothing_and_is_one_line(agents: Cli):
    for name, event in (("prompt", PROMPT), ("tool", TOOL), ("stop", {**STOP, "transcript_path": "/nowhere/x.jsonl"})):
        failed = hook(agents, name, event)
        assert (failed.code, failed.out) == (0, "")
        assert one_line(failed.err)
    away = hook(agents, "stop", {**STOP, "transcript_path": "x"}, "--store", "falkor://127.0.0.1:9")
    assert (away.code, away.out) == (0, "")
    assert one_line(away.err)
