"""A name that was learned is known again in small letters, from the turns before and from the memory."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import memorist
from memorist.api.memory import Memory
from memorist.nodes.ingestion.result import IngestResult

SMALL = "quxly is too slow for the export job"


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncGenerator[Memory]:
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team", user="ann") as opened:
        yield opened


async def say(memory: Memory, said: str, session: str = "later") -> IngestResult:
    (result,) = await memory.ingest({"kind": "turn", "role": "user", "content": said, "session_id": session})
    assert result.error is None
    return result


async def test_a_name_of_an_earlier_session_is_known_and_is_the_subject_of_the_claim(memory: Memory):
    await say(memory, "We use Quxly for queues", "earlier")
    result = await say(memory, SMALL)
    assert result.entities == ("Quxly",)
    (learned,) = result.memories
    assert learned.claim is not None
    assert (learned.claim.subject, learned.claim.predicate) == ("Quxly", "has_issue")
    linked = {m.memory.id for m in await memory.history("Quxly")}
    assert learned.id in linked
    assert await memory.store.check("team") == []


async def test_a_name_of_the_same_session_is_known_without_another_look(memory: Memory):
    await say(memory, "We use Quxly for queues")
    before = memory.store.database.statements_sent
    assert (await say(memory, SMALL)).entities == ("Quxly",)
    in_session = memory.store.database.statements_sent - before
    before = memory.store.database.statements_sent
    assert (await say(memory, "redis is too slow for the import job")).entities == ("Redis",)
    assert memory.store.database.statements_sent - before == in_session


async def test_the_memory_is_asked_once_more_only_where_it_knew_a_name(memory: Memory):
    await say(memory, "We use Quxly for queues", "earlier")
    sent: list[int] = []
    for said in ("zorbly is too slow for the report job", SMALL, "zorbly is too slow for the search job"):
        before = memory.store.database.statements_sent
        await say(memory, said, session=said)
        sent.append(memory.store.database.statements_sent - before)
    assert sent[1] == sent[0] + 1 == sent[2] + 1


@pytest.mark.parametrize(
    ("taught", "said", "named"),
    [
        ("Brackwater Trust wants a weekly report", "brackwater trust signed the contract", ("Brackwater Trust",)),
        ("We asked Zdenka to own the billing service", "zdenka is on leave until Friday", ("Zdenka",)),
        ("We use Render for hosting", "we never render the list on the server", ()),
        ("We use Beacon for feature flags", "we always put a beacon on the tower", ()),
        ("Our client Harvest wants a dark mode", "the harvest was late this year at our farm", ()),
        ("Deploys happen on Friday", "our deploys are slow because of the tests", ()),
    ],
)
async def test_what_is_an_ordinary_word_stays_one(memory: Memory, taught: str, said: str, named: tuple[str, ...]):
    await say(memory, taught, "earlier")
    assert (await say(memory, said)).entities == named


async def test_a_forgotten_name_does_not_come_back(memory: Memory):
    await say(memory, "We use Quxly for queues", "earlier")
    await memory.forget("Quxly")
    result = await say(memory, SMALL)
    assert (result.entities, result.memories) == ((), ())
    assert not await memory.history("Quxly")


async def test_what_is_said_twice_is_read_once(memory: Memory):
    await say(memory, "We use Quxly for queues", "earlier")
    turn = {"kind": "turn", "role": "user", "content": SMALL, "at": "2026-03-04T10:00:00+00:00", "session_id": "x"}
    (first,) = await memory.ingest(turn)
    (again,) = await memory.ingest(turn)
    assert (first.error, again.error) == (None, None)
    assert [m.id for m in again.memories] == [m.id for m in first.memories]
