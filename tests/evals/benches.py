"""Commands of ``memorist bench`` as a user calls them, and the files that they read."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from memorist.evals.answers.folder import Prompt
from memorist.evals.bench_commands import app


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def figures(*arguments: object) -> dict[str, Any]:
    """The object that a benchmark prints."""
    done = bench(*arguments, "--json")
    assert done.exit_code == 0, done.output
    [line] = done.stdout.splitlines()
    return json.loads(line)


def refusal(*arguments: object) -> tuple[int, str]:
    """Exit code and message of a benchmark that prints no figures."""
    done = bench(*arguments)
    assert done.stdout == ""
    return done.exit_code, done.stderr


def write(path: Path, *rows: Mapping[str, Any]) -> Path:
    """JSON lines, gzip'd if the name says so."""
    text = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def prompt(**fields: Any) -> Prompt:
    """A prompt of memorist for a question of the first of January."""
    common = {
        "id": "q",
        "question": "?",
        "at": "2026-01-01T00:00:00Z",
        "category": "",
        "answer": None,
        "abstain": False,
    }
    return Prompt.model_validate({**common, "system": "memorist", "target": 1000, "prompt": "", "tokens": 10, **fields})
