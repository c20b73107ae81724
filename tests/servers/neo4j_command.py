"""`python -m tests.servers.neo4j_server start|stop|status`: one server that stays until it is stopped."""

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import psutil

from tests.servers.java import NoJdk
from tests.servers.neo4j_release import NoMaven, cache_folder
from tests.servers.neo4j_server import Neo4jServer, ServerDidNotStart

__all__ = ["main"]


type Running = dict[str, Any]
"""Notes for the next command about a server started by an earlier one."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.servers.neo4j_server", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    starting = commands.add_parser("start")
    starting.add_argument("--version", help='"5.26" or "2026.09"; default: the newest for the JDKs found')
    starting.add_argument("--port", type=int, default=7687)
    starting.add_argument("--password", default="memorist-test")
    for name in ("stop", "status"):
        commands.add_parser(name)
    options = parser.parse_args()
    try:
        if options.command == "start":
            start(options.version, options.port, options.password)
        else:
            {"stop": stop, "status": status}[options.command]()
    except (NoJdk, NoMaven, ServerDidNotStart, ValueError) as error:
        raise SystemExit(str(error)) from None


def start(version: str | None, port: int, password: str) -> None:
    if (running := _running()) is None:
        server = Neo4jServer(version, port=port, password=password, detached=True)
        print(f"Neo4j {server.release.version} on Java {server.jdk.version} …", flush=True)
        server.start()
        assert server.process is not None
        running = {
            "pid": server.process.pid, "home": str(server.home), "release": server.release.version,
            "address": server.address, "user": server.user, "password": server.password,
        }  # fmt: skip
        _state_file().write_text(json.dumps(running))
    _describe(running)


def stop() -> None:
    running = _running()
    if running is None:
        print("Neo4j is not running")
        return
    process = psutil.Process(running["pid"])
    process.kill()
    process.wait()
    shutil.rmtree(running["home"], ignore_errors=True)
    _state_file().unlink(missing_ok=True)
    print("Neo4j is stopped, its data removed")


def status() -> None:
    running = _running()
    if running is None:
        raise SystemExit("Neo4j is not running")
    _describe(running)


def _describe(running: Running) -> None:
    url = running["address"].replace("://", f"://{running['user']}:{running['password']}@")
    print(f"""Neo4j {running["release"]} is up; its data is thrown away when it stops.
  url       {running["address"]}
  user      {running["user"]}
  password  {running["password"]}
  use it    export MEMORIST_STORE={url}
  log       {running["home"]}/server.log
  stop it   make neo4j-stop""")


def _running() -> Running | None:
    try:
        state: Running = json.loads(_state_file().read_text())
        # The number of a process that ended is given to another one some day.
        alive = f"--home-dir={state['home']}" in psutil.Process(state["pid"]).cmdline()
    except (FileNotFoundError, psutil.Error):
        return None
    return state if alive else None


def _state_file() -> Path:
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "running.json"
