"""LangMem's tools, Deep Agents' files and a LangGraph graph run on the store as they come."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

import langmem
import pytest
from langgraph.graph import StateGraph
from langgraph.store.base import BaseStore

from memorist.app.base_store.store import MemoristStore

ROOT = Path(__file__).parents[3]
DEEP_AGENTS = "deepagents>=0.7,<0.8"


async def test_a_graph_gets_the_store(items: MemoristStore) -> None:
    class State(TypedDict):
        found: list[Any]

    async def node(state: State, *, store: BaseStore) -> State:
        await store.aput(("users", "1"), "food", {"text": "likes lentils"})
        return {"found": [item.value for item in await store.asearch(("users",), query="lentils")]}

    graph = StateGraph(State).add_node("node", node).set_entry_point("node").compile(store=items)
    assert (await graph.ainvoke({"found": []}))["found"] == [{"text": "likes lentils"}]


async def test_the_tools_of_langmem_manage_and_search_it(items: MemoristStore) -> None:
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


@pytest.mark.slow
def test_the_files_of_deep_agents_lie_in_it(tmp_path: Path) -> None:
    """In a folder of its own: Deep Agents wants a newer langchain-core than the versions that are tested here."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path / "packages"), DEEP_AGENTS]
    subprocess.run(install, check=True)
    paths = os.pathsep.join((str(tmp_path / "packages"), str(ROOT / "src"), str(ROOT)))
    script = [sys.executable, "-m", "tests.app.base_store.deep_agents", f"embedded:{tmp_path / 'store'}"]
    ran = subprocess.run(script, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert ran.stdout.strip() == "deepagents: all files as they should be"
