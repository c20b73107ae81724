"""Undo over the API, on every backend: what comes back, what stays, what is refused, and what is never brought back."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory as Held
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.graphs.test_contested import contest
from tests.graphs.test_promotion import STORY, day
from tests.inputs import after, ingested, rule
from tests.stores import START as BEGINNING

PNPM = "We use pnpm for packages"
YARN = "We use Yarn for packages now"


@pytest.fixture
def memory(store: Store, group: str) -> AsyncMemory:
    return AsyncMemory(store, Scope(group_id=group, user_id="mira", agent_id="coder"))


async def said(memory: AsyncMemory, content: str, minutes: float = 0, **more: Any) -> str:
    """Ingest a turn; return the id of the operation."""
    result = await ingested(memory, content, at=after(minutes=minutes), session_id="s", **more)
    assert result.change_id is not None
    return result.change_id


@pytest.fixture
async def pnpm(memory: AsyncMemory) -> str:
    """The id of the operation that learned of pnpm."""
    return await said(memory, PNPM)


@pytest.fixture
async def yarn(memory: AsyncMemory, pnpm: str) -> str:
    """The id of the operation that ended it."""
    return await said(memory, YARN, 5)


async def everything(memory: AsyncMemory) -> dict[str, Held]:
    found = await memory.store.memories.all(memory.scope, statuses=list(Status))
    return {one.id: one for one in found}


def timeless(memories: dict[str, Held]) -> dict[str, dict[str, Any]]:
    """Memories by their content, as far as an undo gives them back: each change counts as a revision."""
    left = {"revision", "last_mentioned", "last_accessed"}
    return {one.id: one.model_dump(mode="json", exclude=left) for one in memories.values()}


async def live(memory: AsyncMemory) -> set[str]:
    return {one.content for one in await memory.store.memories.all(memory.scope, types=["semantic:fact"])}


async def whole(memory: AsyncMemory) -> None:
    """The group has no broken invariant, and its log is what was written."""
    assert await memory.store.admin.check(memory.scope.group_id) == []
    assert (await memory.verify_log()).ok


async def test_what_an_input_ended_is_as_it_was_and_what_it_added_was_never_said(memory: AsyncMemory, pnpm: str):
    before = timeless(await everything(memory))
    second = await said(memory, YARN, 5)
    (added,) = (id_ for id_, one in (await everything(memory)).items() if id_ not in before and not one.is_entity)
    done = await memory.undo(second)
    assert (done.done, done.refused) == (True, ())
    left = await everything(memory)
    assert left[added].status is Status.RETRACTED
    assert {id_: one for id_, one in timeless(left).items() if id_ in before} == before
    assert [told.superseded_by for told in await memory.history("pnpm")] == [None, None]
    assert await live(memory) == {"Team uses pnpm for packages"}
    assert "pnpm" in (await memory.recall("Which package manager?")).prompt
    await whole(memory)


async def test_a_dry_run_says_the_same_and_writes_nothing(memory: AsyncMemory, yarn: str) -> None:
    before = await memory.store.admin.numbers(memory.scope.group_id)
    shown = await memory.undo(yarn, dry_run=True)
    assert await memory.store.admin.numbers(memory.scope.group_id) == before
    done = await memory.undo(yarn)
    assert (shown.done, done.done) == (False, True)
    assert [(s.what, s.id) for s in shown.steps] == [(s.what, s.id) for s in done.steps]
    assert {s.what for s in done.steps} == {"retracted", "restored", "counted", "disconnected", "withdrawn"}
    [edge] = [s.content for s in done.steps if s.what == "disconnected"]
    assert edge == "Team uses Yarn for packages supersedes Team uses pnpm for packages"
    assert "None" not in str(done.steps)


async def test_an_undo_can_be_undone_and_that_too(memory: AsyncMemory, yarn: str) -> None:
    before = timeless(await everything(memory))
    first_undo = await memory.undo(yarn)
    again = await memory.undo(str(first_undo.change_id))
    assert again.done
    assert timeless(await everything(memory)) == before
    (told,) = [e for e in await memory.history("pnpm") if e.memory.claim and e.memory.claim.object == "pnpm"]
    assert told.superseded_by is not None
    third = await memory.undo(yarn)  # it is in effect again, so it can be taken back again
    assert third.done
    assert await live(memory) == {"Team uses pnpm for packages"}
    assert len({first_undo.change_id, again.change_id, third.change_id}) == 3
    await whole(memory)


async def test_undone_already_is_told_and_changes_nothing(memory: AsyncMemory, pnpm: str) -> None:
    done = await memory.undo(pnpm)
    again = await memory.undo(pnpm)
    assert (again.done, again.undone_by) == (False, done.change_id)
    assert str(done.change_id) in again.refused[0]
    assert len(await memory.changes(BEGINNING - timedelta(days=1))) == 2


async def test_what_stands_on_it_is_named_and_undone_first(memory: AsyncMemory, pnpm: str, yarn: str) -> None:
    refused = await memory.undo(pnpm)
    assert (refused.done, refused.undo_first) == (False, (yarn,))
    assert "superseded since" in refused.refused[0]
    assert (await memory.undo(yarn)).done
    assert (await memory.undo(pnpm)).done
    assert await live(memory) == set()
    await whole(memory)


async def test_what_was_said_again_stands_on_who_said_it_first(memory: AsyncMemory, pnpm: str) -> None:
    again = await said(memory, PNPM, 60)
    assert (await memory.undo(pnpm)).undo_first == (again,)
    undone = await memory.undo(again)
    assert [s.what for s in undone.steps if s.what == "restored"] == ["restored"]
    (fact,) = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    assert (fact.evidence_count, len(fact.source_episode_ids)) == (1, 1)
    await whole(memory)


async def test_the_words_of_an_undone_input_are_neither_found_nor_read_again(memory: AsyncMemory) -> None:
    words = "Grandmother's zither hangs in the corridor of the old mill"

    async def found() -> tuple[bool, int]:
        recall = await memory.recall("What hangs in the old mill?")
        return "zither" in recall.prompt, (await memory.reread(everything=True, dry_run=True)).episodes

    id_ = await said(memory, words)
    assert await found() == (True, 1)
    done = await memory.undo(id_)
    assert done.done
    assert await found() == (False, 0)
    assert (await memory.reread(dry_run=True)).episodes == 0
    await memory.undo(str(done.change_id))
    assert await found() == (True, 1)


async def test_an_undone_input_given_again_with_its_id_stays_undone_and_says_so(memory: AsyncMemory) -> None:
    id_ = await said(memory, PNPM, id="42")
    done = await memory.undo(id_)
    again = await ingested(memory, PNPM, at=after(), session_id="s", id="42")
    assert (again.replayed, again.memories) == (True, ())
    assert str(done.change_id) in again.notices[-1]
    assert await live(memory) == set()
    other = await ingested(memory, PNPM, at=after(), session_id="s", id="43")
    assert [one.effect for one in other.memories] == ["added"]
    assert await live(memory) == {"Team uses pnpm for packages"}
    await whole(memory)


async def test_what_was_forgotten_does_not_come_back_by_an_undo(memory: AsyncMemory, yarn: str) -> None:
    (fact,) = [e.memory for e in await memory.history("pnpm") if e.memory.claim and e.memory.claim.object == "pnpm"]
    await memory.forget([fact.id])
    done = await memory.undo(yarn)
    assert (done.done, fact.id in await everything(memory), await live(memory)) == (True, False, set())
    redone = await memory.undo(str(done.change_id))
    assert (redone.done, fact.id in await everything(memory)) == (True, False)
    await whole(memory)


async def test_what_is_erased_whole_is_refused_and_so_is_the_forgetting(memory: AsyncMemory, pnpm: str) -> None:
    await memory.forget("pnpm")
    refused = await memory.undo(pnpm)
    assert (refused.done, refused.refused) == (False, ("what it wrote was erased by forgetting",))
    (forgetting,) = [e for e in await memory.changes(BEGINNING - timedelta(days=1)) if e.run == "forgetting"]
    refused = await memory.undo(forgetting.id)
    assert refused.refused == ("it was a forgetting: what it erased is gone",)
    with pytest.raises(InvalidInput, match="no operation of this group"):
        await memory.undo("no-such-operation")


async def test_a_lifted_rule_holds_again(memory: AsyncMemory) -> None:
    await ingested(memory, rule("Never push to main"))
    lifted = await said(memory, "You can push to main now", 5)
    lines = (await memory.recall("Release")).prompt.splitlines()
    assert not any(line.startswith("- [") for line in lines)
    assert all(line.endswith("(no longer so)") for line in lines if "Never push to main" in line)
    assert (await memory.undo(lifted)).done
    assert "- [block] Never push to main" in (await memory.recall("Release")).prompt
    await whole(memory)


@pytest.mark.parametrize("choice", ["keep_stored", "take_new", "keep_both"])
async def test_an_answer_to_a_contradiction_is_taken_back(memory: AsyncMemory, choice: str) -> None:
    first, _ = await contest(memory, "Clerk", "Firebase")
    held = timeless(await everything(memory))
    await memory.review.settle(first.id, choice, reason="agreed")
    assert timeless(await everything(memory)) != held
    (receipt,) = await memory.receipts(limit=1)
    assert (receipt.kinds, receipt.by and receipt.by.user) == (("review",), "mira")
    assert (await memory.undo(receipt.id)).done
    assert timeless(await everything(memory)) == held
    assert len(await memory.review.waiting()) == 2
    await whole(memory)
    await memory.review.settle(first.id, choice, reason="agreed after all")  # as if nobody had answered
    await whole(memory)


async def test_two_that_undo_the_same_at_once_write_it_once(store_url: str, memory: AsyncMemory, yarn: str) -> None:
    store = memory.store
    other = await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
    beside = AsyncMemory(other, memory.scope)
    results = await asyncio.gather(*(one.undo(yarn) for one in (memory, beside, memory)))
    (done,) = [result for result in results if result.done]
    assert {result.undone_by for result in results if not result.done} == {done.change_id}
    assert len(await memory.changes(BEGINNING - timedelta(days=1))) == 3
    await whole(memory)
    await other.close()


async def test_a_promotion_run_is_one_operation(memory: AsyncMemory, clock: VirtualClock) -> None:
    for number, told in STORY[:2]:
        clock.move_to(day(number))
        await memory.ingest(told)
    before = timeless(await everything(memory))
    report = await memory.maintain()
    assert "episode_to_observation" in {done.what for done in report.done}
    assert report.operation is not None
    made = await everything(memory)
    receipt = await memory.receipt(report.operation)
    assert (receipt.by and receipt.by.user) == "mira"
    assert any(line.threshold is not None for line in receipt.added)
    (first, *_) = [r for r in await memory.receipts() if r.kinds[0] == "ingestion"]
    refused = await memory.undo(first.id)
    assert refused.undo_first[0] == report.operation
    assert (await memory.undo(report.operation)).done
    left = await everything(memory)
    assert {i: o for i, o in timeless(left).items() if i in before} == before
    assert {left[i].status for i in made.keys() - before.keys() if not made[i].is_entity} == {Status.RETRACTED}
    await whole(memory)


async def test_a_receipt_says_who_what_why_and_by_which_reader(memory: AsyncMemory, yarn: str) -> None:
    receipt = await memory.receipt(yarn[:10])
    assert receipt.by is not None
    assert (receipt.id, receipt.by.user, receipt.by.agent) == (yarn, "mira", "coder")
    assert [(line.what, line.score) for line in receipt.added] == [("Team uses Yarn for packages", 0.9)]
    assert str(receipt.added[0].reader).startswith("patterns ")
    assert [line.why for line in receipt.ended] == ["the user says so"]
    assert len(receipt.episodes) == 1
    await memory.undo(yarn)
    newest, undone, first = await memory.receipts()
    assert (newest.kinds, newest.undoes, undone.undone_by) == (("undo",), yarn, newest.id)
    assert first.undone_by is None
