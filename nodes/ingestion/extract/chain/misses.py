"""The miss log: what no pattern read and a model did, one line of JSON each, so that patterns can grow.

``{"at", "group", "episode", "text", "resolved", "category", "by", "model", "prompt", "memories": [{"type", "content",
"claim": {"subject", "predicate", "object", "qualifier", "polarity"} | null, "entities"}]}``; secrets are masked before.
"""

import asyncio
import json
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.settings import Settings, data_folder
from memorist.nodes.ingestion.draft import Draft, Statement
from memorist.nodes.ingestion.extract.chain.chain import Answered

FILE = "pattern-misses.jsonl"
LARGEST = 16 * 1024 * 1024
"""A log that nobody reads stops growing here."""


def miss_log(settings: Settings) -> Path | None:
    """Where the log is; null when it is switched off."""
    if settings.miss_log == "none":
        return None
    return Path(settings.miss_log).expanduser() if settings.miss_log else data_folder() / FILE


def miss_line(
    statement: Statement, drafts: Sequence[Draft], answered: Answered, *, group: str, episode: str, at: datetime
) -> dict[str, Any]:
    """One line of the log."""
    claim_fields = {"subject", "predicate", "object", "qualifier", "polarity"}
    return {
        "at": time_text(at),
        "group": group,
        "episode": episode,
        "text": statement.text,
        "resolved": statement.resolved,
        "category": statement.verdict.category,
        "by": answered.by,
        "model": answered.model,
        "prompt": answered.prompt_version,
        "memories": [
            {
                "type": draft.type,
                "content": draft.content,
                "claim": draft.claim.model_dump(include=claim_fields) if draft.claim else None,
                "entities": list(draft.entities),
            }
            for draft in drafts
        ],
    }


async def write_misses(path: Path, lines: Sequence[dict[str, Any]]) -> str | None:
    """Append the lines; return why it could not be done, if so. A full or read-only disk loses nothing but the log."""
    return await asyncio.to_thread(_append, path, lines)


def _append(path: Path, lines: Sequence[dict[str, Any]]) -> str | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST:
            return f"the miss log {path} is full: read it (`memorist bench extraction --misses {path}`) and remove it"
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    except OSError as error:
        return f"the miss log {path} could not be written: {error.strerror or error}"
    return None


def read_misses(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a log; a line that is cut off is left out."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue


def forget_misses(path: Path, episodes: Collection[str]) -> int:
    """Erase the lines of these raw episodes and return how many: what is forgotten must not live on in a log."""
    if not path.exists():
        return 0
    lines = list(read_misses(path))
    kept = [line for line in lines if line.get("episode") not in episodes]
    if len(kept) < len(lines):
        beside = path.with_suffix(".new")
        beside.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept), encoding="utf-8")
        beside.replace(path)
    return len(lines) - len(kept)
