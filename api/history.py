"""History: what was ever held about a topic, what changed since a moment, and whether the log of it is whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from memorist.api.checking import Number, When, Words, checked
from memorist.api.undo import chain_for
from memorist.memory_store.domain.log_chain import head_from
from memorist.memory_store.domain.log_check import LogState
from memorist.memory_store.domain.own import may_see, may_see_words
from memorist.memory_store.domain.scope import Name, Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.reading import ChangeEntry, HistoryEntry
from memorist.memory_store.store import Store
from memorist.nodes.language.gazetteer import name_asked_for, topic_of
from memorist.nodes.language.lexicon import using
from memorist.nodes.language.own_names import names_of
from memorist.nodes.operations.receipt import Receipt, receipt_of, receipts_of
from memorist.nodes.retrieval.whose import memory_for

ANOTHERS = "another person's own"
"""Instead of the reason of what is not shown."""
_NAMED_BY = ("id", "memory_id", "episode_id", "source", "target", "holder", "expected")
"""Fields by which parts of a change set name memories and episodes."""


class History:
    """Looks back."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store = store
        self.scope = scope

    @checked
    async def of(self, topic: Words, *, known_at: When | None = None) -> list[HistoryEntry]:
        """Everything ever held about a name ("Postgres") or a field ("sign-in"), oldest first, and what ended it.

        What another person said of himself is left out, unless ``topic`` names him: then it is told in his name.
        """
        with using(await names_of(self.store.settings)):
            fields = dict.fromkeys(field for field in (topic_of(topic), topic) if field)
            name = name_asked_for(topic)
        found = await self.store.history.of(self.scope, names=[name], topics=list(fields), known_at=known_at)
        if self.scope.user_id is None:
            return found
        shown = [(entry, memory_for(self.scope.user_id, topic, entry.memory)) for entry in found]
        hidden = {entry.memory.id for entry, told in shown if told is None}
        return [_without(replace(entry, memory=told), hidden) for entry, told in shown if told is not None]

    @checked
    async def changes(self, since: When) -> list[ChangeEntry]:
        """What changed in the group since a moment, in order: by which run, why, and what.

        A user sees his own and what is about the team: of an entry, what another person said of himself is left out.
        """
        found: list[ChangeEntry] = []
        hidden: set[str] = set()
        after = 0
        while page := await self.store.changes.log(self.scope, since, after=after):
            after = page[-1].sequence
            found += page if self.scope.user_id is None else await self._shown(page, hidden)
        return found

    @checked
    async def receipt(self, id_: Name) -> Receipt:
        """The receipt of one operation, by its id or how that begins: who, what, why, by which reader.

        Raises:
            InvalidInput: no operation of the group has that id.
        """
        chain = await chain_for(self.store, self.scope.group_id, id_)
        return receipt_of(chain.entries, undone_by=chain.undone_by)

    @checked
    async def receipts(self, *, limit: Number = 20) -> list[Receipt]:
        """The receipts of the operations behind the last entries of the log, the newest first."""
        newest = await self.store.operations.newest(self.scope.group_id, limit=limit)
        return receipts_of(self.scope.group_id, newest[::-1])[::-1]

    @checked
    async def verify_log(self, *, noted: Name | None = None) -> LogState:
        """Walk the change log of the group: is every entry what was written, where it was written?

        Args:
            noted: an end of the log that an earlier call gave and that was kept elsewhere, as ``PLACE:LINK``.

        Raises:
            InvalidInput: ``noted`` is no such end.
        """
        return await self.store.changes.verify(self.scope.group_id, noted=head_from(noted) if noted else None)

    async def _shown(self, page: Sequence[ChangeEntry], hidden: set[str]) -> list[ChangeEntry]:
        """The entries without what is another's own; ``hidden`` collects the ids of that. One statement a page."""
        user = self.scope.user_id
        for entry in page:
            made = [parse_memory(given) for given in entry.payload.get("memories", ())]
            others = [memory for memory in made if not may_see(user, memory)]
            hidden |= {memory.id for memory in others}
            spoken_of = {name for memory in made if memory not in others for name in memory.entities}
            if others:  # whom and what only another speaks of is his affair, too
                hidden |= {memory.id for memory in made if memory.is_entity and memory.content not in spoken_of}
            said: list[Mapping[str, Any]] = entry.payload.get("episodes", [])
            hidden |= {e["id"] for e in said if not may_see_words(user, _user_of(e), e["content"], e["description"])}
        named = {str(each["memory_id"]) for entry in page for each in entry.payload.get("updates", ())} - hidden
        stored = await self.store.memories.of_any_agent(self.scope.group_id, sorted(named)) if named else []
        hidden |= {memory.id for memory in stored if not may_see(user, memory)}
        return [_pruned(entry, hidden) for entry in page]


def _user_of(episode: Mapping[str, Any]) -> str | None:
    return episode.get("scope", {}).get("user_id")


def _without(entry: HistoryEntry, hidden: set[str]) -> HistoryEntry:
    """An entry that does not tell what took its place, where that is hidden."""
    return replace(entry, superseded_by=None, reason=None) if entry.superseded_by in hidden else entry


def _pruned(entry: ChangeEntry, hidden: set[str]) -> ChangeEntry:
    """An entry without the parts that name what is hidden, and without its reason where there are any."""
    payload: dict[str, Any] = {}
    less = False
    for name, value in entry.payload.items():
        if isinstance(value, list):
            parts: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
            payload[name] = [part for part in parts if not _names(part, hidden)]
            less = less or len(payload[name]) < len(parts)
        else:
            payload[name] = value
    if not less:
        return entry
    return replace(entry, reason=ANOTHERS, payload={**payload, "reason": ANOTHERS})


def _names(part: object, hidden: set[str]) -> bool:
    if isinstance(part, str):
        return part in hidden
    return isinstance(part, Mapping) and any(part.get(name) in hidden for name in _NAMED_BY)  # pyright: ignore[reportUnknownMemberType]
