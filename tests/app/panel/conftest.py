"""A panel as people use it: on a port, over an embedded store with a small team's memory."""

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from memorist.api.memory import AsyncMemory
from memorist.app.auth.caller import Role
from memorist.app.auth.gate import Gate
from memorist.app.auth.keys import KeyFile
from memorist.app.auth.settings import AuthSettings
from memorist.app.panel.app import build_panel
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.memory_store.store import Store

HOSTILE = '<script>window.stolen = 1</script> and "><img src=x onerror="window.stolen = 2"> {{ 7 * 7 }} \' onclick=x'
"""Markup, attributes and template syntax, which must be told as the words they are."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

type Seed = Callable[[Store], Coroutine[Any, Any, None]]


class ServedPanel:
    """A panel in a thread of its own; a context manager. ``url`` ends with the panel's path."""

    def __init__(self, store: str, settings: Settings, gate: Gate, seed: Seed | None = None) -> None:
        self._store, self._settings, self._gate, self._seed = store, settings, gate, seed
        self._ready = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}/memory"
        self._loop: asyncio.AbstractEventLoop | None = None
        self.store: Store | None = None

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            store = self.store = await Store.open(self._store, settings=self._settings)
            if self._seed is not None:
                await self._seed(store)
        except BaseException as error:
            self._error = error
            self._ready.set()
            raise

        async def opened() -> Store:
            return store

        app = Starlette(routes=[Mount("/memory", build_panel(opened, self._gate))])
        config = uvicorn.Config(app, host="127.0.0.1", port=self.port, log_level="warning")
        self._server = uvicorn.Server(config)
        self._ready.set()
        await self._server.serve()
        await store.close()

    def ask(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something in the panel's loop, where its store lives."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def __enter__(self) -> "ServedPanel":
        self._thread.start()
        assert self._ready.wait(120)
        if self._error is not None:
            raise self._error
        for _ in range(200):
            try:
                httpx.get(f"{self.url}/static/panel.css")
                return self
            except httpx.ConnectError:
                time.sleep(0.05)
        raise RuntimeError("the panel did not start")

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(30)


def turn(day: str, content: str) -> dict[str, Any]:
    return {"kind": "turn", "role": "user", "content": content, "at": f"2026-{day}T09:00:00Z"}


async def a_teams_memory(store: Store) -> None:
    """Ana's statements; a hard rule that experience contradicts; something hostile."""
    memory = AsyncMemory(store, Scope(group_id="team", agent_id="coder", user_id="ana"))
    results = await memory.ingest(
        [
            turn("02-01", "We use pnpm for packages"),
            turn("02-02", "Our project Apollo runs on CockroachDB"),
            turn("02-03", "We use Postgres for the billing service"),
            turn("03-01", "We switched from Postgres to CockroachDB for the billing service"),
            turn("03-02", "I'm allergic to peanuts"),
            {"kind": "manual", "type": "semantic:fact", "content": f"The page said {HOSTILE}"},
            {"kind": "manual", "type": "semantic:hard_rule", "content": "Never use Realm", "reason": "it lost data",
             "at": "2026-02-01T09:00:00Z"},
            {
                "kind": "observation",
                "at": "2026-03-09T09:00:00Z",
                "events": [
                    {"time": "2026-03-09T09:00:00Z", "name": "package.install", "body": "installed realm",
                     "attributes": {"package.name": "realm"}},
                    {"time": "2026-03-09T09:30:00Z", "name": "task.done", "body": "Realm works well as the database"},
                ],
            },
        ]
    )  # fmt: skip
    assert [result.error for result in results if result.error] == []
    await memory.assess({"task": "Add push notifications", "confidence": 0.3})
    await memory.promote()


@pytest.fixture(scope="session")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServedPanel]:
    """A panel without keys."""
    folder = tmp_path_factory.mktemp("panel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memorist.app.auth.settings.data_folder", lambda: Path(folder))
        settings = Settings(group="team", agent="coder")
        with ServedPanel(f"embedded:{folder / 'store'}", settings, Gate(AuthSettings()), a_teams_memory) as running:
            yield running


@pytest.fixture(scope="session")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[ServedPanel, dict[str, str]]]:
    """A panel that needs keys, and those of two people: Ana may write, Mira may read."""
    folder = tmp_path_factory.mktemp("locked")
    file, now = KeyFile(Path(folder, "keys.json")), datetime.now(UTC)
    keys = {
        "ana": file.add("ana", groups=["team"], user="ana", role=Role.WRITE, now=now)[1],
        "reader": file.add("reader", groups=["team"], user="mira", role=Role.READ, now=now)[1],
    }
    gate = Gate(AuthSettings(keys=file.path))
    with ServedPanel(f"embedded:{folder / 'store'}", Settings(group="team"), gate, a_teams_memory) as running:
        yield running, keys


@pytest.fixture(scope="module")
def chromium() -> Generator[Any]:
    """A headless browser, or one line that says it is not there."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
