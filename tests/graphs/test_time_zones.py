"""Clocks of speakers: relative words mean days where the speaker is, and the time of a program is no offset of
theirs."""

import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import memorist
from memorist.app.importing.importing import import_source
from memorist.memory_store.domain.clock import VirtualClock
from tests.inputs import contents, document, ingested
from tests.stores import test_settings

AFTER_MIDNIGHT = datetime(2026, 3, 11, 15, 30, tzinfo=UTC)
"""The 12th, 00:30, in Tokyo."""


@pytest.fixture
async def tokyo(embedded_url: str, group: str) -> AsyncGenerator[memorist.Memory]:
    settings, clock = test_settings(timezone="Asia/Tokyo"), VirtualClock(AFTER_MIDNIGHT)
    async with memorist.open(embedded_url, group=group, settings=settings, clock=clock) as opened:
        yield opened


DENTIST = "The dentist appointment is tomorrow."


def wait(memory: memorist.Memory, **apart: float) -> None:
    """Let it be so long after midnight."""
    assert isinstance(memory.clock, VirtualClock)
    memory.clock.move_to(AFTER_MIDNIGHT + timedelta(**apart))


async def told(memory: memorist.Memory, task: str = "When is the dentist appointment?") -> str:
    wait(memory, hours=2)
    return (await memory.recall(task)).prompt


async def test_a_turn_without_a_time_is_said_in_the_zone_of_the_setting(tokyo: memorist.Memory) -> None:
    await ingested(tokyo, DENTIST)
    prompt = await told(tokyo)
    dates = [date in prompt for date in ("2026-03-13", "tomorrow (2026-03-12)", "2026-03-11 15:30")]
    assert dates == [True, False, False]


async def test_the_seconds_of_an_export_are_no_offset_of_the_speaker(tokyo: memorist.Memory, tmp_path: Path) -> None:
    message = {
        "id": "m",
        "author": {"role": "user"},
        "create_time": AFTER_MIDNIGHT.timestamp(),
        "content": {"content_type": "text", "parts": [DENTIST]},
    }
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"mapping": {"n": {"message": message}}, "current_node": "n"}]))
    await import_source("chatgpt", path, tokyo)
    assert "2026-03-13" in await told(tokyo)


async def test_an_offset_that_the_caller_gave_counts_and_is_kept(tokyo: memorist.Memory) -> None:
    await ingested(tokyo, DENTIST, at="2026-03-11T09:25:00-05:00")
    prompt = await told(tokyo)
    assert ("2026-03-12" in prompt, "2026-03-13" in prompt) == (True, False)
    said = (await tokyo.recall("What did I say of Paris and the dentist?")).prompt
    assert "2026-03-11 23:25" not in said


async def test_what_is_said_now_is_not_earlier_than_what_a_clock_that_was_ahead_once_noted(
    tokyo: memorist.Memory,
) -> None:
    wait(tokyo, hours=2)
    await ingested(tokyo, "I live in Ghent.")
    wait(tokyo)
    moved = await ingested(tokyo, "I live in Bruges.")
    assert [memory.effect for memory in moved.memories] == ["superseded"]
    wait(tokyo, minutes=5)
    assert "User lives in Bruges" in (await tokyo.recall("Where do I live?")).prompt
    wait(tokyo, hours=3)
    held = await contents(tokyo)
    assert ("User lives in Bruges" in held, "User lives in Ghent" in held) == (True, False)


async def test_a_document_of_no_known_day_gets_no_date(tokyo: memorist.Memory) -> None:
    text = "The shed in Leuven was built yesterday. The audit of the shed is tomorrow."
    await ingested(tokyo, document(text, title="shed"))
    prompt = await told(tokyo, "When was the shed built, and when is its audit?")
    assert "built yesterday" in prompt
    assert "(2026-" not in prompt.replace("(from", "")
