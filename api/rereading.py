"""Rereading: episodes are read again by a better reader; what differs is one change set an episode."""

from collections.abc import AsyncGenerator, Callable, Mapping
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

from memorist.api.checking import When, checked
from memorist.api.graphs import CONTEXT_TURNS
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.episode import EpisodeRead, RawEpisode
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.domain.visibility import ASSISTANT, SPEAKER, may_see_words
from memorist.memory_store.parts.maintenance import KeptLease
from memorist.nodes.contexts import identity_of
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.kinds.inputs import spoken_in
from memorist.nodes.reading.reader import Passage, ReadingRequest, Spoken
from memorist.nodes.reading.readers import open_readers
from memorist.nodes.retrieval.attribution import HIDDEN

READABLE = frozenset({"turn", "dialogue"})
"""Kinds of episodes whose input can be restored from what is stored; documents have to be ingested again."""
PAGE = 100


class RereadEstimate(Part):
    """Cost of a reread: episodes, calls of a model, and tokens of their prompts."""

    episodes: int
    calls: int
    tokens: int


class Reread(Part):
    """The difference that reading an episode again makes."""

    episode_id: str
    said_at: datetime
    content: str
    result: IngestResult


class RereadReport(Part):
    """Result of a reread, or with ``dry_run`` its preview; ``differences`` are the episodes in which something
    changes."""

    episodes: int
    failed: int
    differences: tuple[Reread, ...]
    busy: str | None = None
    """Holder of the lease that blocks this reread (maintenance or another reread); nothing was done if it is set."""


