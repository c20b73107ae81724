"""Receipt: who did what, why, by which reader, score and threshold, as the change log tells it. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.status import LIVE, Status
from memorist.memory_store.domain.types import BY_UPDATE_MODELS, ENTITY_TYPES
from memorist.memory_store.reading import ChangeEntry
from memorist.nodes.operations.chain import UNDO, times_undone, undo_ids


class ReceiptLine(Part):
    """A memory that an operation concerned, and why.

    ``score`` and ``threshold`` are those of a promotion; ``reader`` is who read it, with model and version.
    """

    id: str
    what: str
    why: str = ""
    reader: str | None = None
    score: float | None = None
    threshold: float | None = None


class Receipt(Part):
    """Receipt of one operation.

    Args:
        id: by which it is undone.
        at: when it was written.
        by: who asked for it; null: the store's own upkeep.
        kinds: the runs that wrote it (``ingestion``, ``promotion``, ``undo``, …).
        reasons: one a change set.
        entries: its places in the log.
        added: memories that it added, in their words; names and models are left out.
        ended: memories that it ended.
        changed: memories that it changed and that went on, or came back.
        counted: how many counters it moved.
        episodes: ids of the inputs that it kept.
        readers: who read them: reader, model, version.
        undoes: the operation that it took back.
        undone_by: the undo by which it is out of effect; null: it is in effect.
    """

    id: str
    at: datetime
    by: Actor | None
    kinds: tuple[str, ...]
    reasons: tuple[str, ...]
    entries: tuple[int, ...]
    added: tuple[ReceiptLine, ...] = ()
    ended: tuple[ReceiptLine, ...] = ()
    changed: tuple[ReceiptLine, ...] = ()
    counted: int = 0
    episodes: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    undoes: str | None = None
    undone_by: str | None = None


def receipt_of(entries: Sequence[ChangeEntry], *, undone_by: str | None = None) -> Receipt:
    """The receipt of an operation, from its entries in order."""
    payloads = [entry.payload for entry in entries]
    updates = [update for payload in payloads for update in payload.get("updates", ())]
    by = next((payload["by"] for payload in payloads if payload.get("by")), None)
    readings = [reading for payload in payloads for reading in payload.get("readings", ())]
    return Receipt(
        id=entries[0].operation,
        at=entries[0].at,
        by=Actor.model_validate(by) if by else None,
        kinds=tuple(dict.fromkeys(entry.run for entry in entries)),
        reasons=tuple(dict.fromkeys(entry.reason for entry in entries)),
        entries=tuple(entry.sequence for entry in entries),
        added=tuple(line for payload in payloads for line in _added(payload)),
        ended=tuple(_line(update) for update in updates if _ends(update)),
        changed=tuple(_line(update) for update in updates if not _ends(update)),
        counted=sum(len(payload.get("counts", ())) for payload in payloads),
        episodes=tuple(episode["id"] for payload in payloads for episode in payload.get("episodes", ())),
        readers=tuple(dict.fromkeys(_reader(reading) for reading in readings)),
        undoes=next((payload["undoes"] for payload in payloads if payload.get("undoes")), None),
        undone_by=undone_by,
    )


def receipts_of(group_id: str, entries: Sequence[ChangeEntry]) -> list[Receipt]:
    """The receipts of all operations that begin among these entries, which reach to the end of the log, in order."""
    parts: dict[str, list[ChangeEntry]] = {}
    for entry in entries:
        parts.setdefault(entry.operation, []).append(entry)
    there = {entry.id for entry in entries if entry.run == UNDO}
    found: list[Receipt] = []
    for operation, of_it in parts.items():
        times = times_undone(group_id, operation, there) if there else 0
        undone = undo_ids(group_id, operation)[times - 1] if times % 2 else None
        found.append(receipt_of(of_it, undone_by=undone))
    return found


def _added(payload: Mapping[str, Any]) -> list[ReceiptLine]:
    climbs = {edge["target"]: edge for edge in payload.get("edges", ()) if "promotion_threshold" in edge}
    readings = payload.get("readings", ())
    lines: list[ReceiptLine] = []
    for memory in payload.get("memories", ()):
        if memory["type"] in ENTITY_TYPES or memory.get("extraction_method") == BY_UPDATE_MODELS:
            continue
        climb = climbs.get(memory["id"], {})
        lines.append(
            ReceiptLine(
                id=memory["id"],
                what=str(memory.get("content", "")),
                why=str(climb.get("promotion_reason") or memory.get("extraction_method") or ""),
                reader=_reader(readings[0]) if readings and memory.get("extracted_by") else None,
                score=memory.get("confidence"),
                threshold=climb.get("promotion_threshold"),
            )
        )
    return lines


def _line(update: Mapping[str, Any]) -> ReceiptLine:
    fields = ", ".join(str(name).replace("_", " ") for name in update["after"])
    score = update["after"].get("confidence")
    return ReceiptLine(id=update["memory_id"], what=fields, why=str(update.get("reason") or ""), score=score)


def _ends(update: Mapping[str, Any]) -> bool:
    status = update["after"].get("status")
    return status is not None and Status(status) not in LIVE


def _reader(reading: Mapping[str, Any]) -> str:
    return " ".join(str(part) for part in (reading["reader"], reading.get("model"), reading.get("version")) if part)
