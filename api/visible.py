"""Entries of the change log as one person may see them: without other people's personal statements."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.domain.visibility import may_see, may_see_words
from memorist.memory_store.graphiti.episodes import places_in
from memorist.memory_store.reading import ChangeEntry
from memorist.memory_store.store import Store
from memorist.nodes.forgetting.hide import RUN as HIDING

ANOTHERS = "another person's own"
"""Replaces the reason of an entry whose parts are not all shown."""
_NAMED_BY = ("id", "memory_id", "episode_id", "source", "target", "holder", "expected")
"""Fields of the parts of a change set that hold ids of memories or episodes."""


async def visible(
    store: Store, scope: Scope, entries: Sequence[ChangeEntry], hidden: set[str] | None = None
) -> list[ChangeEntry]:
    """The entries without what other users said of themselves; a scope without a user sees all. Two statements at most.

    Args:
        store: where the entries are from.
        scope: of whoever looks.
        entries: in order.
        hidden: collects the ids of what is not shown, for entries that are read later.
    """
    user = scope.user_id
    if user is None:
        return list(entries)
    hidden = set() if hidden is None else hidden
    for entry in entries:
        made = [parse_memory(given) for given in entry.payload.get("memories", ())]
        others = [memory for memory in made if not may_see(user, memory)]
        hidden |= {memory.id for memory in others}
        spoken_of = {name for memory in made if memory not in others for name in memory.entities}
        if others:  # hide new entities that only hidden memories mention
            hidden |= {memory.id for memory in made if memory.is_entity and memory.content not in spoken_of}
        said: list[Mapping[str, Any]] = entry.payload.get("episodes", [])
        hidden |= {episode["id"] for episode in said if not may_see_said(user, episode)}
    named = {str(each["memory_id"]) for entry in entries for each in entry.payload.get("updates", ())} - hidden
    stored = await store.memories.of_any_agent(scope.group_id, sorted(named))
    hidden |= {memory.id for memory in stored if not may_see(user, memory)}
    # What an entry says of an input is the giver's own also where the entry that kept the input is not among them.
    read = {str(each["episode_id"]) for entry in entries for each in entry.payload.get("readings", ())} - hidden
    kept = await store.episodes.get(scope, sorted(read)) if read else []
    hidden |= {str(one["uuid"]) for one in kept if not may_see_said(user, _as_logged(one))}
    return [_pruned(entry, hidden) for entry in entries]


def _as_logged(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """The node of a raw episode with the fields that :func:`may_see_said` asks for."""
    owner, kind = {"user_id": node.get("user_id")}, node["source_description"]
    return {"scope": owner, "content": node["content"], "description": kind, "private": places_in(node.get("private"))}


def told(entries: Sequence[ChangeEntry], user: str | None) -> list[ChangeEntry]:
    """The entries without the words in which other users asked to forget something."""
    return [
        _replaced(entry) if entry.run == HIDING and user not in (None, _asker(entry)) else entry for entry in entries
    ]


def _asker(entry: ChangeEntry) -> str | None:
    by = cast("Mapping[str, str | None]", entry.payload.get("by") or {})
    return by.get("user")


def _replaced(entry: ChangeEntry) -> ChangeEntry:
    """An entry with other words for its reason, wherever its parts give it."""

    def other(part: object) -> object:
        if isinstance(part, Mapping):
            return {name: other(each) for name, each in cast("Mapping[str, Any]", part).items()}
        if isinstance(part, list):
            return [other(each) for each in cast("list[Any]", part)]
        return ANOTHERS if part == entry.reason else part

    return replace(entry, reason=ANOTHERS, payload=cast("dict[str, Any]", other(entry.payload)))


def may_see_said(viewer: str | None, episode: Mapping[str, Any]) -> bool:
    """Return true if somebody may see the words of a raw episode, as it stands in the log."""
    speaker = episode.get("scope", {}).get("user_id")
    return may_see_words(viewer, speaker, episode["content"], episode["description"], episode.get("private"))


def _pruned(entry: ChangeEntry, hidden: set[str]) -> ChangeEntry:
    """An entry without the parts that hold an id in ``hidden``; if there are any, its reason is replaced, too."""
    payload: dict[str, Any] = {}
    less = False
    for name, value in entry.payload.items():
        if isinstance(value, list):
            parts = cast("list[Any]", value)
            payload[name] = [part for part in parts if not _names(part, hidden)]
            less = less or len(payload[name]) < len(parts)
        else:
            payload[name] = value
    if not less:
        return entry
    payload["reason"] = ANOTHERS
    return replace(entry, reason=ANOTHERS, payload=payload)


def _names(part: object, hidden: set[str]) -> bool:
    if isinstance(part, str):
        return part in hidden
    return isinstance(part, Mapping) and any(cast("Mapping[str, Any]", part).get(name) in hidden for name in _NAMED_BY)
