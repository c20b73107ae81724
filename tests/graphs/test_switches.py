"""A switch ends what was used before, though no list holds either name, and nothing else."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import memorist
from memorist.api.memory import Memory
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory as Remembered
from memorist.memory_store.domain.status import Status
from memorist.nodes.ingestion.result import RememberedMemory


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncGenerator[Memory]:
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team", user="ann") as opened:
        yield opened


async def say(memory: Memory, *said: str, session: str | None = None) -> RememberedMemory:
    """The last memory of what is said, a turn each."""
    turns = [{"kind": "turn", "role": "user", "content": content, "session_id": session} for content in said]
    results = await memory.ingest([{k: v for k, v in turn.items() if v is not None} for turn in turns])
    assert [result.error for result in results] == [None] * len(said)
    return results[-1].memories[-1]


async def stated(memory: Memory) -> list[Remembered]:
    """What people said that holds."""
    types = ["semantic:fact", "semantic:policy", "semantic:decision"]
    return await memory.store.memories.all(memory.scope, types=types)


async def in_use(memory: Memory) -> set[str]:
    return {m.claim.object for m in await stated(memory) if m.claim and m.claim.predicate == "uses"}


SWITCHES = (
    "We moved from Frobber to Quxly",
    "we switched from frobber to Quxly last week because it is faster",
    "We migrated everything from Frobber over to Quxly",
    "Frobber → Quxly",
    "Switched: Frobber -> Quxly",
    "We replaced Frobber with Quxly",
    "Swapped Frobber for Quxly",
    "We dropped Frobber in favour of Quxly",
    "Frobber was replaced by Quxly",
    "Quxly replaces Frobber",
    "We use Quxly instead of Frobber",
    "Instead of Frobber we use Quxly",
    "Use Quxly instead of Frobber",
    "Actually, we replaced Frobber with Quxly",
    "We decided to replace Frobber with Quxly because it is faster",
    "We switched to Quxly",
)


@pytest.mark.parametrize("switch", SWITCHES)
async def test_whatever_was_used_before_ends_and_its_purpose_goes_on(memory: Memory, switch: str):
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
    assert await memory.store.admin.check("team") == []


async def test_what_took_the_place_is_found_by_the_purpose(memory: Memory):
    await say(memory, "We use Frobber for reports", "We use pnpm for packages", "We moved from Frobber to Quxly")
    prompt = (await memory.recall("What do we use for reports?")).prompt
    assert "Quxly" in prompt


async def test_told_again_it_is_the_same(memory: Memory):
    await say(memory, "We use Frobber for reports", "We moved from Frobber to Quxly")
    again = await say(memory, "We have moved from Frobber to Quxly")
    assert again.effect == "merged"
    onwards = await say(memory, "We moved from Quxly to Zonk")
    assert onwards.claim == Claim(subject="team", predicate="uses", object="Zonk", qualifier="reports", topic="reports")
    assert await in_use(memory) == {"Zonk"}


NO_SWITCHES = (
    "We moved from Munich to Berlin",
    "The demo moved from Monday to Tuesday",
    "We plan to switch from Frobber to Quxly",
    "We did not switch from Frobber to Quxly",
    "We could switch from Frobber to Quxly",
    "We switched to English",
    "We moved to Quxly",
    "We moved from Blorb to Quxly",
    "Dana switched from Frobber to Quxly",
    "Portal moved from Frobber to Quxly",
)


@pytest.mark.parametrize("said", NO_SWITCHES)
async def test_nothing_ends_that_nobody_gave_up(memory: Memory, said: str):
    await say(memory, "We use Frobber for reports")
    assert (await say(memory, said)).effect == "added"
    assert "Frobber" in await in_use(memory)


async def test_of_several_purposes_all_end_or_the_one_that_is_said(memory: Memory):
    await say(memory, "We use Frobber for reports", "We use Frobber for invoices", "We use Tupplo for mails")
    one = await say(memory, "We moved from Frobber to Quxly for invoices")
    assert (one.effect, len(one.affected)) == ("superseded", 1)
    assert await in_use(memory) == {"Quxly", "Frobber", "Tupplo"}
    await say(memory, "We use Frobber for budgets")
    rest = await say(memory, "We moved from Frobber to Zonk")
    assert (rest.effect, len(rest.affected)) == ("superseded", 2)
    assert rest.claim is not None
    assert rest.claim.qualifier is None
    assert await in_use(memory) == {"Quxly", "Zonk", "Tupplo"}


async def test_one_project_switches_and_the_other_does_not(memory: Memory):
    await say(memory, "Billing uses Frobber for reports", "Portal uses Frobber for reports")
    new = await say(memory, "The Portal project moved from Frobber to Quxly")
    assert new.claim is not None
    assert (new.claim.subject, new.claim.object, new.effect) == ("Portal", "Quxly", "superseded")
    live = {(m.claim.subject, m.claim.object) for m in await stated(memory) if m.claim}
    assert live == {("Billing", "Frobber"), ("Portal", "Quxly")}


async def test_one_user_switches_and_the_other_does_not(memory: Memory, tmp_path: Path):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team", user="bob") as other:
        for who in (memory, other):
            await say(who, "I use Frobber for notes", "I use Clerk for auth")
        assert len((await say(other, "I switched from Frobber to Quxly")).affected) == 1
        assert len((await say(other, "I use Auth0 instead of Clerk for auth")).affected) == 1
        live = {(m.scope.user_id, m.claim.object) for m in await stated(memory) if m.claim}
    assert live == {("ann", "Frobber"), ("ann", "Clerk"), ("bob", "Quxly"), ("bob", "Auth0")}


async def test_who_says_i_speaks_for_the_team_where_it_is_the_team_that_uses_it(memory: Memory):
    await say(memory, "We use Frobber for reports")
    new = await say(memory, "I switched from Frobber to Quxly")
    assert new.claim is not None
    assert (new.claim.subject, new.effect) == ("team", "superseded")


async def test_what_was_just_spoken_of_is_what_was_switched_from(memory: Memory):
    await say(memory, "We use Tupplo for mails", "We use Frobber for reports")
    unclear = await say(memory, "We switched to Zonk", session="monday")
    assert unclear.effect == "added"
    assert await in_use(memory) == {"Tupplo", "Frobber"}
    clear = await say(memory, "Frobber is slow again", "We switched to Quxly", session="tuesday")
    assert clear.claim is not None
    assert (clear.effect, clear.claim.qualifier) == ("superseded", "reports")
    assert await in_use(memory) == {"Tupplo", "Quxly"}


async def test_another_kind_of_thing_does_not_take_over_the_purpose(memory: Memory):
    await say(memory, "We use Frobber for reports", "We use Frobber for reports in Billing")
    new = await say(memory, "We moved from Frobber to PostgreSQL")
    assert new.claim is not None
    assert (new.claim.topic, new.claim.qualifier) == ("database", None)
    assert await in_use(memory) == {"PostgreSQL"}


@pytest.mark.parametrize(
    "said",
    ["We use Quxly", "We also use Quxly", "We don't use Quxly", "Never use Quxly", "I use Quxly", "Quxly is great"],
)
async def test_who_uses_one_thing_more_or_never_did_gives_nothing_up(memory: Memory, said: str):
    await say(memory, "We use Frobber", session="s")
    await memory.ingest({"kind": "turn", "role": "user", "content": said, "session_id": "s"})
    await memory.ingest({"kind": "manual", "content": f"{said}, for ever"})
    assert "Frobber" in await in_use(memory)
