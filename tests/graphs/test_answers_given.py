"""A run that asked is resumed: what is no answer is refused by its field, and the question is still open."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import is_invalid_resume
from langgraph.types import Command

from memorist.graphs.homeostasis import build_homeostasis
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.stores import START

THREAD: Any = {"configurable": {"thread_id": "one"}}


@pytest.fixture
def store_url(embedded_url: str) -> str:
    return embedded_url


async def refused(graph: Any, answer: object, context: Any) -> InvalidInput:
    with pytest.raises(InvalidInput) as error:
        await graph.ainvoke(Command(resume=answer), THREAD, context=context)
    assert is_invalid_resume(error.value)
    return error.value


async def test_a_contradiction_is_decided_after_what_was_no_answer(store: Store, scope: Scope) -> None:
    graph = build_ingestion(store, checkpointer=InMemorySaver())
    context: Any = {"group_id": scope.group_id, "on_conflict": "ask"}
    rule = {"kind": "manual", "content": "Never use Realm"}
    await build_ingestion(store).ainvoke({"input": rule}, context=context)
    event = {"time": START.isoformat(), "name": "package.install", "attributes": {"package.name": "realm"}}
    asked = await graph.ainvoke({"input": {"kind": "observation", "events": [event]}}, THREAD, context=context)
    assert asked["__interrupt__"][0].value["choices"] == ["keep_stored", "take_new", "keep_both", "later"]
    assert (await refused(graph, "take_new", context)).field == "answer"
    wrong = await refused(graph, {"choice": "new"}, context)
    assert (wrong.field, "'keep_stored', 'take_new'" in str(wrong)) == ("choice", True)
    assert (await refused(graph, {"choice": "take_new", "why": "so"}, context)).field == "why"
    final = await graph.ainvoke(Command(resume={"choice": "take_new"}), THREAD)  # with the context that it began with
    assert "superseded" in {m["effect"] for m in final["result"]["memories"]}
    assert [m.content for m in await store.memories.all(scope, types=["semantic:hard_rule"])] == []


async def test_a_question_is_answered_after_a_number_that_no_choice_has(store: Store, scope: Scope) -> None:
    graph = build_homeostasis(store, checkpointer=InMemorySaver())
    context: Any = {"group_id": scope.group_id, "on_question": "ask"}
    meanings = [{"meaning": "JWT fails on mobile", "likelihood": 0.5}, {"meaning": "2", "likelihood": 0.4}]
    learning = {"about": "JWT gave way to Clerk", "confidence": 0.4, "interpretations": meanings}
    await graph.ainvoke({"agent_state": {"at_break": True, "learning": learning}}, THREAD, context=context)
    for wrong, says in ((None, "a valid integer or a valid string"), (3, "3 is none of 1 to 2"), (" ", "is empty")):
        error = await refused(graph, {"choice": wrong}, context)
        assert (error.field, says in str(error)) == ("choice", True)
    final = await graph.ainvoke(Command(resume={"choice": 2}), THREAD)
    assert final["assessment"]["question"]["answer"] == "2"
