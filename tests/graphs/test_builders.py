"""The graphs as others build on them: what goes in and comes out, how they are shown, what can be changed in them."""

import json
import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.state import CompiledStateGraph

from memorist.graphs.check_action import build_check_action
from memorist.graphs.homeostasis import build_homeostasis
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.promotion import build_promotion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.errors import InvalidInput, StoreUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.homeostasis import state as homeostasis
from memorist.nodes.homeostasis.acts import state as acts
from memorist.nodes.ingestion import state as ingestion
from memorist.nodes.kinds.inputs import KINDS
from memorist.nodes.promotion import state as promotion
from memorist.nodes.reading.reader import Proposal, Reading, ReadingRequest
from tests.inputs import turn
from tests.stores import EMBEDDED

ROOT = Path(__file__).parents[2]
GRAPHS: dict[str, tuple[Any, dict[str, Any], set[str]]] = {
    "ingestion": (build_ingestion, {"input": turn("We use Go")}, {"result"}),
    "retrieval": (build_retrieval, {"task": "Which language?"}, {"recall"}),
    "promotion": (build_promotion, {"reason": "nightly"}, {"result"}),
    "homeostasis": (build_homeostasis, {"agent_state": {"task": "Add a test"}}, {"assessment", "error"}),
    "check_action": (build_check_action, {"action": {"command": "ls"}}, {"verdict", "error"}),
}


@pytest.fixture
def context(scope: Scope) -> dict[str, Any]:
    return {"group_id": scope.group_id}


def said(content: str) -> Any:
    return {"input": turn(content)}


@EMBEDDED
async def test_a_text_is_an_act_of_the_shell(store: Store, context: Any) -> None:
    graph = build_check_action(store)
    denied = await graph.ainvoke({"action": "rm -rf tests"}, context=context)
    assert denied["verdict"]["action"] == "deny"
    assert denied == await graph.ainvoke({"action": {"command": "rm -rf tests"}}, context=context)


@EMBEDDED
@pytest.mark.parametrize("name", GRAPHS)
async def test_the_output_is_the_result_alone(name: str, store: Store, context: Any) -> None:
    build, given, keys = GRAPHS[name]
    graph: CompiledStateGraph[Any, Any, Any, Any] = build(store)
    assert set(await graph.ainvoke(given, context=context)) == keys
    assert set(graph.get_output_jsonschema()["properties"]) == keys


@pytest.mark.parametrize("name", GRAPHS)
def test_every_field_of_an_input_is_described(name: str) -> None:
    build, given, _ = GRAPHS[name]
    schema = build().get_input_jsonschema()
    assert schema["description"]
    assert all(field["description"] for field in schema["properties"].values())
    assert all(schema["properties"][field]["examples"] for field in given)


def test_the_form_of_an_input_shows_its_kinds_and_their_fields() -> None:
    schema = build_ingestion().get_input_jsonschema()
    named = {one.get("properties", {}).get("kind", {}).get("const"): one for one in schema["$defs"].values()}
    kinds = {kind: one for kind, one in named.items() if kind in KINDS}
    assert set(kinds) == set(KINDS)
    assert {"role", "content", "at"} <= kinds["turn"]["properties"].keys()
    acts_shown = build_check_action().get_input_jsonschema()["$defs"]
    assert "ShellAct" in acts_shown
    assert "last_progress_at" in acts_shown["AgentState"]["properties"]


def test_a_run_begins_with_nothing_of_the_run_before() -> None:
    states = (ingestion.IngestionState, promotion.PromotionState, homeostasis.HomeostasisState, acts.ActState)
    for state, module in zip(states, (ingestion, promotion, homeostasis, acts), strict=True):
        assert set(module.fresh()) == set(get_type_hints(state))


def test_homeostasis_shows_the_graphs_that_it_asks_and_each_served_graph_says_what_it_does() -> None:
    assert {name for name, _ in build_homeostasis().get_subgraphs()} == {"learn", "recall"}
    served = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"]
    assert {name for name, graph in served.items() if ".graphs." in graph["path"]} == set(GRAPHS)
    assert all(len(graph["description"]) > 40 for graph in served.values())


