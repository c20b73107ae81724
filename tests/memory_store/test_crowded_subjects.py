"""A subject with thousands of live claims: a turn about it reads few of them, and those that matter."""

# pyright: reportArgumentType=false
# Builders take any field by name; the models check them.

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory as Remembering
from memorist.memory_store.domain.claim import Claim, subject_key, thing_id
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.parts.memories import MAX_COMPARED
from memorist.memory_store.reading import Comparable, Moment
from memorist.memory_store.store import Store
from tests.memory_store.builders import about, entity, hold, memory, slot_of, uses, write
from tests.stores import START

TOOLS = 2_000
SPOKEN_OF = 2_300
"""More than are followed on Neo4j."""
LATER = START + timedelta(days=1)
UNLISTED = "Zebrine"
OLDEST = (UNLISTED, "Redis", "Okapi")
"""Things in use longest, and so not among the newest."""


def using(object_: str, topic: str | None = None, **narrowed: object) -> Claim:
    fields = {"subject": "team", "predicate": "uses", "object": object_, "topic": topic, "qualifier": topic}
    return Claim(object_kind="value" if object_ == UNLISTED else "entity", **{**fields, **narrowed})


@pytest.fixture
async def crowd(store: Store, scope: Scope) -> AsyncGenerator[Scope]:
    """A team that uses thousands of things, and is forgotten: an index would get lost among what is so much alike."""
    oldest = [memory(scope, f"The team uses {name}", claim=using(name)) for name in OLDEST]
    auth = memory(scope, "The team uses Clerk for auth on the web", claim=using("Clerk", "auth", platforms=("web",)))
    tools = [memory(scope, f"The team uses tool {i}", at=LATER, claim=using(f"tool {i}x")) for i in range(TOOLS)]
    every = [*oldest, auth, *tools]
    for start in range(0, len(every), 500):
        part = every[start : start + 500]
        await write(store, scope, part, holds=tuple(hold(m) for m in part))
    yield scope
    await store.forgetting.forget_group(scope.group_id)


@pytest.mark.slow_on("neo4j")
async def test_of_a_crowded_subject_few_claims_are_read_and_all_that_matter(store: Store, crowd: Scope):
    subject = subject_key(uses("x", None))

    async def read(**keys: object) -> list[str]:
        nothing = {"subjects": [subject], "claims": [], "conditions": [], "vectors": {}}
        found = await store.memories.comparable(crowd, **{**nothing, **keys})
        assert len(found) <= MAX_COMPARED + 3
        return [c.memory.content for c in found if c.memory.valid_from == START]

    assert await read() == []
    assert await read(slots=[slot_of(crowd, using("Redis"))]) == ["The team uses Redis"]
    assert await read(things=[thing_id(crowd.group_id, using("x"), "Okapi")]) == ["The team uses Okapi"]
    assert await read(things=[thing_id(crowd.group_id, using("okapi v3", "auth"))]) == ["The team uses Okapi"]
    assert await read(fields=[(subject, "auth")]) == ["The team uses Clerk for auth on the web"]
    assert await read(fields=[("ann|uses", "auth")]) == []


async def test_what_the_speaker_said_of_himself_is_read_before_what_thousands_of_others_did(store: Store, scope: Scope):
    def likes(name: str, number: int = 0, *, said: int = 0) -> dict[str, object]:
        claim = Claim(subject="user", predicate="prefers", object=f"editor {number}")
        who = scope.model_copy(update={"user_id": name})
        return {
            "scope": who,
            "content": f"{name} prefers editor {number}",
            "claim": claim,
            "at": START + timedelta(said),
        }

    others = [memory(**likes(f"u{i}", i, said=1)) for i in range(MAX_COMPARED + 50)]
    await write(store, scope, [*others, memory(**likes("ann", 1_000))])
    ann = scope.model_copy(update={"user_id": "ann"})
    found = await store.memories.comparable(ann, subjects=["user|prefers"])
    assert (len(found), found[0].memory.scope.user_id) == (MAX_COMPARED, "ann")


TURNS = {
    "We no longer use Redis": {"The team uses Redis"},
    "We switched from Okapi to Grafana": {"The team uses Okapi"},
    "We use Auth0 for auth now": {"The team uses Clerk for auth on the web"},
    "We use Zebrine": {"The team uses Zebrine"},
}
"""Topics of a turn: given up by name, replaced by name, another thing for the same, said again."""


@pytest.mark.slow_on("neo4j")
async def test_a_turn_about_a_crowded_subject_meets_what_it_speaks_of(
    store: Store, crowd: Scope, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
):
    compared = type(store.memories).comparable
    read: list[int] = []

    async def counted(*given: Any, **keys: Any) -> list[Comparable]:
        found = await compared(*given, **keys)
        read.append(len(found))
        return found

    monkeypatch.setattr(type(store.memories), "comparable", counted)
    clock.move_to(START + timedelta(days=10))
    turns = [{"kind": "turn", "role": "user", "content": said, "at": "2026-02-10T09:00:00Z"} for said in TURNS]
    results = await Remembering(store, crowd).ingest(turns)
    assert [result.error for result in results] == [None] * len(TURNS)
    met = [{content for m in result.memories for content in m.affected_contents} for result in results]
    assert met == list(TURNS.values())
    assert 0 < max(read) < 20, "only what may concern a turn is read"


async def test_of_a_name_that_thousands_speak_of_the_newest_are_neighbours(store: Store, scope: Scope):
    clerk = entity(scope, "Clerk")
    await write(store, scope, [clerk])
    for start in range(0, SPOKEN_OF, 500):
        told = [
            memory(scope, f"Clerk was told of {i}", at=START + timedelta(minutes=i))
            for i in range(start, min(start + 500, SPOKEN_OF))
        ]
        await write(store, scope, told, edges=[about(one, clerk) for one in told])
    statements, moment = store.database.statements, Moment.of(START + timedelta(days=9))
    given = {
        "agent": None, "ids": [clerk.id], "vector": (await store.embed(["Clerk"]))[0], "anchors": 1, "fetch": 10,
        "limit": 20, "latest": 50, **moment.parameters(),
    }  # fmt: skip
    rows = await store.database.read(scope.group_id, statements.neighbourhood_index, {"group": scope.group_id, **given})
    newest = {f"Clerk was told of {i}" for i in range(SPOKEN_OF // 500 * 500, SPOKEN_OF)}  # what was written last
    assert {row["name"] for row in rows} < newest
    await store.forgetting.forget_group(scope.group_id)
