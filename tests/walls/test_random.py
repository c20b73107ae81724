"""Random questions of random people of random groups: nothing that anybody is told is another group's or person's."""

import random
from collections.abc import AsyncGenerator
from uuid import uuid4

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.attribution import HIDDEN
from memorist.nodes.retrieval.features import task_words
from tests.memory_store.builders import entity, episode, learn, memory, procedure, uses
from tests.stores import START, test_settings

PEOPLE = ("mira", "jonas", "zoe", None)
GROUPS = 3
THINGS = ("Clerk", "Postgres", "Kafka", "Realm", "Expo", "Bazel", "Sentry", "Redis")
SAID = (
    "User is allergic to {mark} and {thing}",
    "I prefer {thing} with {mark}",
    "Team uses {thing} for {mark}",
    "{thing} keeps {mark} for a week",
)
OPERATORS = ("", "*", '"', "|", "@group_id:{*}", "group_id:*", ")", "%", "-", "OR content:*", "'}) RETURN n //")


def questions(some: int, many: int) -> pytest.MarkDecorator:
    """Number of questions to each database; a tenth of them to Neo4j, where each takes ten times as long."""
    slow, neo4j = pytest.mark.slow, pytest.mark.neo4j
    return pytest.mark.parametrize(
        ("url", "number"),
        [
            pytest.param("embedded_url", some, id="embedded"),
            pytest.param("neo4j_url", some // 10, id="neo4j", marks=neo4j),
            pytest.param("embedded_url", many, id="embedded-many", marks=slow),
            pytest.param("neo4j_url", many // 10, id="neo4j-many", marks=(neo4j, slow)),
        ],
    )


class Crowd:
    """Several groups with the same people, who say the same things with a mark of their own in each."""

    def __init__(self, store: Store) -> None:
        self.store = store
        name = uuid4().hex[:8]
        self.scopes = [Scope(group_id=f"r{name}{n}", user_id=who) for n in range(GROUPS) for who in PEOPLE]
        self.marks = {scope: f"m{uuid4().hex[:10]}" for scope in self.scopes}

    async def fill(self) -> None:
        """Ten memories and inputs for each."""
        for scope, mark in self.marks.items():
            shared = scope.model_copy(update={"user_id": None})
            names = [entity(shared, thing) for thing in THINGS[:3]]
            told = [said.format(mark=mark, thing=thing) for said in SAID for thing in THINGS[:2]]
            made = [memory(scope, text, entities=["Clerk"]) for text in told]
            made += [memory(scope, f"Never use {mark}", "semantic:hard_rule"), procedure(scope, f"deploy {mark}", "go")]
            made.append(memory(scope, f"Team uses {mark}", claim=uses(mark), entities=["Clerk"]))
            said = episode(scope, f"I'm allergic to {mark}. We use Clerk.", description="turn", speaker=scope.user_id)
            await learn(self.store, scope, said, [*names, *made])

    def foreign(self, scope: Scope, told: str) -> list[str]:
        """The marks of other groups in what somebody was told."""
        return [mark for of, mark in self.marks.items() if of.group_id != scope.group_id and mark in told]


@pytest.fixture
async def crowd(url: str, request: pytest.FixtureRequest, clock: VirtualClock) -> AsyncGenerator[Crowd]:
    store = await Store.open(request.getfixturevalue(url), settings=test_settings(), clock=clock)
    filled = Crowd(store)
    await filled.fill()
    clock.move_to(START)
    yield filled
    await store.close()


def question(dice: random.Random, crowd: Crowd) -> str:
    """Words that may hit: things, marks of anybody, what people say, and what full text takes for operators."""
    marks = list(crowd.marks.values())
    words = [dice.choice((*THINGS, *marks, "allergic", "prefer", "uses", "deploy", "my", "mira")) for _ in range(3)]
    return " ".join([*words, dice.choice(OPERATORS)])


@questions(600, 100_000)
async def test_statements_find_nothing_of_another_group(crowd: Crowd, number: int) -> None:
    """The store's own reads, which all surfaces are made of."""
    dice, store, found = random.Random(7), crowd.store, 0
    texts = [question(dice, crowd) for _ in range(200)]
    vectors = await store.embed(texts)
    moment = Moment.of(store.clock.now())
    for turn in range(number // 5):
        scope, place = dice.choice(crowd.scopes), dice.randrange(len(texts))
        asked = Query("primary", texts[place], vectors[place], k=dice.choice((5, 50)))
        if turn % 2:
            store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": 0})
        hits, _ = await store.search.memories(scope, [asked], moment)
        turns = await store.search.turns(scope, vectors[place], task_words(texts[place]), moment, k=20)
        near = await store.search.neighbourhood(scope, [dice.choice(THINGS)], vectors[place], moment)
        steps = await store.search.procedures(scope, [asked], moment)
        of_the_past = await store.search.by_status(scope, asked, ["confirmed", "superseded", "archived"])  # pyright: ignore[reportArgumentType]
        told = f"{hits}{turns}{near}{steps}{of_the_past}"
        found += len(hits) + len(turns)
        assert crowd.foreign(scope, told) == [], (scope, texts[place])
        store.connection.settings = test_settings()
    assert found > number


@questions(60, 2_000)
@pytest.mark.slow_on("neo4j")
async def test_whole_answers_hold_nothing_of_another_group_or_person(crowd: Crowd, number: int) -> None:
    """Recall with its trace, search, history: beside the wall of the group, what people say of themselves is theirs."""
    dice, told_any = random.Random(11), 0
    own = {
        scope: [one for one in await crowd.store.memories.all(scope) if one.scope.user_id == scope.user_id]
        for scope in crowd.scopes
    }
    for _ in range(number):
        scope = dice.choice(crowd.scopes)
        asking = AsyncMemory(crowd.store, scope)
        words = " ".join(word for word in question(dice, crowd).split() if word not in PEOPLE and word[0] != "m")
        task = f"{words} allergic"
        recall, search = await asking.recall(task), await asking.search(task)
        told = f"{recall.model_dump_json()}{search.hits}{await asking.history('Clerk')}"
        assert crowd.foreign(scope, told) == []
        for of, memories in own.items():
            if scope.user_id is not None and of.group_id == scope.group_id and of.user_id not in (None, scope.user_id):
                hidden = [one.content for one in memories if not may_see(scope.user_id, one)]
                assert hidden, "somebody told something of himself"
                assert [content for content in hidden if content in told] == [], (scope, task)
        told_any += HIDDEN in told or crowd.marks[scope] in told
    assert told_any > number / 4
