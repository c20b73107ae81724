"""``store.forgetting``: erases what a person asks to forget, and remembers that it did.

A forgetting is planned by pure functions, shown, carried out as one statement, and then purged from files and logs:
content files, the database's own, and the user's (inbox, snapshot of the rules).
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.content_ref import COLD_TEXT
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.assemble import Asking, assemble
from memorist.memory_store.forgetting.erasure import Erasure, embeddable, parameters_of
from memorist.memory_store.forgetting.holdings import HeldEpisode, episode_of
from memorist.memory_store.forgetting.plan import (
    ForgetPlan,
    ids_to_erase,
    inputs_to_empty,
    nothing_goes,
    still_said,
    with_waiting,
)
from memorist.memory_store.forgetting.reader import HoldingsReader, lowered
from memorist.memory_store.forgetting.rest import Rest
from memorist.memory_store.forgetting.tombstone_cache import tombstones_from
from memorist.memory_store.forgetting.tombstone_lookup import Tombstones
from memorist.memory_store.forgetting.traces import Traces
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.log_ends import MAX_TRIES, placed
from memorist.memory_store.parts.changes import Changes
from memorist.memory_store.parts.files import Files
from memorist.memory_store.reading import Finding
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.forgetting import ForgettingStatements
from memorist.memory_store.threads import in_thread

MAX_ATTEMPTS = 20
"""So many changes while one forgetting is being planned mean that somebody writes without pause."""
PATIENCE = 3
"""After so many, whoever writes more of it is refused first."""
ERASED_AT_ONCE = 2_000
"""Nodes of a group that one statement erases."""
UNFINISHED = "unfinished_forgetting"

Texts = str | Sequence[str] | None
"""Words, or several of them; each is looked for by itself."""


class ForgetResult(Part):
    """Result of a forgetting; ``erased`` is false if nothing was found, and ``reason`` says how to proceed.

    ``remains`` says what still says the words and why, and where the database may keep copies for a while, each with
    the way to be rid of it.
    """

    plan: ForgetPlan
    erased: bool = False
    remains: tuple[str, ...] = ()
    reason: str = ""


class Forgetting:
    """Each call reads what is concerned; the graph changes in one statement."""

    def __init__(self, connection: StoreConnection, files: Files, changes: Changes) -> None:
        self._connection = connection
        self._files = files
        self._changes = changes
        self._traces = Traces(connection.settings, connection.database.url)
        self._statements: ForgettingStatements = dialects.FORGETTING[connection.database.dialect]

    async def preview(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] = (),
        text: Texts = None,
        rests: Sequence[Rest] = (),
        spared: Collection[str] = (),
    ) -> ForgetPlan:
        """Return the items that would be erased and recomputed; nothing is changed.

        Args:
            scope: who asks; ids must be of this group, shared or the agent's own.
            ids: memories, raw inputs or names; a name goes with everything that is about it.
            text: everything that says these words goes, whoever it belongs to; not what another person says of
                himself, where somebody in particular asks.
            rests: what would be kept of some of the inputs that go, if it was stored first.
            spared: ids of what stays though it says the words, if something else does not take it along.

        Raises:
            InvalidInput: an id is not known.
        """
        return (await self._erasure_of(scope, ids, text, rests, spared)).plan

    async def saying(self, scope: Scope, pieces: Sequence[str]) -> tuple[list[Memory], list[HeldEpisode]]:
        """Memories of whatever status and raw inputs that hold one of these pieces of text, as far as the scope sees.

        One statement; pieces are compared in any case, also inside of words.
        """
        wanted = lowered(pieces)
        if not wanted:
            return [], []
        rows = await self._connection.read(scope.group_id, self._statements.matches, needles=wanted, cold=COLD_TEXT)
        memories = [from_properties(row["n"]) for row in rows if row["kind"] == "memory"]
        turns = [episode_of(row) for row in rows if row["kind"] == "episode"]
        seen = await self._files.whole(scope.group_id, [m for m in memories if scope.sees(m.scope)])
        return seen, [turn for turn in turns if turn.agent_id in (None, scope.agent_id)]

    async def forget(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] = (),
        text: Texts = None,
        spared: Collection[str] = (),
        confirmed: str | None = None,
    ) -> ForgetResult:
        """Erase what :meth:`preview` tells, for ever.

        The graph changes in one statement. Content files and the database's own logs follow; should this process be
        killed in between, the next forgetting or :meth:`resume` completes it.

        Args:
            scope: see :meth:`preview`.
            ids: see there.
            text: see there.
            spared: see there.
            confirmed: the fingerprint of the plan that a person has seen; null asks nobody.

        Raises:
            Conflict: what would go is no longer what was confirmed, or others write without pause.
            InvalidInput: an id is not known.
        """
        resumed = await self.resume(scope.group_id)
        for attempt in range(MAX_ATTEMPTS):
            erasure = await self._erasure_of(scope, ids, text, spared=spared)
            plan = erasure.plan
            if plan.empty:
                return resumed or ForgetResult(plan=plan, reason=nothing_goes(plan))
            if confirmed is not None and confirmed != plan.fingerprint:
                raise Conflict(
                    "the plan has changed since it was shown: look at the new preview and confirm it",
                    ids=[item.id for item in plan.erased],
                )
            if not (plan.erased or plan.emptied):
                await self._erase_traces(scope, plan, text)
                return ForgetResult(plan=plan, erased=True)
            if attempt == PATIENCE:
                await self._erase(scope.group_id, erasure, tombstones_only=True)
            elif await self._erase(scope.group_id, erasure):
                await self._erase_traces(scope, plan, text)
                remains = await self._purge(scope.group_id, plan.files)
                return ForgetResult(plan=plan, erased=True, remains=(*remains, *still_said(plan)))
        raise Conflict(f"group {scope.group_id} changes faster than it can be read: stop its writers and forget again")

    async def forget_group(self, group_id: str) -> ForgetResult:
        """Erase a whole group: memories, inputs, log, tombstones, files. Its name is never given to another.

        From the first statement on nobody reads or writes it any more; the rest goes page by page and can be resumed.

        Raises:
            InvalidInput: the group's name is malformed.
        """
        plan = ForgetPlan(group_id=group_id, fingerprint="", erased=())
        if not await self._connection.exists(group_id):
            return ForgetResult(plan=plan)
        given = {
            "group": group_id,
            "at": time_text(self._connection.clock.now()),
            "pending": json.dumps({"group": True}),
        }
        state = (await self._connection.database.write(group_id, self._statements.erase_group, given))[0]
        self._connection.tombstones.drop(group_id)
        left, page = 1, {"group": group_id, "limit": ERASED_AT_ONCE}
        while left:
            left = int((await self._connection.database.write(group_id, self._statements.erase_page, page))[0]["left"])
        if state["home"]:
            await self._files.content_at(state["home"]).erase()
        await self._changes.settled()
        await in_thread(self._traces.erase_group, group_id)
        return ForgetResult(plan=plan, erased=True, remains=await self._purge(group_id, ()))

    async def resume(self, group_id: str) -> ForgetResult | None:
        """Complete a forgetting that was killed before its last step; null when none was."""
        if not await self._connection.exists(group_id):
            return None
        pending = (await self._connection.tombstones.refresh(group_id))["pending"]
        if pending is None:
            return None
        unfinished: dict[str, Any] = json.loads(pending)
        if unfinished.get("group"):
            return await self.forget_group(group_id)
        files = tuple(unfinished["files"])
        plan = ForgetPlan(group_id=group_id, fingerprint="", erased=(), files=files, unfinished=True)
        await self._erase_traces(Scope(group_id=group_id), plan, None)
        return ForgetResult(plan=plan, erased=True, remains=await self._purge(group_id, files))

    async def findings(self, group_id: str) -> list[Finding]:
        """A forgetting that was killed before its last step (``unfinished_forgetting``, a warning: resume it)."""
        if (
            not await self._connection.known(group_id)
            or (await self._connection.tombstones.refresh(group_id))["pending"] is None
        ):
            return []
        message = "something was forgotten, but its files and the database's logs still have to go: forget again"
        return [Finding(UNFINISHED, message, (group_id,), "warning")]

    async def tombstones(self, group_id: str) -> Tombstones:
        """Return the tombstones of the group, as keyed digests, as far as this process knows.

        No statement is sent once a group is known: a writer whose knowledge is out of date is refused by the store.
        """
        if not await self._connection.known(group_id):
            return Tombstones()
        return self._connection.tombstones.get(group_id) or Tombstones()

    async def _erasure_of(
        self,
        scope: Scope,
        ids: Sequence[str],
        text: Texts,
        rests: Sequence[Rest] = (),
        spared: Collection[str] = (),
    ) -> Erasure:
        group = scope.group_id
        texts = _texts(text)
        reader = HoldingsReader(
            lambda statement, **given: self._connection.read(group, statement, **given),
            lambda memories: self._files.whole(group, memories),
            self._statements,
            scope,
            rests,
            spared,
        )
        held = await reader.holdings(ids, texts)
        gone = ids_to_erase(held)
        emptied = inputs_to_empty(gone, held)
        around = await reader.surroundings(held, gone, emptied, self._connection.ontology)
        asking = Asking(scope, self._connection.clock.now(), reader.needles, self._connection.ontology)
        erasure = await in_thread(assemble, held, gone, emptied, around, asking)
        waiting = await in_thread(self._traces.waiting, scope, texts)
        return replace(erasure, plan=with_waiting(erasure.plan, [path.name for path in waiting]))

    async def _erase_traces(self, scope: Scope, plan: ForgetPlan, text: Texts) -> None:
        """Erase what the user's own files say of it."""
        await self._changes.settled()  # a snapshot that is being written would bring a rule back
        await in_thread(self._traces.erase, scope, plan, _texts(text))

    async def _erase(self, group_id: str, erasure: Erasure, *, tombstones_only: bool = False) -> bool:
        """Carry it out, or only plant its tombstones; false when more of it was written since, and nothing was done."""
        for statement in self._statements.prepare:
            await self._connection.create_index(group_id, statement)
        tombstones = tombstones_from(await self._connection.tombstones.refresh(group_id))
        memories = embeddable(erasure)
        embedded = await self._connection.embed([memory.content for memory in memories])
        given = parameters_of(
            erasure,
            tombstones,
            {memory.id: vector for memory, vector in zip(memories, embedded, strict=True)},
            ontology=self._connection.ontology,
            embedder=self._connection.embedder.name,
            at=self._connection.clock.now(),
        )
        statement = self._statements.add_tombstones if tombstones_only else self._statements.erase
        if not await self._written(group_id, statement, given) or tombstones_only:
            return False
        live = sum(1 for m in erasure.memories.values() if m.status.live and not m.is_entity)
        self._connection.count(group_id, live=-live, turns=-len(erasure.episodes))
        await self._connection.tombstones.refresh(group_id)
        return True

    async def _written(self, group_id: str, statement: str, given: dict[str, Any]) -> bool:
        """Send a forgetting statement with the log's end; return false when the plan is out of date."""
        ends, entry = self._connection.log_ends, given.pop("change")
        async with ends.lock(group_id):
            for _ in range(MAX_TRIES):
                sent = {"group": group_id, **given, **placed(entry, ends.get(group_id))}
                rows = await self._connection.database.write(group_id, statement, sent)
                if not rows or "planned" not in rows[0]:
                    return bool(rows) and bool(rows[0]["done"])
                ends.note(group_id, int(rows[0]["seq"]), rows[0]["head"])
                if rows[0]["done"] or not rows[0]["planned"]:
                    return bool(rows[0]["done"])
        return False

    async def _purge(self, group_id: str, files: Sequence[str]) -> tuple[str, ...]:
        """Everything after the graph, in an order that may begin anew: files, the database's logs, the note of it."""
        home = self._files.home_of(group_id) or (await self._connection.tombstones.refresh(group_id))["home"]
        for digest in files if home else ():
            await self._files.content_at(home).delete(digest)
        remains = await self._connection.database.purge(group_id)
        await self._connection.database.write(group_id, self._statements.finish, {"group": group_id})
        return remains


def _texts(text: Texts) -> Sequence[str]:
    return [text] if isinstance(text, str) else text or ()
