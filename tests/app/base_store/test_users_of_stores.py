"""LangMem's tools, Deep Agents' files and a LangGraph graph run on the store as they come."""

from typing import Any, TypedDict

import pytest
from langgraph.graph import StateGraph
from langgraph.store.base import BaseStore

from memorist.app.base_store.store import MemoristStore


async def test_a_graph_gets_the_store(items: MemoristStore) -> None:
    class State(TypedDict):
        found: list[Any]

    async def node(state: State, *, store: BaseStore) -> State:
        await store.aput(("users", "1"), "food", {"text": "likes lentils"})
        return {"found": [item.value for item in await store.asearch(("users",), query="lentils")]}

    graph = StateGraph(State).add_node("node", node).set_entry_point("node").compile(store=items)
    assert (await graph.ainvoke({"found": []}))["found"] == [{"text": "likes lentils"}]


async def test_the_tools_of_langmem_manage_and_search_it(items: MemoristStore) -> None:
    langmem = pytest.importorskip("langmem")
    manage = langmem.create_manage_memory_tool(namespace=("memories", "mira"), store=items)
    search = langmem.create_search_memory_tool(namespace=("memories", "mira"), store=items)
    said = await manage.ainvoke({"content": "Mira is allergic to peanuts", "action": "create"})
    key = said.rpartition(" ")[2]
    assert "peanuts" in str(await search.ainvoke({"query": "allergies"}))
    manage.invoke({"content": "Mira is allergic to walnuts", "action": "update", "id": key})
    found = str(search.invoke({"query": "allergies"}))
    assert "walnuts" in found
    assert "peanuts" not in found
    await manage.ainvoke({"action": "delete", "id": key})
    assert items.search(("memories",)) == []


async def test_the_files_of_deep_agents_lie_in_it(items: MemoristStore) -> None:
    pytest.importorskip("deepagents")
    from deepagents.backends import StoreBackend  # pyright: ignore[reportMissingImports]

    files = StoreBackend(namespace=lambda _: ("filesystem", "agent-1"), store=items)
    assert (await files.awrite("/notes/plan.md", "# Plan\nship on Friday\n")).error is None
    assert files.write("/notes/todo.md", "buy paint\n").error is None
    assert (await files.aedit("/notes/plan.md", "Friday", "Monday")).error is None
    assert "Monday" in str((await files.aread("/notes/plan.md")).file_data)
    assert [entry["path"] for entry in files.ls("/notes").entries or ()] == ["/notes/plan.md", "/notes/todo.md"]
    assert [match["path"] for match in (await files.agrep("paint")).matches or ()] == ["/notes/todo.md"]
    assert len((await files.aglob("**/*.md")).matches or ()) == 2
