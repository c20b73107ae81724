"""The endpoint, as the OpenTelemetry SDK's exporter uses it, and what it answers to what is wrong."""

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import httpx
import psutil
import pytest
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceResponse
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.resources import Resource

from memorist.app.open_memory import OpenedOnce
from memorist.app.otlp.body import MAX_UNPACKED
from memorist.app.otlp.receiver import LogsReceiver
from memorist.memory_store.domain.clock import VirtualClock
from tests.app.mcp.conftest import in_a_task
from tests.app.otlp.conftest import listening
from tests.stores import test_settings as settings_of_test

AT = 1_769_932_800_000_000_000
"""An hour before the clock of the tests."""


def emit(endpoint: str, compression: Compression) -> None:
    """Send the records of a coding agent's session, through the real exporter."""
    provider = LoggerProvider(resource=Resource({"service.name": "claude-code"}))
    provider.add_log_record_processor(
        BatchLogRecordProcessor(OTLPLogExporter(endpoint=endpoint, compression=compression))
    )
    logger = provider.get_logger("com.anthropic.claude_code.events")
    events: list[dict[str, Any]] = [
        {"event.name": "user_prompt", "prompt": "Add zod to the billing service"},
        {"event.name": "api_request", "model": "m", "cost_usd": 0.01},
        {"event.name": "tool_result", "tool_name": "Bash", "success": "true", "tool_parameters":
            json.dumps({"full_command": "pnpm add zod"})},
    ]  # fmt: skip
    for number, attributes in enumerate(events):
        logger.emit(
            LogRecord(
                timestamp=AT + number * 1_000_000_000,
                severity_number=SeverityNumber.INFO,
                body=f"claude_code.{attributes['event.name']}",
                attributes={**attributes, "session.id": "session-1"},
            )
        )
    assert provider.force_flush()
    provider.shutdown()


@pytest.mark.parametrize("compression", [Compression.NoCompression, Compression.Gzip, Compression.Deflate])
async def test_the_real_exporter_is_understood(endpoint: str, memory_for: OpenedOnce, compression: Compression) -> None:
    await asyncio.to_thread(emit, endpoint, compression)
    await asyncio.to_thread(emit, endpoint, compression)  # sent again: known by its id
    memory = await memory_for()
    found = await memory.search("zod in the billing service", limit=10)
    episodes = [hit.memory.content for hit in found.hits if hit.memory.type == "episodic"]
    assert len(episodes) == 1
    assert "Zod" in episodes[0]


def records(*raw: Any) -> dict[str, Any]:
    return {"resourceLogs": [{"scopeLogs": [{"logRecords": list(raw)}]}]}


