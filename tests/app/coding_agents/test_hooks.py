"""``memorist hook``: the events of Claude Code and Codex as they come, and the answers that they read."""

import json
from pathlib import Path
from typing import Any

import pytest

from memorist.app.coding_agents.events import CLAUDE_FORM, HookObjection, acts_of
from memorist.app.coding_agents.learning import exchanges_in
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
PATCH = """*** Begin Patch
*** Update File: /home/mira/shop/legacy/cart.js
@@
-a
+b
*** Add File: src/new.py
+c
*** End Patch
"""
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
    warning = HookObjection("warn", "It publishes. Instead: Use --dry-run.")
    asked = CLAUDE_FORM.objection(TOOL, warning, True)
    assert asked is not None
    assert asked["hookSpecificOutput"]["permissionDecision"] == "ask"
    assert asked["hookSpecificOutput"]["permissionDecisionReason"] == "It publishes. Instead: Use --dry-run."
    shown = CLAUDE_FORM.objection(TOOL, warning, False)
    assert shown == {"systemMessage": "memorist warns: It publishes. Instead: Use --dry-run."}


@pytest.mark.parametrize(
    ("call", "acts"),
    [
        (
            {"tool_name": "shell", "tool_input": {"command": ["git", "push"]}},
            [{"kind": "shell", "command": "git push"}],
        ),
        ({"tool_name": "Bash", "tool_input": "git push"}, [{"kind": "shell", "command": "git push"}]),
        ({"tool_name": "Bash", "tool_input": {"cmd": "git push"}}, [{"kind": "shell", "command": "git push"}]),
        (
            {"tool_name": "Edit", "tool_input": {"file_path": "/home/mira/shop/legacy/a.py", "old_string": "x"}},
            [{"kind": "file", "operation": "write", "path": "legacy/a.py"}],
        ),
        (
            {"tool_name": "Write", "tool_input": {"file_path": "/etc/hosts", "content": ""}},
            [{"kind": "file", "operation": "write", "path": "/etc/hosts"}],
        ),
        (
            {"tool_name": "mcp__mail__send", "tool_input": {"to": "x"}},
            [{"kind": "tool", "name": "mcp__mail__send", "arguments": {"to": "x"}}],
        ),
        (
            {"tool_name": "apply_patch", "tool_input": {"command": PATCH}},
            [
                {"kind": "file", "operation": "write", "path": "legacy/cart.js"},
                {"kind": "file", "operation": "write", "path": "src/new.py"},
            ],
        ),
    ],
)
def test_a_call_of_a_tool_is_an_act_or_several(call: dict[str, Any], acts: list[dict[str, Any]]):
    assert acts_of({**TOOL, **call}, "/home/mira/shop") == acts


@pytest.mark.parametrize("lines", [CLAUDE, CODEX])
def test_an_exchange_is_what_a_person_said_and_the_last_answer(tmp_path: Path, lines: list[dict[str, Any]]):
    said = exchanges_in(reader_of("transcript")(transcript(tmp_path, lines)))
    assert [(one["role"], one["content"]) for one in said[-2:]] == [
        ("user", "We use Valkey for caching"),
        ("assistant", "Valkey it is."),
    ]


def test_at_a_stop_what_was_not_heard_yet_is_learned_once(cli: Cli, agents: Cli):
    for lines in (CLAUDE[:2], CLAUDE, CLAUDE):
        event = {**STOP, "transcript_path": str(transcript(cli.home, lines))}
        done = hook(agents, "stop", event, "--user", "mira")
        assert (done.code, done.json) == (0, [{}])
    listed = cli("list").out
    assert (listed.count("Valkey"), listed.count("Clerk")) == (1, 1)
    assert "Redis" not in listed


def test_what_was_said_in_a_turn_that_was_interrupted_is_learned_with_the_next(cli: Cli, agents: Cli):
    said = ["Never force-push anything", "[Request interrupted by user]", "Rename the function"]
    lines = [{"type": "user", "message": {"role": "user", "content": text}} for text in said]
    hook(agents, "stop", {**STOP, "transcript_path": str(transcript(cli.home, lines))})
    assert "Never force-push anything" in cli("list").out


def test_what_is_about_to_be_refused_may_have_just_been_allowed(cli: Cli, agents: Cli):
    def write(*said: str) -> Done:
        lines = [{"type": "user", "message": {"role": "user", "content": text}} for text in said]
        call = {"tool_name": "Write", "tool_input": {"file_path": "/home/mira/shop/migrations/1.sql"}}
        return hook(agents, "tool", {**TOOL, **call, "transcript_path": str(transcript(cli.home, lines))})

    rule = "Don't touch migrations/ until the release."
    assert '"deny"' not in write(rule).out, "nobody objects, so nothing is read"
    lines = [{"type": "user", "message": {"role": "user", "content": rule}}]
    hook(agents, "stop", {**STOP, "transcript_path": str(transcript(cli.home, lines))})
    assert '"deny"' in write(rule, "Add the migration").out
    assert write(rule, "Add the migration", "The release is out. Add the migration.").out == ""


def test_a_file_is_named_from_the_project_wherever_the_agent_is(cli: Cli, agents: Cli):
    cli("rule", "Never edit files in legacy/")
    call = {"tool_name": "Edit", "tool_input": {"file_path": "/home/mira/shop/legacy/a.py"}}
    event = json.dumps({**TOOL, **call, "cwd": "/home/mira/shop/legacy"})
    assert agents("hook", "tool", stdin=event).out == ""
    assert '"deny"' in agents("hook", "tool", stdin=event, CLAUDE_PROJECT_DIR="/home/mira/shop").out


def test_the_person_is_told_what_the_memory_could_not_do_as_asked(cli: Cli, agents: Cli):
    cli("remember", "My phone number is +49 151 2345678")
    wish = "Please forget my phone number."
    told = context(hook(agents, "prompt", {**PROMPT, "prompt": wish}), "UserPromptSubmit")
    assert "memorist forget 'my phone number'" in told
    lines = [{"type": "user", "message": {"role": "user", "content": wish}}]
    [answer] = hook(agents, "stop", {**STOP, "transcript_path": str(transcript(cli.home, lines))}).json
    assert "memorist forget 'my phone number'" in answer["systemMessage"]


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
        if event == "no event":
            assert (closed.code, closed.out) == (2, ""), "every agent takes this for a refusal"
        else:
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
