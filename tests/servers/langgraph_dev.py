"""``langgraph dev`` as a user starts it, on a free port, over a store of one's own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx

from tests.servers.process import free_port

ROOT = Path(__file__).parents[2]


class LangGraphDev:
    """The development server; a context manager. ``url`` is where clients connect, ``log`` what it printed."""

    def __init__(self, store: str, log: Path) -> None:
        self._store = store
        self.log = log
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        environment = {
            **os.environ,
            "MEMORIST_STORE": self._store,
            "LANGGRAPH_CLI_NO_ANALYTICS": "1",
            "LANGGRAPH_NO_VERSION_CHECK": "true",
            "LANGSMITH_TRACING": "false",
        }
        command = [str(Path(sys.executable).parent / "langgraph"), "dev", "--no-browser", "--no-reload"]
        command += ["--n-jobs-per-worker", "10", "--port", str(self.port)]
        with self.log.open("wb") as output:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=output, stderr=output, start_new_session=True
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                if httpx.get(f"{self.url}/ok", timeout=2).is_success:
                    return self
            except httpx.HTTPError:
                time.sleep(0.1)
        raise RuntimeError(f"langgraph dev did not start:\n{self.log.read_text(errors='replace')[-3000:]}")

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
