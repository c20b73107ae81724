"""``serve``: serve the graphs (LangGraph server), the panel, MCP and OTLP, with maintenance at intervals."""

import asyncio
import json
import logging
import os
import re
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable
from datetime import timedelta
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from pydantic import SecretStr

from memorist.app.cli.options import Call, with_call
from memorist.app.cli.render import note
from memorist.app.listening import check_address
from memorist.app.packages import is_installed
from memorist.memory_store.domain.errors import InvalidInput, MemoristError

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.memory_store.settings import Settings

_log = logging.getLogger(__name__)

PORT = 2024
_EVERY = re.compile(r"(\d+)([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
SHORTEST = timedelta(seconds=10)
PATIENCE = 20.0
"""Seconds in which the server may finish what is under way."""


@with_call
def command(
    call: Call,
    *,
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="Where it listens.")] = PORT,
    host: Annotated[str, typer.Option("--host", help="Another address than this machine's; needs keys.")] = "127.0.0.1",
    maintain_every: Annotated[
        str | None,
        typer.Option("--maintain-every", metavar="TIME", help="Maintain every group that often: 30m, 1h, 1d."),
    ] = None,
) -> None:
    """Serve the graphs, the panel (/memory) and health until Ctrl-C."""
    every = read_interval(maintain_every) if maintain_every else None
    asyncio.run(serve(call, host, port, every))


def read_interval(text: str) -> timedelta:
    """``30m``, ``1h``, ``1d`` as a time. Raises :class:`InvalidInput`."""
    found = _EVERY.fullmatch(text.strip())
    if found is None:
        said = f"serve: field maintain-every: expected a time such as 30m, 1h or 1d, got {text!r}"
        raise InvalidInput(said, field="maintain-every")
    every = timedelta(**{_UNITS[found[2]]: int(found[1])})
    if every < SHORTEST:
        raise InvalidInput(f"serve: field maintain-every: at least {SHORTEST.seconds} s", field="maintain-every")
    return every


async def serve(call: Call, host: str, port: int, every: timedelta | None) -> None:
    """Run the server as a process of its own, and maintenance beside it.

    Raises :class:`InvalidInput` when the server's packages are missing, or other machines could call without a key.
    """
    if not is_installed("langgraph_api"):
        raise InvalidInput("serve: it needs more packages: pip install 'memorist[server]'")
    await check_address(host, port, of="serve")
    settings = call.settings()
    with tempfile.TemporaryDirectory(prefix="memorist-serve-") as folder:
        config = write_configuration(Path(folder))
        environment = {
            **os.environ,
            **environment_of(settings),
            "LANGGRAPH_CLI_NO_ANALYTICS": "1",
            "LANGSMITH_TRACING": os.environ.get("LANGSMITH_TRACING", "false"),
        }
        arguments = [sys.executable, "-m", "langgraph_cli", "dev", "--config", str(config), "--no-browser"]
        arguments += ["--no-reload", "--n-jobs-per-worker", "10", "--host", host, "--port", str(port)]
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        server = await asyncio.create_subprocess_exec(*arguments, env=environment, cwd=folder, start_new_session=True)
        note(f"graphs on http://{host}:{port}, panel on http://{host}:{port}/memory/ (Ctrl-C ends it)")
        waiting = [asyncio.create_task(stop.wait()), asyncio.create_task(server.wait())]
        upkeep = asyncio.create_task(at_intervals(every, lambda: maintain(call))) if every else None
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (upkeep, *waiting):
                if task is not None:
                    task.cancel()
            await end(server)


def environment_of(settings: "Settings") -> dict[str, str]:
    """The settings as environment variables: the server runs in another folder, where relative paths are others."""
    from memorist.memory_store.settings import ENV_FILE

    found: dict[str, str] = {}
    if named := os.environ.get(ENV_FILE):
        found[ENV_FILE] = str(Path(named).expanduser().absolute())
    for name in sorted({*settings.model_fields_set, "store", "group", "embedder"}):
        value: Any = getattr(settings, name)
        if isinstance(value, SecretStr):
            value = value.get_secret_value()
        elif isinstance(value, Path):
            value = value.expanduser().absolute()
        if value is not None:
            parts = cast("tuple[str, ...]", value) if isinstance(value, tuple) else (str(value),)
            found[f"MEMORIST_{name.upper()}"] = ",".join(parts)
    scheme, _, path = settings.store.partition(":")
    if scheme.lower() == "embedded":
        found["MEMORIST_STORE"] = f"{scheme}:{Path(path).expanduser().absolute()}"
    return found


async def end(server: asyncio.subprocess.Process) -> None:
    """Let the server finish what is under way; after a while end it."""
    if server.returncode is not None:
        return
    server.terminate()
    try:
        await asyncio.wait_for(server.wait(), PATIENCE)
    except TimeoutError:
        server.kill()
        await server.wait()


def write_configuration(folder: Path) -> Path:
    """Write the project's ``langgraph.json`` into a folder, for an installed package; return where it is."""
    given = json.loads((files("memorist") / "langgraph.json").read_text(encoding="utf-8"))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    here = {name: value for name, value in given.items() if name not in ("$schema", "env")}
    file = folder / "langgraph.json"
    file.write_text(json.dumps({**here, "python_version": version, "dependencies": ["."]}), encoding="utf-8")
    return file


async def at_intervals(
    every: timedelta, work: Callable[[], Awaitable[None]], *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Do some work again and again; a failure is logged, and the next time it is tried again."""
    while True:
        await sleep(every.total_seconds())
        try:
            await work()
        except MemoristError as error:
            _log.warning("maintenance failed, and is tried again in %s: %s", every, error)


async def maintain(call: Call) -> None:
    """One maintenance pass over every group of the store; a group that another worker maintains is left to it."""
    from memorist.app.every_group import in_every_group

    async def one_pass(one: "AsyncMemory") -> None:
        report = await one.maintain(reason="interval")
        if report.busy is None and report.counts:
            done = ", ".join(f"{what} {number}" for what, number in sorted(report.counts.items()))
            note(f"maintained {one.scope.group_id}: {done}")

    async with call.memory() as memory:
        _, failed = await in_every_group(memory, one_pass)
    for error in failed:
        _log.warning("a group could not be maintained: %s", error)
