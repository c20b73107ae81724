"""Contested memories hold no slot: the one found right takes it."""

from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.status import Status
from memorist.nodes.promotion.review import queue
from tests.inputs import ingested
from tests.memory_store.builders import DAY, edge, uses, write
from tests.memory_store.builders import memory as built
from tests.stores import START


async def contest(memory: AsyncMemory, *names: str) -> list[Kept]:
    """Statements that each contradict the first, an hour apart; all of them wait for a person."""
    flagged: dict[str, Any] = {"status": "contested", "flagged": "too close"}
    made = [
        built(memory.scope, f"Team uses {name} for auth", claim=uses(name), at=START + DAY * place / 24, **flagged)
        for place, name in enumerate(names)
    ]
    against = tuple(edge(EdgeType.CONTRADICTS, one, made[0], memory.scope.group_id) for one in made[1:])
    await write(memory.store, memory.scope, made, edges=against)
    return made


@pytest.mark.parametrize("names", [("Clerk", "Firebase"), ("Clerk", "Firebase", "Auth0")])
async def test_what_the_user_says_settles_what_was_contested(
    memory: AsyncMemory, clock: VirtualClock, names: tuple[str, ...]
) -> None:
    await contest(memory, *names)
    clock.move_to(START + DAY)
    assert (await ingested(memory, "Correction: we use Okta for auth.")).memories[0].effect == "superseded"
    statements = await memory.store.memories.all(memory.scope, types=["semantic:fact"], statuses=list(Status))
    settled = {m.claim.object: m.status for m in statements if m.claim}
    assert settled == {**dict.fromkeys(names, Status.SUPERSEDED), "Okta": Status.CONFIRMED}
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_who_waits_for_a_person_is_told_what_stands_against_it(memory: AsyncMemory) -> None:
    await contest(memory, "Clerk", "Firebase")
    first, second = await queue(memory.store, memory.scope.group_id)
    assert (first.against, second.against) == ((second.content,), (first.content,))


@pytest.mark.parametrize(
    ("choice", "statuses"),
    [
        ("keep_stored", (Status.CONFIRMED, Status.SUPERSEDED)),
        ("take_new", (Status.SUPERSEDED, Status.CONFIRMED)),
        ("keep_both", (Status.CONFIRMED, Status.CONFIRMED)),
    ],
)
async def test_a_person_settles_what_waits_and_the_log_tells_it(
    memory: AsyncMemory, clock: VirtualClock, choice: str, statuses: tuple[Status, Status]
) -> None:
    older, newer = await contest(memory, "Clerk", "Firebase")
    first, _ = await memory.review.waiting()
    assert (first.kind, first.choices) == ("contested", ("keep_stored", "take_new", "keep_both"))
    for id_, wrong, field in (("nothing", choice, "id"), (first.id, "perhaps", "choice"), ("", choice, "id_")):
        with pytest.raises(InvalidInput) as refused:
            await memory.review.settle(id_, wrong)
        assert refused.value.field == field
    clock.move_to(START + DAY)
    assert (await memory.review.settle(first.id[:8], choice, reason="I looked")).content == first.content
    assert await memory.review.waiting() == []
    kept = {m.id: m.status for m in await memory.store.memories.get(memory.scope, [older.id, newer.id])}
    assert (kept[older.id], kept[newer.id]) == statuses
    (change,) = await memory.changes(START + DAY)
    assert (change.run, change.reason) == ("review", f"{choice}: I looked")
    assert await memory.store.admin.check(memory.scope.group_id) == []