class Rereading(ScopedPart):
    """Reads the episodes of a scope again."""

    @checked
    async def estimate(
        self,
        *,
        since: When | None = None,
        until: When | None = None,
        session: Name | None = None,
        everything: bool = False,
        reader: str | None = None,
    ) -> RereadEstimate:
        """Return the cost of :meth:`reread` with these arguments. Nothing is sent to a model."""
        settings = self.store.settings
        readers = open_readers(settings if reader is None else settings.model_copy(update={"readers": reader}))
        episodes = calls = tokens = 0
        async for one, _ in self._episodes(since, until, session, everything):
            request = ReadingRequest(passages=(Passage(key="turn", text=one.episode.content),), said_at=one.episode.at)
            cost = readers.estimate(request)
            episodes, calls, tokens = episodes + 1, calls + cost.calls, tokens + cost.tokens
        return RereadEstimate(episodes=episodes, calls=calls, tokens=tokens)

    @checked
    async def reread(
        self,
        *,
        since: When | None = None,
        until: When | None = None,
        session: Name | None = None,
        everything: bool = False,
        reader: str | None = None,
        dry_run: bool = False,
        on_progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> RereadReport:
        """Read again what is unread, or all; each episode is one change set, so that an interrupted run goes on.

        An episode that this reader has read whole before is left out unless ``everything`` is asked for, so that a
        second run changes nothing. One process at a time does it, or maintains the group: it holds the group's lease,
        which runs out when it is killed. Another person's personal statements are read again
        as well, but is not in the report.

        Args:
            since: said then or later.
            until: said before.
            session: of this session only.
            everything: also what was read whole.
            reader: as in ``MEMORIST_READERS``; default: the settings' readers.
            dry_run: decide, write nothing.
            on_progress: told after each episode: {done, content}.

        Raises:
            Conflict: it was silent for longer than its lease, and another worker took over.
        """
        pages = self._episodes(since, until, session, everything)
        if dry_run:
            return await self._reread(pages, reader, None, on_progress)
        store = self.store
        holder = f"reread-{uuid4().hex[:12]}"
        async with store.maintenance.leased(self.scope.group_id, holder, store.settings.lease_seconds) as lease:
            if lease.busy is not None:
                return RereadReport(episodes=0, failed=0, differences=(), busy=lease.busy)
            return await self._reread(pages, reader, lease, on_progress)

    async def _reread(
        self,
        episodes: AsyncGenerator[tuple[EpisodeRead, dict[str, Any]]],
        reader: str | None,
        lease: KeptLease | None,
        on_progress: Callable[[Mapping[str, Any]], None] | None,
    ) -> RereadReport:
        """Read the episodes under a lease; without one decide only."""
        differences: list[Reread] = []
        done = failed = 0
        before: dict[tuple[str | None, str], list[Spoken]] = {}
        async for one, line in episodes:
            if lease is not None:
                lease.check()
            scope = one.episode.scope
            said = before.setdefault((scope.user_id, scope.session_id or one.episode.id), [])
            result = await self._read(one.episode, line, said[-CONTEXT_TURNS:], reader, dry_run=lease is None)
            said.extend(spoken_in(line))
            done, failed = done + 1, failed + (result.error is not None)
            kept, asking = one.episode, self.scope.user_id
            shown = may_see_words(asking, scope.user_id, kept.content, kept.description, kept.private)
            if result.memories and shown:
                differences.append(
                    Reread(
                        episode_id=one.episode.id,
                        said_at=one.episode.at,
                        content=one.episode.content,
                        result=result,
                    )
                )
            if on_progress is not None:
                on_progress({"done": done, "content": one.episode.content if shown else HIDDEN})
        return RereadReport(episodes=done, failed=failed, differences=tuple(differences))

    async def _episodes(
        self, since: datetime | None, until: datetime | None, session: str | None, everything: bool
    ) -> AsyncGenerator[tuple[EpisodeRead, dict[str, Any]]]:
        """The episodes concerned with their inputs, in the order in which they were said, a page at a time."""
        episodes = self.store.episodes
        page = episodes.between if everything else episodes.unread
        after: str | None = None
        while True:
            found = await page(self.scope, since, until, session, after, PAGE)
            for one in found:
                if (line := input_of(one.episode)) is not None:
                    yield one, line
            if len(found) < PAGE:
                return
            after = found[-1].cursor

    async def _read(
        self, episode: RawEpisode, line: Mapping[str, Any], before: list[Spoken], reader: str | None, *, dry_run: bool
    ) -> IngestResult:
        identity: dict[str, Any] = {**identity_of(self.scope, self.clock), "user_id": episode.scope.user_id}
        context = IngestionContext(**identity, dry_run=dry_run, readers=reader)
        request = {
            "input": line,
            "context": [spoken.model_dump() for spoken in before],
            "reread": episode.model_dump(mode="json"),
        }
        answer = await self.graphs.ingestion.ainvoke(request, context=context)
        return IngestResult.model_validate(answer["result"])


def input_of(episode: RawEpisode) -> dict[str, Any] | None:
    """The input that an episode was made of, as an ``ingest`` line; null where it cannot be told who said what."""
    if episode.description not in READABLE:
        return None
    who = {
        name: value
        for name, value in (
            ("user_id", episode.scope.user_id),
            ("agent_id", episode.scope.agent_id),
            ("session_id", episode.scope.session_id),
        )
        if value is not None
    }
    # The clock of whoever said it, where that was noted.
    zone = None if episode.offset is None else timezone(timedelta(minutes=episode.offset))
    at = episode.at.astimezone(zone).isoformat() if zone else time_text(episode.at)
    line: dict[str, Any] = {"kind": episode.description, "at": at, **who}
    if episode.description == "dialogue":
        question, _, answer = episode.content.partition("\n")
        names = [f"{name}: " for name in dict.fromkeys((episode.scope.user_id, SPEAKER)) if name]
        named = next((name for name in names if answer.startswith(name)), None)
        # An earlier version kept the line breaks of questions, which may pretend to be the answer.
        if named is None or any(f"\n{name}" in answer for name in names):
            return None
        return {**line, "question": question.removeprefix("agent: "), "answer": answer.removeprefix(named)}
    role = episode.role or (ASSISTANT if episode.speaker == ASSISTANT else "user")
    return {**line, "role": role, "content": episode.content, "speaker": episode.speaker}
