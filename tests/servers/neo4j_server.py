"""A real Neo4j with a throw-away data folder, for tests and for trying things: `make neo4j`."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self
from urllib.parse import quote

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from tests.servers.in_memory import folder_in_memory
from tests.servers.java import find_jdks
from tests.servers.neo4j_release import choose, fetch_jars
from tests.servers.process import ServerProcess, free_port

__all__ = ["Neo4jServer", "ServerDidNotStart"]

_LAUNCHER = Path(__file__).with_name("Neo4jServer.java")
_JVM_FLAGS = (
    "-Xms512m",
    "-Xmx1g",
    # It lives for minutes: what the second compiler takes is not earned back.
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    # As Neo4j ships: an error that the JVM gives no message cannot be sent, and whoever asked waits in vain.
    "-XX:-OmitStackTraceInFastThrow",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-modules=jdk.incubator.vector",
)
_CONFIGURATION = """\
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.http.enabled=false
server.memory.pagecache.size=256m
db.tx_log.preallocate=false
dbms.usage_report.enabled=false
dbms.cypher.min_replan_interval=1d
"""
_FIRST_PASSWORD = "neo4j"
_SHORTEST_PASSWORD = 8
_START_WITHIN = 120.0


class ServerDidNotStart(Exception):
    """Says why; with the last lines of the server's log if there is one."""


class Neo4jServer(ServerProcess):
    """Starts on entering, stops and removes its data on leaving.

    `version` forces a release ("5.26" or "2026.09"); without it MEMORIST_NEO4J_VERSION decides, then the JDKs found.
    Raises NoJdk or NoMaven where it cannot run at all. A `detached` server outlives the process that started it.
    """

    user = "neo4j"

    def __init__(
        self, version: str | None = None, *, port: int = 0, password: str = "memorist-test", detached: bool = False
    ) -> None:
        if len(password) < _SHORTEST_PASSWORD:
            raise ValueError(f"Neo4j wants a password of at least {_SHORTEST_PASSWORD} characters")
        self.release, self.jdk = choose(find_jdks(), version)
        self.port = port or free_port()
        self.password = password
        self.detached = detached
        self.home: Path | None = None

    @property
    def address(self) -> str:
        return f"neo4j://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The address with user and password in it."""
        return f"neo4j://{self.user}:{quote(self.password, safe='')}@127.0.0.1:{self.port}"

    def start(self) -> Self:
        if self.process is not None:
            return self
        if not _is_free(self.port):
            raise ServerDidNotStart(f"Port {self.port} is in use: stop what listens there, or choose another --port")
        lib = fetch_jars(self.release, self.jdk)
        place = None if self.detached else folder_in_memory()
        self.home = Path(tempfile.mkdtemp(prefix="memorist-neo4j-", dir=place))
        try:
            self.process = self._launch(lib, self.home)
            self._until_it_works(self._set_password)
            self._until_it_works(self._ask_database)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        stdin = self.process.stdin if self.process else None
        super().stop()
        if stdin is not None:
            stdin.close()
        if self.home is not None:
            shutil.rmtree(self.home, ignore_errors=True)
            self.home = None

    def _launch(self, lib: Path, home: Path) -> subprocess.Popen[bytes]:
        (home / "conf").mkdir()
        (home / "conf" / "neo4j.conf").write_text(_CONFIGURATION.format(port=self.port))
        parent_flag = () if self.detached else (f"-Dmemorist.data.of.parent={home}",)
        command = [
            str(self.jdk.java),
            *_JVM_FLAGS,
            *self.release.flags,
            *parent_flag,
            "-cp",
            f"{lib}/*",
            str(_LAUNCHER),
            f"--home-dir={home}",
            f"--config-dir={home / 'conf'}",
        ]
        with (home / "server.log").open("wb") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if self.detached else subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                # An interrupt typed at the terminal is for the tests; they stop the server themselves.
                start_new_session=True,
            )

    def _set_password(self) -> None:
        # Over bolt: neo4j-admin would be a second Java start of some seconds.
        with self._driver(_FIRST_PASSWORD) as driver, driver.session(database="system") as system:
            statement = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
            system.run(statement, old=_FIRST_PASSWORD, new=self.password).consume()

    def _ask_database(self) -> None:
        with self._driver(self.password) as driver:
            driver.verify_connectivity()
            driver.execute_query("RETURN 1", database_="neo4j")

    def _driver(self, password: str) -> neo4j.Driver:
        return neo4j.GraphDatabase.driver(
            f"bolt://127.0.0.1:{self.port}", auth=(self.user, password), max_transaction_retry_time=0
        )

    def _until_it_works(self, attempt: Callable[[], None]) -> None:
        deadline = time.monotonic() + _START_WITHIN
        while True:
            try:
                return attempt()
            except (DriverError, Neo4jError, OSError) as error:
                if self.process is None or self.process.poll() is not None or time.monotonic() > deadline:
                    raise ServerDidNotStart(self._last_words()) from error
                time.sleep(0.2)

    def _last_words(self) -> str:
        lines = (self.home / "server.log").read_text(errors="replace").splitlines() if self.home else []
        return "\n".join([f"Neo4j {self.release.version} on Java {self.jdk.version} did not start:", *lines[-20:]])


def _is_free(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) != 0


if __name__ == "__main__":
    from tests.servers.neo4j_command import main

    main()
