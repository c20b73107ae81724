"""A switch ends what was used before, though no list holds either name, and nothing else."""

from collections.abc import AsyncGenerator

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.memory import Memory as Remembered
from memorist.memory_store.domain.status import Status
from memorist.nodes.ingestion.result import RememberedMemory
from tests.stores import test_settings


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(embedded_url, group=group, user="ann", settings=test_settings()) as opened:
        yield opened


async def say(memory: AsyncMemory, *said: str, session: str | None = None) -> RememberedMemory:
    """The last memory of what is said, a turn each."""
    turns = [{"kind": "turn", "role": "user", "content": content, "session_id": session} for content in said]
    results = await memory.ingest([{k: v for k, v in turn.items() if v is not None} for turn in turns])
    assert [result.error for result in results] == [None] * len(said)
    return results[-1].memories[-1]


async def stated(memory: AsyncMemory) -> list[Remembered]:
    """Current statements of people."""
    types = ["semantic:fact", "semantic:policy", "semantic:decision"]
    return await memory.store.memories.all(memory.scope, types=types)


async def in_use(memory: AsyncMemory) -> set[str]:
    return {m.claim.object for m in await stated(memory) if m.claim and m.claim.predicate == "uses"}


SWITCHES = (
    "We switched from Frobber to Quxly",
    "we switched from frobber to Quxly because it is faster",
    "We migrated from Frobber to Quxly",
    "We replaced Frobber with Quxly",
)


@pytest.mark.parametrize("switch", SWITCHES)
async def test_whatever_was_used_before_ends_and_its_purpose_goes_on(memory: AsyncMemory, switch: str):
    await say(memory, "We use Frobber for reports", "We use pnpm for packages", "We use Clerk for auth")
    new = await say(memory, switch)
    assert new.effect == "superseded"
    assert "Quxly takes the place of" in new.decided_by
    assert new.claim is not None
    assert (new.claim.subject, new.claim.object, new.claim.qualifier) == ("team", "Quxly", "reports")
    assert await in_use(memory) == {"Quxly", "pnpm", "Clerk"}
    (old,) = [entry for entry in await memory.history("Frobber") if entry.memory.status is Status.SUPERSEDED]
    assert (old.superseded_by, old.memory.valid_until is not None) == (new.id, True)
    assert "takes the place of" in (old.reason or "")
    assert "Quxly" in (await memory.recall("What do we use for reports?")).prompt
    assert await memory.store.admin.check(memory.scope.group_id) == []


NO_SWITCHES = ("We did not switch from Frobber to Quxly", "We plan to switch from Frobber to Quxly", "We use Quxly")


@pytest.mark.parametrize("said", NO_SWITCHES)
async def test_nothing_ends_that_nobody_gave_up(memory: AsyncMemory, said: str):
    await say(memory, "We use Frobber for reports")
    (result,) = await memory.ingest({"kind": "turn", "role": "user", "content": said})
    assert result.error is None
    assert "Frobber" in await in_use(memory)