@EMBEDDED
async def test_between_its_nodes_a_recall_passes_ids_and_similarities(store: Store, context: Any) -> None:
    for number in range(12):
        await build_ingestion(store).ainvoke(said(f"We use Go for service {number}"), context=context)
    graph = build_retrieval(store, checkpointer=InMemorySaver())
    thread: Any = {"configurable": {"thread_id": "one"}}
    await graph.ainvoke({"task": "Which language?"}, thread, context=context, interrupt_before=["answer"])
    found = (await graph.aget_state(thread)).values["found"]
    assert len(found["semantic"]) == 12
    assert len(json.dumps(found)) < 60 * sum(map(len, found.values()))


@EMBEDDED
async def test_a_recall_that_goes_on_in_another_process_finds_the_same(store: Store, context: Any) -> None:
    await build_ingestion(store).ainvoke(said("We use pnpm for packages"), context=context)
    saver, asked = InMemorySaver(), {"task": "Which package manager do we use?"}
    graph = build_retrieval(store, checkpointer=saver)
    whole = await graph.ainvoke(asked, {"configurable": {"thread_id": "whole"}}, context=context)
    stopped: Any = {"configurable": {"thread_id": "stopped"}}
    await graph.ainvoke(asked, stopped, context=context, interrupt_before=["answer"])
    elsewhere = build_retrieval(store, checkpointer=saver)  # what channels share stays with the graph that ran them
    gone_on = await elsewhere.ainvoke(None, stopped, context=context)
    assert "pnpm" in gone_on["recall"]["prompt"]
    assert gone_on["recall"]["prompt"] == whole["recall"]["prompt"]
    assert gone_on["recall"]["citations"] == whole["recall"]["citations"]


@EMBEDDED
async def test_a_write_that_failed_once_is_tried_again(store: Store, context: Any, monkeypatch: pytest.MonkeyPatch):
    apply, tried = store.changes.apply, list[str]()

    async def failing(changes: Any) -> Any:
        tried.append(changes.id)
        if len(tried) == 1:
            raise StoreUnavailable("the connection was reset")
        return await apply(changes)

    monkeypatch.setattr(store.changes, "apply", failing)
    answer = await build_ingestion(store).ainvoke(said("We use Go for the CLI"), context=context)
    assert [memory["content"] for memory in answer["result"]["memories"]] == ["Team uses Go for CLI"]
    assert tried[0] == tried[1]


class TicketReader:
    """Reads what a ticket system would know."""

    name = "tickets"
    version = "1"
    needs_held = False

    async def read(self, request: ReadingRequest) -> Reading:
        (passage,) = request.passages
        said = {"passage": passage.key, "quote": passage.text, "content": passage.text}
        read = Proposal.model_validate({**said, "type": "semantic:decision", "confidence": 0.9, "method": self.name})
        return Reading(reader=self.name, version=self.version, at=request.said_at, proposals=(read,))


@EMBEDDED
async def test_the_example_of_the_readme_runs(store: Store, context: Any) -> None:
    told: list[Any] = []

    async def report_to_slack(state: Any) -> dict[str, Any]:
        told.append(state["result"]["memories"])
        return {}

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(from memorist\.graphs\.ingestion.*?)```", readme, re.DOTALL)
    names: dict[str, Any] = {"store": store, "TicketReader": TicketReader, "report_to_slack": report_to_slack}
    exec(example, names)  # the page is ours
    given = said("We decided to keep the checkout in one service")
    answer = await names["ingestion"].ainvoke(given, context=context)
    assert answer["result"]["reader"] == "tickets"
    assert told == [answer["result"]["memories"]]
    recall = (await names["retrieval"].ainvoke({"task": "Plan the party"}, context=context))["recall"]
    assert any("decisions are always considered" in one["reason"] for one in recall["trace"])


def test_readers_are_given_with_a_store() -> None:
    with pytest.raises(ValueError, match="readers need a store"):
        build_ingestion(readers=[TicketReader()])


@pytest.mark.parametrize(
    "build", [build_ingestion, build_retrieval, build_promotion, build_homeostasis, build_check_action]
)
@pytest.mark.parametrize("given", ["embedded:./memory", 5])
def test_what_is_no_store_is_refused_where_the_graph_is_built(build: Any, given: Any) -> None:
    with pytest.raises(InvalidInput, match="is no open store: pass memory.store") as error:
        build(given)
    assert error.value.field == "store"


@EMBEDDED
@pytest.mark.parametrize("given", ["semantic", ["semantic"], {"semantic": "search"}])
async def test_what_is_no_channel_is_refused_where_the_graph_is_built(store: Store, given: Any) -> None:
    with pytest.raises(InvalidInput, match="expected async functions by name"):
        build_retrieval(store, channels=given)
