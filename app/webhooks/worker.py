"""Reads the change logs of a store, and sends what happened: again and again, or once."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from memorist.app.webhooks.events import WebhookEvent, body_of, events_of, updated_in
from memorist.app.webhooks.outbox import Delivery, Outbox, State
from memorist.app.webhooks.sending import send, wait_after
from memorist.app.webhooks.settings import WebhookSettings
from memorist.memory_store.domain.errors import GroupErased, MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

_log = logging.getLogger(__name__)

AT_ONCE = 8
"""Deliveries that are sent at the same time."""
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


class Webhooks:
    """Sends the events of one store.

    Args:
        store: gives the store of the running event loop; asked anew at each look, because it may have been away.
        settings: with an address.
    """

    def __init__(self, store: Callable[[], Awaitable[Store]], settings: WebhookSettings) -> None:
        self._store = store
        self._settings = settings

    async def run(self) -> None:
        """Look and send until cancelled; a failure is logged, and the next look tries again."""
        while True:
            try:
                await self.once()
            except MemoristError as error:
                _log.warning("webhooks wait until the next look: %s", error)
            await asyncio.sleep(self._settings.interval)

    async def once(self) -> dict[State, int]:
        """Keep what happened since the last look, then send what is due; return how the attempts ended."""
        store = await self._store()
        outbox = Outbox(self._settings.log_file, store.settings.store)
        await self._collect(store, outbox)
        ended: dict[State, int] = {}
        patience = timedelta(seconds=2 * self._settings.timeout)
        while True:
            now = store.clock.now()
            due = await asyncio.to_thread(outbox.take, now, now + patience, AT_ONCE)
            for state in await asyncio.gather(*(self._deliver(store, outbox, one) for one in due)):
                ended[state] = ended.get(state, 0) + 1
            if not due:
                return ended

    async def _collect(self, store: Store, outbox: Outbox) -> None:
        groups = sorted(await store.database.groups())
        read_to = await asyncio.to_thread(outbox.read_to)
        if read_to is None:
            ends: dict[str, int] = {}
            for group in groups:
                with suppress(GroupErased):
                    ends[group] = (await store.maintenance.peek_lease(group)).last
            await asyncio.to_thread(outbox.begin, ends)
            return
        for group in groups:
            try:
                await self._collect_group(store, outbox, group, read_to.get(group, 0))
            except GroupErased:
                continue
            except MemoristError as error:  # one group that is being loaded, say; the others go on
                _log.warning("webhooks: the log of %s cannot be read: %s", group, error)

    async def _collect_group(self, store: Store, outbox: Outbox, group: str, after: int) -> None:
        last = (await store.maintenance.peek_lease(group)).last
        while after < last:
            page = await store.changes.log(Scope(group_id=group), _BEGINNING, after=after)
            if not page:
                return
            events: list[WebhookEvent] = []
            for entry in page:
                changed = updated_in(entry.payload)
                found = await store.memories.of_any_agent(group, changed)
                rules = frozenset(one.id for one in found if one.type == "semantic:hard_rule")
                events += [one for one in events_of(entry, group, rules) if one.kind in self._settings.events]
            after = page[-1].sequence
            await asyncio.to_thread(outbox.put, group, after, events, store.clock.now())

    async def _deliver(self, store: Store, outbox: Outbox, one: Delivery) -> State:
        event = one.event
        memories = await store.memories.of_any_agent(event.group, event.memories)
        now = store.clock.now()
        if not memories:  # forgotten meanwhile: there is nothing left that may be told
            await asyncio.to_thread(outbox.settle, one.id, "dead", "the memories were forgotten", now)
            return "dead"
        body = json.dumps(body_of(event, memories, now), ensure_ascii=False).encode()
        answer = await send(self._settings, one.id, body, now)
        state: State = "delivered" if answer.good else "waiting"
        wait = answer.wait if answer.wait is not None else wait_after(one.attempts, self._settings.first_wait)
        if not answer.good and (answer.final or one.attempts >= self._settings.attempts):
            state = "dead"
            _log.warning("the webhook %s was given up after %s attempts: %s", one.id, one.attempts, answer.said)
        at = now + timedelta(seconds=wait) if state == "waiting" else now
        await asyncio.to_thread(outbox.settle, one.id, state, answer.said, at)
        return state
