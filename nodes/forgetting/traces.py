"""Traces: files in the user's folder that may hold what was forgotten: rule snapshot, inbox, inputs set aside."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.redact import mentions_any
from memorist.memory_store.settings import data_folder
from memorist.memory_store.store import Store


async def erase_traces(store: Store, plan: ForgetPlan, texts: Sequence[str] = ()) -> None:
    """Erase the lines about what goes; a group that went whole (an empty plan) takes all of its lines along."""
    await store.settled()  # a snapshot that is being written would bring a rule back
    await asyncio.to_thread(_erase, store, plan, texts)


def _erase(store: Store, plan: ForgetPlan, texts: Sequence[str]) -> None:
    settings = store.settings
    whole = plan.empty and not plan.unfinished  # what a killed process had begun names nothing any more
    store.rules.snapshots.drop(plan.group_id, None if whole else {each.id for each in plan.going})
    said = [each.content for each in plan.going if each.kind in ("memory", "episode")]
    needles = [needle for needle in (*texts, *said, *(each.content for each in plan.emptied)) if needle]
    if settings.inbox != "none":
        root = Path(settings.inbox).expanduser() if settings.inbox else data_folder() / "inbox"
        files = (path for path in (root / plan.group_id).rglob("*") if path.is_file())
        for waiting in sorted(files):  # also what was set aside under another ending
            if whole or mentions_any(waiting.read_text(encoding="utf-8", errors="replace"), needles):
                waiting.unlink()
    if needles:
        for kept in sorted((data_folder() / "retry").glob("*.jsonl")):
            _filter(kept, needles)


def _filter(path: Path, needles: Sequence[str]) -> None:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    left = [line for line in lines if not mentions_any(line, needles)]
    if not left:
        path.unlink()
    elif len(left) < len(lines):
        beside = path.with_suffix(".new")
        beside.write_text("".join(left), encoding="utf-8")
        beside.replace(path)