async def post(endpoint: str, body: bytes, **headers: str) -> httpx.Response:
    given = {"content-type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        return await client.post(endpoint, content=body, headers=given)


@pytest.mark.parametrize("ahead", [-30, 0, 20, 3_600])
async def test_what_is_sent_again_later_is_known_whatever_the_senders_clock_says(
    endpoint: str, memory_for: OpenedOnce, clock: VirtualClock, ahead: int
) -> None:
    sent = clock.now() + timedelta(seconds=ahead)
    one = {"timeUnixNano": str(int(sent.timestamp()) * 10**9), "body": {"stringValue": "The deploy of billing ended"}}
    for _ in range(2):
        assert (await post(endpoint, json.dumps(records(one)).encode())).json() == {}
        clock.move_to(clock.now() + timedelta(seconds=5))
    numbers = await (memory := await memory_for()).store.admin.numbers(memory.scope.group_id)
    assert numbers["episodes observation"] == 1


async def test_json_is_taken_and_some_records_may_be_refused(endpoint: str, memory_for: OpenedOnce) -> None:
    good = {"timeUnixNano": str(AT), "eventName": "task.done", "body": {"stringValue": "The ferry timetable is done"}}
    answer = await post(endpoint, json.dumps(records(good)).encode())
    assert (answer.status_code, answer.json()) == (200, {})
    partly = await post(endpoint, json.dumps(records(good, {"body": "bare"})).encode())
    assert partly.status_code == 200
    assert partly.json()["partialSuccess"]["rejectedLogRecords"] == "1"
    assert "logRecords[1]" in partly.json()["partialSuccess"]["errorMessage"]
    assert "ferry" in (await (await memory_for()).recall("ferry timetable")).prompt
    empty = await post(endpoint, b"", content_type="application/x-protobuf")
    assert empty.status_code == 200
    assert ExportLogsServiceResponse.FromString(empty.content) == ExportLogsServiceResponse()


async def test_what_everybody_said_is_kept_under_its_role_and_found(endpoint: str, memory_for: OpenedOnce) -> None:
    sent = [
        ("claude_code.user_prompt", {"prompt": "The login test fails since we upgraded to Expo 54"}),
        ("gen_ai.choice", {"content": "The bottle from Porto is the Quinta do Noval"}),
        ("gen_ai.tool.message", {"content": "Traceback: zeppelin.py has no pilot"}),
        ("claude_code.tool_result", {
            "tool_name": "Bash", "success": "false", "error": "quokka.spec.ts is missing",
            "tool_parameters": '{"full_command": "pnpm test login"}',
        }),
    ]  # fmt: skip
    raw = [
        {
            "timeUnixNano": str(AT + number),
            "eventName": name,
            "attributes": [
                {"key": key, "value": {"stringValue": value}} for key, value in {**given, "session.id": "abc"}.items()
            ],
        }
        for number, (name, given) in enumerate(sent)
    ]
    assert (await post(endpoint, json.dumps(records(*raw)).encode())).json() == {}
    memory = await memory_for()
    for asked, expected in (
        ("Why does the login test fail?", "since we upgraded to Expo 54"),
        ("Which bottle from Porto was it?", "Quinta do Noval"),
        ("What did the traceback of the zeppelin say?", "zeppelin.py has no pilot"),
        ("Which spec is missing?", "quokka.spec.ts is missing"),
    ):
        assert expected in (await memory.recall(asked)).prompt, asked
    kept = await memory.store.episodes.between(memory.scope, session="abc")
    assert {one.episode.role for one in kept} == {"assistant", "tool", "user", None}
    facts = await memory.search("bottle Porto zeppelin", limit=10)
    assert not [hit for hit in facts.hits if "bottle" in hit.memory.content or "zeppelin" in hit.memory.content]


async def test_every_member_of_a_gzip_body_is_read(endpoint: str, memory_for: OpenedOnce) -> None:
    body = json.dumps(records({"timeUnixNano": str(AT), "body": {"stringValue": "The heron has landed"}})).encode()
    packed = gzip.compress(body[:30]) + gzip.compress(b"") + gzip.compress(body[30:]) + b"\0" * 8
    assert (await post(endpoint, packed, content_encoding="gzip")).json() == {}
    found = await (await memory_for()).search("the heron has landed")
    assert any("heron" in hit.memory.content for hit in found.hits)
    cut = gzip.compress(body[:30]) + gzip.compress(body[30:])[:-10]
    assert (await post(endpoint, cut, content_encoding="gzip")).status_code == 400
    garbage = gzip.compress(body) + b"more"
    assert (await post(endpoint, garbage, content_encoding="gzip")).status_code == 400


async def test_a_text_that_was_shortened_is_a_warning(endpoint: str) -> None:
    long = {"timeUnixNano": str(AT), "body": {"stringValue": "a long line " * 1_000}}
    partial = (await post(endpoint, json.dumps(records(long)).encode())).json()["partialSuccess"]
    assert partial["rejectedLogRecords"] == "0"
    assert "shortened" in partial["errorMessage"]


BOMB = gzip.compress(b"[" * (MAX_UNPACKED + 1_000))


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{", {}, 400),
        (b"[" * 200_000, {}, 400),
        (b"\xff\xff", {"content_type": "application/x-protobuf"}, 400),
        (b'{"resourceSpans": [{"scopeSpans": []}]}', {}, 400),
        (b'{"resourceMetrics": []}', {}, 400),
        (b"<a/>", {"content_type": "text/xml"}, 415),
        (b"{}", {"content_encoding": "br"}, 415),
        (b"{}", {"origin": "https://evil.example"}, 403),
        (b"{}", {"content_encoding": "gzip"}, 400),
        (gzip.compress(b"{}" * 100)[:-12], {"content_encoding": "gzip"}, 400),
        (BOMB, {"content_encoding": "gzip"}, 413),
        (zlib.compress(b" " * (MAX_UNPACKED + 1)), {"content_encoding": "deflate"}, 413),
        (b" " * (4 * 1024 * 1024 + 1), {}, 413),
    ],
    ids="syntax depth protobuf spans metrics type encoding origin no-gzip cut bomb deflate-bomb size".split(),
)
async def test_what_cannot_be_taken_is_refused(
    endpoint: str, body: bytes, headers: dict[str, str], status: int
) -> None:
    answer = await post(endpoint, body, **headers)
    assert answer.status_code == status
    if headers.get("content_type") == "application/x-protobuf":
        assert answer.content[:2] == b"\x08\x03"
    else:
        assert answer.json()["message"]
    assert (await post(endpoint, b"{}")).status_code == 200


async def test_another_host_is_not_served(endpoint: str) -> None:
    assert (await post(endpoint, b"{}", host="evil.example")).status_code == 400


async def test_100_megabytes_are_refused_and_not_kept(endpoint: str) -> None:
    async def chunks() -> AsyncGenerator[bytes]:
        for _ in range(1_600):
            yield b" " * 65_536

    before = psutil.Process().memory_info().rss
    async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
        answer = await client.post(endpoint, content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert psutil.Process().memory_info().rss - before < 50 * 1024 * 1024


async def test_a_store_that_is_away_asks_for_another_try(group: str) -> None:
    away = OpenedOnce(settings_of_test(store="falkor://127.0.0.1:1", group=group, inbox="none"))
    good = {"timeUnixNano": str(AT), "body": {"stringValue": "something happened"}}
    async with in_a_task(listening(LogsReceiver(away).app())) as url:
        answer = await post(f"{url}/v1/logs", json.dumps(records(good)).encode())
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["code"] == 14
    await away.close()
