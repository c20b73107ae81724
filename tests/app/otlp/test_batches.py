"""What log records become: events of coding agents, messages by the GenAI conventions, and everything else."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.app.otlp.batches import MAX_EVENTS, batches_of
from memorist.app.otlp.body import Refused
from memorist.app.otlp.records import LogRecord, records_of

AT = datetime(2026, 2, 1, 9, 0, tzinfo=UTC)
CLAUDE = {"service.name": "claude-code"}
MESSAGES = [
    {"role": "user", "parts": [{"type": "text", "content": "first"}]},
    {"role": "assistant", "parts": [{"type": "text", "content": "done"}]},
    {"role": "user", "parts": [{"type": "text", "content": "Which port does staging use?"}]},
]
ANSWER = [{"role": "assistant", "parts": [{"type": "reasoning", "content": "hm"}, {"type": "text", "content": "8443"}]}]


def record(name: str, body: Any = None, resource: dict[str, Any] | None = None, **attributes: Any) -> LogRecord:
    return LogRecord(AT, name, body, attributes, resource or {})


def said(one: LogRecord) -> list[tuple[str, str]]:
    return [(event["name"], event["body"]) for batch in batches_of([one], AT) for event in batch.events]


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (
            record("user_prompt", "claude_code.user_prompt", CLAUDE, prompt="Fix the login", prompt_length=13),
            [("assistant.question", "Fix the login")],
        ),
        (record("user_prompt", "claude_code.user_prompt", CLAUDE, prompt_length=13), []),
        (
            record(
                "tool_result",
                "claude_code.tool_result",
                CLAUDE,
                tool_name="Bash",
                success="true",
                tool_parameters=json.dumps({"bash_command": "pnpm", "full_command": "pnpm add zod"}),
            ),
            [("terminal.command", "pnpm add zod")],
        ),
        (
            record("claude_code.tool_result", tool_name="Bash", success="false", error="exit 1", command="make"),
            [("terminal.command", "make — failed: exit 1")],
        ),
        (record("claude_code.tool_result", tool_name="Edit", file_path="src/a.py"), [("file.edit", "edited src/a.py")]),
        (record("claude_code.tool_result", tool_name="Read", file_path="src/a.py", success="true"), []),
        (record("claude_code.tool_result", tool_name="mcp_tool"), [("tool.call", "used mcp_tool")]),
        (record("claude_code.api_request", "claude_code.api_request", model="x", cost_usd="0.1"), []),
        (record("claude_code.api_error", error="overloaded"), [("error", "overloaded")]),
        (
            record("claude_code.tool_decision", tool_name="Bash", decision="reject"),
            [("tool.refused", "The user refused the use of Bash")],
        ),
        (record("claude_code.tool_decision", tool_name="Bash", decision="accept"), []),
        (
            record("codex.tool_result", tool_name="shell", arguments='{"command": ["ls", "-la"]}', success="true"),
            [("terminal.command", "ls -la")],
        ),
        (
            record("gemini_cli.tool_call", function_name="google_web_search", function_args='{"query": "falkordb"}'),
            [("web.search", "falkordb")],
        ),
        (record("gen_ai.user.message", {"content": "Hello there"}), [("assistant.question", "Hello there")]),
        (record("gen_ai.system.message", {"content": "You are helpful"}), []),
        (
            record("gen_ai.choice", {"index": 0, "message": {"content": "Use port 8443"}}),
            [("assistant.answer", "Use port 8443")],
        ),
        (
            record(
                "gen_ai.client.inference.operation.details",
                None,
                None,
                **{"gen_ai.input.messages": MESSAGES, "gen_ai.output.messages": json.dumps(ANSWER)},
            ),
            [("assistant.question", "Which port does staging use?"), ("assistant.answer", "8443")],
        ),
        (record("task.done", "The login works", extra=1), [("task.done", "The login works")]),
        (record("", "a line"), [("log", "a line")]),
        (record("metric", 7), []),
    ],
)
def test_a_record_becomes_what_it_says(one: LogRecord, expected: list[tuple[str, str]]) -> None:
    assert said(one) == expected


def test_records_are_grouped_by_resource_and_session() -> None:
    api, web = {"service.name": "api"}, {"service.name": "web"}
    records = [
        LogRecord(AT, "a", "one", {"session.id": "s1"}, api),
        LogRecord(AT, "a", "two", {"session.id": "s2"}, api),
        LogRecord(AT, "a", "three", {"session.id": "s1"}, api),
        LogRecord(AT, "a", "four", {"session.id": "s1"}, web),
        LogRecord(None, "a", "five", {}, {"service.name": "web", "session.id": "s1"}),
    ]
    batches = [batch.as_input() for batch in batches_of(records, AT)]
    found = [(each["title"], each["session_id"], [event["body"] for event in each["events"]]) for each in batches]
    assert found == [
        ("api", "s1", ["one", "three"]),
        ("api", "s2", ["two"]),
        ("web", "s1", ["four", "five"]),
    ]
    assert [each["id"] for each in batches] == [batch.as_input()["id"] for batch in batches_of(records, AT)]


def test_a_batch_has_a_size() -> None:
    records = [LogRecord(AT, "a", f"line {n} \0 \ud800", {"x": "y" * 5_000}, {}) for n in range(MAX_EVENTS + 1)]
    first, second = batches_of(records, AT)
    assert (len(first.events), len(second.events)) == (MAX_EVENTS, 1)
    assert first.events[0]["body"] == "line 0   ?"
    assert len(first.events[0]["attributes"]["x"]) == 1_000


def test_a_malformed_record_is_refused_by_itself() -> None:
    good = {"body": {"stringValue": "fine"}, "timeUnixNano": "1770000000000000000", "unknown": 1}
    bad: list[Any] = [
        "text",
        {"timeUnixNano": "soon"},
        {"timeUnixNano": 10**30},
        {"attributes": [{"value": {}}]},
        {"attributes": 7},
        {"body": "bare"},
        {"body": {"arrayValue": {"values": 3}}},
    ]
    deep: Any = {"stringValue": "x"}
    for _ in range(50):
        deep = {"arrayValue": {"values": [deep]}}
    request = {"resourceLogs": [{"scopeLogs": [{"logRecords": [good, *bad, {"body": deep}, good]}]}]}
    found = records_of(request)
    assert [one.body for one in found.records] == ["fine", "fine"]
    assert found.refused == len(bad) + 1
    assert "logRecords[1]" in found.reasons[0]


@pytest.mark.parametrize("request_", [7, [], {"resourceLogs": 3}, {"resourceLogs": ["x"]}])
def test_what_is_no_request_is_refused_whole(request_: Any) -> None:
    with pytest.raises(Refused, match="no ExportLogsServiceRequest"):
        records_of(request_)
