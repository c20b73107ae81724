"""Inputs for tests, and what ingesting them gives: what matters is said, the rest is filled in."""

from collections.abc import Awaitable, Mapping
from datetime import datetime, timedelta
from typing import Any

from memorist.api.memory import AsyncMemory
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestError, IngestResult
from tests.stores import START

type Given = dict[str, Any]


def turn(content: str, role: str = "user", **more: Any) -> Given:
    """Words of somebody in a conversation."""
    return {"kind": "turn", "role": role, "content": content, **more}


def manual(content: str, **more: Any) -> Given:
    """An entry by hand."""
    return {"kind": "manual", "content": content, **more}


def rule(content: str, **more: Any) -> Given:
    """A hard rule, by hand."""
    return manual(content, type="semantic:hard_rule", **more)


def event(name: str, body: str = "", *, at: datetime = START, **attributes: Any) -> Given:
    """Something that was seen; ``package_name`` is the attribute ``package.name``."""
    dotted = {key.replace("_", ".", 1): value for key, value in attributes.items()}
    return {"time": at.isoformat(), "name": name, "body": body or name, "attributes": dotted}


def observation(*events: Given, **more: Any) -> Given:
    """A batch of what was seen."""
    return {"kind": "observation", "events": [*events], **more}


def document(content: str, title: str = "Notes", **more: Any) -> Given:
    """A document with a title."""
    return {"kind": "document", "title": title, "content": content, **more}


NO_REALM = manual("Never use Realm", at=START.isoformat())
REALM_INSTALLED = observation(event("package.install", package_name="realm"), at=START.isoformat())
"""A rule, and what contradicts it."""


def after(**apart: float) -> str:
    """Return the time so long after the beginning."""
    return (START + timedelta(**apart)).isoformat()


async def ingested(memory: AsyncMemory, given: Given | str, **more: Any) -> IngestResult:
    """Ingest one input, or words of the user, without an error."""
    [result] = await memory.ingest(turn(given, **more) if isinstance(given, str) else {**given, **more})
    assert result.error is None, result.error
    return result


async def refused(memory: AsyncMemory, given: Given | str) -> IngestError:
    """Return the error of one input."""
    [result] = await memory.ingest(turn(given) if isinstance(given, str) else given)
    return error_of(result)


def error_of(result: IngestResult) -> IngestError:
    """Return why an input failed."""
    assert result.error is not None
    return result.error


def verdict_of(result: IngestResult) -> tuple[str, str]:
    """Return what the gate decided, and for which category."""
    assert result.verdict is not None
    return result.verdict.action, result.verdict.category


async def contents(memory: AsyncMemory, *types: str) -> list[str]:
    """Return what the live memories of these types say."""
    return [one.content for one in await memory.store.memories.all(memory.scope, types=types)]


async def statements(store: Store, call: Awaitable[object]) -> int:
    """Return the number of statements that a call sends."""
    before = store.database.statements_sent
    await call
    return store.database.statements_sent - before


def by_title(recall: Any) -> Mapping[str, list[str]]:
    """Return the lines of each section of a prompt."""
    return {one.title: [item.content for item in one.items] for one in recall.sections}
