"""Standing statements are read by kind: the user's own first, and bounded, however many there are."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import pytest

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.parts.search import MAX_OF_A_KIND
from memorist.memory_store.reading import Moment
from memorist.memory_store.standing import EXCEPTION, STYLE, kinds, standing_kind
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, memory, write
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")

NOW = Moment.of(START + 5 * DAY)
PEANUTS, SHORT, COVERS = "User is allergic to peanuts", "User prefers short answers", "Ben covers for Ana until May"
MARKS = "MATCH (n:Memory) WHERE n.group_id = $group RETURN n.uuid AS id, n.standing AS kind ORDER BY id"


async def standing(store: Store, scope: Scope, moment: Moment = NOW) -> set[tuple[str, str]]:
    found = await store.search.standing(scope, moment, kinds=kinds())
    return {(kind, memory.content) for kind, memory in found.statements}


@pytest.mark.parametrize(
    ("content", "type_", "kind"),
    [
        (PEANUTS, "semantic:fact", "diet"),
        ("User is vegan until Easter", "semantic:fact", "diet"),
        (SHORT, "semantic:preference", STYLE),
        (COVERS, "semantic:fact", EXCEPTION),
        ("The API has a budget of 100 requests a minute", "semantic:fact", None),
        ("Never answer before the tests ran", "semantic:hard_rule", None),
        ("Ben covered for Ana", "semantic:fact", None),
        ("An answer that was always wrong", "episodic", None),
    ],
)
def test_the_kind_of_a_statement(scope: Scope, content: str, type_: str, kind: str | None):
    assert standing_kind(memory(scope, content, type_)) == kind


async def test_a_persons_own_are_read_though_others_said_more_and_later(store: Store, scope: Scope):
    ann = scope.model_copy(update={"user_id": "ann"})
    others = [
        memory(scope.model_copy(update={"user_id": f"u{i}"}), f"User is allergic to nut {i}", at=START + DAY)
        for i in range(3 * MAX_OF_A_KIND)
    ]
    plain = [memory(scope, f"The team uses tool {i} at every meal") for i in range(100)]
    away = [memory(scope, f"Ben covers for colleague {i}", at=START + DAY) for i in range(3 * MAX_OF_A_KIND)]
    await write(store, scope, [memory(ann, PEANUTS), memory(ann, SHORT, "semantic:preference"), *others, *plain, *away])
    found = await standing(store, ann)
    assert {("diet", PEANUTS), (STYLE, SHORT)} <= found
    assert len(found) <= 2 * MAX_OF_A_KIND * 2 + 2
    assert {kind for kind, _ in found} == {"diet", STYLE, EXCEPTION}
    assert await standing(store, scope.model_copy(update={"group_id": f"{scope.group_id}_other"})) == set()


async def test_they_are_read_as_of_a_moment_and_before_they_begin(store: Store, scope: Scope):
    over = memory(scope, "User is vegan", valid_until=START + DAY)
    coming = memory(scope, "User is pregnant", at=START, valid_from=START + 30 * DAY)
    far = memory(scope, "User is vegetarian", at=START, valid_from=START + 500 * DAY)
    await write(store, scope, [over, coming, far])
    assert await standing(store, scope) == {("health", coming.content)}
    assert await standing(store, scope, Moment.of(NOW.valid_at, as_of=START)) == {("diet", over.content)}


async def test_without_kinds_none_is_read(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, PEANUTS)])
    assert (await store.search.standing(scope, NOW)).statements == ()
