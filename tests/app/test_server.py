"""Health and paths of the HTTP app beside LangGraph's own."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from memorist.app import server
from memorist.memory_store.domain.errors import StoreUnavailable


@pytest.fixture
def browser() -> TestClient:
    return TestClient(Starlette(routes=server.routes()), follow_redirects=False)


def opened(state: Any) -> Any:
    """A store that was opened before; ``state`` answers what is asked of its database now."""

    async def store() -> Any:
        database = SimpleNamespace(state=state, url="neo4j://db")
        return SimpleNamespace(
            database=database, settings=SimpleNamespace(group="team"), embedder=SimpleNamespace(name="words")
        )

    return SimpleNamespace(store=store)


async def answers(_: str) -> None:
    return None


async def is_away(_: str) -> None:
    raise StoreUnavailable("neo4j://db cannot be reached")


async def hangs(_: str) -> None:
    await asyncio.sleep(60)


@pytest.mark.parametrize(("state", "status"), [(answers, 200), (is_away, 503), (hangs, 503)])
def test_health_asks_a_store_that_is_open_whether_it_still_answers(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch, state: Any, status: int
) -> None:
    monkeypatch.setattr(server, "SHARED", opened(state))
    monkeypatch.setattr(server, "HEALTH_PATIENCE", 0.1)
    assert browser.get("/memorist/health").status_code == status


@pytest.mark.parametrize(("asked", "led_to"), [("/memory", "/memory/"), ("/memory?q=tea", "/memory/?q=tea")])
def test_the_panel_is_found_without_its_trailing_slash(browser: TestClient, asked: str, led_to: str) -> None:
    answer = browser.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (307, led_to)
