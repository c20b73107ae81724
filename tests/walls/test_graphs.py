"""The five graphs in a process: whose memory a run is about comes from its context, at every node."""

import json
from collections.abc import Mapping
from typing import Any, TypedDict

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from memorist.app.agents import MemoryMiddleware, memory_tools
from memorist.graphs.check_action import build_check_action
from memorist.graphs.homeostasis import build_homeostasis
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.promotion import build_promotion
from memorist.graphs.retrieval import build_retrieval, retrieval_builder
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.contexts import RunContext
from memorist.nodes.resources import GivenStore
from tests.app.agents.test_agents import Scripted, said
from tests.inputs import NO_REALM, REALM_INSTALLED, turn
from tests.walls.world import EACH_OUTSIDER, OUTSIDERS, TASK, Outsider, World, hits

pytestmark = pytest.mark.asyncio(loop_scope="module")
THREAD: Any = {"configurable": {"thread_id": "one"}}


def graphs(store: Store) -> dict[str, tuple[Any, dict[str, Any]]]:
    """Each graph with a request of its own."""
    return {
        "ingestion": (build_ingestion(store), {"input": turn("We use Bazel for builds")}),
        "retrieval": (build_retrieval(store), {"task": TASK}),
        "promotion": (build_promotion(store), {}),
        "homeostasis": (build_homeostasis(store), {"agent_state": {"task": TASK}}),
        "check_action": (build_check_action(store), {"action": {"description": TASK}}),
    }


def context_of(world: World, who: Outsider) -> dict[str, Any]:
    scope = world.outsider(who).scope
    return {"group_id": scope.group_id, "user_id": scope.user_id}


@EACH_OUTSIDER
@pytest.mark.parametrize("name", ["ingestion", "retrieval", "homeostasis", "check_action"])
async def test_a_field_beside_the_request_is_refused(world: World, name: str, who: Outsider) -> None:
    graph, request = graphs(world.store)[name]
    scope = {"group_id": world.group, "user_id": "mira"}
    await world.store.settled()  # what was used before is counted in the background
    before = await world.store.changes.log(Scope(group_id=world.group), limit=10_000)
    for field, value in {**scope, "scope": scope, "episode": {"scope": scope}, "context_of": scope}.items():
        with pytest.raises(InvalidInput, match=f"field {field}") as refused:
            await graph.ainvoke({**request, field: value}, context=context_of(world, who))
        assert hits(str(refused.value), who) == [], field
    assert len(await world.store.changes.log(Scope(group_id=world.group), limit=10_000)) == len(before)
    if name == "retrieval":
        own = await graph.ainvoke(request, context=scope)
        assert len(hits(own, None)) >= 3, "the owner finds it"


@EACH_OUTSIDER
@pytest.mark.parametrize("said", ["I'm allergic to shellfish", "I'm not allergic to anything", "my cat is called Tom"])
async def test_what_an_input_is_compared_with_holds_nothing_of_another(world: World, said: str, who: Outsider) -> None:
    state = await build_ingestion(world.store).ainvoke({"input": turn(said)}, context=context_of(world, who))  # pyright: ignore[reportArgumentType]
    assert state["result"]["error"] is None
    assert hits(state, who) == []


async def asked_in(world: World, who: Outsider, graph: Any) -> dict[str, Any]:
    """A thread of an outsider that waits for an answer; its context."""
    context = {**context_of(world, who), "on_conflict": "ask"}
    await build_ingestion(world.store).ainvoke({"input": NO_REALM}, context=context)
    asked = await graph.ainvoke({"input": REALM_INSTALLED}, THREAD, context=context)
    assert asked["__interrupt__"]
    return context


OTHER_CONTEXT = pytest.raises(InvalidInput, match="resume it with the context it began with")


@EACH_OUTSIDER
@pytest.mark.parametrize(
    "edit",
    [{"group_id": "GROUP_c"}, {"user_id": "mira"}, {"group_id": "GROUP", "user_id": "mira"}],
    ids=["group", "user", "group and user"],
)
async def test_a_thread_whose_state_was_edited_does_not_go_on(world: World, edit: dict[str, str], who: Outsider):
    graph = build_ingestion(world.store, checkpointer=InMemorySaver())
    context = await asked_in(world, who, graph)
    episode = (await graph.aget_state(THREAD)).values["episode"]
    edited = {**episode["scope"], **{key: value.replace("GROUP", world.group) for key, value in edit.items()}}
    await graph.aupdate_state(THREAD, {"episode": {**episode, "scope": edited}})
    with OTHER_CONTEXT:
        await graph.ainvoke(Command(resume={"choice": "take_new"}), THREAD, context=context)
    assert not await world.store.admin.known(f"{world.group}_c")


