"""The store on the LangGraph server, through its client."""

from collections.abc import Generator
from pathlib import Path

import pytest
from langgraph_sdk import get_client

from tests.servers.langgraph_dev import LangGraphDev

pytestmark = pytest.mark.langgraph_server


@pytest.fixture
def server(tmp_path: Path) -> Generator[LangGraphDev]:
    with LangGraphDev(f"embedded:{tmp_path / 'store'}", tmp_path / "server.log") as running:
        yield running


async def test_the_server_keeps_items_in_it(server: LangGraphDev, tmp_path: Path) -> None:
    store = get_client(url=server.url).store
    await store.put_item(["users", "mira"], key="food", value={"text": "allergic to peanuts", "level": 3})
    assert (await store.get_item(["users", "mira"], "food"))["value"]["level"] == 3
    found = await store.search_items(["users"], query="allergies", filter={"level": {"$gte": 2}})
    assert [item["key"] for item in found["items"]] == ["food"]
    assert (await store.list_namespaces(prefix=["users"]))["namespaces"] == [["users", "mira"]]
    await store.delete_item(["users", "mira"], "food")
    assert (await store.search_items(["users"]))["items"] == []
    assert "MemoristStore" in (tmp_path / "server.log").read_text()
