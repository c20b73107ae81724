"""Traces: files in the user's folder that may hold what was forgotten: rule snapshot, inbox, inputs set aside."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.redact import mentions_any
from memorist.memory_store.inbox import Inbox, inbox_root
from memorist.memory_store.settings import data_folder
from memorist.memory_store.store import Store


async def erase_traces(store: Store, scope: Scope, plan: ForgetPlan, texts: Sequence[str] = ()) -> None:
    """Erase the lines about what goes; a group that went whole (an empty plan) takes all of its lines along."""
    await store.settled()  # a snapshot that is being written would bring a rule back
    await asyncio.to_thread(_erase, store, scope, plan, texts)


async def erase_waiting(store: Store, scope: Scope, texts: Sequence[str]) -> int:
    """Erase the inputs that say these words and only wait to be taken in; return how many did.

    What waits for another user is another's own, as far as anybody knows who has not read it.
    """
    needles = [text for text in texts if text.strip()]
    return await asyncio.to_thread(_drop_waiting, store, scope, needles) if needles else 0


def _drop_waiting(store: Store, scope: Scope, needles: Sequence[str] | None) -> int:
    """Remove files of the inbox, also what was set aside under another ending; without needles all of the group's."""
    settings = store.settings
    if settings.inbox == "none":
        return 0
    folders = [inbox_root(settings) / scope.group_id]
    if scope.user_id is not None and needles is not None:
        shared = scope.model_copy(update={"user_id": None})
        own = (Inbox.of(settings, store.database.url, one) for one in (scope, shared))
        folders = [box.folder for box in own if box is not None]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    gone = [path for path in files if needles is None or mentions_any(_words_in(path), needles)]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _words_in(path: Path) -> str:
    """The text of a file, as it stands there and as its strings read: quotation marks and line breaks are escaped."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return "\n".join((text, *(part for line in text.splitlines() for part in _strings_in(line))))


def _strings_in(line: str) -> Iterator[str]:
    try:
        found: list[Any] = [json.loads(line)]
    except (ValueError, RecursionError):
        return
    while found:
        part = found.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            found += cast("dict[str, Any]", part).values()
        elif isinstance(part, list):
            found += cast("list[Any]", part)


def _erase(store: Store, scope: Scope, plan: ForgetPlan, texts: Sequence[str]) -> None:
    whole = plan.empty and not plan.unfinished  # what a killed process had begun names nothing any more
    store.rules.snapshots.drop(plan.group_id, None if whole else {each.id for each in plan.going})
    said = [each.content for each in plan.going if each.kind in ("memory", "episode")]
    needles = [needle for needle in (*texts, *said, *(each.content for each in plan.emptied)) if needle]
    _drop_waiting(store, scope, None if whole else needles)
    if needles:
        for kept in sorted((data_folder() / "retry").glob("*.jsonl")):
            _filter(kept, needles)


def _filter(path: Path, needles: Sequence[str]) -> None:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    left = [line for line in lines if not mentions_any("\n".join((line, *_strings_in(line))), needles)]
    if not left:
        path.unlink()
    elif len(left) < len(lines):
        beside = path.with_suffix(".new")
        beside.write_text("".join(left), encoding="utf-8")
        beside.replace(path)
