"""The command line as tests call it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typer import Typer
from typer.testing import CliRunner

from memorist.app.cli.program import app

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


@dataclass
class Cli:
    """Runs commands on one store, with a home folder of its own; ``program`` has the commands."""

    home: Path
    env: dict[str, str] = field(default_factory=dict)
    program: Typer = app

    def __post_init__(self) -> None:
        self.env = {
            "MEMORIST_STORE": f"embedded:{self.home / 'store'}",
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "COLUMNS": "200",
        }

    def __call__(self, *arguments: str, stdin: bytes | str = "", **env: str) -> Done:
        result = CliRunner().invoke(self.program, list(arguments), input=stdin, env={**self.env, **env})
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Done(result.exit_code, result.stdout, result.stderr)

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
