"""The command line as tests call it."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typer import Typer
from typer.testing import CliRunner

from memorist.app.cli.program import app
from memorist.memory_store.backends.embedded import EmbeddedServer

CLERK = {"kind": "turn", "role": "user", "content": "I prefer Clerk for mobile auth", "at": "2026-02-01T17:00:00Z"}
USE_CLERK = {**CLERK, "content": "We use Clerk for mobile auth"}
GREETING = {"kind": "turn", "role": "user", "content": "Good morning!", "at": "2026-02-01T09:00:00Z"}
FIREBASE = {
    "kind": "turn",
    "role": "user",
    "content": "We're switching from Clerk to Firebase Auth for cost reasons",
    "at": "2026-03-01T09:00:00Z",
}


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    def ended(self, code: int) -> "Done":
        """The same, if that is its exit code."""
        assert self.code == code, self
        return self


@dataclass
class Cli:
    """Runs commands on one store, with a home folder of its own; ``program`` has the commands."""

    home: Path
    env: dict[str, str] = field(default_factory=dict)
    program: Typer = app
    _servers: list[EmbeddedServer] | None = None

    def __post_init__(self) -> None:
        self.env = {
            "MEMORIST_STORE": f"embedded:{self.home / 'store'}",
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "COLUMNS": "200",
        }

    def __call__(self, *arguments: str, stdin: bytes | str = "", **env: str) -> Done:
        result = CliRunner().invoke(self.program, list(arguments), input=stdin, env={**self.env, **env})
        self._stay()
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Done(result.exit_code, result.stdout, result.stderr)

    @contextmanager
    def served(self) -> Generator["Cli"]:
        """Keep the server of the store from the first command that starts it on; each one would start its own."""
        self._servers = []
        try:
            yield self
        finally:
            for server in self._servers:
                server.close()

    def _stay(self) -> None:
        folder = self.home / "store"
        if self._servers is not None and not self._servers and folder.is_dir():
            self._servers.append(EmbeddedServer.open(str(folder)))

    def write(self, *inputs: Mapping[str, Any] | bytes, name: str = "week.jsonl") -> str:
        path = self.home / name
        lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in inputs]
        path.write_bytes(b"\n".join(lines) + b"\n")
        return str(path)

    @property
    def retries(self) -> list[Path]:
        return sorted((self.home / "data" / "memorist" / "retry").glob("*.jsonl"))


def one_line(text: str) -> bool:
    return len(text.splitlines()) == 1 and "Traceback" not in text
