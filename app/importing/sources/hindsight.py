"""Hindsight: the memories and documents of a bank, as its API lists them (``…/memories/list``, ``…/documents``).

Its memories are sentences that a model wrote, so they come as documents: nobody's own words. Tags name their user.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, memory_item, moment, read_records, with_notes
from memorist.app.importing.files import SourceFiles
from memorist.memory_store.domain.json_values import as_object, objects_in

HOLDERS = ("items", "results", "memories", "documents", "mental_models")
_USER_TAG = re.compile(r"(?:user|user_id|person)[:=](.+)", re.IGNORECASE)
_TEXTS = ("text", "original_text", "content")


def read(files: SourceFiles) -> Iterator[Found]:
    """One document a memory, a mental model, or a document of the bank."""
    yield from read_records(files, "no JSON of Hindsight's memories", _record)


def _record(name: str, place: str, record: Any) -> Iterator[Found]:
    held = [(key, list_) for key in HOLDERS if (list_ := objects_in(as_object(record).get(key)))]
    for key, items in held:
        for number, item in enumerate(items):
            yield _item(f"{name} {key}[{number}]", item)
    if not held:
        yield _item(f"{name} {place}", as_object(record))


def _item(place: str, item: Mapping[str, Any]) -> Found:
    text = next((item[name] for name in _TEXTS if isinstance(item.get(name), str)), "")
    if not text.strip():
        if "content_hash" in item or "text_length" in item:
            return LeftOut("document without its text")
        return Unreadable(place, "no memory: expected an object with id and text")
    id_ = str(item.get("id") or text)
    tags = [str(tag) for tag in cast("list[Any]", item.get("tags") or []) if tag]
    user = next((found[1].strip() for tag in tags if (found := _USER_TAG.fullmatch(tag))), None)
    began, ended = moment(item.get("occurred_start")), moment(item.get("occurred_end"))
    days = sorted({at.date().isoformat() for at in (began, ended) if at})
    notes = {
        "occurred": " to ".join(days) if days and days[0] not in text else None,
        "context": item.get("context"),
        "tags": [tag for tag in tags if not _USER_TAG.fullmatch(tag)],
        **as_object(item.get("metadata") or item.get("document_metadata")),
    }
    at = moment(item.get("mentioned_at")) or moment(item.get("date")) or moment(item.get("created_at"))
    told = with_notes(text.replace(" | ", ". "), notes)
    return memory_item(place, "hindsight", id_, told, at=at, user=user)
