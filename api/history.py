"""History: what was ever held about a topic, what changed since a moment, and whether the log of it is whole."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from memorist.api.checking import Number, When, Words, checked, timed
from memorist.api.scoped import ScopedPart
from memorist.api.undo import chain_for
from memorist.api.visible import told, visible
from memorist.memory_store.domain.log_chain import head_from
from memorist.memory_store.domain.log_check import LogState
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.reading import ChangeEntry, HistoryEntry
from memorist.nodes.language.gazetteer import name_asked_for, topic_of
from memorist.nodes.language.lexical import beginning_of, stems_of
from memorist.nodes.language.lexicon import using
from memorist.nodes.language.own_names import names_of
from memorist.nodes.operations.receipt import Receipt, receipt_of, receipts_of
from memorist.nodes.retrieval.attribution import memory_for
from memorist.nodes.retrieval.features import task_stems

MAX_SAYING = 100
"""Memories found by the words of a topic."""


class ScopedHistory(ScopedPart):
    """Looks back."""

    @partial(checked, verb="history")
    @timed()
    async def of(self, topic: Words, *, known_at: When | None = None) -> list[HistoryEntry]:
        """Return everything ever held about a name ("Postgres"), a field ("sign-in") or words ("payment timeout").

        Oldest first, with what ended it.

        Other people's personal statements are left out, unless ``topic`` names the person; then they have the name.
        """
        with using(await names_of(self.store.settings)):
            fields = dict.fromkeys(field for field in (topic_of(topic), topic) if field)
            name = name_asked_for(topic)
        ids = await self._saying(topic, known_at)
        found = await self.store.history.of(self.scope, names=[name], topics=list(fields), ids=ids, known_at=known_at)
        if self.scope.user_id is None:
            return found
        shown = [(entry, memory_for(self.scope.user_id, topic, entry.memory)) for entry in found]
        hidden = {entry.memory.id for entry, told in shown if told is None}
        return [_without(replace(entry, memory=told), hidden) for entry, told in shown if told is not None]

    async def _saying(self, topic: str, known_at: datetime | None) -> list[str]:
        """The ids of the memories of any status that have every word of a topic."""
        words = task_stems(topic)
        if not words:
            return []
        found = await self.store.search.with_words(
            self.scope, map(beginning_of, words), known_at=known_at, k=MAX_SAYING
        )
        return [memory.id for memory in found if words <= stems_of(memory.content)]

    @checked
    @timed()
    async def changes(self, since: When) -> list[ChangeEntry]:
        """Return the changes in the group since a moment, in order, each with its run, reason and content.

        A user sees their own and what is about the team: other people's personal statements are left out.
        """
        found: list[ChangeEntry] = []
        hidden: set[str] = set()
        after = 0
        while page := await self.store.changes.log(self.scope, since, after=after):
            after = page[-1].sequence
            found += await self._shown(page, hidden)
        return found

    @checked
    @timed()
    async def receipt(self, id_: Name) -> Receipt:
        """The receipt of one operation, by its id or how that begins: who, what, why, by which reader.

        Raises:
            InvalidInput: no operation of the group has that id.
        """
        chain = await chain_for(self.store, self.scope.group_id, id_)
        return receipt_of(await self._shown(chain.entries), undone_by=chain.undone_by)

    @checked
    @timed()
    async def receipts(self, *, limit: Number = 20) -> list[Receipt]:
        """The receipts of the operations behind the last entries of the log, the newest first."""
        newest = await self.store.operations.newest(self.scope.group_id, limit=limit)
        return receipts_of(self.scope.group_id, await self._shown(newest[::-1]))[::-1]

    async def _shown(self, entries: Sequence[ChangeEntry], hidden: set[str] | None = None) -> list[ChangeEntry]:
        return told(await visible(self.store, self.scope, entries, hidden), self.scope.user_id)

    @checked
    async def verify_log(self, *, noted: Name | None = None) -> LogState:
        """Walk the change log of the group: is every entry what was written, where it was written?

        Args:
            noted: an end of the log that an earlier call gave and that was kept elsewhere, as ``PLACE:LINK``.

        Raises:
            InvalidInput: ``noted`` is no such end.
        """
        return await self.store.changes.verify(self.scope.group_id, noted=head_from(noted) if noted else None)


def _without(entry: HistoryEntry, hidden: set[str]) -> HistoryEntry:
    """The entry without its successor and the reason for it, if the successor's id is ``hidden``."""
    return replace(entry, superseded_by=None, reason=None) if entry.superseded_by in hidden else entry
