"""Rituals end to end, on every backend: a plan holds for its day, what was not done is there the next morning."""

from datetime import datetime
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Episodic
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult

PLAN = "Good morning! Today I'll finish the profile screen, then review the payment PR. Client meeting at 3 pm."
SUMMARY = "Finished the profile screen. Didn't get to the payment PR. Correction: we go with Drizzle instead of Prisma."


@pytest.fixture
def memory(store: Store, scope: Scope) -> AsyncMemory:
    return AsyncMemory(store, scope.model_copy(update={"user_id": "mira", "agent_id": "coder"}))


async def ritual(memory: AsyncMemory, kind: str, at: str, said: str, **more: Any) -> IngestResult:
    memory.clock.move_to(parse_time(at))  # pyright: ignore[reportAttributeAccessIssue]
    turns = [{"role": "assistant", "content": "How is it?"}, {"role": "user", "content": said}]
    (result,) = await memory.ingest({"kind": "ritual", "ritual": kind, "turns": turns, "at": at, **more})
    assert result.error is None, result.error
    return result


def plans(result: IngestResult) -> dict[str, datetime | None]:
    return {m.claim.object: m.valid_until for m in result.memories if m.claim and m.claim.predicate == "plans"}


async def test_what_was_not_done_is_carried_until_it_is_done(memory: AsyncMemory, store: Store) -> None:
    await ritual(memory, "morning", "2026-02-02T08:30:00Z", PLAN)
    other = AsyncMemory(store, memory.scope.model_copy(update={"user_id": "jonas"}))
    assert plans(await ritual(other, "evening", "2026-02-02T17:30:00Z", "Nothing special.")) == {}, "a plan of his own"
    tuesday = await ritual(memory, "morning", "2026-02-03T08:30:00Z", "Today I'll write the release notes.")
    assert set(plans(tuesday)) == {"write the release notes", "finish the profile screen", "review the payment PR"}
    done = "Finished the profile screen. Reviewed and merged the payment PR. Release notes done."
    evening = await ritual(memory, "evening", "2026-02-03T17:30:00Z", done)
    assert plans(evening) == {}
    (one,) = [m for m in evening.memories if m.type == "episodic"]
    (episode,) = await memory.store.memories.get(memory.scope, [one.id])
    assert isinstance(episode, Episodic)
    assert episode.outcome == "success"


async def test_the_same_ritual_twice_changes_nothing(memory: AsyncMemory, group: str) -> None:
    await ritual(memory, "morning", "2026-02-02T08:30:00Z", PLAN)
    await ritual(memory, "evening", "2026-02-02T17:30:00Z", SUMMARY)
    before = await memory.store.admin.numbers(group)
    assert (await ritual(memory, "morning", "2026-02-02T08:30:00Z", PLAN)).replayed
    assert (await ritual(memory, "evening", "2026-02-02T17:30:00Z", SUMMARY)).replayed
    assert await memory.store.admin.numbers(group) == before
