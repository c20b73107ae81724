"""``langgraph dev`` as a user starts it, on a free port, over a store of one's own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

ROOT = Path(__file__).parents[2]


class LangGraphDev:
    """The development server; a context manager. ``url`` is where clients connect, ``log`` what it printed."""

    def __init__(self, store: str, log: Path) -> None:
        self._store = store
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

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
        self._wait()
        return self

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self._process is not None
            if self._process.poll() is not None:
                break
            try:
                if httpx.get(f"{self.url}/ok", timeout=2).is_success:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)
        raise RuntimeError(f"langgraph dev did not start:\n{self.log.read_text(errors='replace')[-3000:]}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
