"""The change log for pages: a list of entries, one entry in full, and the preview of an undo."""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from memorist.api.memory import AsyncMemory as MemoryApi
from memorist.api.visible import may_see_said
from memorist.app.panel.statements import STATEMENTS
from memorist.app.panel.views import PAGE_SIZE, LogPage, LogRow, NotThere
from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.types import BY_UPDATE_MODELS, ENTITY_TYPES
from memorist.memory_store.parts.operations import LAST

MAX_READ = 64 * 1024
"""Characters of an entry that are read for a list: a larger one is shown by its reason alone."""
MAX_SHOWN = 100
"""So many things of a kind are shown of one entry."""

type Words = Callable[[Iterable[str]], Awaitable[dict[str, str]]]


class Log:
    """The change log of a group; ``words`` are those of memories, by their ids."""

    def __init__(self, memory: MemoryApi, words: Words) -> None:
        self.memory = memory
        self.store = memory.store
        self.group = memory.scope.group_id
        self._words = words
        self._statements = STATEMENTS[self.store.database.dialect]

    async def page(self, before: int = LAST, run: str = "") -> list[LogRow]:
        """A page of the log, newest first, each entry with the words of the first memory that it is about."""
        rows = await self.store.connection.read(
            self.group, self._statements.changes, before=before, run=run, most=MAX_READ, limit=PAGE_SIZE
        )
        payloads: list[dict[str, Any]] = [json.loads(row["payload"]) if row["payload"] else {} for row in rows]
        words = await self._words(id_ for payload in payloads for id_ in first_of(payload)[:1])
        found: list[LogRow] = []
        for row, payload in zip(rows, payloads, strict=True):
            about = first_of(payload)
            given = (int(row["seq"]), row["id"], str(row["at"]), row["run"], row["reason"])
            told = words.get(about[0], "") if about else self._said(payload)
            found.append(LogRow(*given, who=who(payload), words=told))
        return found

    def _said(self, payload: Mapping[str, Any]) -> str:
        """Return the words of an entry that only stored an input; empty for another person's own affairs."""
        viewer = self.memory.scope.user_id
        return next((str(one["content"]) for one in payload.get("episodes", ()) if may_see_said(viewer, one)), "")

    async def entry(self, sequence: int) -> LogPage:
        """One entry with what it changed, in the words of what it names. Raises :class:`NotThere`."""
        rows = await self.store.connection.read(self.group, self._statements.change, seq=sequence)
        if not rows:
            raise NotThere
        about = dict(rows[0]["c"])
        payload: dict[str, Any] = json.loads(about.pop("payload"))
        words = await self._words(named_in(payload))
        undone_by = (await self.memory.receipt(str(about["uuid"]))).undone_by
        places = await self.places([undone_by] if undone_by else [])
        return LogPage(about, payload, words, who(payload), places.get(undone_by or ""))

    async def places(self, ids: Sequence[str]) -> dict[str, tuple[int, str]]:
        """Return the log position and the reason of each operation, by id."""
        found: dict[str, tuple[int, str]] = {}
        for entry in await self.store.operations.entries(self.group, ids) if ids else ():
            for id_ in (entry.id, entry.operation):
                if id_ in ids:
                    found.setdefault(id_, (entry.sequence, entry.reason))
        return found


def first_of(payload: Mapping[str, Any]) -> list[str]:
    """The ids of the memories that an entry is about: what it added, else what it changed or counted, else names."""
    added = payload.get("memories", [])
    # A memory that was made for others to hang on says nothing: its words are a title.
    plain = [one for one in added if one.get("extraction_method") != BY_UPDATE_MODELS]
    told = [one["id"] for one in plain if one["type"] not in ENTITY_TYPES]
    changed = [one["memory_id"] for one in (*payload.get("updates", ()), *payload.get("counts", ()))]
    return [*told, *changed, *(one["id"] for one in added)]


def named_in(payload: Mapping[str, Any]) -> list[str]:
    """The ids of the memories that are shown of an entry."""
    ids = [one["memory_id"] for kind in ("updates", "counts") for one in payload.get(kind, [])[:MAX_SHOWN]]
    return ids + [one[end] for one in payload.get("edges", [])[:MAX_SHOWN] for end in ("source", "target")]


def who(payload: Mapping[str, Any]) -> str:
    """Return the person behind a change, and their role; empty for the store's own upkeep."""
    return Actor.model_validate(payload.get("by") or {}).named
