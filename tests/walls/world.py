"""Two groups and three people, each of whom told something of himself; and what must not be found by the others."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal
from uuid import uuid4

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.inputs import turn
from tests.memory_store.builders import episode, learn
from tests.memory_store.builders import memory as made

type Way = Callable[[AsyncMemory, "World"], Awaitable[object]]
type Outsider = Literal["another group", "another user"]
OUTSIDERS: tuple[Outsider, ...] = ("another group", "another user")

OWN = ("peanut", "Ottilie", "heliotrope", "Gossamer")
"""Words of what mira said of herself: hers alone."""
TEAM = ("CockroachDB",)
"""Words of what her group knows: any user of the group may find them, no other group."""


TOLD = (
    turn("I'm allergic to peanuts."),
    turn("My sister Ottilie visits me every Whitsun, and I bake for her."),
    {"kind": "dialogue", "question": "Which colour do you like best?", "answer": "heliotrope"},
    turn("my cat is called Gossamer"),
    turn("Our project Apollo runs on CockroachDB."),
)
TASK = "Am I allergic to something, what is my cat called, and which database runs the project?"
"""Questions of every outsider."""


@dataclass
class World:
    """The people, over one store."""

    store: Store
    group: str
    mira: AsyncMemory
    jonas: AsyncMemory
    zoe: AsyncMemory

    @classmethod
    async def filled(cls, store: Store) -> "World":
        """Mira and jonas of one group, zoe of another; mira and zoe told something."""
        group = f"w{uuid4().hex[:10]}"

        def of(user: str, where: str) -> AsyncMemory:
            return AsyncMemory(store, Scope(group_id=where, user_id=user))

        world = cls(store, group, of("mira", group), of("jonas", group), of("zoe", f"{group}_b"))
        for result in await world.mira.ingest([dict(told) for told in TOLD]):
            assert result.error is None
        await world.jonas.ingest(turn("I'm learning the cello."))
        await world.zoe.ingest(turn("We use Terraform for our servers."))
        return world

    def outsider(self, who: Outsider) -> AsyncMemory:
        """The memory of somebody who must not find it."""
        return self.zoe if who == "another group" else self.jonas

    async def own_memory(self, word: str = "", **fields: Any) -> str:
        """The id of a new memory in which mira tells something of herself; it waits for review if ``flagged``."""
        word = word or f"w{uuid4().hex[:6]}"
        kept = made(self.mira.scope, f"User is allergic to {word}", id=str(uuid4()), **fields)
        said = episode(self.mira.scope, f"I'm allergic to {word}", description="turn")
        await learn(self.store, self.mira.scope, said, [kept])
        return kept.id

    async def exists(self, id_: str) -> bool:
        """Return true if a memory of mira's group is there, and live."""
        found = await self.store.memories.of_any_agent(self.group, [id_])
        return bool(found) and found[0].status.live and found[0].flagged != "answered"


def hits(told: object, who: Outsider | None) -> list[str]:
    """Return the words that are not for this outsider and stand in what they were told; null: any of them."""
    text = str(told).casefold()
    words = OWN if who == "another user" else (*OWN, *TEAM)
    return [word for word in words if word.casefold() in text]


async def told_by(way: Way, memory: AsyncMemory, world: World) -> object:
    """Return a way's answer to somebody; a refusal in words."""
    try:
        return await way(memory, world)
    except MemoristError as error:
        return f"refused: {error}"


EACH_OUTSIDER = pytest.mark.parametrize("who", OUTSIDERS)
"""Mark of tests that are tried with every outsider."""
