"""Everything that pages read: the one place of the panel that calls the memory and its store."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from memorist.api.memory import AsyncMemory as MemoryApi
from memorist.app.panel.lists import Lists
from memorist.app.panel.log import Log
from memorist.app.panel.reviewing import ReviewItem, asked_for
from memorist.app.panel.shaping import connected, evidence_of, ids_in, needs_from, own_fields, picture_of
from memorist.app.panel.statements import STATEMENTS
from memorist.app.panel.views import (
    PAGE_SIZE,
    Filters,
    Ladder,
    MemoryPage,
    NotThere,
    Picture,
    RawInput,
    Rung,
    Timeline,
    UnreadInput,
    UsedMemories,
)
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Level, Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import LIVE
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.reading import Link, Moment, memory_of
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext

AROUND = 40
"""So many memories are drawn around a name."""
UNREAD, UNREAD_LOOKED_THROUGH = 20, 100
"""So many inputs that nobody has read are shown; so many are looked through for them."""
PATIENCE = 0.15
"""Seconds that a page waits for background work before it is shown without the result."""
MAX_RUNNING = 8
"""So much background work goes on, or is kept, at once: the oldest is given up."""
MAX_LINKED = 200
"""So many connections of one memory are shown."""
SHOWN, MAX_ASSESSMENTS = 20, 100
"""Assessments that a page shows, and how many are read to find those of one session."""
CLIMBED = (EdgeType.PROMOTED_TO, EdgeType.ABSTRACTED_TO)


def _taken_note_of(task: asyncio.Future[Any]) -> None:
    """An error is told to whoever looks again; when the panel is closed meanwhile, nobody does."""
    if not task.cancelled():
        task.exception()


@dataclass(frozen=True)
class BackgroundRead:
    """Background work that all pages share, and the end of the change log when it was begun."""

    task: asyncio.Future[Any]
    end: int


class Reads:
    """Reads of the pages on one group, restricted to what the caller may see."""

    def __init__(self, memory: MemoryApi) -> None:
        self.memory = memory
        self.store = memory.store
        self.scope = memory.scope
        self.zone = ZoneInfo(memory.store.settings.timezone)
        self.lists = Lists(memory)
        self.log = Log(memory, self.lists.words_of)
        self._statements = STATEMENTS[self.store.database.dialect]
        self._retrieval = build_retrieval(memory.store)
        self._running: OrderedDict[str, BackgroundRead] = OrderedDict()

    @property
    def now(self) -> datetime:
        """The present of the memory's clock."""
        return self.memory.clock.now()

    def _visible(self, memories: Sequence[Memory]) -> list[Memory]:
        return [memory for memory in memories if may_see(self.scope.user_id, memory)]

    # ------------------------------------------------------------------ one memory

    async def get(self, id_: str) -> Memory:
        """The memory of this id. Raises :class:`NotThere` if there is none that the caller may see."""
        found = self._visible(await self.store.memories.get(self.scope, [id_]))
        if not found:
            raise NotThere
        return found[0]

    async def whole(self, id_: str) -> MemoryPage:
        """Everything about one memory. Raises :class:`NotThere`."""
        memory = await self.get(id_)
        links, episodes = await asyncio.gather(
            self.store.memories.links(self.scope, [id_]),
            self.store.episodes.get(self.scope, memory.source_episode_ids[:AROUND]),
        )
        links = links[:MAX_LINKED]
        wanted = {link.target if link.source == id_ else link.source for link in links}
        wanted |= set(memory.lineage.promotion_chain)
        beside = {m.id: m for m in self._visible(await self.store.memories.get(self.scope, sorted(wanted)))}
        others = [c for c in (connected(link, id_, beside) for link in links) if c is not None]
        known = {"PROMOTED_TO", "ABSTRACTED_TO", "SUPERSEDES", "CONTRADICTS"}
        return MemoryPage(
            memory=memory,
            evidence=tuple(evidence_of(episode, self.scope.user_id) for episode in episodes),
            replaced_by=tuple(c for c in others if c.how == EdgeType.SUPERSEDES and not c.outgoing),
            replaces=tuple(c for c in others if c.how == EdgeType.SUPERSEDES and c.outgoing),
            climbed=tuple(c for c in others if c.how in CLIMBED),
            contradicts=tuple(c for c in others if c.how == EdgeType.CONTRADICTS),
            others=tuple(c for c in others if c.how not in known),
            lineage=tuple(beside[one] for one in memory.lineage.promotion_chain if one in beside),
            fields=own_fields(memory),
        )

    # ------------------------------------------------------------------ views over many

    async def timeline(self, topic: str, known_at: datetime | None = None) -> Timeline:
        """Return everything ever held about a topic and what ended it, and what was said of it without a memory."""
        entries, found = await asyncio.gather(
            self.memory.history(topic, known_at=known_at), self.memory.search(topic, known_at=known_at)
        )
        told = {id_ for entry in entries for id_ in entry.memory.source_episode_ids}
        said = [one for one in found.said if one.speaks_of_all and one.id not in told]
        return Timeline(topic, tuple(entries), tuple(sorted(said, key=lambda one: one.at)))

    async def picture(self, name: str) -> Picture:
        """The newest memories about a name, what else they are about, and how they are connected."""
        canonical = await self.lists.canonical(name)
        found = await self.lists.newest(Filters(project=canonical), limit=AROUND)
        memories = tuple(hit.memory for hit in found.hits)
        rows = await self.store.connection.read(
            self.scope.group_id, self._statements.leaving, agent=self.scope.agent_id, ids=[m.id for m in memories]
        )
        return picture_of(canonical, memories, [Link(**row) for row in rows])

    async def ladder(self) -> Ladder:
        """Return the number of memories on each rung, and the conditions of climbing."""
        rows = await self.store.connection.read(self.scope.group_id, self._statements.levels)
        counts: dict[str, dict[str, int]] = {level: {} for level in Level}
        for row in rows:
            if row["status"] in LIVE:
                counts.setdefault(str(row["level"]), {})[str(row["status"])] = int(row["count"])
        return Ladder(tuple(Rung(level, some, needs_from(level)) for level, some in counts.items()))

    async def next_climbs(self) -> Ladder | None:
        """Return the memories that the next promotion would lift, and what the others lack; a dry run. Null while it is
        still running."""
        report = await self._in_background("climbs", lambda: self.memory.promote(dry_run=True))
        return Ladder((), report.done, report.not_yet, report.questions, report.busy) if report else None

    async def _in_background(self, name: str, begin: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """The result of background work, or null if it takes longer than :data:`PATIENCE`.

        The work is begun once for all callers; its result is kept until the change log has grown.
        """
        end = (await self.store.maintenance.peek_lease(self.scope.group_id)).last
        running = self._running.get(name)
        if running is None or (running.task.done() and running.end != end):
            running = self._running[name] = BackgroundRead(asyncio.ensure_future(begin()), end)
            running.task.add_done_callback(_taken_note_of)
            if len(self._running) > MAX_RUNNING:
                self._running.popitem(last=False)[1].task.cancel()
        done, _ = await asyncio.wait([running.task], timeout=PATIENCE)
        if not done:
            return None
        if running.task.exception() is not None:
            del self._running[name]
        return running.task.result()

    async def uses(self, show: str, page: int) -> tuple[UsedMemories, bool]:
        """Memories by how often they stood in prompts, and whether there are more."""
        moment = Moment.of(self.now)
        given = {"agent": self.scope.agent_id, "viewer": self.scope.user_id, **moment.parameters()}
        given["historic"] = moment.historic
        read, group = self.store.connection.read, self.scope.group_id
        rows, counts = await asyncio.gather(
            read(group, self._statements.used[show], skip=(page - 1) * PAGE_SIZE, limit=PAGE_SIZE + 1, **given),
            read(group, self._statements.used_count, **given),
        )
        found = tuple(memory_of(row, moment) for row in rows[:PAGE_SIZE])
        return UsedMemories(show, found, int(counts[0]["used"]) if counts else 0), len(rows) > PAGE_SIZE

    async def unread(self) -> list[UnreadInput]:
        """The oldest raw inputs that no reader has read to the end, as far as the caller may see them.

        A sentence that became a memory word for word, as manual entries do, is not unread.
        """
        found = await self.store.episodes.unread(self.scope, limit=UNREAD_LOOKED_THROUGH)
        own = [one for one in found if self.scope.user_id in (None, one.episode.scope.user_id)]
        made = await self.store.episodes.memories_of(self.scope, [one.episode.id for one in own]) if own else []
        kept = {(id_, folded(memory.content)) for memory in made for id_ in memory.source_episode_ids}
        manual = {id_ for id_, _ in kept}
        left: list[UnreadInput] = []
        for one in own:
            id_, sentences = one.episode.id, one.reading.unread if one.reading is not None else ()
            rest = tuple(said for said in sentences if (id_, folded(said)) not in kept)
            if rest or not (sentences or (one.episode.description == "manual" and id_ in manual)):
                left.append(UnreadInput(one.episode, rest))
        return left[:UNREAD]

    async def unread_words(self, id_: str) -> str:
        """The words of an input that nobody has read; all of them if it is not listed as unread."""
        found = next((one for one in await self.unread() if one.episode.id == id_), None)
        if found is not None and found.sentences:
            return " ".join(found.sentences)
        with suppress(NotThere):
            return (await self.episode(id_))[0].content or ""
        return ""

    async def waiting(self) -> list[ReviewItem]:
        """Return the open questions that the caller may see, each with the memories it contradicts."""
        waiting = await self.memory.review.waiting()
        ids = [one.id for one in waiting]
        links = await self.store.memories.links(Scope(group_id=self.scope.group_id), ids) if ids else []
        ids = sorted({*ids, *(link.source for link in links), *(link.target for link in links)})
        found = await self.store.memories.of_any_agent(self.scope.group_id, ids) if ids else []
        hidden = {memory.id for memory in found} - {memory.id for memory in self._visible(found)}
        return asked_for(waiting, {memory.id: memory for memory in found}, links, hidden)

    async def episode(self, id_: str) -> tuple[RawInput, list[Memory]]:
        """A raw input and the live memories that rest on it. Raises :class:`NotThere`."""
        found, made = await asyncio.gather(
            self.store.episodes.get(self.scope, [id_]), self.store.episodes.memories_of(self.scope, [id_])
        )
        if not found:
            raise NotThere
        return evidence_of(found[0], self.scope.user_id), self._visible(made)

    async def recall(
        self, task: str, *, budget: int | None = None, as_of: datetime | None = None
    ) -> tuple[Recall, dict[str, str]]:
        """Return the prompt for a task, and the words of the memories that its reasons name.

        It does not count as a use.
        """
        given: dict[str, Any] = {**self.scope.model_dump(), "now": self.now, "as_of": as_of, "budget": budget}
        context = RetrievalContext(**given, record_access=False)
        answer = await self._retrieval.ainvoke({"task": task}, context=context)
        recall = Recall.model_validate(answer["recall"])
        named = {id_ for one in recall.trace for id_ in (one.id, *ids_in(one.reason))}
        return recall, await self.lists.words_of(named)

    async def assessments(self, agent: str | None, session: str = "") -> list[Memory]:
        """The last assessments of an agent, newest first; of one session, or of all."""
        given = {"agent": agent} if agent else {}
        found = await self.memory.homeostasis.assessments(**given, limit=MAX_ASSESSMENTS if session else SHOWN)
        return [one for one in found if not session or one.scope.session_id == session][:SHOWN]

    async def health(self, *, thorough: bool = False) -> dict[str, Any]:
        """The state of the store; ``thorough``: everything counted, and every invariant checked."""
        group = self.scope.group_id
        state = await self.store.database.state(group)
        numbers = await self.store.admin.numbers(group) if thorough else {}
        findings = await self.store.admin.check(group) if thorough else []
        return {
            "store": self.store.database.url,
            "embedder": self.store.embedder.name,
            "group": group,
            "schema": state.schema if state else None,
            "numbers": numbers,
            "findings": findings,
        }

    async def preview_forget(self, id_: str) -> ForgetPlan | None:
        """Preview the forgetting of a memory; null while it is still being computed.

        The whole change log is read for what speaks of it.
        """
        name = f"forget {id_}"
        plan = await self._in_background(name, lambda: self.memory.preview_forget([id_]))
        if plan is not None:
            del self._running[name]  # what waits in the inbox goes, too, and no log tells when that changes
        return plan