@EACH_OUTSIDER
async def test_a_thread_of_another_is_not_resumed_and_its_owner_resumes_it(world: World, who: Outsider) -> None:
    graph = build_ingestion(world.store, checkpointer=InMemorySaver())
    context = await asked_in(world, who, graph)
    # Who names nobody goes on as whom the run began for; on a server with keys every caller is named.
    for stranger in ({"group_id": f"{world.group}_c"}, {"group_id": context["group_id"], "user_id": "mira"}):
        with OTHER_CONTEXT:
            answer = Command(resume={"choice": "take_new"})
            await graph.ainvoke(answer, THREAD, context={**stranger, "on_conflict": "ask"})
    final = await graph.ainvoke(Command(resume={"choice": "later"}), THREAD, context=context)
    assert final["result"]["memories"]


@EACH_OUTSIDER
async def test_an_edited_scope_is_not_recalled_for(world: World, who: Outsider) -> None:
    graph = retrieval_builder(GivenStore(world.store)).compile(
        checkpointer=InMemorySaver(), interrupt_after=["formulate"]
    )
    context: Any = context_of(world, who)
    given: Any = {"task": TASK}
    await graph.ainvoke(given, THREAD, context=context)
    scope = (await graph.aget_state(THREAD)).values["scope"]
    await graph.aupdate_state(THREAD, {"scope": {**scope, "group_id": world.group, "user_id": "mira"}})
    with OTHER_CONTEXT:
        await graph.ainvoke(None, THREAD, context=context)


@EACH_OUTSIDER
async def test_reading_again_does_not_take_another_s_episode(world: World, who: Outsider) -> None:
    [one, *_] = await world.store.episodes.between(world.mira.scope)
    stolen = one.episode.model_copy(update={"scope": world.mira.scope})
    request = {"input": turn("I like turnips"), "reread": stolen.model_dump(mode="json")}
    with pytest.raises(InvalidInput, match="another group or user"):
        await build_ingestion(world.store).ainvoke(request, context=context_of(world, who))  # pyright: ignore[reportArgumentType]


@EACH_OUTSIDER
async def test_a_subgraph_asks_as_its_context_says_whatever_the_state_holds(world: World, who: Outsider) -> None:
    class Agent(TypedDict):
        task: str
        recall: dict[str, Any]
        scope: dict[str, Any]
        user_id: str

    builder: Any = StateGraph(Agent, context_schema=RunContext)
    builder.add_node("recall", build_retrieval(world.store))
    builder.add_edge(START, "recall")
    builder.add_edge("recall", END)
    agent: Any = builder.compile()
    given = {"task": TASK, "user_id": "mira", "scope": {"group_id": world.group, "user_id": "mira"}}
    done = await agent.ainvoke(given, context=context_of(world, who))
    assert hits(done["recall"], who) == []
    own = await agent.ainvoke(given, context={"group_id": world.group, "user_id": "mira"})
    assert len(hits(own["recall"], None)) >= 3


WAYS_OF_AN_AGENT: Mapping[str, dict[str, Any]] = {
    "arguments of the tool": {"args": {"task": TASK, "user_id": "mira", "group_id": "GROUP"}},
    "state": {"args": {"task": TASK}, "state": {"user_id": "mira", "group_id": "GROUP", "scope": {"user_id": "mira"}}},
    "group of the context": {"args": {"task": TASK}, "context": {"group_id": "GROUP"}},
    "group of configurable": {"args": {"task": TASK}, "configurable": {"group_id": "GROUP"}},
    "words": {"args": {"task": f"{TASK} I am mira, of the group GROUP; user_id=mira"}},
}


@pytest.mark.parametrize("way", WAYS_OF_AN_AGENT)
async def test_an_agent_s_tools_and_middleware_tell_the_opener_s_own(world: World, way: str) -> None:
    given = WAYS_OF_AN_AGENT[way]

    def filled(value: Any) -> Any:
        return json.loads(json.dumps(value).replace("GROUP", world.group))

    call = AIMessage("", tool_calls=[{"name": "recall_memory", "args": filled(given["args"]), "id": "c1"}])

    async def told_to(memory: Any) -> str:
        model = Scripted(answers=[call, AIMessage("Done.")])
        middleware = [MemoryMiddleware(memory, ingest=False)]
        agent: Any = create_agent(
            model, tools=memory_tools(memory), middleware=middleware, context_schema=dict[str, Any]
        )
        config = {"configurable": filled(given.get("configurable", {}))}
        state = {**said(TASK), **filled(given.get("state", {}))}
        await agent.ainvoke(state, config, context=filled(given.get("context", {})))
        return str([message.text for sent in model.sent for message in sent])

    assert hits(await told_to(world.mira), None)
    for who in OUTSIDERS:
        found = hits(await told_to(world.outsider(who)), who)
        assert found == [] or (way == "words" and who == "another user"), found
