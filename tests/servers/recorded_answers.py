"""A model's answers, recorded once and given again over the wire: what it adds can be measured without it.

``python -m tests.servers.recorded_answers FILE COMMAND…`` runs a command with ``MEMORIST_OLLAMA_URL`` at a server that
answers from FILE: JSON lines ``{"statement", "memories": [Said, without the number], "worth_keeping"}``.
"""

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.servers.ollama_wire import OllamaWire

Reply = Callable[[list[dict[str, Any]]], str]


def recorded_answers(path: Path) -> Reply:
    """A reply to a question of the extraction prompt, put together from what was said of each of its statements."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    known: dict[str, dict[str, Any]] = {line["statement"]: line for line in lines}

    def reply(messages: list[dict[str, Any]]) -> str:
        memories: list[dict[str, Any]] = []
        not_worth: list[int] = []
        for line in json.loads(messages[-1]["content"])["statements"].splitlines():
            number, _, statement = line.partition(". ")
            said = known.get(statement, {"memories": [], "worth_keeping": True})
            memories += [{"statement": int(number), **memory} for memory in said["memories"]]
            not_worth += [] if said["worth_keeping"] else [int(number)]
        return json.dumps({"memories": memories, "not_worth_keeping": not_worth}, ensure_ascii=False)

    return reply


def main(file: str, *command: str) -> int:
    """Run the command beside the server, and end as it ends."""
    with OllamaWire(replies=deque([recorded_answers(Path(file))])) as wire:
        return subprocess.run(command, env={**os.environ, "MEMORIST_OLLAMA_URL": wire.url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
