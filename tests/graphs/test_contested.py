"""What is contested holds no slot: whoever is found right takes it."""

from pathlib import Path

import pytest

import memorist
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.status import Status
from memorist.nodes.promotion.review import queue
from tests.memory_store.builders import DAY
from tests.stores import START


def turn(content: str) -> dict[str, str]:
    return {"kind": "turn", "role": "user", "content": content}


async def test_a_correction_settles_what_was_contested(tmp_path: Path):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        said = ["We use Clerk for auth.", "We use Firebase for auth.", "Correction: we use Okta for auth."]
        effects = [(await memory.ingest(turn(content)))[0].memories[0].effect for content in said]
        assert effects == ["added", "contested", "superseded"]
        statements = await memory.store.memories.all(memory.scope, types=["semantic:fact"], statuses=list(Status))
        assert {m.claim.object: m.status for m in statements if m.claim} == {
            "Clerk": Status.SUPERSEDED,
            "Firebase": Status.SUPERSEDED,
            "Okta": Status.CONFIRMED,
        }
        assert await memory.store.admin.check("team") == []


async def test_what_is_contested_twice_is_settled_too(tmp_path: Path):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        for content in ("We use Clerk for auth.", "We use Firebase for auth.", "We use Auth0 for auth."):
            assert (await memory.ingest(turn(content)))[0].error is None
        assert await memory.store.admin.check("team") == []
        assert (await memory.ingest(turn("Correction: we use Okta for auth.")))[0].memories[0].effect == "superseded"
        live = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
        assert [m.claim.object for m in live if m.claim] == ["Okta"]
        assert await memory.store.admin.check("team") == []


async def test_who_waits_for_a_person_is_told_what_stands_against_it(tmp_path: Path):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        for content in ("The mobile app does not use Redux.", "The mobile app uses Redux."):
            await memory.ingest(turn(content))
        first, second = await queue(memory.store, "team")
        assert (first.against, second.against) == ((second.content,), (first.content,))


async def test_a_person_settles_what_waits_and_the_log_tells_it(tmp_path: Path):
    clock = VirtualClock(START)
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team", clock=clock) as memory:
        for content in ("The mobile app does not use Redux.", "The mobile app uses Redux."):
            await memory.ingest(turn(content))
        first, second = await memory.review.waiting()
        assert (first.kind, first.choices) == ("contested", ("keep", "drop", "both"))
        for id_, choice, field in (("nothing", "keep", "id"), (first.id, "perhaps", "choice"), ("", "keep", "id_")):
            with pytest.raises(InvalidInput) as refused:
                await memory.review.settle(id_, choice)
            assert refused.value.field == field
        clock.move_to(START + DAY)
        assert (await memory.review.settle(first.id[:8], "keep", reason="I looked")).content == first.content
        assert await memory.review.waiting() == []
        statements = {m.id: m.status for m in await memory.store.memories.get(memory.scope, [first.id, second.id])}
        assert statements == {first.id: Status.CONFIRMED, second.id: Status.SUPERSEDED}
        (change,) = await memory.changes(START + DAY)
        assert (change.run, change.reason) == ("review", "keep: I looked")
        assert len(await memory.changes(START)) > 1


async def test_a_part_of_the_house_is_no_rival_of_what_its_name_says(tmp_path: Path):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        said = ["We use Postgres for the billing service.", "We decided to use Stripe for payments."]
        effects = [(await memory.ingest(turn(content)))[0].memories[0].effect for content in said]
        assert effects == ["added", "added"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We deploy to Heroku.", "No more Heroku, since today we're on Hetzner."),
        ("The release of version 2.0 is due on March 20.", "Sorry, I was wrong: the 2.0 release is on March 27."),
        ("The demo is on Wednesday.", "The demo was moved to Thursday."),
        ("The backend is written in Django, with Celery for background jobs.", "We're moving from Celery to Dramatiq."),
    ],
)
async def test_what_is_given_up_moved_or_put_right_ends(tmp_path: Path, before: str, after: str):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        await memory.ingest(turn(before))
        assert (await memory.ingest(turn(after)))[0].memories[0].effect == "superseded"
