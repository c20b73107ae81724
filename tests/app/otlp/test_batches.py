"""Mapping of log records: events of coding agents, messages by the GenAI conventions, and everything else."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.app.otlp.batches import MAX_EVENTS, MAX_SAID_CHARS, EventBatch, SaidInRecord, inputs_of
from memorist.app.otlp.body import RequestRefused
from memorist.app.otlp.records import LogRecord, records_of

AT = datetime(2026, 2, 1, 9, 0, tzinfo=UTC)
CLAUDE = {"service.name": "claude-code"}
MESSAGES = [
    {"role": "user", "parts": [{"type": "text", "content": "first"}]},
    {"role": "assistant", "parts": [{"type": "text", "content": "done"}]},
    {"role": "user", "parts": [{"type": "text", "content": "Which port does staging use?"}]},
]
ANSWER = [{"role": "assistant", "parts": [{"type": "reasoning", "content": "hm"}, {"type": "text", "content": "8443"}]}]
CALL = {"role": "assistant", "parts": [{"type": "tool_call", "id": "1", "name": "notes", "arguments": {}}]}
RESULTS = [
    {"role": "tool", "parts": [{"type": "tool_call_response", "response": "two results"}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "response": "of one turn"}]},
]


DETAILS = "gen_ai.client.inference.operation.details"


def record(name: str, body: Any = None, resource: dict[str, Any] | None = None, **attributes: Any) -> LogRecord:
    return LogRecord(AT, name, body, attributes, resource or {})


def logged(name: str, attributes: dict[str, Any], body: Any = None) -> LogRecord:
    return LogRecord(AT, name, body, attributes, {})


def batches_of(records: list[LogRecord], now: datetime) -> list[EventBatch]:
    return [one for one in inputs_of(records, now) if isinstance(one, EventBatch)]


def turns_of(*records: LogRecord) -> list[dict[str, Any]]:
    return [one.as_input() for one in inputs_of(records, AT) if isinstance(one, SaidInRecord)]


def said(one: LogRecord) -> list[tuple[str, str]]:
    """Return the mapping of a record: the roles and words of turns, the names and bodies of events."""
    turns = [(turn["role"], turn["content"]) for turn in turns_of(one)]
    return turns + [(event["name"], event["body"]) for batch in batches_of([one], AT) for event in batch.events]


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (
            record("user_prompt", "claude_code.user_prompt", CLAUDE, prompt="Fix the login", prompt_length=13),
            [("user", "Fix the login")],
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
        (record("gen_ai.user.message", {"content": "Hello there"}), [("user", "Hello there")]),
        (record("gen_ai.system.message", {"content": "You are helpful"}), []),
        (record("gen_ai.choice", {"index": 0, "message": {"content": "Use 8443"}}), [("assistant", "Use 8443")]),
        (
            logged(DETAILS, {"gen_ai.input.messages": MESSAGES, "gen_ai.output.messages": json.dumps(ANSWER)}),
            [("user", "Which port does staging use?"), ("assistant", "8443")],
        ),
        (record("gen_ai.assistant.message", {"content": "It is 8443"}), [("assistant", "It is 8443")]),
        (
            record("gen_ai.tool.message", {"content": "3 tests failed", "id": "call_1", "name": "run_tests"}),
            [("tool", "run_tests: 3 tests failed")],
        ),
        (
            record(DETAILS, {"gen_ai.input.messages": [*MESSAGES[:2], *RESULTS], "gen_ai.output.messages": ANSWER}),
            [("tool", "two results"), ("tool", "of one turn"), ("assistant", "8443")],
        ),
        (logged("my.event", {"gen_ai.output.messages": ANSWER}, "called a model"), [("assistant", "8443")]),
        (
            record("codex.tool_result", tool_name="shell", arguments='{"command": "make"}', output="make: *** no rule"),
            [("tool", "shell: make: *** no rule"), ("terminal.command", "make")],
        ),
        (
            logged("codex.sse_event", {"event.kind": "response.failed", "error.message": "disconnected near Riga"}),
            [("error", "disconnected near Riga")],
        ),
        (record("claude_code.assistant_response", response="A hook broke"), [("assistant", "A hook broke")]),
        (
            logged(DETAILS, {"gen_ai.input.messages": [MESSAGES[2], CALL, *RESULTS]}),
            [("user", "Which port does staging use?"), ("tool", "two results"), ("tool", "of one turn")],
        ),
        (record("gemini_cli.api_response", response_text="Use the lockfile"), [("assistant", "Use the lockfile")]),
        (logged(DETAILS, {"error.message": "context is too long"}), [("error", "context is too long")]),
        (
            logged("", {"exception.type": "OSError", "exception.message": "disk full"}),
            [("error", "OSError: disk full")],
        ),
        (logged("job", {"exception.message": "disk full"}, "nightly job"), [("job", "nightly job: disk full")]),
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
    assert found == [("api", "s1", ["one", "three"]), ("api", "s2", ["two"]), ("web", "s1", ["four", "five"])]
    assert [each["id"] for each in batches] == [batch.as_input()["id"] for batch in batches_of(records, AT)]


def test_words_that_are_sent_with_each_request_are_one_turn() -> None:
    asked = logged("gen_ai.user.message", {"gen_ai.conversation.id": "c"}, {"content": "Which port?"})
    later = LogRecord(AT.replace(hour=10), asked.name, asked.body, asked.attributes, {})
    first, second = turns_of(asked, later)
    assert (first["session_id"], first["id"]) == ("c", second["id"])
    nobodys = LogRecord(AT, asked.name, asked.body, {}, {})
    first, second = turns_of(nobodys, LogRecord(AT.replace(hour=10), nobodys.name, nobodys.body, {}, {}))
    assert first["id"] != second["id"]
    typed = logged("claude_code.user_prompt", {"prompt": "continue", "session.id": "s"})
    first, second = turns_of(typed, LogRecord(AT.replace(hour=10), typed.name, None, typed.attributes, {}))
    assert first["id"] != second["id"]


def test_what_is_too_long_is_shortened_and_a_tool_keeps_its_end() -> None:
    long, result = "y" * (MAX_SAID_CHARS + 1), f"{'x' * 9_000} 2 tests failed"
    one, two = inputs_of(
        [record("gen_ai.user.message", {"content": long}), record("gen_ai.tool.message", {"content": result})], AT
    )
    assert (one.shortened, two.shortened) == (True, True)
    assert len(one.as_input()["content"]) == MAX_SAID_CHARS
    kept = two.as_input()["content"]
    assert kept.endswith("2 tests failed")
    assert len(kept) < 4_100


def test_a_null_drops_no_record() -> None:
    nulls: list[Any] = [
        {"key": "a", "value": None},
        {"key": "b", "value": {"stringValue": None}},
        {"key": "c", "value": {"intValue": None}},
        {"key": "d", "value": {"doubleValue": None}},
        {"key": "e", "value": {"arrayValue": None}},
        {"key": "f", "value": {"kvlistValue": {"values": None}}},
        {"key": "g"},
        None,
    ]
    raw = {"attributes": nulls, "body": {"stringValue": "fine"}}
    found = records_of({"resourceLogs": [{"scopeLogs": [{"logRecords": [raw]}]}]})
    assert (found.refused, [one.body for one in found.records]) == (0, ["fine"])
    assert set(found.records[0].attributes) == set("abcdefg")


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
    with pytest.raises(RequestRefused, match="no ExportLogsServiceRequest"):
        records_of(request_)
