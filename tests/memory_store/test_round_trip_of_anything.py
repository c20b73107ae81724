"""Round trips of generated values on every backend; hypothesis looks for one that changes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MEMORY_TYPES, MODEL_OF_TYPE, parse_memory
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.anything import hostile, memories, text
from tests.memory_store.every_type import bare, filled
from tests.memory_store.test_round_trip import lost
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")

ON_DATABASES = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
EXAMPLE = Scope(group_id="example", agent_id="agent")


@pytest.fixture
def mine(group: str) -> Scope:
    """The scope of an agent with a name that has to be escaped."""
    return Scope(group_id=group, agent_id="agent \\'1`\"")


@ON_DATABASES
@given(data=st.data())
async def test_any_memory_of_any_type_comes_back_as_it_was(store: Store, mine: Scope, data: st.DataObject):
    assert await lost(store, mine, data.draw(memories(mine))) == {}


@pytest.mark.slow
@settings(ON_DATABASES, max_examples=2_000, derandomize=False)
@given(data=st.data())
async def test_very_many_memories_of_any_type_come_back_as_they_were(store: Store, mine: Scope, data: st.DataObject):
    assert await lost(store, mine, data.draw(memories(mine))) == {}


@ON_DATABASES
@given(asked=st.lists(hostile | text, min_size=1, max_size=5))
async def test_any_text_can_be_searched_for(store: Store, scope: Scope, asked: list[str]):
    vector = (await store.embed(["auth"]))[0]
    await store.search.memories(
        scope, [Query(f"q{i}", wanted, vector) for i, wanted in enumerate(asked)], Moment.of(START)
    )


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(drawn=memories(EXAMPLE))
def test_any_memory_is_the_same_after_json(drawn: list[Memory]):
    assert [parse_memory(m.model_dump(mode="json")) for m in drawn] == drawn


@pytest.mark.parametrize("type_", MEMORY_TYPES)
def test_every_type_has_a_model_of_its_own_and_refuses_unknown_fields(type_: str):
    scope = Scope(group_id="example")
    [memory] = [m for m in bare(scope) if m.type == type_]
    assert type(memory) is MODEL_OF_TYPE[type_]
    with pytest.raises(ValueError, match="colour"):
        parse_memory({**memory.model_dump(), "colour": "blue"})
    with pytest.raises(ValidationError, match="colour"):
        MODEL_OF_TYPE[type_].model_validate({**memory.model_dump(), "colour": "blue"})


def test_no_two_types_share_a_model():
    assert len({type(m) for m in filled(Scope(group_id="example"))}) == 18
